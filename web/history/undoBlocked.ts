import type { ErrorItem } from '../../contract/errors.ts';
import { changePath } from '../lib/paths.ts';
import { type Reason, showBlocked } from '../ui/popups/blocked.ts';
import { listed } from './describeChange.ts';

const refusals = ['UNDO_CONFLICT', 'ALREADY_UNDONE', 'CANNOT_UNDO'];

/** Whether the server has refused an undo, in words that the dialog of refusals shows. */
export const isUndoBlocked = (errors: readonly ErrorItem[]): boolean =>
  errors.some(({ code }) => refusals.includes(code));

/** Shows why an undo was refused, with the rows that stand in the way and what to do, and that nothing has changed. */
export const showUndoBlocked = (errors: readonly ErrorItem[]): void =>
  showBlocked({
    title: 'Undo',
    outcome: errors.some(({ code }) => code === 'UNDO_CONFLICT')
      ? 'This cannot be undone before what came after it. Nothing has changed.'
      : 'This cannot be undone. Nothing has changed.',
    reasons: groupedReasons(errors),
  });

/** One reason for all rows that the same change stands in the way of for the same reason. */
export function groupedReasons(errors: readonly ErrorItem[]): Reason[] {
  const restOf = ({ label = '', message }: ErrorItem) => message.slice(label.length);
  const groups = Map.groupBy(errors, (error) => `${error.blockedBy ?? ''} ${restOf(error)}`);
  return [...groups.values()].map((group) => {
    const [first] = group as [ErrorItem, ...ErrorItem[]];
    const labels = group.flatMap(({ label }) => label ?? []);
    const text =
      labels.length > 1 ? `${listed(labels, labels.length)}${ofSeveral(restOf(first))}` : first.message;
    return first.blockedBy === undefined ? { text } : { text, to: changePath(first.blockedBy) };
  });
}

/** What is said of one row, said of several. */
const ofSeveral = (rest: string) => rest.replace(/^ was /, ' were ').replace(/^ needs /, ' need ');
