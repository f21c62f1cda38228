import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../../contract/user.ts';
import type { Db, ListVersions } from '../db/tables.ts';
import { readTogether } from '../runtime/readTogether.ts';

/** A user, as named in responses and in the log. */
export interface Named {
  uciNetId: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

/**
 * Who makes a request. `user` is the user that they act as; `impersonator` is the real user, or null if both are the same.
 */
export interface Caller {
  user: Named;
  permissions: ReadonlySet<Permission>;
  impersonator: Named | null;
  impersonatorPermissions: ReadonlySet<Permission>;
  /** Whether the caller really sent a request that changes something. Another site may have forged it. */
  isSenderOf(request: FastifyRequest): boolean;
}

/** How callers are identified. The database stores only a hash of the secret. `Row` is a caller's database row. */
export interface Credentials<Row> {
  /** The values in a request that may be secrets. */
  secretsIn(request: FastifyRequest): readonly string[];
  hashOf(secret: string): string;
  /**
   * A query for the rows of these hashes. Its only parameter is a comma-separated string of hashes, because each engine encodes
   * a list parameter differently.
   */
  rowsOf(hashes: string): RawBuilder<Row>;
  callerOf(row: Row, secret: string): Promise<Caller>;
}

/** The caller of a request, and the list counters at that time. */
export interface IdentifiedCaller {
  caller: Caller;
  counters: ListVersions;
}

/**
 * Finds the caller that the first known of these secrets belongs to, or undefined. The same statement reads the counters, so a
 * list needs no query of its own to check its cached response (responseCache.ts). Requests that arrive together share the statement.
 */
export function callerFinder<Row extends { hash: string }>(
  db: Db,
  credentials: Credentials<Row>,
): (secrets: readonly string[]) => Promise<IdentifiedCaller | undefined> {
  type CallerRow = Row & { counters: ListVersions };
  // Compile it once, because nearly every request runs it.
  const statement = sql<CallerRow>`
    select who.*, (select json_object_agg(kind, version) from list_version) as counters
    from (${credentials.rowsOf('')}) who
  `.compile(db);
  // While they wait for a connection, more requests may join.
  const rowsByHash = readTogether((takeHashes) =>
    db.connection().execute(async (connection) => {
      const { rows } = await connection.executeQuery<CallerRow>({
        ...statement,
        parameters: [takeHashes().join()],
      });
      return new Map(rows.map((row) => [row.hash, row]));
    }),
  );

  return async function find(secrets) {
    const byHash = new Map(secrets.map((secret) => [credentials.hashOf(secret), secret]));
    const rows = await rowsByHash(byHash.keys());
    for (const [hash, secret] of byHash) {
      const row = rows.get(hash);
      if (row) return { caller: await credentials.callerOf(row, secret), counters: row.counters };
    }
    return undefined;
  };
}
