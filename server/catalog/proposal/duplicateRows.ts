import type { ErrorItem } from '../../../contract/errors.ts';
import { mapYielding } from '../../runtime/yieldToEventLoop.ts';

interface CheckedRow {
  readonly index: number;
  readonly errors: ErrorItem[];
}

/**
 * Rejects all rows that have a duplicate. Rows are duplicates if they have the same ID; a row without an ID is no duplicate.
 */
export async function rejectDuplicates<R extends CheckedRow>(
  rows: readonly R[],
  noun: string,
  idOf: (row: R) => string | undefined,
): Promise<void> {
  const ids = await mapYielding(rows, idOf);
  const byId = Map.groupBy(rows, (_row, at) => ids[at]);
  for (const [id, same] of byId)
    if (id !== undefined && same.length > 1)
      for (const [at, row] of same.entries()) row.errors.push(duplicateRow(noun, same[at === 0 ? 1 : 0]));
}

/** The error of a row for the same thing as the row `other`. */
export const duplicateRow = (noun: string, other: { index: number } | undefined): ErrorItem => ({
  code: 'DUPLICATE_ROW',
  field: 'ref',
  message: `Row ${(other?.index ?? 0) + 1} is for the same ${noun}: keep one of them`,
});
