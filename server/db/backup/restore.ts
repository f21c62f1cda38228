import { sql, type Transaction } from 'kysely';
import { StartRefused } from '../../startRefused.ts';
import { takeWriterLock, withoutLimits } from '../changes.ts';
import { bringUp, makeTables, nameOf, type Schema, schema } from '../migrate.ts';
import type { Db, Tables } from '../tables.ts';
import { FORMAT, type Manifest, type Receiver, readBackup } from './format.ts';

/**
 * Fills an empty database with what `writeBackup` wrote, all or nothing, brings its schema up to date, and returns the
 * backup's manifest. Throws `StartRefused` if the file is damaged or of a newer program, if the database is not empty,
 * or if the role may not create tables in it.
 */
export async function restoreBackup(db: Db, file: string, to: Schema = schema): Promise<Manifest> {
  try {
    return await db.transaction().execute(async (trx) => {
      await withoutLimits(trx);
      await sql`select ${takeWriterLock}`.execute(trx);
      await refuseUnlessUsable(trx);
      const { manifest } = await readBackup(file, into(trx, file, to));
      for (const { table, column, last } of manifest.sequences)
        await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${last})`.execute(trx);
      await bringUp(trx, to);
      return manifest;
    });
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    // Values that no program has written: not JSON, not of the column's type, against its rules.
    if (!/^2[23]...$/.test(code)) throw error;
    throw new StartRefused(`${file} is damaged: ${message}. Use another backup.`, { cause: error });
  }
}

async function refuseUnlessUsable(trx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ isEmpty: boolean; mayCreate: boolean }>`
    select not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as is_empty,
      has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as may_create
  `.execute(trx);
  if (!rows[0]?.isEmpty)
    throw new StartRefused(
      'There are tables in this database already: set DATABASE_URL or DATA_DIR to an empty one.',
    );
  if (!rows[0].mayCreate)
    throw new StartRefused(
      'This role may not create tables: restore with the DATABASE_URL of the role that owns the database.',
    );
}

/** Makes the tables as they were at the backup, and inserts its rows. */
function into(trx: Transaction<Tables>, file: string, to: Schema): Receiver {
  const columnsOf = new Map<string, readonly string[]>();
  return {
    async start(manifest) {
      const { formatVersion, program, schema: then } = manifest;
      const migrations = to.migrations.filter((migration) => then.migrations.includes(nameOf(migration)));
      if (formatVersion > FORMAT || then.step > to.step || migrations.length < then.migrations.length)
        throw new StartRefused(`${file} is of a newer program, ${program}: restore it with that one.`);
      const made = await makeTables(trx, migrations);
      for (const { name, columns } of manifest.tables) {
        const unknown = columns.filter((column) => !made.get(name)?.includes(column));
        if (unknown.length > 0)
          throw new StartRefused(
            `${file} has columns of ${name} that this program does not know: ${unknown.join(', ')}. Restore it with the program that wrote it, ${program}.`,
          );
        columnsOf.set(name, columns);
        // Migrations fill some tables.
        await sql`delete from ${sql.table(name)}`.execute(trx);
      }
    },
    async rows(table, lines) {
      const columns = sql.join((columnsOf.get(table) ?? []).map((column) => sql.ref(column)));
      await sql`
        insert into ${sql.table(table)} (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${lines.join()}]`}::text::jsonb)
      `.execute(trx);
    },
  };
}
