import type { ErrorItem } from '../../../contract/errors.ts';
import {
  MOST_WRITTEN,
  type Preview,
  type PreviewCounts,
  type PreviewRow,
} from '../../../contract/proposals.ts';
import { evaluateProposal, outcomeOf } from '../../catalog/proposal/evaluateProposal.ts';
import type { Db } from '../../db/tables.ts';
import { mapYielding } from '../../runtime/yieldToEventLoop.ts';

/**
 * What applying these rows would do. Saves nothing, and holds nothing while it looks. Of the 100 that are written out errors
 * come before warnings: these can be confirmed unread, but an error must be mended.
 */
export async function previewOf(db: Db, given: readonly unknown[]): Promise<Preview> {
  const rows = await evaluateProposal(db, given, false);
  const counts: PreviewCounts = { create: 0, update: 0, delete: 0, same: 0, refused: 0, warned: 0 };
  const refusals = rows.reduce((sum, { errors }) => sum + errors.length, 0);
  const errorsOf = firsts<ErrorItem>(MOST_WRITTEN);
  const warningsOf = firsts<string>(Math.max(0, MOST_WRITTEN - refusals));
  const shown = await mapYielding(rows, (row): PreviewRow => {
    const outcome = outcomeOf(row);
    const warnings = outcome === 'refused' ? [] : row.warnings;
    counts[outcome] += 1;
    if (warnings.length > 0) counts.warned += 1;
    return {
      index: row.index,
      outcome,
      key: row.stored?.key ?? null,
      label: row.stored?.label ?? null,
      version: row.stored?.row.version ?? null,
      fields: outcome === 'refused' ? [] : row.fields,
      errors: errorsOf(row.errors),
      warnings: warningsOf(warnings),
    };
  });
  return { rows: shown, counts };
}

/** A function that returns what it is given, until it has returned so many. */
function firsts<T>(most: number): (all: readonly T[]) => T[] {
  let left = most;
  return (all) => {
    const some = all.slice(0, left);
    left -= some.length;
    return some;
  };
}

/** Rows in one piece of JSON text. */
const PIECE = 500;

/** The preview in JSON, in pieces. */
export function piecesOf({ rows, counts }: Preview): (() => string)[] {
  const pieces: (() => string)[] = [];
  for (let from = 0; from < rows.length; from += PIECE) {
    const json = () => JSON.stringify(rows.slice(from, from + PIECE)).slice(1, -1);
    pieces.push(() => (from === 0 ? json() : `,${json()}`));
  }
  return [() => '{"rows":[', ...pieces, () => `],"counts":${JSON.stringify(counts)}}`];
}
