import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../../contract/user.ts';
import type { Db, ListVersions } from '../db/tables.ts';

/** A person as named in responses and in the log. */
export interface Named {
  uciNetId: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

/** Who makes a request. `person` is who they act as; `impersonator` is the real person, or null if that is the same. */
export interface Caller {
  user: Named;
  permissions: ReadonlySet<Permission>;
  impersonator: Named | null;
  impersonatorPermissions: ReadonlySet<Permission>;
  /** Whether a request that changes something really comes from them, and is not forged by another site. */
  means(request: FastifyRequest): boolean;
}

/** How callers identify themselves. The database stores only a hash of the secret. `Row` is a caller's database row. */
export interface Credentials<Row> {
  /** What may be secrets in a request. */
  secretsIn(request: FastifyRequest): readonly string[];
  hashOf(secret: string): string;
  /**
   * A query for at most one row, that of the first hash which has one. Its only parameter is the hashes, with commas between
   * them: one that is a list would be encoded in another way on each engine.
   */
  rowOf(hashes: string): RawBuilder<Row>;
  callerOf(row: Row, secret: string): Promise<Caller>;
}

/** The caller of a request, and the counters of the lists at that moment. */
export interface IdentifiedCaller {
  caller: Caller;
  counters: ListVersions;
}

/**
 * Finds the caller that one of some secrets belongs to, or undefined. The same statement reads the counters, so that a list needs
 * no query of its own to check its cached response (responseCache.ts).
 */
export function callerFinder<Row extends { hash: string }>(
  db: Db,
  credentials: Credentials<Row>,
): (secrets: readonly string[]) => Promise<IdentifiedCaller | undefined> {
  type CallerRow = Row & { counters: ListVersions };
  // Compiled once, because nearly every request runs it.
  const statement = sql<CallerRow>`
    select who.*, (select json_object_agg(kind, version) from list_version) as counters
    from (${credentials.rowOf('')}) who
  `.compile(db);

  return async function find(secrets) {
    const byHash = new Map(secrets.map((secret) => [credentials.hashOf(secret), secret]));
    const { rows } = await db.executeQuery<CallerRow>({
      ...statement,
      parameters: [[...byHash.keys()].join()],
    });
    const [row] = rows;
    const secret = row && byHash.get(row.hash);
    if (!row || secret === undefined) return undefined;
    return { caller: await credentials.callerOf(row, secret), counters: row.counters };
  };
}
