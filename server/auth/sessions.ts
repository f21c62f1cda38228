import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Permission } from '../../contract/user.ts';
import type { Db, ListVersions } from '../db/tables.ts';
import { type GroupPermissions, type Person, permissionsOf } from './people.ts';

/** Who makes a request: `person` is acted as, `impersonator` who really sits there (null: the same). */
export interface SignedIn {
  sessionId: string;
  person: Person;
  permissions: ReadonlySet<Permission>;
  impersonator: Person | null;
  impersonatorPermissions: ReadonlySet<Permission>;
  idToken: string | null;
  /** Read along, so that a list needs no question of its own (http/readyList.ts). */
  listVersions: ListVersions;
}

const IDLE = '30 minutes';
const WHOLE = '12 hours';
const IMPERSONATION = '1 hour';
// How old `seen_at` may get before a request renews it: not every request is a write.
const SEEN = '30 seconds';

const hashOf = (sessionId: string) => createHash('sha256').update(sessionId).digest('base64url');

/** Starts a session and answers its id, which is stored only as a hash. */
export async function openSession(
  db: Db,
  session: { uciNetId: string; actingAs?: string; idToken?: string | null; createdAt?: string },
): Promise<string> {
  const sessionId = randomBytes(32).toString('base64url');
  await sql`
    insert into session (id_hash, uci_net_id, acting_as, acting_since, id_token, created_at, seen_at)
    values (${hashOf(sessionId)}, ${session.uciNetId}, ${session.actingAs ?? null},
      ${session.actingAs === undefined ? null : sql`now()`}, ${session.idToken ?? null},
      ${session.createdAt === undefined ? sql`now()` : sql`${session.createdAt}::timestamptz`}, now())`.execute(
    db,
  );
  return sessionId;
}

/** Ends a session; an unknown one is no error. */
export async function closeSession(db: Db, sessionId: string): Promise<void> {
  await sql`delete from session where id_hash = ${hashOf(sessionId)}`.execute(db);
}

/** Ends what has expired; called now and then, sessions that are not swept are refused all the same. */
export async function sweepSessions(db: Db): Promise<void> {
  await sql`delete from session
    where seen_at < now() - ${IDLE}::interval or created_at < now() - ${WHOLE}::interval`.execute(db);
}

/** The same sign-in under a new id, acting as somebody or as oneself; the old id is worthless at once. */
export async function renewSession(
  db: Db,
  signedIn: SignedIn,
  actingAs: string | undefined,
): Promise<string> {
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ createdAt: string }>`
      delete from session where id_hash = ${hashOf(signedIn.sessionId)} returning created_at`.execute(trx);
    const [old] = rows;
    return await openSession(trx, {
      uciNetId: (signedIn.impersonator ?? signedIn.person).uciNetId,
      idToken: signedIn.idToken,
      ...(actingAs === undefined ? {} : { actingAs }),
      ...(old ? { createdAt: old.createdAt } : {}),
    });
  });
}

interface SessionRow {
  real: Person;
  acted: Person | null;
  idToken: string | null;
  stale: boolean;
  listVersions: ListVersions;
}

/**
 * Answers who a session belongs to, with the rights they have at this moment; undefined when it is unknown or expired.
 * Somebody who may no longer impersonate, or no longer covers the other's rights, is themselves again.
 */
export function sessionFinder(
  db: Db,
  groups: GroupPermissions,
): (sessionId: string) => Promise<SignedIn | undefined> {
  // Put together once: nearly every request runs it.
  const statement = sql<SessionRow>`
    select ${personJson('u')} as real, case when a.uci_net_id is not null then ${personJson('a')} end as acted,
      s.id_token, s.seen_at < now() - ${sql.lit(SEEN)}::interval as stale,
      (select json_object_agg(kind, version) from list_version) as list_versions
    from session s
    join app_user u on u.uci_net_id = s.uci_net_id
    left join app_user a on a.uci_net_id = s.acting_as and s.acting_since > now() - ${sql.lit(IMPERSONATION)}::interval
    where s.id_hash = ${''}
      and s.seen_at > now() - ${sql.lit(IDLE)}::interval and s.created_at > now() - ${sql.lit(WHOLE)}::interval
  `.compile(db);

  return async function findSession(sessionId) {
    const { rows } = await db.executeQuery<SessionRow>({
      ...statement,
      parameters: [hashOf(sessionId)],
    });
    const [row] = rows;
    if (!row) return undefined;
    if (row.stale)
      await sql`update session set seen_at = now() where id_hash = ${hashOf(sessionId)}`.execute(db);
    const own = permissionsOf(row.real, groups);
    const acted = row.acted && mayActAs(own, permissionsOf(row.acted, groups)) ? row.acted : null;
    return {
      sessionId,
      person: acted ?? row.real,
      permissions: acted ? permissionsOf(acted, groups) : own,
      impersonator: acted ? row.real : null,
      impersonatorPermissions: own,
      idToken: row.idToken,
      listVersions: row.listVersions,
    };
  };
}

/** Contract 6: the target's permissions are all held by the impersonator too. */
export function mayActAs(own: ReadonlySet<Permission>, target: ReadonlySet<Permission>): boolean {
  return own.has('impersonate:user') && [...target].every((permission) => own.has(permission));
}

function personJson(table: 'u' | 'a') {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`json_build_object('uciNetId', ${column('uci_net_id')}, 'firstName', ${column('first_name')},
    'lastName', ${column('last_name')}, 'email', ${column('email')}, 'groups', ${column('groups')})`;
}

/** The cross-site token of a session: whoever cannot read the session's id cannot make it. */
export function crossSiteToken(sessionId: string): string {
  return createHmac('sha256', sessionId).update('cross-site token').digest('base64url');
}

/** Compares in constant time. */
export function isCrossSiteToken(sessionId: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const expected = Buffer.from(crossSiteToken(sessionId));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
