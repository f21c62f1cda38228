import { type ComponentProps, useId, useRef } from 'react';
import { isMissing } from '../catalog/items/itemView.ts';
import { ChangeSetList } from '../history/ChangeSetList.tsx';
import { hasDeleted, type Subject, subjectLabel, whoText } from '../history/describeChange.ts';
import { useHistory } from '../history/useHistory.ts';
import { useKeepFocus } from '../history/useKeepFocus.ts';
import { timeOf } from '../lib/time.ts';
import { Card } from '../ui/Card.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import classes from './itemPage.module.css';

/**
 * At the address of a deleted item: who deleted it and when, and its history, whose newest set restores it. Nothing if
 * there never was such an item.
 */
export function DeletedItem({ of }: { of: Subject }) {
  const { reading, sets, isUnread: hasLoadError } = useHistory(of);
  if (sets) return <Past of={of} sets={sets} reading={reading} />;
  if (!hasLoadError || isMissing(of.kind, reading.error)) return null;
  return (
    <Card>
      <LoadError what="The history" reading={reading} />
    </Card>
  );
}

function Past({ of, sets, reading }: ComponentProps<typeof ChangeSetList>) {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  useKeepFocus(card);
  // What is gone cannot have been changed since. A history that was read before it went is read again.
  const [newest] = sets;
  if (!newest || !hasDeleted(newest, of)) return null;
  const who = whoText(newest);
  return (
    <Card ref={card}>
      <section aria-labelledby={id}>
        <div className={classes.head}>
          <h2 id={id}>
            History of <span translate="no">{subjectLabel(newest, of) ?? of.key}</span>
          </h2>
        </div>
        <p className={classes.deleted}>
          <span>{who ? `Deleted by ${who} on` : 'Deleted on'}</span>{' '}
          <time dateTime={newest.at}>{timeOf(newest.at)}</time>
        </p>
        <ChangeSetList of={of} sets={sets} reading={reading} />
      </section>
    </Card>
  );
}
