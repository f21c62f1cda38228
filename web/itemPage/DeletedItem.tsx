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
 * The page of a deleted item: its deletion with user and time, and its history, whose newest change set restores it. Renders
 * nothing if the item never existed.
 */
export function DeletedItem({ of }: { of: Subject }) {
  const { reading, sets, hasLoadError } = useHistory(of);
  if (sets) return <DeletedHistory of={of} sets={sets} reading={reading} />;
  if (!hasLoadError || isMissing(of.kind, reading.error)) return null;
  return (
    <Card>
      <LoadError what="The history" reading={reading} />
    </Card>
  );
}

function DeletedHistory({ of, sets, reading }: ComponentProps<typeof ChangeSetList>) {
  const id = useId();
  const section = useRef<HTMLDivElement>(null);
  useKeepFocus(section);
  // A deleted item cannot have changed since. A history that was loaded before the deletion is loaded again.
  const [newest] = sets;
  if (!newest || !hasDeleted(newest, of)) return null;
  const who = whoText(newest);
  return (
    <Card ref={section}>
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
