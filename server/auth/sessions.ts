import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';

/** Contract 6: 30 minutes idle, 12 hours in total. Each statement that reads or renews a session checks this. */
export const alive = sql<boolean>`(session.seen_at > now() - interval '30 minutes' and session.created_at > now() - interval '12 hours')`;

const newId = () => randomBytes(32).toString('base64url');
export const hashOf = (sessionId: string) => createHash('sha256').update(sessionId).digest('base64url');

/** Starts a session and returns its ID. Only a hash of the ID is stored. */
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

/** Ends a session, whatever its current ID is. Returns false if it has already ended. */
export async function endSession(db: Db, sessionKey: number): Promise<boolean> {
  const ended = await db.deleteFrom('session').where('sessionKey', '=', sessionKey).executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** Ends the sessions with these IDs. An unknown ID is not an error. */
export async function closeSessions(db: Db, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length > 0)
    await db.deleteFrom('session').where('idHash', 'in', sessionIds.map(hashOf)).execute();
}

/** Deletes expired sessions. It runs now and then, because an expired session is rejected even before it is deleted. */
export async function sweepSessions(db: Db): Promise<void> {
  await sql`delete from session where not ${alive}`.execute(db);
}

/**
 * Gives a session a new ID and sets the user that it acts as; null ends impersonation. The old ID becomes invalid at once.
 * Returns the new ID, or undefined if the session has ended or another request has renewed it.
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

/** The cross-site token of a session. Only the session ID makes it possible to compute it. */
export function crossSiteToken(sessionId: string): string {
  return createHmac('sha256', sessionId).update('cross-site token').digest('base64url');
}

/** Whether a value is the cross-site token of a session. Compares in constant time. */
export function isCrossSiteToken(sessionId: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const expected = Buffer.from(crossSiteToken(sessionId));
  const actual = Buffer.from(value);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
