import { EARLIER_VALUE } from '../contract/earlierValues.ts';
import { isItemKind } from '../contract/kinds.ts';
import type { IntakeRow } from './intake.ts';
import type { Read } from './row.ts';
import { capital, rowsNamed } from './words.ts';

/**
 * Rejects all rows for the same item, relationship or earlier value, and leaves out exact copies of an earlier row, which `note` reports.
 */
export function rejectDuplicates(kind: string, rows: readonly Read[]): { kept: IntakeRow[]; note: string[] } {
  const copies = copiesIn(rows);
  const numbers = [...copies].map(({ row }) => row.number);
  const phrase =
    numbers.length === 1 ? 'is a copy of a row before it and is' : 'are copies of rows before them and are';
  const note = numbers.length > 0 ? [`${capital(rowsNamed(numbers))} ${phrase} left out.`] : [];
  const left = rows.filter((read) => !copies.has(read));
  const same = Map.groupBy(left, ({ id }) => id);
  const noun = isItemKind(kind) ? kind : kind === EARLIER_VALUE ? 'earlier value' : 'relationship';
  const kept = left.map(({ row, id }) => {
    const other = id === undefined ? undefined : same.get(id)?.find((one) => one.row !== row);
    if (!other) return row;
    const message = `Row ${row.number} is for the same ${noun} as row ${other.row.number}. Keep one of them.`;
    return { ...row, proposed: null, problems: [{ message, row: row.number, column: null, ids: [] }] };
  });
  return { kept, note };
}

function copiesIn(rows: readonly Read[]): ReadonlySet<Read> {
  const seen = new Set<string>();
  return new Set(
    rows.filter(({ id, row }) => {
      if (id === undefined) return false;
      const content = `${id}\n${JSON.stringify(row.proposed)}`;
      const isCopy = seen.has(content);
      seen.add(content);
      return isCopy;
    }),
  );
}
