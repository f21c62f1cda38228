import type { ErrorItem } from '../../contract/errors.ts';
import { MAX_UNDO_CONFLICTS } from '../../contract/history.ts';
import { changePath } from '../lib/paths.ts';
import { type Reason, showBlocked } from '../ui/popups/blocked.ts';
import { listed } from './nameRows.ts';

const conflictCodes = ['UNDO_CONFLICT', 'ALREADY_UNDONE', 'CANNOT_UNDO'];

/** Whether the server has rejected an undo with reasons that the blocked dialog shows. */
export const isUndoBlocked = (errors: readonly ErrorItem[]): boolean =>
  errors.some(({ code }) => conflictCodes.includes(code));

/** Shows why an undo is blocked, with the conflicting rows and how to resolve them, and that nothing has changed. */
export const showUndoBlocked = (errors: readonly ErrorItem[]): void =>
  showBlocked({ title: 'Undo', outcome: outcomeOf(errors), reasons: groupedReasons(errors) });

/** That nothing has changed, and whether there may be more rows in conflict than the server names. */
export function outcomeOf(errors: readonly ErrorItem[]): string {
  if (!errors.some(({ code }) => code === 'UNDO_CONFLICT'))
    return "This can't be undone. Nothing has changed.";
  const most = errors.length < MAX_UNDO_CONFLICTS ? '' : ` These are the first ${MAX_UNDO_CONFLICTS} rows.`;
  return `This can't be undone yet. Nothing has changed.${most}`;
}

/** Merges the reasons of all rows that the same change blocks in the same way. */
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

/** Changes the text for one row to the plural. */
const ofSeveral = (rest: string) => rest.replace(/^ was /, ' were ').replace(/^ needs /, ' need ');
