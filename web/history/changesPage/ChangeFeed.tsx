import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ChangeSetWithEntries } from '../../../contract/history.ts';
import { serverNow } from '../../lib/serverTime.ts';
import { clockOf, shortTimeOf } from '../../lib/time.ts';
import { AsOfLink } from '../../terms/AsOfLink.tsx';
import { useQuarter } from '../../terms/lookups.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Entries, UndoButton, UndoOf, UserNames } from '../ChangeSetView.tsx';
import { isUndoable, originText, titleOfSet } from '../describeChange.ts';
import { Changes } from '../Entry.tsx';
import { readEarlierValueKey } from '../earlierValueKey.ts';
import classes from './changes.module.css';
import { feedDays } from './feedDays.ts';
import { changedRow, keptBy, predicateOf } from './sentence.ts';

/**
 * Change sets as a feed: a heading for each day and below it a list of sentences, because a screen reader jumps by headings
 * and reads each sentence as a whole. Each set expands to its changes, row by row.
 */
export function ChangeFeed({ sets }: { sets: readonly ChangeSetWithEntries[] }) {
  return feedDays(sets, serverNow()).map((day) => <Day key={day.day} {...day} />);
}

function Day({ heading, date, sets }: ReturnType<typeof feedDays>[number]) {
  const id = useId();
  return (
    <section className={classes.day} aria-labelledby={id}>
      <div className={classes.date}>
        <h2 id={id}>{heading}</h2>
        {date && <span>{date}</span>}
      </div>
      <ul>
        {sets.map((set) => (
          <Line key={set.id} set={set} />
        ))}
      </ul>
    </section>
  );
}

/** The line of a change set: its time, who did what to what, few changes at once, its reason, and its undo. */
function Line({ set }: { set: ChangeSetWithEntries }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li className={classes.set} translate="no">
      <div className={classes.line}>
        <IconButton
          name={`What changed ${shortTimeOf(set.at)}`}
          icon={<IconChevronRight size={18} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-rows` : undefined}
          onClick={() => setOpen(!isOpen)}
        />
        <time id={`${id}-when`} dateTime={set.at}>
          {clockOf(set.at)}
        </time>
        <div className={classes.what}>
          <Sentence id={`${id}-what`} set={set} />
          <FewChanges set={set} />
          <Reason set={set} />
        </div>
        <div className={classes.action}>
          {isUndoable(set) && <UndoButton set={set} describedBy={`${id}-when ${id}-what`} />}
        </div>
      </div>
      {isOpen && (
        // Has the focus when 'Show 50 more' disappears.
        <div id={`${id}-rows`} tabIndex={-1} className={classes.rows}>
          {set.undoes !== null && (
            <p>
              <UndoOf id={set.undoes} />
            </p>
          )}
          <Entries set={set} />
        </div>
      )}
    </li>
  );
}

/** 'Robin Alvarez edited major 201 U Computer Science', with the origin unless it is a form. */
function Sentence({ id, set }: { id: string; set: ChangeSetWithEntries }) {
  const origin = originText(set.origin);
  return (
    <p className={classes.sentence}>
      <span id={id}>
        <b>{set.actor ? <UserNames set={set} /> : <span>{origin}</span>}</b>{' '}
        {predicateOf(set).map((part, at) => {
          const key = `${at}`;
          if (typeof part === 'string') return <span key={key}>{part}</span>;
          if (part.to === null) return <b key={key}>{part.label}</b>;
          return (
            <AsOfLink key={key} to={part.to}>
              {part.label}
            </AsOfLink>
          );
        })}
      </span>
      {set.actor && set.origin !== 'form' && (
        <>
          {' '}
          <span className={classes.origin}>{origin}</span>
        </>
      )}
    </p>
  );
}

/** The changes of a single row with few changed fields: 'CIP Code: old → new'. */
function FewChanges({ set }: { set: ChangeSetWithEntries }) {
  const quarter = useQuarter();
  const row = changedRow(set);
  if (!row) return null;
  const terms = keptBy(set).map((entry) => quarter(readEarlierValueKey(entry)?.lastTerm ?? null));
  const [term] = terms;
  return (
    <div className={classes.changes}>
      <Changes entry={row} quarter={quarter} />
      {term && (
        <p>
          Old value kept through <span>{term}</span>
        </p>
      )}
    </div>
  );
}

/** The title of a change set, unless it is in its sentence, and its reason. */
function Reason({ set }: { set: ChangeSetWithEntries }) {
  const title = set.origin === 'import' ? null : titleOfSet(set);
  if (!title && !set.reason) return null;
  return (
    <p className={classes.reason}>
      {title && <span>{`'${title}'`}</span>} {set.reason && <q>{set.reason}</q>}
    </p>
  );
}
