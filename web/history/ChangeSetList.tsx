import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ChangeSetWithEntries } from '../../contract/history.ts';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { ChangeSetView } from './ChangeSetView.tsx';
import type { Subject } from './describeChange.ts';
import classes from './history.module.css';
import { SETS } from './historyQueries.ts';
import { hasOlderValues } from './olderValues.ts';
import { ShowMore } from './ShowMore.tsx';

interface Props {
  of: Subject;
  sets: readonly ChangeSetWithEntries[];
  reading: UseInfiniteQueryResult;
  /** Uses the item's values after a change set, if a newer one has changed them. */
  onUse?: (set: ChangeSetWithEntries) => void;
}

/** The loaded change sets of an item's history, and a button that loads more. */
export function ChangeSetList({ of, sets, reading, onUse }: Props) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = reading;
  const hasLoadError = useHasLoadError(reading);
  return (
    <>
      <ul className={classes.sets}>
        {sets.map((set, at) => (
          <li key={set.id}>
            <ChangeSetView
              set={set}
              of={of}
              onUse={onUse && hasOlderValues(sets, at, of) ? () => onUse(set) : undefined}
            />
          </li>
        ))}
      </ul>
      {hasLoadError && <LoadError what="All of the history" reading={reading} />}
      {hasNextPage && (
        <ShowMore count={SETS} isReading={isFetchingNextPage} onClick={() => void fetchNextPage()} />
      )}
    </>
  );
}
