import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { OutcomeUnknown } from '../errors.ts';
import { StartupError } from '../runtime/startupError.ts';
import { takeWriterLock, withoutLimits } from './changeTransaction.ts';
import { isConnectionLost, isLockTaken } from './databaseErrors.ts';
import { countedKinds, recordingSql } from './derived/recording.ts';
import { responseViewsSql } from './derived/responseViews.ts';
import { storedSql, thenSql } from './derived/states.ts';
import { loadCipCodes, loadLookups } from './sampleData.ts';
import type { Db } from './tables.ts';

/**
 * The schema that a program needs. Raise `step` with every change to the migrations or the derived objects. `oldest` is the
 * step of the oldest program that still works with this schema. Raise it when a change removes something that this program
 * uses: expand first, contract one step later.
 */
export interface Schema {
  step: number;
  oldest: number;
  /**
   * SQL files in the order of their names. Each runs once per database and is never edited again. A file whose name ends in
   * `.data.sql` changes rows: its changes form one set of the change log, and the rows keep their users and times. Any other
   * file must not change rows; the database rejects it.
   */
  migrations: readonly URL[];
}

// This file is long because an upgrade, its plan, a rebuild and a restore go through the same steps.

/** The SQL files in a folder, ordered by name. */
const sqlFilesIn = (folder: URL): URL[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => new URL(name, folder));

/** The schema of this program. */
export const schema: Schema = {
  step: 16,
  oldest: 1,
  migrations: sqlFilesIn(new URL('migrations/', import.meta.url)),
};

// Functions, triggers and views contain no data, so all are rebuilt whenever any of them changes. The objects that record
// changes are also rebuilt before each migration.
const derived = (name: string) => new URL(`derived/${name}.sql`, import.meta.url);
const recording = ['text', 'states', 'log'].map(derived);
const others = ['fold', 'spans', 'history', 'verify'].map(derived);
const ofEarlierValues = derived('earlierValues');
const rights = derived('rights');

/**
 * Brings the schema up to date, all or nothing. Several processes may call this at once: one does the work and the others
 * wait for it. A newer schema stays unchanged if this program still works with it. Throws `StartupError` if it does not, or
 * if the role may not change the schema, or if it fails, which changes nothing. `say` reports the work before any change.
 *
 * While another session locks a table that must change, every other session that needs the table waits behind the upgrade.
 * So the upgrade waits only briefly, then releases all its locks, reports the blocking session, and tries again.
 */
export async function migrate(
  db: Db,
  to: Schema = schema,
  say: (sentence: string) => void = () => {},
): Promise<void> {
  await upgradeUnless(isUpToDate, db, to, say);
}

type Condition = (db: Db, to: Schema) => Promise<boolean>;

/** Upgrades the schema once no other session locks its tables, or does nothing as soon as the condition holds. */
async function upgradeUnless(
  isDone: Condition,
  db: Db,
  to: Schema,
  say: (sentence: string) => void,
): Promise<void> {
  let lastSentence: string | undefined;
  const reportOnce = (sentence: string) => {
    if (sentence !== lastSentence) say(sentence);
    lastSentence = sentence;
  };
  while (!(await isDone(db, to))) {
    try {
      return await upgrade(isDone, db, to, () => reportOnce('Bringing the schema up to date…'));
    } catch (error) {
      if (!isLockTaken(error)) throw asFailedUpgrade(error);
      const sentence = await describeBlockingSession(db);
      if (sentence) reportOnce(sentence);
      await pause(RETRY_AFTER);
    }
  }
}

/** The step of the schema; null if there is no schema. */
export async function schemaStep(db: Db): Promise<number | null> {
  return (await currentStep(db))?.step ?? null;
}

/** Throws `StartupError` if the schema is not of this program's step, because its definitions then differ. */
export async function refuseOtherStep(db: Db): Promise<void> {
  const step = (await schemaStep(db)) ?? 0;
  if (step > schema.step)
    throw new StartupError(
      `The database is at step ${step}, and this program of step ${schema.step}: use the newer program.`,
    );
  if (step < schema.step) throw new StartupError('The schema is not up to date: run npm run upgrade first.');
}

/**
 * Rebuilds the schema `derived`, whatever its contents, all or nothing. A newer schema stays unchanged. Only the owner may run
 * this.
 */
export async function remake(db: Db, say: (sentence: string) => void = () => {}): Promise<void> {
  await upgradeUnless(isNewer, db, schema, say);
}

const isNewer: Condition = async (db, to) => ((await schemaStep(db)) ?? 0) > to.step;

// In ms.
const LOCK_TIMEOUT = 500;
const RETRY_AFTER = 2_000;

async function upgrade(isDone: Condition, db: Db, to: Schema, onWork: () => void): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Waiting for another process that upgrades the schema is not an error, however long it takes.
    await withoutLimits(trx);
    await sql`select ${takeWriterLock}`.execute(trx);
    if (await isDone(trx, to)) return;
    onWork();
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx);
    await bringUp(trx, to);
  });
}

/** The error of an upgrade that was rolled back. A lost connection is not one: the upgrade may be committed. */
function asFailedUpgrade(error: unknown): unknown {
  if (error instanceof StartupError || error instanceof OutcomeUnknown || isConnectionLost(error))
    return error;
  const { message, migration } = error as Error & { migration?: string };
  return new StartupError(
    `The upgrade failed${migration ? ` in the migration ${migration}` : ''} (${message}), and nothing was changed: keep using the release before, and report this.`,
    { cause: error },
  );
}

/** Describes the session that has used our tables for the longest time. Undefined if there is none any more. */
async function describeBlockingSession(db: Db): Promise<string | undefined> {
  // PostgreSQL shows the start time of a session only to its own role.
  const { rows } = await sql<{ pid: number; application: string; since: string | null }>`
    select pid, application_name as application, to_char(min(xact_start) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from pg_locks join pg_stat_activity using (pid) join pg_class on pg_class.oid = relation
    where granted and pid <> pg_backend_pid() and pg_locks.database = (select oid from pg_database where datname = current_database())
    and relnamespace in (to_regnamespace('public'), to_regnamespace('derived'))
    group by pid, application_name order by min(xact_start) nulls last, pid limit 1`.execute(db);
  const [session] = rows;
  if (!session) return undefined;
  const { pid, application, since } = session;
  const details = [application, since && `since ${since}`].filter(Boolean).join(', ');
  return `Waiting for a session that uses the tables: pid ${pid}${details && ` (${details})`}. End it, or wait until it ends.`;
}

/** PostgreSQL's error for a missing privilege. */
const isForbidden = (error: unknown) => (error as { code?: string }).code === '42501';

/**
 * Runs the first statements, which only the owner may run: creates the tables of the schema's state, drops `derived`. Throws
 * `StartupError` if others' views use those in `derived`, because they would be dropped too.
 */
async function prepareSchema(trx: Db): Promise<void> {
  const views = await viewsOnDerived(trx);
  if (views.length > 0)
    throw new StartupError(
      `The schema is not up to date. Its functions and views are replaced, and other views use them: drop these first, and create them again after the upgrade: ${views.join(', ')}.`,
    );
  try {
    await sql`
      create table if not exists schema_migration (name text primary key, at timestamptz not null default now());
      create table if not exists schema_step (step integer not null, oldest integer not null, derived text not null);
      drop schema if exists derived cascade;
    `.execute(trx);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new StartupError(
      'The schema is not up to date, and this role may not change it: run npm run upgrade with the DATABASE_URL of the role that owns it.',
    );
  }
}

/** The views outside the schema `derived` that use it. */
async function viewsOnDerived(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct format('%I.%I', n.nspname, v.relname) as name
    from pg_depend d
    join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
    join pg_class v on v.oid = r.ev_class join pg_namespace n on n.oid = v.relnamespace
    where d.refobjid in (
      select oid from pg_class where relnamespace = to_regnamespace('derived')
      union all select oid from pg_proc where pronamespace = to_regnamespace('derived')
    ) and v.relnamespace <> to_regnamespace('derived')
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

interface Step {
  step: number;
  oldest: number;
  derived: string;
}

async function currentStep(db: Db): Promise<Step | undefined> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('schema_step') is not null as exists`.execute(db);
  if (!tables[0]?.exists) return undefined;
  return (await sql<Step>`select step, oldest, derived from schema_step`.execute(db)).rows[0];
}

/** What an upgrade to a schema would do. */
export interface UpgradePlan {
  /** The names of the migrations that it would run. */
  migrations: readonly string[];
  /** Whether it would rebuild functions, views and triggers. It does so after each migration. */
  isRebuilt: boolean;
}

/** Returns what an upgrade would do. Throws `StartupError` if the schema is too new for this program. */
export async function planUpgrade(db: Db, to: Schema = schema): Promise<UpgradePlan> {
  const current = await currentStep(db);
  if (current && current.oldest > to.step)
    throw new StartupError(
      `The database is at step ${current.step}, which programs from step ${current.oldest} on can work with; this program is of step ${to.step}: start the newer program.`,
    );
  const names = to.migrations.map(nameOf);
  if (!current) return { migrations: names, isRebuilt: true };
  if (current.step > to.step) return { migrations: [], isRebuilt: false };
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  return {
    migrations: names.filter((name) => !done.has(name)),
    isRebuilt: current.step < to.step || current.derived !== (await fingerprint(db)),
  };
}

async function isUpToDate(db: Db, to: Schema): Promise<boolean> {
  return !(await planUpgrade(db, to)).isRebuilt;
}

/**
 * Creates the tables in an empty database with these migrations, and returns their columns. A restore then fills them. The
 * change log records nothing, and data migrations are skipped, because the backup has their results.
 */
export async function makeTables(
  trx: Db,
  migrations: readonly URL[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  await prepareSchema(trx);
  for (const file of migrations) {
    const name = nameOf(file);
    if (!isOfData(name)) await sql.raw(read(file)).execute(trx);
    await sql`insert into schema_migration (name) values (${name})`.execute(trx);
  }
  return await columnsOf(trx);
}

/** Runs the missing migrations, and rebuilds the derived objects. */
export async function bringUp(trx: Db, to: Schema): Promise<void> {
  await prepareSchema(trx);
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(trx);
  const done = new Set(rows.map(({ name }) => name));
  for (const file of to.migrations) if (!done.has(nameOf(file))) await run(trx, file);
  await sql`
    insert into list_version (kind, version)
    select kind, 1 from json_array_elements_text(${JSON.stringify(countedKinds)}) as kind
    on conflict do nothing`.execute(trx);
  await rebuild(trx, await derivedSql(trx));
  // A backup has no known states, nor does the database of an earlier program.
  await sql`
    select derived.remake_known_states()
    where (select count(*) from known_state) <> (select count(*) from change_entry where after is not null)
  `.execute(trx);
  // Only in a new database, because operators maintain the lookups afterward.
  if (done.size === 0) await inSet(trx, 'Award types and terms', () => loadLookups(trx));
  await loadCipCodes(trx);
  await sql`delete from schema_step`.execute(trx);
  await sql`insert into schema_step values (${to.step}, ${to.oldest}, ${await fingerprint(trx)})`.execute(
    trx,
  );
}

/** The name of a migration. */
export const nameOf = (file: URL) => basename(file.pathname, '.sql');
const isOfData = (name: string) => name.endsWith('.data');
const read = (file: URL) => readFileSync(file, 'utf8');

/**
 * Runs a migration. Before it, rebuilds only the objects that record changes, for the current tables: views could block the
 * migration.
 */
async function run(trx: Db, file: URL): Promise<void> {
  const name = nameOf(file);
  const columns = await columnsOf(trx);
  if (columns.has('known_state')) await rebuild(trx, [...recording.map(read), recordingSql(columns)]);
  const work = () => sql.raw(read(file)).execute(trx);
  try {
    await (isOfData(name) ? inSet(trx, name, work) : work());
  } catch (error) {
    throw Object.assign(error as Error, { migration: name });
  }
  await sql`insert into schema_migration (name) values (${name})`.execute(trx);
}

/** Runs `work` in a change set of its own, with the origin `migration`. */
async function inSet(db: Db, title: string, work: () => Promise<unknown>): Promise<void> {
  const setChange = (change: string) => sql`select set_config('app.change', ${change}, true)`.execute(db);
  await setChange(JSON.stringify({ origin: 'migration', title }));
  await work();
  // Seal the set now instead of at the end of the transaction.
  await sql`set constraints all immediate; set constraints all deferred`.execute(db);
  await setChange('');
}

/** Rebuilds the schema `derived` from these SQL texts. */
async function rebuild(db: Db, texts: readonly string[]): Promise<void> {
  await sql`set local client_min_messages = warning; drop schema if exists derived cascade; create schema derived`.execute(
    db,
  );
  for (const text of texts) await sql.raw(text).execute(db);
}

/** The columns of each table. */
export async function columnsOf(db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select relname as name, json_agg(attname order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname`.execute(db);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** The SQL that creates all functions, views and triggers in the schema `derived`, for the current tables. */
export async function definitionsSql(db: Db): Promise<string[]> {
  const columns = await columnsOf(db);
  return [
    ...recording.map(read),
    recordingSql(columns),
    storedSql(columns),
    thenSql(columns),
    ...others.map(read),
    // A backup of an earlier step has no such table.
    ...(columns.has('earlier_value') ? [read(ofEarlierValues)] : []),
    responseViewsSql(),
  ];
}

/** The SQL of all definitions, and of the privileges to use them. */
const derivedSql = async (db: Db): Promise<string[]> => [...(await definitionsSql(db)), read(rights)];

/** SHA-256 of the SQL of the derived objects. */
async function fingerprint(db: Db): Promise<string> {
  const texts = await derivedSql(db);
  return createHash('sha256').update(texts.join('\n')).digest('hex');
}
