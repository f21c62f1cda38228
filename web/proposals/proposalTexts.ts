import { isItemKind } from '../../contract/kinds.ts';
import type { PreviewCounts } from '../../contract/proposals.ts';
import { counted } from '../lib/counted.ts';
import type { Confirmed } from './confirmedRows.ts';
import { namedWarnings, type Previewed } from './proposal.ts';
import { type Line, messagesOf } from './proposalLines.ts';

/** The reason why a proposal cannot be saved while its rows are being checked. */
export const CHECKING = 'The changes are being checked';

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

/**
 * What the rows of a change do as they are selected, if they do not all change: '12 rows: 9 change, 1 has its new value
 * already, 2 are skipped.' Null if some rows create or delete.
 */
export function sumText(changes: number, total: number, counts: PreviewCounts): string | null {
  const { create, same, refused } = counts;
  if (create + counts.delete > 0 || changes === total) return null;
  const parts = [
    [changes, 'changes', 'change'],
    [same, 'has its new value already', 'have their new value already'],
    [refused, 'has errors', 'have errors'],
    [total - changes - same - refused, 'is skipped', 'are skipped'],
  ] as const;
  const texts = parts
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => `${numberText(count)} ${count === 1 ? one : several}`);
  return `${rowsText(total)}: ${texts.join(', ')}.`;
}

/** 'changes an item that exists', 'change items that exist'; relationships and earlier values are data. */
const changeText = (kind: string, count: number) =>
  `change${count === 1 ? 's' : ''} ${
    isItemKind(kind) ? (count === 1 ? 'an item that exists' : 'items that exist') : 'existing data'
  }`;

/** What rows of an import do: '35 rows are new, 2 change items that exist, 3 have errors.' */
export function importText(kind: string, counts: Partial<PreviewCounts>): string {
  const { create = 0, update = 0, same = 0, refused = 0 } = counts;
  const parts = [
    [create, create === 1 ? 'is new' : 'are new'],
    [update, changeText(kind, update)],
    [same, same === 1 ? 'is unchanged' : 'are unchanged'],
    [refused, refused === 1 ? 'has errors' : 'have errors'],
  ] as const;
  const texts = parts
    .filter(([count]) => count > 0)
    .map(([count, does], at) => `${at === 0 ? rowsText(count) : numberText(count)} ${does}`);
  return texts.length > 0 ? `${texts.join(', ')}.` : '';
}

/** '2 rows change items that exist: 047 U Anthropology, 051 G Art'. */
export const existingText = (kind: string, names: readonly string[]): string =>
  `${rowsText(names.length)} ${changeText(kind, names.length)}: ${fewText(names)}`;

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

const fewText = (names: readonly string[]) =>
  `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ' and others' : ''}`;

/** Why a save was rejected. */
export function changedText(names: readonly string[]): string {
  const list = fewText(names);
  const problem = list
    ? `Changed since the preview: ${list}.`
    : 'There are more warnings than the preview showed.';
  return `Nothing was saved. ${problem} The preview now shows the current data: review it and apply again.`;
}
