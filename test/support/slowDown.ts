import { sql } from 'kysely';
import type { Db } from '../../server/db/tables.ts';

/** Slows down each statement that creates or deletes departments to this duration. */
export const slowDown = (db: Db, operation: 'insert' | 'delete', seconds: number) =>
  sql
    .raw(`
      create function slow_down() returns trigger language plpgsql as $$
      begin perform pg_sleep(${seconds}); return null; end $$;
      create trigger slow_down before ${operation} on department for each statement execute function slow_down();
    `)
    .execute(db);

/** Ends it. */
export const speedUp = (db: Db) => sql`drop function slow_down cascade`.execute(db);
