import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** A place of the change log, or a row that it tells of, and what is wrong there. */
export interface Fault {
  place: string;
  fault: string;
}

/**
 * The newest change set and its hash, `412:9f2c…`: who has written it down elsewhere can tell later whether all that was
 * recorded up to it is still there, and as it was. Null where there is no log.
 */
export async function headOfLog(db: Db): Promise<string | null> {
  const made = await sql<{
    made: boolean;
  }>`select to_regclass('derived.log_head') is not null as made`.execute(db);
  if (!made.rows[0]?.made) return null;
  const { rows } = await sql<{ head: string }>`select head from derived.log_head`.execute(db);
  return rows[0]?.head ?? null;
}

/** All that is wrong with the log, or with the tables beside it; `head` is one that was written down before. */
export async function faultsOfLog(db: Db, head?: string): Promise<Fault[]> {
  return await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      const { rows } = await sql<Fault>`select place, fault from derived.faults`.execute(connection);
      return head === undefined || (await isInLog(connection, head))
        ? rows
        : [
            ...rows,
            {
              place: `the head ${head}`,
              fault: 'is not in this log: sets have been taken away, or rewritten',
            },
          ];
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

async function isInLog(db: Db, head: string): Promise<boolean> {
  const { rows } = await sql`select from change_set where number || ':' || hash = ${head}`.execute(db);
  return rows.length > 0;
}
