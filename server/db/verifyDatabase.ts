import { sql, type Transaction } from 'kysely';
import { StartupError } from '../runtime/startupError.ts';
import { withoutLimits } from './changeTransaction.ts';
import { columnsOf, definitionsSql } from './migrate.ts';
import type { Db, Tables } from './tables.ts';

/** A place in the change log, a logged row or a definition, and what is wrong with it. */
export interface Fault {
  place: string;
  fault: string;
}

type Trx = Transaction<Tables>;

/**
 * Finds all faults of the log, all differences between it and the tables, and all definitions that are not those of this
 * program. `head` is an earlier result of `headOfLog` that the log must still contain.
 *
 * Who owns the tables can change what the database says about itself. So nothing is asked of the definitions in it: temporary
 * copies of our own do the work, and are compared with them.
 */
export async function faultsOfLog(db: Db, head?: string): Promise<Fault[]> {
  return await withOwnCopies(db, async (trx, triggers) => {
    const faults = await faultsIn(trx, 'pg_temp');
    if (head !== undefined && !(await isInLog(trx, head)))
      faults.push({
        place: `the head ${head}`,
        fault: 'is not in this log: change sets have been removed or rewritten',
      });
    return [...faults, ...(await differencesOf(trx, triggers))];
  });
}

/** The definitions that are not those of this program. */
export const faultsOfDefinitions = async (db: Db): Promise<Fault[]> => await withOwnCopies(db, differencesOf);

/** Does some work in a transaction that has temporary copies of our functions and views, and rolls all of it back. */
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

/** All faults, as the definitions in a schema find them: those that were made in this transaction can be trusted. */
export async function faultsIn(trx: Db, schema: 'derived' | 'pg_temp'): Promise<Fault[]> {
  return (await sql<Fault>`select place, fault from ${sql.table(`${schema}.faults`)}`.execute(trx)).rows;
}

async function isInLog(db: Db, head: string): Promise<boolean> {
  const { rows } = await sql`select from change_set where number || ':' || hash = ${head}`.execute(db);
  return rows.length > 0;
}

/** Makes temporary copies of our functions and views, and returns the statements that make our triggers. */
async function makeOwnCopies(trx: Trx): Promise<string[]> {
  const statements = (await definitionsSql(trx)).flatMap((text) =>
    statementsOf(text.replaceAll('derived.', 'pg_temp.')),
  );
  const [ofTables, others] = [statements.filter(isOfTable), statements.filter((one) => !isOfTable(one))];
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

/** A text up to a semicolon; those in bodies, texts and comments do not count. */
const STATEMENT = /(?:\$\$[^]*?\$\$|'[^']*'|--[^\n]*|[^;])+/g;
const isOfTable = (statement: string) =>
  /^(?:\s|--[^\n]*\n)*(?:create (?:constraint )?trigger|alter table)\b/.test(statement);

const statementsOf = (text: string): string[] =>
  (text.match(STATEMENT) ?? []).filter((statement) => statement.trim() !== '');

/** The definitions in the database that differ from our copies. Puts temporary tables in front of all others. */
async function differencesOf(trx: Trx, triggers: readonly string[]): Promise<Fault[]> {
  const stored = await definitionsIn(trx, sql`'derived'::regnamespace`);
  const own = await definitionsIn(trx, sql`pg_my_temp_schema()`);
  const storedTriggers = await triggersIn(trx, sql`'public'::regnamespace`);
  const others = await oddities(trx);
  for (const table of (await columnsOf(trx)).keys())
    await sql`create temporary table ${sql.table(table)} (like ${sql.table(`public.${table}`)})`.execute(trx);
  for (const statement of triggers) await sql.raw(statement).execute(trx);
  const ownTriggers = await triggersIn(trx, sql`pg_my_temp_schema()`);
  return [...compared(stored, own), ...compared(storedTriggers, ownTriggers), ...others];
}

type Definitions = ReadonlyMap<string, string>;

const ANOTHER = 'is not as this program makes it: npm run upgrade makes it anew';

function compared(stored: Definitions, own: Definitions): Fault[] {
  const names = [...new Set([...stored.keys(), ...own.keys()])].toSorted();
  return names.flatMap((place) => {
    const [found, wanted] = [stored.get(place), own.get(place)];
    if (found === wanted) return [];
    if (found === undefined) return [{ place, fault: 'is missing: npm run upgrade makes it' }];
    return [{ place, fault: wanted === undefined ? 'is not of this program' : ANOTHER }];
  });
}

/** Definitions by their names, without the names of the schemas that they are in. */
async function read(rows: Promise<{ rows: { name: string; definition: string }[] }>): Promise<Definitions> {
  const bare = (text: string) => text.replace(/\b(?:derived|public|pg_temp(?:_\d+)?)\./g, '');
  return new Map((await rows).rows.map(({ name, definition }) => [bare(name), bare(definition)]));
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

/** What none of our migrations makes, and could hide or change rows. */
async function oddities(trx: Trx): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select relname as place, fault from pg_class c, lateral (values
      (relkind not in ('r', 'i', 'S'), 'is no table, but has the place of one'),
      (relrowsecurity, 'hides rows by a policy'),
      (relkind = 'r' and exists (select from pg_rewrite where ev_class = c.oid), 'has a rule that rewrites statements'),
      (exists (select from pg_trigger where tgrelid = c.oid and tgisinternal and tgenabled <> 'O'),
        'does not check its foreign keys')
    ) as asked (is_wrong, fault)
    where relnamespace = 'public'::regnamespace and is_wrong order by relname`.execute(trx);
  return rows;
}
