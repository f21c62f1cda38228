import type { ErrorItem } from '../../../contract/errors.ts';
import { mapYielding } from '../../runtime/yieldToEventLoop.ts';

interface Refusable {
  readonly index: number;
  readonly errors: ErrorItem[];
}

/**
 * Refuses all rows for the same thing, when there are several. Rows are for the same thing if they have the same `id`; a
 * row without one is for a thing of its own.
 */
export async function rejectDuplicates<R extends Refusable>(
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

/** The refusal of a row for a thing that `other` is for as well. */
export const duplicateRow = (noun: string, other: { index: number } | undefined): ErrorItem => ({
  code: 'DUPLICATE_ROW',
  field: 'ref',
  message: `Row ${(other?.index ?? 0) + 1} is for the same ${noun}: keep one of them`,
});
