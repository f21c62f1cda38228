import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ChangeSetWithEntries } from '../../contract/history.ts';
import { ChangeSetList } from '../history/ChangeSetList.tsx';
import type { Subject } from '../history/describeChange.ts';
import { historyQuery } from '../history/historyQueries.ts';
import { useHistory } from '../history/useHistory.ts';
import { createStore } from '../lib/store.ts';
import { LoadError } from '../ui/LoadError.tsx';
import { FoldableCard } from './FoldableCard.tsx';

interface Props {
  of: Subject;
  /** The item with all its relationships. When it changes, its history has grown. */
  detail: object;
  /** Fills the Edit dialog with the item's values after this change set, which is one of `sets`. */
  onUse: (set: ChangeSetWithEntries, sets: readonly ChangeSetWithEntries[]) => void;
}

/** Users read one history after another, so the next item keeps the state of the last. */
const opened = createStore(false);

/** All changes of an item and its relationships. Starts closed, and loads when it is opened. */
export function HistoryCard({ of, detail, onUse }: Props) {
  const isOpen = opened.use();
  const client = useQueryClient();
  const known = useRef(detail);
  useEffect(() => {
    if (known.current === detail) return;
    known.current = detail;
    void client.invalidateQueries({ queryKey: historyQuery(of).queryKey });
  }, [client, of, detail]);
  return (
    <FoldableCard title="History" isOpen={isOpen} onFold={(isNowOpen) => opened.write(isNowOpen)}>
      <Sets of={of} onUse={onUse} />
    </FoldableCard>
  );
}

function Sets({ of, onUse }: Pick<Props, 'of' | 'onUse'>) {
  const { reading, sets, hasLoadError } = useHistory(of);
  if (sets) return <ChangeSetList of={of} sets={sets} reading={reading} onUse={(set) => onUse(set, sets)} />;
  return hasLoadError && <LoadError what="The history" reading={reading} />;
}
