import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { ChangeEntry, ChangeSet, ChangeSetWithEntries, Someone } from '../../contract/history.ts';
import { shortTimeOf, timeOf } from '../lib/time.ts';
import {
  isSubject,
  isUndoable,
  nameOfSomeone,
  numbersText,
  onlyDeleted,
  originText,
  type Subject,
  titleOfSet,
  undoText,
  whoText,
} from './describeChange.ts';
import { Entry } from './Entry.tsx';
import classes from './history.module.css';
import { changeSetQuery, entriesQuery, MORE_ENTRIES } from './historyQueries.ts';
import { ShowMore } from './ShowMore.tsx';
import { useKeepFocus } from './useKeepFocus.ts';
import { useUndo } from './useUndo.ts';

interface Props {
  set: ChangeSetWithEntries;
  /** The item whose history shows the change set. */
  of: Subject;
  /** Fills a form with the item's values after the change set. */
  onUse?: (() => void) | undefined;
}

/** A change set in the history of an item: time, user, origin, reason, changes, and Undo. */
export function ChangeSetView({ set, of, onUse }: Props) {
  const id = useId();
  return (
    <article tabIndex={-1} className={classes.set} aria-labelledby={id}>
      <div>
        <h3 id={id}>
          <time dateTime={set.at}>{timeOf(set.at)}</time>
        </h3>
        <ChangeSetUser set={set} />
      </div>
      <div className={classes.what}>
        <ChangeSetOrigin set={set} />
        <Entries set={set} of={of} />
      </div>
      <div className={classes.actions}>
        <UndoButton set={set} describedBy={id} />
        {onUse && (
          <Button
            variant="subtle"
            size="xs"
            title="Opens Edit with the values as of this line. Nothing is saved yet."
            onClick={onUse}
          >
            Use these values
          </Button>
        )}
      </div>
    </article>
  );
}

function ChangeSetUser({ set }: { set: ChangeSet }) {
  if (!set.actor) return null;
  return (
    <p className={classes.who}>
      <UserNames set={set} />
      {set.actingAs && (
        <>
          {' '}
          <span className={classes.blue}>Impersonated</span>
        </>
      )}
    </p>
  );
}

/** The names of the users of a change set: 'Alex Chen as Robin Alvarez'. Hovering over a name shows its network ID. */
export function UserNames({ set: { actor, actingAs } }: { set: ChangeSet }) {
  return (
    <>
      {actor && <UserName user={actor} />}
      {actingAs && (
        <>
          {' '}
          <b>as</b> <UserName user={actingAs} />
        </>
      )}
    </>
  );
}

const UserName = ({ user }: { user: Someone }) => <span title={user.uciNetId}>{nameOfSomeone(user)}</span>;

/** The origin and reason of a change set: "Import 'majors.csv' “CIP review”". */
function ChangeSetOrigin({ set }: { set: ChangeSet }) {
  const { reason } = set;
  const title = titleOfSet(set);
  return (
    <p className={classes.how}>
      <b>{set.undoes === null ? originText(set.origin) : <UndoOf id={set.undoes} />}</b>
      {title && <span>{` '${title}'`}</span>}
      {reason && <q>{reason}</q>}
    </p>
  );
}

/** The name of an undo: "Undo of Import 'majors.csv' of Nov 17, 2025, 4:05 PM". `id` is the undone change set. */
export function UndoOf({ id }: { id: string }) {
  const { data } = useQuery(changeSetQuery(id));
  return data ? undoText(data) : originText('undo');
}

/** The number of rows of a change set that are shown at first. */
const FIRST = 5;

/**
 * The changes of a change set, row by row, the subject's own first. If there are more rows, the count is shown and 'Show 50
 * more' loads them. Without `of` all rows are shown with their names.
 */
export function Entries({ set, of }: { set: ChangeSetWithEntries; of?: Subject }) {
  const { id, entries, entryCount } = set;
  const [most, setMost] = useState(FIRST);
  const more = useInfiniteQuery({ ...entriesQuery(id, entries.length, of), enabled: false });
  // The known ones are the first of these, in another order.
  const next = more.data?.pages.flatMap((page) => page.entries).slice(entries.length) ?? [];
  const known = ownFirst([...entries, ...next], of);
  const shown = known.slice(0, most);
  const left = entryCount - shown.length;
  const numbers = numbersText(set, FIRST);
  return (
    <>
      {numbers && (
        <p className={classes.quiet}>
          <span>{numbers}</span>
          {left > 0 && <span>{`: ${shown.length.toLocaleString('en-US')} of them shown`}</span>}
        </p>
      )}
      <ul className={classes.entries}>
        {shown.map((entry) => (
          <li key={`${entry.kind}/${entry.key}`}>
            <Entry entry={entry} of={of} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <ShowMore
          count={Math.min(MORE_ENTRIES, left)}
          isReading={more.isFetching}
          onClick={() => {
            const wanted = shown.length + MORE_ENTRIES;
            setMost(wanted);
            if (known.length < Math.min(wanted, entryCount)) void more.fetchNextPage();
          }}
        />
      )}
    </>
  );
}

const ownFirst = (entries: readonly ChangeEntry[], of: Subject | undefined): readonly ChangeEntry[] =>
  of ? entries.toSorted((one, other) => Number(isSubject(other, of)) - Number(isSubject(one, of))) : entries;

interface UndoProps {
  set: ChangeSet;
  /** The ID of the element that describes the change set. */
  describedBy?: string | undefined;
}

/** Undo, or Restore if all rows were deleted; a mark if the change set has been undone, or if it cannot be undone. */
export function UndoButton({ set, describedBy }: UndoProps) {
  if (!isUndoable(set)) return <span className={classes.quiet}>Cannot be undone</span>;
  return (
    // Has the focus when a mark replaces the button.
    <div tabIndex={-1} className={classes.undo}>
      {set.undoneBy === null ? (
        <Undo set={set} describedBy={describedBy} />
      ) : (
        <UndoneMark id={set.undoneBy} />
      )}
    </div>
  );
}

function Undo({ set, describedBy }: UndoProps) {
  const { undo, isUndoing } = useUndo();
  const button = useRef<HTMLButtonElement>(null);
  useKeepFocus(button);
  return (
    <Button
      ref={button}
      variant="default"
      size="xs"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      aria-describedby={describedBy}
      aria-busy={isUndoing}
      // At the second click of a double click, another change set may be under the pointer.
      onClick={({ detail }) => detail <= 1 && undo(set)}
    >
      {onlyDeleted(set) ? 'Restore' : 'Undo'}
    </Button>
  );
}

function UndoneMark({ id }: { id: string }) {
  const { data } = useQuery(changeSetQuery(id));
  return (
    <p className={classes.undone}>
      <span className={classes.gray}>Undone</span>
      {data && (
        <small>
          <span>{shortTimeOf(data.at)}</span> by <span>{whoText(data)}</span>
        </small>
      )}
    </p>
  );
}
