import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ChangeSetWithEntries } from '../../../contract/history.ts';
import { timeOf } from '../../lib/time.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import hide from '../../ui/visuallyHidden.module.css';
import { ChangeSetOrigin, ChangeSetUser, Entries, UndoButton } from '../ChangeSetView.tsx';
import { isUndoable, originText } from '../describeChange.ts';
import classes from './changes.module.css';
import { summaryOf } from './changeWords.ts';

const headers = ['When', 'Who', 'How', 'What', 'Why'];

/** Change sets, one per row. Each expands to its changes, row by row. */
export function ChangeTable({ sets }: { sets: readonly ChangeSetWithEntries[] }) {
  return (
    <table className={classes.table} aria-label="Changes">
      <thead>
        <tr>
          <th scope="col">
            <span className={hide.visuallyHidden}>Open</span>
          </th>
          {headers.map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
          <th scope="col">Action</th>
        </tr>
      </thead>
      {sets.map((set) => (
        <ChangeRow key={set.id} set={set} />
      ))}
    </table>
  );
}

function ChangeRow({ set }: { set: ChangeSetWithEntries }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const time = timeOf(set.at);
  return (
    <tbody className={classes.set} translate="no">
      <tr>
        <td className={classes.opener}>
          <IconButton
            name={`What changed ${time}`}
            icon={<IconChevronRight size={18} aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-rows` : undefined}
            onClick={() => setOpen(!isOpen)}
          />
        </td>
        <td id={`${id}-when`} className={classes.when}>
          <time dateTime={set.at}>{time}</time>
        </td>
        <td className={classes.who}>
          <ChangeSetUser set={set} />
        </td>
        <td className={classes.how}>
          <span>{originText(set.origin)}</span>
        </td>
        <td id={`${id}-what`} className={classes.what}>
          {summaryOf(set)}
        </td>
        <td className={classes.why}>{set.reason}</td>
        <td className={classes.action}>
          {isUndoable(set) && <UndoButton set={set} describedBy={`${id}-when ${id}-what`} />}
        </td>
      </tr>
      {isOpen && (
        <tr>
          {/* Has the focus when 'Show 50 more' disappears. */}
          <td id={`${id}-rows`} tabIndex={-1} colSpan={headers.length + 2} className={classes.rows}>
            {set.undoes !== null && <ChangeSetOrigin set={set} />}
            <Entries set={set} />
          </td>
        </tr>
      )}
    </tbody>
  );
}
