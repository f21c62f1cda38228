import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Scope } from '../../../contract/tokens.ts';
import type { Config } from '../../config/config.ts';
import { ignoreDiskFull } from '../../db/databaseErrors.ts';
import type { Db } from '../../db/tables.ts';
import { tokenInvalid, tokenScope, tooManyRequests } from '../../errors.ts';
import { type Caller, type Credentials, callerFinder } from '../../http/caller.ts';
import { clientOf } from '../../http/clientAddress.ts';
import { createRefusedTokens } from './refusedTokens.ts';
import { hashOf, secretIn } from './secrets.ts';
import { today } from './storedTokens.ts';

/** Another system that calls with a token. */
interface OtherSystem extends Caller {
  scopes: ReadonlySet<Scope>;
}

interface TokenRow {
  hash: string;
  id: string;
  name: string;
  scopes: Scope[];
  isFirstUse: boolean;
}

/** Identifies other systems by the secrets of their tokens. A hash is no secret, so the database may compare it. */
function tokenCredentials(db: Db, { timeZone }: Config): Credentials<TokenRow> {
  return {
    secretsIn: (request) => [secretIn(request) ?? []].flat(),
    hashOf,
    rowsOf: (hashes) => sql<TokenRow>`
      select secret.hash, token.id, token.name, token.scopes,
        token.last_used_on is distinct from ${today(timeZone)} as is_first_use
      from token_secret secret join token on token.id = secret.token_id
      where secret.hash = any (string_to_array(${hashes}, ',')) and secret.expires_on >= ${today(timeZone)} and token.revoked_at is null`,
    async callerOf({ id, name, scopes, isFirstUse }): Promise<OtherSystem> {
      if (isFirstUse)
        await sql`update token set last_used_on = ${today(timeZone)} where id = ${id}`
          .execute(db)
          .catch(ignoreDiskFull);
      return {
        user: { uciNetId: `token:${name}`, firstName: null, lastName: null, email: null },
        permissions: new Set(),
        impersonator: null,
        impersonatorPermissions: new Set(),
        isSenderOf: () => false,
        scopes: new Set(scopes),
      };
    },
  };
}

/**
 * Checks requests below `{base}/api` with the header `Authorization` (contract 13), whatever cookies they have: 429, 401, then
 * 403 for all that their token may not read, whether it exists or not.
 */
export function guardTokens(app: FastifyInstance, db: Db, config: Config): void {
  const credentials = tokenCredentials(db, config);
  const findCaller = callerFinder(db, credentials);
  const refused = createRefusedTokens();
  app.decorateRequest('caller', null);
  app.decorateRequest('counters', null);
  app.decorateRequest('checkAccess');
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === undefined || !isOfApi(request, config)) return;
    // The default; cached responses override it.
    reply.header('cache-control', 'no-store');
    const seconds = refused.secondsLeft(clientOf(request));
    if (seconds > 0) throw tooManyRequests(seconds);
    request.checkAccess = () => checkToken(request);
    await request.checkAccess();
  });

  async function checkToken(request: FastifyRequest): Promise<void> {
    const secrets = credentials.secretsIn(request);
    const found = secrets.length > 0 ? await request.deadline.race(findCaller(secrets)) : undefined;
    if (!found) {
      refused.add(clientOf(request));
      throw tokenInvalid();
    }
    request.caller = found.caller;
    request.counters = found.counters;
    const { scope } = request.is404 ? {} : request.routeOptions.config;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !scope || !(found.caller as OtherSystem).scopes.has(scope)) throw tokenScope();
  }
}

/** Whether a request is for a call, or for an address below the API at which nothing is. */
function isOfApi({ is404, routeOptions, url }: FastifyRequest, { basePath }: Config): boolean {
  const isCall = !is404 && routeOptions.url?.startsWith(`${basePath}/api/`);
  return isCall || /^\/api(\/|$)/.test(decoded(url).slice(basePath.length));
}

/** The path of a URL as the router reads it. */
function decoded(url: string): string {
  const [path = ''] = url.split(/[?#;]/, 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * The security schemes of tokens in the OpenAPI document. Generated clients try all schemes, and the last that sets the header
 * `Authorization` wins: a token alone is not a user name with a password.
 */
export const tokenSchemes = {
  tokenAsPassword: {
    type: 'http',
    scheme: 'basic',
    description: 'A token as the password, with any user name.',
  },
  token: { type: 'http', scheme: 'bearer', description: 'A token of Other systems.' },
} as const;
