import { sql, type Transaction } from 'kysely';
import { StartupError } from '../../runtime/startupError.ts';
import { takeWriterLock, withoutLimits } from '../changeTransaction.ts';
import { bringUp, makeTables, nameOf, type Schema, schema } from '../migrate.ts';
import type { Db, Tables } from '../tables.ts';
import { faultsIn } from '../verifyDatabase.ts';
import { FORMAT, LEFT_OUT, type Manifest, makerOf, type Receiver, readBackup } from './backupFormat.ts';

/** The manifest of a restored backup. */
export interface Restored extends Manifest {
  /** The names of its tables that no migration creates, because the owner of the database added them. They are not restored. */
  unknownTables: string[];
}

/**
 * Restores a backup by `writeBackup` into an empty database, all or nothing, and brings its schema up to date. Throws
 * `StartupError` if the file is damaged or made by a newer version, if the database is not empty, or if the role may not create
 * tables in it.
 *
 * The checksums in the file detect only damage: an attacker who changes it can write other checksums. So only the tables of a
 * backup are restored, and their rows must pass all checks of the change log.
 */
export async function restoreBackup(db: Db, file: string, to: Schema = schema): Promise<Restored> {
  try {
    return await db.transaction().execute(async (trx) => {
      await withoutLimits(trx);
      await sql`select ${takeWriterLock}`.execute(trx);
      await requireEmptyDatabase(trx);
      const columnsOf = new Map<string, readonly string[]>();
      const { manifest } = await readBackup(file, restoreInto(trx, file, to, columnsOf));
      await restoreSequences(trx, manifest);
      if ((await restoredHead(trx)) !== manifest.head)
        throw damaged(file, 'its change log does not end as its manifest says');
      await bringUp(trx, to);
      const [first] = await faultsIn(trx, 'derived');
      if (first) throw damaged(file, `${first.place} ${first.fault}`);
      const names = manifest.tables.map(({ name }) => name);
      return { ...manifest, unknownTables: names.filter((name) => !columnsOf.has(name)) };
    });
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    // Values that no program has written: invalid JSON, another type than the column's, or a broken rule.
    if (!/^2[23]...$/.test(code)) throw error;
    throw damaged(file, message, error);
  }
}

const damaged = (file: string, why: string, cause?: unknown) =>
  new StartupError(`${file} is damaged: ${why}. Use another backup.`, { cause });

/** The number and hash of the newest change set. */
async function restoredHead(trx: Transaction<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ head: string }>`
    select number || ':' || hash as head from change_set order by number desc limit 1`.execute(trx);
  return rows[0]?.head;
}

/** Makes the generated keys continue after the last number in the manifest, and after all restored keys. */
async function restoreSequences(trx: Transaction<Tables>, { sequences }: Manifest): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attidentity <> ''`.execute(trx);
  for (const { table, column } of rows) {
    const sequence = sequences.find((other) => other.table === table && other.column === column);
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), last)
      from (select greatest(${sequence?.last ?? null}::bigint, max(${sql.ref(column)})) as last from ${sql.table(table)}) found
      where last is not null`.execute(trx);
  }
}

async function requireEmptyDatabase(trx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ isEmpty: boolean; mayCreate: boolean }>`
    select not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as is_empty,
      has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as may_create
  `.execute(trx);
  if (!rows[0]?.isEmpty)
    throw new StartupError(
      'This database already has tables: set DATABASE_URL or DATA_DIR to an empty database.',
    );
  if (!rows[0].mayCreate)
    throw new StartupError(
      'This role may not create tables: restore with the DATABASE_URL of the role that owns the database.',
    );
}

/** Creates the tables as they were at the backup, adds their columns to `columnsOf`, and inserts their rows. */
function restoreInto(
  trx: Transaction<Tables>,
  file: string,
  to: Schema,
  columnsOf: Map<string, readonly string[]>,
): Receiver {
  return {
    async start(manifest) {
      const { formatVersion, schema: backedUp } = manifest;
      const migrations = to.migrations.filter((migration) => backedUp.migrations.includes(nameOf(migration)));
      if (formatVersion > FORMAT || backedUp.step > to.step || migrations.length < backedUp.migrations.length)
        throw new StartupError(
          `${file} was made by a newer version, ${makerOf(manifest)}: restore it with that version.`,
        );
      const tables = await makeTables(trx, migrations);
      const restored = manifest.tables.filter(({ name }) => tables.has(name));
      const names = [...restored.map(({ name }) => name), ...LEFT_OUT.filter((name) => tables.has(name))];
      if (names.toSorted().join() !== [...tables.keys()].toSorted().join())
        throw damaged(file, 'it does not hold the tables of a backup');
      for (const { name, columns } of restored) {
        const known = tables.get(name) ?? [];
        const unknown = columns.filter((column) => !known.includes(column));
        if (unknown.length > 0)
          throw new StartupError(
            `${file} has columns of ${name} that this program does not know: ${unknown.join(', ')}. Restore it with the version that made it, ${makerOf(manifest)}.`,
          );
        const missing = known.filter((column) => !columns.includes(column));
        if (missing.length > 0) throw damaged(file, `${name} lacks ${missing.join(', ')}`);
        columnsOf.set(name, known);
        // Migrations fill some tables.
        await sql`delete from ${sql.table(name)}`.execute(trx);
      }
    },
    async rows(table, lines) {
      const known = columnsOf.get(table);
      if (!known) return;
      const columns = sql.join(known.map((column) => sql.ref(column)));
      const { numAffectedRows } = await sql`
        insert into ${sql.table(table)} (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${lines.join()}]`}::text::jsonb)
      `.execute(trx);
      if (numAffectedRows !== BigInt(lines.length)) throw damaged(file, 'it has a line that is not one row');
    },
  };
}
