import { sql, type Transaction } from 'kysely';
import { StartupError } from '../runtime/startupError.ts';
import { withoutLimits } from './changeTransaction.ts';
import { columnsOf, definitionsSql } from './migrate.ts';
import type { Db, Tables } from './tables.ts';

/** A place in the change log, a logged row or a definition, and its fault. */
export interface Fault {
  place: string;
  fault: string;
}

type Trx = Transaction<Tables>;

/**
 * Finds all faults of the log, all differences between it and the tables, and all definitions that differ from those of this
 * program. `head` is an earlier result of `changeLogHead` that the log must still contain.
 *
 * The owner of the tables can change the definitions in the database, so none of them is trusted: temporary copies of our
 * own definitions do the work, and are compared with those in the database.
 */
export async function faultsOfLog(db: Db, head?: string): Promise<Fault[]> {
  return await withOwnCopies(db, async (trx, triggers) => {
    const faults = await faultsIn(trx, 'pg_temp');
    if (head !== undefined && !(await isInLog(trx, head)))
      faults.push({
        place: `the head ${head}`,
        fault: 'is not in this log: change sets have been removed or rewritten',
      });
    const differences = await differencesOf(trx, triggers);
    return [...faults, ...differences.map(({ place, fault }) => ({ place, fault }))];
  });
}

/** A difference from this program's definitions. */
interface Difference extends Fault {
  /** Whether a rebuild of the schema `derived` removes it. */
  isRebuilt: boolean;
}

/** The definitions that differ from those of this program. */
export const differencesOfDefinitions = async (db: Db): Promise<Difference[]> =>
  await withOwnCopies(db, differencesOf);

/** Runs `work` in a transaction with temporary copies of our functions and views, and rolls it back. */
async function withOwnCopies<T>(
  db: Db,
  work: (trx: Trx, triggers: readonly string[]) => Promise<T>,
): Promise<T> {
  const trx = await db.startTransaction().execute();
  try {
    await withoutLimits(trx);
    return await work(trx, await makeOwnCopies(trx));
  } finally {
    await trx.rollback().execute();
  }
}

/** All faults that the definitions in a schema find. Definitions that this transaction has created can be trusted. */
export async function faultsIn(trx: Db, schema: 'derived' | 'pg_temp'): Promise<Fault[]> {
  return (await sql<Fault>`select place, fault from ${sql.table(`${schema}.faults`)}`.execute(trx)).rows;
}

async function isInLog(db: Db, head: string): Promise<boolean> {
  const { rows } = await sql`select from change_set where number || ':' || hash = ${head}`.execute(db);
  return rows.length > 0;
}

/** Creates temporary copies of our functions and views, and returns the statements that create our triggers. */
async function makeOwnCopies(trx: Trx): Promise<string[]> {
  const statements = (await definitionsSql(trx)).flatMap((text) =>
    statementsOf(text.replaceAll('derived.', 'pg_temp.')),
  );
  const [ofTables, others] = [
    statements.filter(isOfTable),
    statements.filter((statement) => !isOfTable(statement)),
  ];
  const { rows } = await sql<{ may: boolean }>`
    select has_database_privilege(current_database(), 'temporary') as may`.execute(trx);
  if (!rows[0]?.may)
    throw new StartupError(
      'This role may not make temporary functions: run npm run verify with the DATABASE_URL of the role that owns the tables.',
    );
  await sql`set local client_min_messages = warning`.execute(trx);
  for (const statement of others) await sql.raw(statement).execute(trx);
  return ofTables;
}

/** A text up to a semicolon; semicolons in bodies, strings and comments do not count. */
const STATEMENT = /(?:\$\$[^]*?\$\$|'[^']*'|--[^\n]*|[^;])+/g;
const isOfTable = (statement: string) =>
  /^(?:\s|--[^\n]*\n)*(?:create (?:constraint )?trigger|alter table)\b/.test(statement);

const statementsOf = (text: string): string[] =>
  (text.match(STATEMENT) ?? []).filter((statement) => statement.trim() !== '');

/** The definitions in the database that differ from our copies. Creates temporary tables that hide the stored tables. */
async function differencesOf(trx: Trx, triggers: readonly string[]): Promise<Difference[]> {
  const stored = await definitionsIn(trx, sql`'derived'::regnamespace`);
  const own = await definitionsIn(trx, sql`pg_my_temp_schema()`);
  const storedTriggers = await triggersIn(trx, sql`'public'::regnamespace`);
  const anomalies = await findAnomalies(trx);
  for (const table of (await columnsOf(trx)).keys())
    await sql`create temporary table ${sql.table(table)} (like ${sql.table(`public.${table}`)})`.execute(trx);
  for (const statement of triggers) await sql.raw(statement).execute(trx);
  const ownTriggers = await triggersIn(trx, sql`pg_my_temp_schema()`);
  return [
    ...compare(stored, own),
    ...compare(storedTriggers, ownTriggers).map((one) => ({ ...one, isRebuilt: ownTriggers.has(one.place) })),
    ...anomalies.map((one) => ({ ...one, isRebuilt: false })),
  ];
}

type Definitions = ReadonlyMap<string, string>;

const DIFFERENT = 'differs from this program: npm run upgrade rebuilds it';

function compare(stored: Definitions, own: Definitions): Difference[] {
  const names = [...new Set([...stored.keys(), ...own.keys()])].toSorted();
  return names.flatMap((place) => {
    const [actual, expected] = [stored.get(place), own.get(place)];
    if (actual === expected) return [];
    return [{ place, fault: faultOf(actual, expected), isRebuilt: true }];
  });
}

function faultOf(actual: string | undefined, expected: string | undefined): string {
  if (actual === undefined) return 'is missing: npm run upgrade creates it';
  return expected === undefined ? 'is not of this program' : DIFFERENT;
}

/** Definitions by their names, without schema names. */
async function read(rows: Promise<{ rows: { name: string; definition: string }[] }>): Promise<Definitions> {
  const unqualified = (text: string) => text.replace(/\b(?:derived|public|pg_temp(?:_\d+)?)\./g, '');
  return new Map(
    (await rows).rows.map(({ name, definition }) => [unqualified(name), unqualified(definition)]),
  );
}

type Schema = ReturnType<typeof sql>;

const definitionsIn = (trx: Trx, schema: Schema) =>
  read(
    sql<{ name: string; definition: string }>`
      select 'function ' || oid::regprocedure as name, pg_get_functiondef(oid) as definition
      from pg_proc where pronamespace = ${schema} and prokind = 'f'
      union all
      select 'view ' || relname, pg_get_viewdef(oid) from pg_class where relnamespace = ${schema} and relkind = 'v'
      union all
      select 'relation ' || relname, relkind::text from pg_class where relnamespace = ${schema} and relkind in ('r', 'm', 'f', 'p')
    `.execute(trx),
  );

const triggersIn = (trx: Trx, schema: Schema) =>
  read(
    sql<{ name: string; definition: string }>`
      select format('trigger %s of %s', tgname, relname) as name, concat(pg_get_triggerdef(t.oid), tgenabled) as definition
      from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace = ${schema} and not tgisinternal
    `.execute(trx),
  );

/** Objects and properties that no migration of ours creates, and that could hide or change rows. */
async function findAnomalies(trx: Trx): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select relname as place, fault from pg_class c, lateral (values
      (relkind not in ('r', 'i', 'S'), 'is not a table'),
      (relrowsecurity, 'hides rows by a policy'),
      (relkind = 'r' and exists (select from pg_rewrite where ev_class = c.oid), 'has a rule that rewrites statements'),
      (exists (select from pg_trigger where tgrelid = c.oid and tgisinternal and tgenabled <> 'O'),
        'does not check its foreign keys')
    ) as checks (is_anomaly, fault)
    where relnamespace = 'public'::regnamespace and is_anomaly order by relname`.execute(trx);
  return rows;
}
