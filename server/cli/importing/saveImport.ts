import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ErrorItem } from '../../../contract/errors.ts';
import type { ItemRef, ProposalRow } from '../../../contract/proposals.ts';
import { responseOf } from '../../../contract/relationships.ts';
import { titleOfFile } from '../../../contract/text.ts';
import { evaluateProposal, outcomeOf } from '../../catalog/proposal/evaluateProposal.ts';
import type { Settle } from '../../catalog/proposal/evaluateRelationships.ts';
import type { ProposedRow } from '../../catalog/proposal/proposedRow.ts';
import { write } from '../../catalog/proposal/writeProposal.ts';
import { largeChange } from '../../db/largeChanges.ts';
import type { Db } from '../../db/tables.ts';
import { StartupError } from '../../runtime/startupError.ts';
import type { Entry } from './readFiles.ts';

/** An entry, and the effect of saving it. */
export interface EvaluatedEntry {
  entry: Entry;
  outcome: ReturnType<typeof outcomeOf>;
  fields: ProposedRow['fields'];
  errors: readonly ErrorItem[];
  warnings: readonly string[];
}

/**
 * Keeps null for a flag of a relationship whose value is unknown: programs that ended before this reporting began have no
 * flag. A form always sends a value, so only a file with an explicit null can create a relationship without the flag.
 */
const keepNull: Settle = (kind, sent, read) => {
  if ('errors' in read) return read;
  const { shape } = responseOf(kind);
  const isNullable = (name: string) =>
    Object.entries(shape).some(([field, schema]) => field === name && schema.safeParse(null).success);
  const nullFields = Object.keys(sent).filter((name) => sent[name] === null && isNullable(name));
  return { values: { ...read.values, ...Object.fromEntries(nullFields.map((name) => [name, null])) } };
};

/** Evaluates the effect of saving entries. Saves nothing. */
export async function evaluateEntries(db: Db, entries: readonly Entry[]): Promise<EvaluatedEntry[]> {
  return toEvaluated(entries, await evaluateProposal(db, rowsOf(entries), false, keepNull));
}

const rowsOf = (entries: readonly Entry[]) => entries.map(({ row }) => row);

const toEvaluated = (entries: readonly Entry[], rows: readonly ProposedRow[]): EvaluatedEntry[] =>
  entries.map((entry, at) => {
    const row = rows[at];
    return row
      ? { entry, outcome: outcomeOf(row), fields: row.fields, errors: row.errors, warnings: row.warnings }
      : { entry, outcome: 'same', fields: [], errors: [], warnings: [] };
  });

/** The entries to keep, with the indices of the rows that they name renumbered; without entries that name a skipped row. */
export function keep(entries: readonly Entry[], isKept: (entry: Entry) => boolean): Entry[] {
  const places = new Map<number, number>();
  const kept: Entry[] = [];
  for (const [at, entry] of entries.entries()) {
    if (!isKept(entry)) continue;
    const ref = Object.fromEntries(
      Object.entries(entry.row.ref).map(([name, end]) => [name, renumber(end, places)]),
    );
    if (Object.values(ref).includes(undefined)) continue;
    places.set(at, kept.length);
    kept.push({ ...entry, row: { ...entry.row, ref: ref as ProposalRow['ref'] } });
  }
  return kept;
}

function renumber(end: unknown, places: ReadonlyMap<number, number>): unknown {
  if (typeof end !== 'object' || end === null || !('row' in end)) return end;
  const row = places.get((end as ItemRef).row as number);
  return row === undefined ? undefined : { row };
}

/** The title and the reason of an import. */
export interface About {
  /** The name of the file or folder. */
  title: string;
  reason: string | null;
}

/**
 * Saves evaluated entries as one change set. Throws `StartupError`, and saves nothing, if the effect is no longer the
 * evaluated one, and if saving takes longer than `work`, in milliseconds.
 */
export async function save(
  db: Db,
  evaluated: readonly EvaluatedEntry[],
  { title, reason }: About,
  work: number,
): Promise<void> {
  const account = await sql<{ name: string }>`select session_user::text as name`.execute(db);
  const actor = {
    uciNetId: account.rows[0]?.name ?? null,
    actingAs: null,
    requestId: randomUUID(),
    origin: 'import',
    title: titleOfFile(title),
    reason,
  } as const;
  const entries = evaluated.map(({ entry }) => entry);
  await largeChange(db, actor, work, async (trx) => {
    const rows = await evaluateProposal(trx, rowsOf(entries), false, keepNull);
    const current = toEvaluated(entries, rows);
    if (JSON.stringify(current.map(effectOf)) !== JSON.stringify(evaluated.map(effectOf)))
      throw new StartupError('Another user has saved changes: run the import again.');
    await write(trx, rows);
  });
}

const effectOf = ({ outcome, fields, errors, warnings }: EvaluatedEntry) => [
  outcome,
  fields,
  errors,
  warnings,
];
