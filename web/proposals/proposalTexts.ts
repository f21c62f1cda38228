import type { PreviewCounts } from '../../contract/proposals.ts';
import { counted } from '../lib/counted.ts';
import type { Confirmed } from './confirmedRows.ts';
import { namedWarnings, type Previewed } from './proposal.ts';
import { type Line, messagesOf } from './proposalLines.ts';

// What a proposal says about its rows.

/** The reason why the proposal cannot be saved with the current choices, and what to do. */
export function conflictOf({ preview }: Previewed, { isAll }: Confirmed, changes: number): string | null {
  const { counts, rows } = preview;
  const { refused, warned, same } = counts;
  // The server does not identify all warnings if there are very many, so those rows cannot be skipped.
  if (!isAll && namedWarnings(preview) < warned) return CONFIRM;
  if (changes > 0) return null;
  if (same === rows.length) return 'Nothing would change';
  if (refused + same === rows.length)
    return refused === 1 ? 'Correct the row with errors' : 'Correct the rows with errors';
  return warned > 0 ? CONFIRM : 'Select the rows to save';
}

const CONFIRM = "Select 'Save rows with warnings' to continue";

/** What a save leaves out: '3 rows will be skipped, 2 with errors'. */
export function noteOf(skipped: number, refused: number): string | null {
  if (skipped === 0) return null;
  if (refused === skipped) return `${rowsText(skipped)} with errors will be skipped`;
  return `${rowsText(skipped)} will be skipped${refused > 0 ? `, ${numberText(refused)} with errors` : ''}`;
}

const numberText = (count: number) => count.toLocaleString('en-US');

/** '3 rows'. */
export const rowsText = (count: number): string => counted(count, 'row');

/** Rows with errors cannot be selected, and those with warnings need a confirmation each. */
export function allText(count: number, { refused, warned }: PreviewCounts): string {
  const others = [...(refused > 0 ? ['errors'] : []), ...(warned > 0 ? ['warnings'] : [])];
  const without = others.length > 0 ? ` without ${others.join(' or ')}` : '';
  return `All ${rowsText(count)}${without}`;
}

/** The reasons why a row was not saved. */
export function reasonsOf(line: Line): readonly string[] {
  const { errors, warnings } = messagesOf(line);
  const reasons = [...errors, ...warnings];
  return reasons.length > 0 ? reasons : ['Skipped.'];
}

/** The number of rows that are named. */
const NAMED = 5;

/** Why a save was rejected. */
export function changedText(names: readonly string[]): string {
  const list = `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ' and others' : ''}`;
  const problem = list
    ? `Changed since the preview: ${list}.`
    : 'There are more warnings than the preview showed.';
  return `Nothing was saved. ${problem} The preview now shows the current data: review it and apply again.`;
}
