import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import type { ChangeSetWithEntries } from '../../contract/history.ts';
import { ChangeSetList } from '../history/ChangeSetList.tsx';
import type { Subject } from '../history/describeChange.ts';
import { historyQuery } from '../history/historyQueries.ts';
import { useHistory } from '../history/useHistory.ts';
import { createStore } from '../lib/store.ts';
import { Card } from '../ui/Card.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import classes from './itemPage.module.css';

interface Props {
  of: Subject;
  /** The item with all that is related to it. When it changes, its history has grown. */
  detail: object;
  /** Fills the Edit dialog with the values that the item had after this set, which is one of `sets`. */
  onUse: (set: ChangeSetWithEntries, sets: readonly ChangeSetWithEntries[]) => void;
}

/** Whoever reads one history goes on to the next: on the next item it is as it was left. */
const opened = createStore(false);

/** All that was ever done to an item and its relationships. Starts closed, and is read when it is opened. */
export function HistoryCard({ of, detail, onUse }: Props) {
  const isOpen = opened.use();
  const id = useId();
  const client = useQueryClient();
  const known = useRef(detail);
  useEffect(() => {
    if (known.current === detail) return;
    known.current = detail;
    void client.invalidateQueries({ queryKey: historyQuery(of).queryKey });
  }, [client, of, detail]);
  return (
    <Card>
      <section aria-labelledby={id}>
        <div className={classes.head}>
          <h2 id={id}>History</h2>
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'View'} History`}
            onClick={() => opened.write(!isOpen)}
          >
            {isOpen ? 'Hide' : 'View'}
          </Button>
        </div>
        {isOpen && <Sets of={of} onUse={onUse} />}
      </section>
    </Card>
  );
}

function Sets({ of, onUse }: Pick<Props, 'of' | 'onUse'>) {
  const { reading, sets, isUnread: hasLoadError } = useHistory(of);
  if (sets) return <ChangeSetList of={of} sets={sets} reading={reading} onUse={(set) => onUse(set, sets)} />;
  return hasLoadError && <LoadError what="The history" reading={reading} />;
}
