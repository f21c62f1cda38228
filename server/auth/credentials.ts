import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Permission } from '../../contract/user.ts';
import type { Config } from '../config/config.ts';
import { ignoreDiskFull } from '../db/databaseErrors.ts';
import type { Db } from '../db/tables.ts';
import { NotSignedIn } from '../errors.ts';
import { signedIn } from '../http/access.ts';
import type { Caller, Credentials } from '../http/caller.ts';
import { readSessionCookies } from './cookies.ts';
import { alive, hashOf, isCrossSiteToken } from './sessions.ts';
import { permissionsOf, type SignedInUser } from './users.ts';

/** A caller who has signed in with a browser. */
export interface SignedIn extends Caller {
  /** The key of the session's row. It stays the same until sign-out. */
  sessionKey: number;
  /** The current session ID in the browser. */
  sessionId: string;
  idToken: string | null;
}

/** The session of a request, on a route about sessions. Throws `NotSignedIn` if there is none. */
export function sessionOf(request: Pick<FastifyRequest, 'caller'>): SignedIn {
  const caller = signedIn(request);
  if (!isBySession(caller)) throw new NotSignedIn();
  return caller;
}

const isBySession = (caller: Caller): caller is SignedIn => 'sessionKey' in caller;

const IMPERSONATION = '1 hour';
// The maximum age of `seen_at` before a request updates it, so that not every request writes.
const SEEN = '30 seconds';

interface SessionRow {
  hash: string;
  sessionKey: number;
  real: SignedInUser;
  acted: SignedInUser | null;
  actingAs: string | null;
  idToken: string | null;
  stale: boolean;
}

/**
 * Identifies callers by their browser sessions, with their current permissions. Impersonation ends for good when it times
 * out, when the impersonator loses the permission for it, or when they lack a permission of the other user.
 */
export function sessionCredentials(db: Db, config: Config): Credentials<SessionRow> {
  const { groupPermissions } = config;

  async function callerOf(row: SessionRow, sessionId: string): Promise<SignedIn> {
    const realPermissions = permissionsOf(row.real, groupPermissions);
    const acted =
      row.acted && mayActAs(realPermissions, permissionsOf(row.acted, groupPermissions)) ? row.acted : null;
    // On a full disk, reads go on until the session ends.
    if (row.actingAs && !acted)
      await sql`update session set acting_as = null, acting_since = null where id_hash = ${hashOf(sessionId)}`
        .execute(db)
        .catch(ignoreDiskFull);
    if (row.stale)
      await sql`update session set seen_at = now() where id_hash = ${hashOf(sessionId)} and ${alive}`
        .execute(db)
        .catch(ignoreDiskFull);
    return {
      sessionKey: row.sessionKey,
      sessionId,
      user: acted ?? row.real,
      permissions: acted ? permissionsOf(acted, groupPermissions) : realPermissions,
      impersonator: acted ? row.real : null,
      impersonatorPermissions: realPermissions,
      idToken: row.idToken,
      isSenderOf: ({ method, headers }) =>
        isOfOurOrigin(headers, config) &&
        (method === 'GET' ? isFromOurPages(headers) : isCrossSiteToken(sessionId, headers['x-xsrf-token'])),
    };
  }

  return {
    secretsIn: (request) => readSessionCookies(request, config),
    hashOf,
    rowsOf: (idHashes) => sql<SessionRow>`
      select session.id_hash as hash, session.session_key, ${userJson('u')} as real,
        case when a.uci_net_id is not null then ${userJson('a')} end as acted, session.acting_as,
        session.id_token, session.seen_at < now() - ${sql.lit(SEEN)}::interval as stale
      from session
      join app_user u on u.uci_net_id = session.uci_net_id
      left join app_user a on a.uci_net_id = session.acting_as
        and session.acting_since > now() - ${sql.lit(IMPERSONATION)}::interval
      where session.id_hash = any (string_to_array(${idHashes}, ',')) and ${alive}`,
    callerOf,
  };
}

/** Contract 6: the two GETs that change state carry no token, so the browser's headers must show their origin. */
const isFromOurPages = (headers: FastifyRequest['headers']) =>
  headers['x-requested-with'] === 'XMLHttpRequest';

/**
 * Whether the browser names no foreign origin for the page that makes the request: a second line of defense if a token
 * leaks. The server may have other host names than that of PUBLIC_URL; the browser then sends the same name in `Host`.
 */
function isOfOurOrigin(
  { origin, host, ...headers }: FastifyRequest['headers'],
  { publicUrl }: Config,
): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return false;
  return origin === undefined || origin === new URL(publicUrl).origin || URL.parse(origin)?.host === host;
}

/** Contract 6: the impersonator must have all permissions of the target. */
export function mayActAs(own: ReadonlySet<Permission>, target: ReadonlySet<Permission>): boolean {
  return own.has('impersonate:user') && [...target].every((permission) => own.has(permission));
}

function userJson(table: 'u' | 'a') {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`json_build_object('uciNetId', ${column('uci_net_id')}, 'firstName', ${column('first_name')},
    'lastName', ${column('last_name')}, 'email', ${column('email')}, 'groups', ${column('groups')})`;
}
