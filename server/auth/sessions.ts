import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Permission } from '../../contract/user.ts';
import type { Db, ListVersions } from '../db/tables.ts';
import { type GroupPermissions, type Person, permissionsOf } from './people.ts';

/** Who makes a request: `person` is acted as, `impersonator` who really sits there (null: the same). */
export interface SignedIn {
  /** Of the row, for as long as the sign-in lasts. */
  sessionKey: number;
  /** What the browser holds of it at this moment. */
  sessionId: string;
  person: Person;
  permissions: ReadonlySet<Permission>;
  impersonator: Person | null;
  impersonatorPermissions: ReadonlySet<Permission>;
  idToken: string | null;
  /** Read along, so that a list needs no question of its own (http/readyList.ts). */
  listVersions: ListVersions;
}

const IMPERSONATION = '1 hour';
// How old `seen_at` may get before a request renews it: not every request is a write.
const SEEN = '30 seconds';

/** Contract 6: 30 minutes idle, 12 hours in all. Whatever reads or renews a session asks for it. */
const alive = sql<boolean>`(session.seen_at > now() - interval '30 minutes' and session.created_at > now() - interval '12 hours')`;

const newId = () => randomBytes(32).toString('base64url');
const hashOf = (sessionId: string) => createHash('sha256').update(sessionId).digest('base64url');

/** Starts a session and answers its id, which is stored only as a hash. */
export async function openSession(
  db: Db,
  session: { uciNetId: string; idToken?: string | null },
): Promise<string> {
  const sessionId = newId();
  await db
    .insertInto('session')
    .values({ idHash: hashOf(sessionId), uciNetId: session.uciNetId, idToken: session.idToken ?? null })
    .execute();
  return sessionId;
}

/** Ends a sign-in, under whatever id it has by now; false when it has ended already. */
export async function endSession(db: Db, sessionKey: number): Promise<boolean> {
  const ended = await db.deleteFrom('session').where('sessionKey', '=', sessionKey).executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** Ends the sign-in that a browser holds an id of; an unknown one is no error. */
export async function closeSession(db: Db, sessionId: string): Promise<void> {
  const held = await db
    .selectFrom('session')
    .select('sessionKey')
    .where('idHash', '=', hashOf(sessionId))
    .executeTakeFirst();
  if (held) await endSession(db, held.sessionKey);
}

/** Ends what has expired; called now and then, sessions that are not swept are refused all the same. */
export async function sweepSessions(db: Db): Promise<void> {
  await sql`delete from session where not ${alive}`.execute(db);
}

/**
 * The same sign-in under a new id, acting as somebody (null: as oneself); the old id is worthless at once. Undefined
 * when the session has ended meanwhile, or another call has given it a new id.
 */
export async function renewSession(
  db: Db,
  sessionId: string,
  actingAs: string | null,
): Promise<string | undefined> {
  const renewed = newId();
  const { numAffectedRows } = await sql`
    update session
    set id_hash = ${hashOf(renewed)}, seen_at = now(), acting_as = ${actingAs},
      acting_since = ${actingAs === null ? null : sql`now()`}
    where id_hash = ${hashOf(sessionId)} and ${alive}`.execute(db);
  return numAffectedRows ? renewed : undefined;
}

interface SessionRow {
  sessionKey: number;
  real: Person;
  acted: Person | null;
  actingAs: string | null;
  idToken: string | null;
  stale: boolean;
  listVersions: ListVersions;
}

/**
 * Answers who a session belongs to, with the rights they have at this moment; undefined when it is unknown or expired.
 * Somebody who may no longer impersonate, or no longer covers the other's rights, is themselves again, and stays so.
 */
export function sessionFinder(
  db: Db,
  groups: GroupPermissions,
): (sessionId: string) => Promise<SignedIn | undefined> {
  // Put together once: nearly every request runs it.
  const statement = sql<SessionRow>`
    select session.session_key, ${personJson('u')} as real,
      case when a.uci_net_id is not null then ${personJson('a')} end as acted, session.acting_as,
      session.id_token, session.seen_at < now() - ${sql.lit(SEEN)}::interval as stale,
      (select json_object_agg(kind, version) from list_version) as list_versions
    from session
    join app_user u on u.uci_net_id = session.uci_net_id
    left join app_user a on a.uci_net_id = session.acting_as
      and session.acting_since > now() - ${sql.lit(IMPERSONATION)}::interval
    where session.id_hash = ${''} and ${alive}
  `.compile(db);

  return async function findSession(sessionId) {
    const { rows } = await db.executeQuery<SessionRow>({
      ...statement,
      parameters: [hashOf(sessionId)],
    });
    const [row] = rows;
    if (!row) return undefined;
    const own = permissionsOf(row.real, groups);
    const acted = row.acted && mayActAs(own, permissionsOf(row.acted, groups)) ? row.acted : null;
    const idHash = hashOf(sessionId);
    if (row.actingAs && !acted)
      await sql`update session set acting_as = null, acting_since = null where id_hash = ${idHash}`.execute(
        db,
      );
    if (row.stale)
      await sql`update session set seen_at = now() where id_hash = ${idHash} and ${alive}`.execute(db);
    return {
      sessionKey: row.sessionKey,
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
