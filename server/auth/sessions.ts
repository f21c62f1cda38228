import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';

/** Contract 6: 30 minutes idle, 12 hours in all. Whatever reads or renews a session asks for it. */
export const alive = sql<boolean>`(session.seen_at > now() - interval '30 minutes' and session.created_at > now() - interval '12 hours')`;

const newId = () => randomBytes(32).toString('base64url');
export const hashOf = (sessionId: string) => createHash('sha256').update(sessionId).digest('base64url');

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
