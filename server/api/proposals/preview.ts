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
 * The effect of applying these rows. Saves nothing, and takes no lock. It lists at most 100 errors and warnings, errors
 * first: a warning can be confirmed without a look, but an error must be corrected.
 */
export async function previewOf(db: Db, input: readonly unknown[]): Promise<Preview> {
  const rows = await evaluateProposal(db, input, false);
  const counts: PreviewCounts = { create: 0, update: 0, delete: 0, same: 0, refused: 0, warned: 0 };
  const errorCount = rows.reduce((sum, { errors }) => sum + errors.length, 0);
  const errorsOf = takeFirst<ErrorItem>(MOST_WRITTEN);
  const warningsOf = takeFirst<string>(Math.max(0, MOST_WRITTEN - errorCount));
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

/** Returns a function that returns its arguments until it has returned `max` elements in total. */
function takeFirst<T>(max: number): (all: readonly T[]) => T[] {
  let left = max;
  return (all) => {
    const taken = all.slice(0, left);
    left -= taken.length;
    return taken;
  };
}

/** The number of rows in one piece of JSON text. */
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
