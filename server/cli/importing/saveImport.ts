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
import { limits } from '../../runtime/limits.ts';
import { StartupError } from '../../runtime/startupError.ts';
import type { Entry } from './readFiles.ts';

/** An entry, and what saving it would do. */
export interface EvaluatedEntry {
  entry: Entry;
  outcome: ReturnType<typeof outcomeOf>;
  errors: readonly ErrorItem[];
  warnings: readonly string[];
}

/**
 * A flag of a relationship that is not known: programs that ended before this reporting began have none. A form always
 * gives one, so that only a file that says so can leave it out, of something new.
 */
const keepNull: Settle = (kind, sent, read) => {
  if ('errors' in read) return read;
  const { shape } = responseOf(kind);
  const isOpen = (name: string) =>
    Object.entries(shape).some(([own, field]) => own === name && field.safeParse(null).success);
  const open = Object.keys(sent).filter((name) => sent[name] === null && isOpen(name));
  return { values: { ...read.values, ...Object.fromEntries(open.map((name) => [name, null])) } };
};

/** What saving these would do. Saves nothing. */
export async function evaluateEntries(db: Db, entries: readonly Entry[]): Promise<EvaluatedEntry[]> {
  return told(entries, await evaluateProposal(db, rowsOf(entries), false, keepNull));
}

const rowsOf = (entries: readonly Entry[]) => entries.map(({ row }) => row);

const told = (entries: readonly Entry[], rows: readonly ProposedRow[]): EvaluatedEntry[] =>
  entries.map((entry, at) => {
    const row = rows[at];
    return row
      ? { entry, outcome: outcomeOf(row), errors: row.errors, warnings: row.warnings }
      : { entry, outcome: 'same', errors: [], warnings: [] };
  });

/** Those of the entries that are kept, with the rows that they name by index counted anew; without those that name others. */
export function keep(entries: readonly Entry[], isKept: (entry: Entry) => boolean): Entry[] {
  const places = new Map<number, number>();
  const kept: Entry[] = [];
  for (const [at, entry] of entries.entries()) {
    if (!isKept(entry)) continue;
    const ref = Object.fromEntries(
      Object.entries(entry.row.ref).map(([name, end]) => [name, counted(end, places)]),
    );
    if (Object.values(ref).includes(undefined)) continue;
    places.set(at, kept.length);
    kept.push({ ...entry, row: { ...entry.row, ref: ref as ProposalRow['ref'] } });
  }
  return kept;
}

function counted(end: unknown, places: ReadonlyMap<number, number>): unknown {
  if (typeof end !== 'object' || end === null || !('row' in end)) return end;
  const row = places.get((end as ItemRef).row as number);
  return row === undefined ? undefined : { row };
}

/** As what and why these are saved. */
export interface About {
  /** The name of the file or folder. */
  title: string;
  reason: string | null;
}

/**
 * Saves entries that have been examined, as one change set. Throws `StartRefused`, and saves nothing, if what it would do
 * is no longer what was told.
 */
export async function save(
  db: Db,
  evaluated: readonly EvaluatedEntry[],
  { title, reason }: About,
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
  await largeChange(db, actor, limits.longWork, async (trx) => {
    const rows = await evaluateProposal(trx, rowsOf(entries), false, keepNull);
    const now = told(entries, rows);
    if (JSON.stringify(now.map(messages)) !== JSON.stringify(evaluated.map(messages)))
      throw new StartupError('Somebody has saved changes meanwhile: run the import again.');
    await write(trx, rows);
  });
}

const messages = ({ outcome, errors, warnings }: EvaluatedEntry) => [outcome, errors, warnings];
