import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { StartupError } from '../runtime/startupError.ts';
import { takeWriterLock, withoutLimits } from './changeTransaction.ts';
import { isLockTaken } from './databaseErrors.ts';
import { countedKinds, recordingSql } from './derived/recording.ts';
import { storedSql, thenSql } from './derived/states.ts';
import { loadLookups } from './sampleData.ts';
import type { Db } from './tables.ts';

/**
 * The schema that a program needs. Raise `step` with every change to the migrations or the derived objects. `oldest` is the step of the oldest program that still works with this schema. Raise it when something is
 * removed that this oldest program uses: expand first, contract one step later.
 */
export interface Schema {
  step: number;
  oldest: number;
  /**
   * SQL files in the order of their names. Each runs once per database and is never edited again. A file whose name
   * ends in `.data.sql` changes rows: its changes form one set of the change log, and the rows keep their persons and
   * times. Any other file must not change rows; the database refuses it.
   */
  migrations: readonly URL[];
}

/** The SQL files in a folder, ordered by name. */
const sqlFilesIn = (folder: URL): URL[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => new URL(name, folder));

/** The schema of this program. */
export const schema: Schema = {
  step: 8,
  oldest: 1,
  migrations: sqlFilesIn(new URL('migrations/', import.meta.url)),
};

// Functions, triggers and views hold no data, so all are rebuilt whenever one of them has changed. Those that record
// changes are also rebuilt before each migration.
const derived = (name: string) => new URL(`derived/${name}.sql`, import.meta.url);
const recording = ['text', 'states', 'log'].map(derived);
const others = ['fold', 'spans', 'answers', 'history', 'verify'].map(derived);
const rights = derived('rights');

/**
 * Brings the schema up to date, all or nothing. Several processes may call this at once: one does the work and the
 * others wait for it. A newer schema is left alone if this program still works with it. Throws `StartRefused` if it
 * does not, or if the role may not change the schema. Says what it does before it changes anything.
 *
 * While a session keeps a table that has to change, everyone who wants that table waits behind the upgrade. So it waits for
 * a moment only, then lets go of everything, says who is in its way, and tries again.
 */
export async function migrate(
  db: Db,
  to: Schema = schema,
  say: (sentence: string) => void = () => {},
): Promise<void> {
  let messages: string | undefined;
  const sayOnce = (sentence: string) => {
    if (sentence !== messages) say(sentence);
    messages = sentence;
  };
  while (!(await isUpToDate(db, to))) {
    try {
      await upgrade(db, to, () => sayOnce('Bringing the schema up to date…'));
    } catch (error) {
      if (!isLockTaken(error)) throw error;
      const sentence = await whoIsInTheWay(db);
      if (sentence) sayOnce(sentence);
      await pause(TRY_AGAIN_AFTER);
    }
  }
}

/** Throws `StartRefused` if the schema is not of this program's step, so that its definitions are others. */
export async function refuseOtherStep(db: Db): Promise<void> {
  const { rows } = await sql<{ step: number }>`select step from schema_step`.execute(db);
  const step = rows[0]?.step ?? 0;
  if (step > schema.step)
    throw new StartupError(
      `The database is at step ${step}, and this program of step ${schema.step}: use the newer program.`,
    );
  if (step < schema.step) throw new StartupError('The schema is not up to date: run npm run upgrade first.');
}

/** Makes everything in the schema `derived` anew, whatever it holds. The owner may. */
export async function remake(db: Db, say?: (sentence: string) => void): Promise<void> {
  await sql`update schema_step set derived = 'to be made anew'`.execute(db);
  await migrate(db, schema, say);
}

// In ms.
const WAIT_FOR_TABLE = 500;
const TRY_AGAIN_AFTER = 2_000;

async function upgrade(db: Db, to: Schema, onWork: () => void): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Waiting for another process that upgrades is not an error, however long it takes.
    await withoutLimits(trx);
    await sql`select ${takeWriterLock}`.execute(trx);
    if (await isUpToDate(trx, to)) return;
    onWork();
    await sql`set local lock_timeout = ${sql.lit(WAIT_FOR_TABLE)}`.execute(trx);
    await bringUp(trx, to);
  });
}

/** The session that has used our tables for longest, as a sentence. Undefined if there is none any more. */
async function whoIsInTheWay(db: Db): Promise<string | undefined> {
  // Of other roles' sessions, PostgreSQL tells only the owner of their role since when they run.
  const { rows } = await sql<{ pid: number; application: string; since: string | null }>`
    select pid, application_name as application, to_char(min(xact_start) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from pg_locks join pg_stat_activity using (pid) join pg_class on pg_class.oid = relation
    where granted and pid <> pg_backend_pid() and pg_locks.database = (select oid from pg_database where datname = current_database())
    and relnamespace in (to_regnamespace('public'), to_regnamespace('derived'))
    group by pid, application_name order by min(xact_start) nulls last, pid limit 1`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const about = [found.application, found.since && `since ${found.since}`].filter(Boolean).join(', ');
  return `Waiting for a session that uses the tables: pid ${found.pid}${about && ` (${about})`}. End it, or wait until it ends.`;
}

/** PostgreSQL's error for a missing privilege. */
const isForbidden = (error: unknown) => (error as { code?: string }).code === '42501';

/** The first statements that only the owner may run. */
async function makeRoom(trx: Db): Promise<void> {
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

interface Step {
  step: number;
  oldest: number;
  derived: string;
}

/** Throws `StartRefused` if the schema is too new for this program. */
async function isUpToDate(db: Db, to: Schema): Promise<boolean> {
  const { rows: tables } = await sql<{ made: boolean }>`
    select to_regclass('schema_step') is not null as made`.execute(db);
  if (!tables[0]?.made) return false;
  const { rows } = await sql<Step>`select step, oldest, derived from schema_step`.execute(db);
  const [found] = rows;
  if (!found || found.step < to.step) return false;
  if (found.oldest > to.step)
    throw new StartupError(
      `The database is at step ${found.step}, which programs from step ${found.oldest} on can work with; this one is of step ${to.step}: start the newer program.`,
    );
  return found.step > to.step || found.derived === (await fingerprint(db));
}

/**
 * Creates the tables in an empty database as these migrations made them, and returns their columns. A restore fills
 * them next. Nothing is recorded, and migrations of data are left out: what they did is in the backup.
 */
export async function makeTables(
  trx: Db,
  migrations: readonly URL[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  await makeRoom(trx);
  for (const file of migrations) {
    const name = nameOf(file);
    if (!isOfData(name)) await sql.raw(read(file)).execute(trx);
    await sql`insert into schema_migration (name) values (${name})`.execute(trx);
  }
  return await columnsOf(trx);
}

/** Runs the migrations that are missing, and remakes all that holds no data. */
export async function bringUp(trx: Db, to: Schema): Promise<void> {
  await makeRoom(trx);
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(trx);
  const done = new Set(rows.map(({ name }) => name));
  for (const file of to.migrations) if (!done.has(nameOf(file))) await run(trx, file);
  await sql`
    insert into list_version (kind, version)
    select kind, 1 from json_array_elements_text(${JSON.stringify(countedKinds)}) as kind
    on conflict do nothing`.execute(trx);
  await make(trx, await derivedSql(trx));
  // A backup has none, nor had earlier programs.
  await sql`
    select derived.remake_known_states()
    where (select count(*) from known_state) <> (select count(*) from change_entry where after is not null)
  `.execute(trx);
  // Only at first: what operators have made of them since is theirs.
  if (done.size === 0) await inSet(trx, 'Award types and terms', () => loadLookups(trx));
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
 * Runs a migration. First rebuilds only the recording of changes, for the tables as they are now, because views could
 * get in its way.
 */
async function run(trx: Db, file: URL): Promise<void> {
  const name = nameOf(file);
  const columns = await columnsOf(trx);
  if (columns.has('known_state')) await make(trx, [...recording.map(read), recordingSql(columns)]);
  const work = () => sql.raw(read(file)).execute(trx);
  await (isOfData(name) ? inSet(trx, name, work) : work());
  await sql`insert into schema_migration (name) values (${name})`.execute(trx);
}

/** Runs `work` in a change set of its own, with the origin `migration`. */
async function inSet(db: Db, title: string, work: () => Promise<unknown>): Promise<void> {
  const say = (change: string) => sql`select set_config('app.change', ${change}, true)`.execute(db);
  await say(JSON.stringify({ origin: 'migration', title }));
  await work();
  // Seals the set now instead of at the end of the transaction.
  await sql`set constraints all immediate; set constraints all deferred`.execute(db);
  await say('');
}

/** Rebuilds the schema `derived`. */
async function make(db: Db, texts: readonly string[]): Promise<void> {
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

/** The SQL that makes all functions, views and triggers in the schema `derived`, for the tables as they are. */
export async function definitionsSql(db: Db): Promise<string[]> {
  const columns = await columnsOf(db);
  return [
    ...recording.map(read),
    recordingSql(columns),
    storedSql(columns),
    thenSql(columns),
    ...others.map(read),
  ];
}

/** The same, and who may use them. */
const derivedSql = async (db: Db): Promise<string[]> => [...(await definitionsSql(db)), read(rights)];

/** SHA-256 of the SQL of the derived objects. */
async function fingerprint(db: Db): Promise<string> {
  const texts = await derivedSql(db);
  return createHash('sha256').update(texts.join('\n')).digest('hex');
}
