import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Permission } from '../../contract/user.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { NotSignedIn } from '../errors.ts';
import { signedIn } from '../http/access.ts';
import type { Caller, Credentials } from '../http/caller.ts';
import { readSessionCookie } from './cookies.ts';
import { type Person, permissionsOf } from './people.ts';
import { alive, hashOf, isCrossSiteToken } from './sessions.ts';

/** Somebody who has signed in with a browser. */
export interface SignedIn extends Caller {
  /** Of the row, for as long as the sign-in lasts. */
  sessionKey: number;
  /** What the browser holds of it at this moment. */
  sessionId: string;
  idToken: string | null;
}

/** The session of a request, on a route that is about sessions. */
export function sessionOf(request: Pick<FastifyRequest, 'caller'>): SignedIn {
  const caller = signedIn(request);
  if (!isBySession(caller)) throw new NotSignedIn();
  return caller;
}

const isBySession = (caller: Caller): caller is SignedIn => 'sessionKey' in caller;

const IMPERSONATION = '1 hour';
// How old `seen_at` may get before a request renews it: not every request is a write.
const SEEN = '30 seconds';

interface SessionRow {
  sessionKey: number;
  real: Person;
  acted: Person | null;
  actingAs: string | null;
  idToken: string | null;
  stale: boolean;
}

/**
 * Callers by the sessions of their browsers, with the rights they have at this moment. Somebody who may no longer
 * impersonate, or no longer covers the other's rights, is themselves again, and stays so.
 */
export function sessionCredentials(db: Db, config: Config): Credentials<SessionRow> {
  const { groupPermissions } = config;

  async function callerOf(row: SessionRow, sessionId: string): Promise<SignedIn> {
    const own = permissionsOf(row.real, groupPermissions);
    const acted = row.acted && mayActAs(own, permissionsOf(row.acted, groupPermissions)) ? row.acted : null;
    if (row.actingAs && !acted)
      await sql`update session set acting_as = null, acting_since = null where id_hash = ${hashOf(sessionId)}`.execute(
        db,
      );
    if (row.stale)
      await sql`update session set seen_at = now() where id_hash = ${hashOf(sessionId)} and ${alive}`.execute(
        db,
      );
    return {
      sessionKey: row.sessionKey,
      sessionId,
      person: acted ?? row.real,
      permissions: acted ? permissionsOf(acted, groupPermissions) : own,
      impersonator: acted ? row.real : null,
      impersonatorPermissions: own,
      idToken: row.idToken,
      means: ({ method, headers }) =>
        method === 'GET' ? isFromOurPages(headers) : isCrossSiteToken(sessionId, headers['x-xsrf-token']),
    };
  }

  return {
    shownBy: (request) => readSessionCookie(request, config),
    hashOf,
    rowOf: (idHash) => sql<SessionRow>`
      select session.session_key, ${personJson('u')} as real,
        case when a.uci_net_id is not null then ${personJson('a')} end as acted, session.acting_as,
        session.id_token, session.seen_at < now() - ${sql.lit(SEEN)}::interval as stale
      from session
      join app_user u on u.uci_net_id = session.uci_net_id
      left join app_user a on a.uci_net_id = session.acting_as
        and session.acting_since > now() - ${sql.lit(IMPERSONATION)}::interval
      where session.id_hash = ${idHash} and ${alive}`,
    callerOf,
  };
}

/** Contract 6: the two GETs that change state carry no token, so the browser has to say where they come from. */
const isFromOurPages = (headers: FastifyRequest['headers']) =>
  headers['x-requested-with'] === 'XMLHttpRequest' && headers['sec-fetch-site'] !== 'cross-site';

/** Contract 6: the target's permissions are all held by the impersonator too. */
export function mayActAs(own: ReadonlySet<Permission>, target: ReadonlySet<Permission>): boolean {
  return own.has('impersonate:user') && [...target].every((permission) => own.has(permission));
}

function personJson(table: 'u' | 'a') {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`json_build_object('uciNetId', ${column('uci_net_id')}, 'firstName', ${column('first_name')},
    'lastName', ${column('last_name')}, 'email', ${column('email')}, 'groups', ${column('groups')})`;
}
