import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../../contract/user.ts';
import type { Db, ListVersions } from '../db/tables.ts';

/** Somebody as answers and the log name them. */
export interface Named {
  uciNetId: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

/** Who makes a request: `person` is acted as, `impersonator` who really sits there (null: the same). */
export interface Caller {
  person: Named;
  permissions: ReadonlySet<Permission>;
  impersonator: Named | null;
  impersonatorPermissions: ReadonlySet<Permission>;
  /** Whether a request that changes something is meant by them, and not made in their name by another site. */
  means(request: FastifyRequest): boolean;
}

/** By what callers are known, of which the database holds the hash. `Row` is what it answers of one. */
export interface Credentials<Row> {
  /** The secret that a request shows, if it shows any. */
  shownBy(request: FastifyRequest): string | undefined;
  hashOf(secret: string): string;
  /** At most one row; the hash is the only parameter. */
  rowOf(hash: string): RawBuilder<Row>;
  callerOf(row: Row, secret: string): Promise<Caller>;
}

/** Who makes a request, and the counters of the lists as of then. */
export interface Found {
  caller: Caller;
  counters: ListVersions;
}

/**
 * Answers who shows a secret; undefined for nobody. The counters come in the same statement, so that a list needs no
 * question of its own (ready.ts).
 */
export function callerFinder<Row>(
  db: Db,
  credentials: Credentials<Row>,
): (secret: string) => Promise<Found | undefined> {
  type Answer = Row & { counters: ListVersions };
  // Put together once: nearly every request runs it.
  const statement = sql<Answer>`
    select who.*, (select json_object_agg(kind, version) from list_version) as counters
    from (${credentials.rowOf('')}) who
  `.compile(db);

  return async function find(secret) {
    const { rows } = await db.executeQuery<Answer>({
      ...statement,
      parameters: [credentials.hashOf(secret)],
    });
    const [row] = rows;
    return row && { caller: await credentials.callerOf(row, secret), counters: row.counters };
  };
}
