import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Finding } from '../../../contract/quality.ts';
import { asApiError, isTimedOut } from '../../db/databaseErrors.ts';
import type { Db } from '../../db/tables.ts';
import { ApiError } from '../../errors.ts';
import { textOf } from '../itemJson.ts';
import { type NamedTables, tablesKnownAt, todaysTables } from '../knownAt/readModel.ts';
import { byPlace, type Key, placeOf } from './findingOrder.ts';
import type { Rule } from './rules.ts';

/** What a rule has found, without its waiver, and the values that fix its first item, null if it has no fix. */
export interface Found extends Omit<Finding, 'waiver'> {
  keys: readonly Key[];
  fix: Readonly<Record<string, string | number | boolean | null>> | null;
}

/** A row of the query of a rule. The facts are in lists, one for each item. */
interface FoundRow {
  items: { kind: string; keys: Key; label: string }[];
  facts: unknown[];
  fix: Found['fix'];
}

/** Everything that a rule finds in a term (`yyyyst`), by the label of the first item, then by key. Runs one statement. */
export const findAll = (db: Db, rule: Rule, term: string): Promise<Found[]> =>
  findIn(db, rule, term, todaysTables);

/** The same in the data as known at a time. It is slower. */
export const findAllKnownAt = (db: Db, rule: Rule, term: string, at: string): Promise<Found[]> =>
  db.transaction().execute(async (trx) => {
    // The planner does not know how many rows were known, and expects too few for a loop in a loop.
    await sql`set local enable_nestloop = off`.execute(trx);
    return await findIn(trx, rule, term, tablesKnownAt(at));
  });

async function findIn(db: Db, rule: Rule, term: string, tables: NamedTables): Promise<Found[]> {
  const { most } = rule;
  const limit = most === undefined ? sql`` : sql`limit ${sql.lit(most + 1)}`;
  const json = await textOf(
    db,
    sql`(with ${tables} found as (${rule.query(term)} ${limit}) select coalesce(json_agg(found), '[]') from found)`,
  );
  const rows = JSON.parse(json) as FoundRow[];
  if (most !== undefined && rows.length > most) throw new TooManyFindings(rule.id, most);
  const found = rows.map((row) => foundBy(rule, row));
  const placed = found.map((one) => ({ one, place: placeOf(one) }));
  return placed.sort((a, b) => byPlace(a.place, b.place)).map(({ one }) => one);
}

/** A rule has more findings than it may. It has them until the data changes. */
export class TooManyFindings extends Error {
  constructor(rule: string, most: number) {
    super(`The rule ${rule} has more than ${most} findings`);
    this.name = 'TooManyFindings';
  }
}

/** Called with the ID of a rule that could not be computed, and the error. */
export type ReportFailure = (rule: string, error: unknown) => void;

/**
 * What `find` has found; null, and a report, if the rule cannot be computed, so that it does not hide the others. Throws if
 * the database cannot be reached or the work was abandoned: then no rule can be computed.
 */
export async function findOrReport(
  rule: Rule,
  report: ReportFailure,
  find: () => Promise<Found[]>,
): Promise<Found[] | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ApiError || (asApiError(error) && !isTimedOut(error))) throw error;
    report(rule.id, error);
    return null;
  }
}

function foundBy({ id }: Rule, { items, facts, fix }: FoundRow): Found {
  const named = items.map(({ kind, keys, label }) => ({ kind, key: keys.join('/'), label }));
  const stored = facts.flat(2) as Finding['facts'];
  const identity = JSON.stringify([
    id,
    named.map(({ kind, key }) => [kind, key]),
    stored.map(({ name, value }) => [name, value]),
  ]);
  // Names the finding in a URL. It depends on nothing else, so a waiver holds while its facts hold.
  const fingerprint = createHash('sha256').update(identity).digest('base64url');
  return { fingerprint, items: named, facts: stored, keys: items.map(({ keys }) => keys), fix };
}
