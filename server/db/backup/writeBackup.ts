import { createHash } from 'node:crypto';
import { createWriteStream, linkSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql, type Transaction } from 'kysely';
import type { Build } from '../../runtime/build.ts';
import { StartupError } from '../../runtime/startupError.ts';
import { changeLogHead } from '../changeLog.ts';
import { withoutLimits } from '../changeTransaction.ts';
import type { Database } from '../database.ts';
import { syncPath } from '../embedded/durableFolder.ts';
import type { Db, Engine, Tables } from '../tables.ts';
import {
  addLines,
  checkBackup,
  FORMAT,
  LEFT_OUT,
  type Manifest,
  sumOf,
  type Totals,
} from './backupFormat.ts';

// A recorded change never changes again, so these tables are read after the snapshot, in batches: on the embedded engine all
// requests wait while a transaction is open. The value is the column with the number of the change set.
const logTables: Readonly<Record<string, string>> = { change_set: 'number', change_entry: 'set_number' };
const BATCH = 2_000;

interface Table {
  name: string;
  columns: string[];
  key: string[];
}

interface Snapshot {
  manifest: Manifest;
  tables: Table[];
  /** The number of the newest change set. */
  newest: number;
  /** The rows of all tables except the log. */
  rows: ReadonlyMap<string, readonly string[]>;
}

/** Writes all stored data except sessions to a new file, as `writeNewFile` does. The server can keep running. */
export async function writeBackup(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  file: string,
  build: Build,
): Promise<void> {
  const snapshot = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => takeSnapshot(trx, engine, build));
  await writeNewFile(file, Readable.from(parts(db, snapshot)), createGzip());
}

/**
 * Writes a backup from streams to a new file that only this user may read. The file gets its name when it is complete, flushed
 * to disk and verified by reading it. Throws `StartupError` if the name is taken.
 */
export async function writeNewFile(file: string, ...from: [Readable, ...Duplex[]]): Promise<void> {
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  try {
    await pipeline([...from, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })]);
    await checkBackup(unfinished);
    giveName(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
  syncPath(dirname(file));
}

/** Names a file, and never replaces another. */
function giveName(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch {
    // The name is taken, or the file system has no links.
    refuseIfTaken(file);
    renameSync(unfinished, file);
  }
}

/** Throws `StartupError` if there is a file of this name, or a link, wherever it leads. */
export function refuseIfTaken(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new StartupError(`${file} already exists: name another file.`);
}

async function takeSnapshot(trx: Transaction<Tables>, engine: Engine, build: Build): Promise<Snapshot> {
  await withoutLimits(trx);
  const head = await changeLogHead(trx);
  if (head === null)
    throw new StartupError(
      'There is no change log in this database: start the server on it, or run npm run upgrade, first.',
    );
  const newest = Number(head.split(':')[0]);
  const tables = inOrder(await tablesOf(trx));
  const rows = new Map<string, readonly string[]>();
  const counts = new Map<string, number>();
  for (const table of tables) {
    const number = logTables[table.name];
    if (number) counts.set(table.name, await countUpTo(trx, table.name, number, newest));
    else {
      const read = await rowsOf(trx, table);
      rows.set(table.name, read);
      counts.set(table.name, read.length);
    }
  }
  const manifest: Manifest = {
    format: 'major-degree-database backup',
    formatVersion: FORMAT,
    at: new Date().toISOString(),
    program: build.version,
    commit: build.commit,
    engine: `${engine.name} ${engine.version}`,
    schema: await schemaOf(trx),
    head,
    tables: tables.map(({ name, columns }) => ({ name, columns, rows: counts.get(name) ?? 0 })),
    sequences: await sequencesOf(trx, tables),
  };
  return { manifest, tables, newest, rows };
}

/** The text of a backup, in parts of complete lines. */
async function* parts(db: Db, { manifest, tables, newest, rows }: Snapshot): AsyncGenerator<string> {
  const first = JSON.stringify(manifest);
  yield `${first}\n`;
  const sums: Record<string, string> = {};
  for (const table of tables) {
    const hash = createHash('sha256');
    const number = logTables[table.name];
    for await (const lines of number ? logOf(db, table, number, newest) : [rows.get(table.name) ?? []]) {
      addLines(hash, lines);
      if (lines.length > 0) yield `${lines.join('\n')}\n`;
    }
    sums[table.name] = hash.digest('hex');
  }
  const { migrations } = await schemaOf(db);
  if (migrations.join() !== manifest.schema.migrations.join())
    throw new StartupError('The schema was upgraded during the backup: run it again.');
  yield `${JSON.stringify({ manifest: sumOf(first), tables: sums } satisfies Totals)}\n`;
}

async function tablesOf(db: Db): Promise<(Table & { refersTo: string[] })[]> {
  const { rows } = await sql<Table & { refersTo: string[] }>`
    select relname as name,
      (select coalesce(json_agg(attname order by attnum), '[]') from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select json_agg(attname order by place)
        from pg_index, unnest(indkey) with ordinality as of (number, place)
        join pg_attribute on attnum = of.number
        where indrelid = t.oid and indisprimary and attrelid = t.oid) as key,
      (select coalesce(json_agg(distinct other.relname), '[]') from pg_constraint join pg_class other on other.oid = confrelid
        where conrelid = t.oid and contype = 'f' and confrelid <> t.oid) as refers_to
    from pg_class t
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in (${sql.join(LEFT_OUT)})
    order by relname collate "C"`.execute(db);
  return rows;
}

/** Orders the tables so that each follows the tables that it refers to. */
function inOrder(tables: (Table & { refersTo: string[] })[]): Table[] {
  const ordered: Table[] = [];
  // Tables that the owner added may refer to each other.
  const begun = new Set<string>();
  const place = (table: (typeof tables)[number]) => {
    if (begun.has(table.name)) return;
    begun.add(table.name);
    for (const other of tables) if (table.refersTo.includes(other.name)) place(other);
    ordered.push(table);
  };
  for (const table of tables) place(table);
  return ordered;
}

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** All rows as JSON, with the same text on both engines, ordered by this text. */
async function rowsOf(db: Db, { name, columns }: Table): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select row_to_json(r)::text as line from (select ${refs(columns)} from ${sql.table(name)}) r
    order by row_to_json(r)::text collate "C"`.execute(db);
  return rows.map(({ line }) => line);
}

/** The rows of a log table up to a change set, in batches. */
async function* logOf(
  db: Db,
  { name, columns, key }: Table,
  number: string,
  newest: number,
): AsyncGenerator<string[]> {
  const order = refs(key);
  let after = key.map(() => 0);
  for (;;) {
    const { rows } = await sql<{ line: string; last: number[] }>`
      select row_to_json(r)::text as line, json_build_array(${order}) as last from (
        select ${refs(columns)} from ${sql.table(name)}
        where (${order}) > (${sql.join(after)}) and ${sql.ref(number)} <= ${newest}
        order by ${order} limit ${BATCH}
      ) r order by ${order}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    after = last.last;
    yield rows.map(({ line }) => line);
  }
}

async function countUpTo(db: Db, table: string, number: string, newest: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${sql.ref(number)} <= ${newest}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function schemaOf(db: Db): Promise<Manifest['schema']> {
  const { rows } = await sql<Manifest['schema']>`
    select step, (select json_agg(name order by name collate "C") from schema_migration) as migrations
    from schema_step`.execute(db);
  return rows[0] as Manifest['schema'];
}

async function sequencesOf(db: Db, tables: readonly Table[]): Promise<Manifest['sequences']> {
  const { rows } = await sql<Manifest['sequences'][number]>`
    select relname as table, attname as column, last_value as last
    from pg_attribute join pg_class on pg_class.oid = attrelid
    join pg_sequences on format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence(format('%I', relname), attname)
    where relnamespace = 'public'::regnamespace and attidentity <> '' and last_value is not null
    order by relname collate "C", attname collate "C"`.execute(db);
  return rows.filter(({ table }) => tables.some(({ name }) => name === table));
}
