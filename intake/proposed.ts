import { isItemKind } from '../contract/kinds.ts';
import type { ProposalRow } from '../contract/proposals.ts';
import { columnsOf, waysToName } from './columns.ts';
import { REASON } from './headers.ts';
import type { Intake } from './intake.ts';
import { compact } from './words.ts';

/** The rows to propose: those without problems. `numbers` holds the row number of each in the file. */
export function proposedRows({ kind, rows }: Intake): { rows: ProposalRow[]; numbers: number[] } {
  const valid = rows.flatMap(({ number, proposed }) => (proposed ? [{ number, proposed }] : []));
  return {
    rows: valid.map(({ proposed: { ref, values } }) => ({ kind, ref: ref as ProposalRow['ref'], values })),
    numbers: valid.map(({ number }) => number),
  };
}

/**
 * The rows that have problems, and those with reasons in `more`, by row number. The result is a table with the header of the
 * file, the columns that the user has added to these rows, and a last column with the reasons, so that a user can correct it
 * and import it again.
 */
export function refusedRows(
  { kind, columns, rows }: Intake,
  more: ReadonlyMap<number, readonly string[]> = new Map(),
): { header: string[]; rows: string[][] } {
  const kept = columns.filter(({ header }) => compact(header) !== compact(REASON));
  const refused = rows.flatMap((row) => {
    const reasons = [...row.problems.map(({ message }) => message), ...(more.get(row.number) ?? [])];
    return reasons.length > 0 ? [{ ...row, reason: reasons.join(' ') }] : [];
  });
  const added = columnsOf(kind).filter(({ id }) => refused.some((row) => row.added?.[id] !== undefined));
  return {
    header: [
      ...kept.map(({ header, isNamed }) => (isNamed ? header : '')),
      ...added.map(({ label }) => label),
      REASON,
    ],
    rows: refused.map((row) => [
      ...kept.map(({ at }) => row.texts[at] ?? ''),
      ...added.map(({ id }) => row.added?.[id] ?? ''),
      row.reason,
    ]),
  };
}

/** The IDs of the columns for the field of an API error ('title20', 'ref', 'ref.major'); empty if there is none. */
export function columnIdsOf(kind: string, field: string): readonly string[] {
  if (field === 'ref' && isItemKind(kind)) return waysToName(kind).flat();
  const [, end] = /^ref\.(\w+)$/.exec(field) ?? [];
  const own = columnsOf(kind).filter(({ id, item }) => (end ? item === end : id === field));
  return own.map(({ id }) => id);
}

/** The header of the first column of the file for the field of an API error; null if there is none. */
export function columnOf({ kind, columns }: Intake, field: string): string | null {
  const found = columnIdsOf(kind, field).map((id) => columns.find((column) => column.id === id));
  return found.find((column) => column !== undefined)?.header ?? null;
}

/** Replaces the row numbers in a server message by those of the file: the server counts the rows of the proposal. */
export const sentenceOf = (numbers: readonly (number | string)[], message: string): string =>
  message.replace(/(^Row|\brow) (\d+)\b/g, (same, word: string, number: string) => {
    const { [Number(number) - 1]: inFile } = numbers;
    return inFile === undefined ? same : `${word} ${inFile}`;
  });
