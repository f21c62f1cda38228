import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { crossSiteToken } from './sessions.ts';
import { ATTEMPT_COOKIE, ATTEMPT_SECONDS, attemptCookie, begunAt } from './signInAttempts.ts';

// Spec 7: the code in the browser reads the cookie and sends it back as X-XSRF-TOKEN. A neighboring application may set a
// cookie of the same name, which may replace ours. So another cookie has the token too, and our pages read it first.
const XSRF = 'XSRF-TOKEN';
const OWN_XSRF = 'MDD-XSRF-TOKEN';

function options(config: Config): CookieSerializeOptions {
  return { path: config.basePath || '/', sameSite: 'lax', secure: isHttps(config) };
}

const isHttps = ({ publicUrl }: Config) => publicUrl.startsWith('https:');

/** A browser accepts a cookie with this prefix only over https, so nobody on the network can set such a cookie. */
const prefix = (config: Config) => (isHttps(config) ? '__Secure-' : '');

export const sessionCookie = (config: Config) => `${prefix(config)}SESSION`;

/** The format of our session IDs (sessions.ts). */
const SESSION_ID = /^[\w-]{43}$/;
/** The maximum number of session IDs read from a request. */
const MAX_SESSIONS = 8;

/**
 * The possible session IDs of a request. A browser sends all cookies of this name, including those that neighboring
 * applications have set, and first those with longer paths.
 */
export function readSessionCookies({ headers }: FastifyRequest, config: Config): readonly string[] {
  const start = `${sessionCookie(config)}=`;
  const values = (headers.cookie ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(start))
    .map((cookie) => cookie.slice(start.length));
  return values.filter((value) => SESSION_ID.test(value)).slice(0, MAX_SESSIONS);
}

/** The security schemes in the OpenAPI document. */
export const securitySchemes = (config: Config) =>
  ({
    session: { type: 'apiKey', in: 'cookie', name: sessionCookie(config) },
    crossSiteToken: {
      type: 'apiKey',
      in: 'header',
      name: 'X-XSRF-TOKEN',
      description: 'The value of the cookie XSRF-TOKEN, on POST, PUT and DELETE.',
    },
  }) as const;

/** Sends the browser the session cookie and the cookies with its cross-site token. */
export function setSessionCookies(reply: FastifyReply, sessionId: string, config: Config): void {
  reply.setCookie(sessionCookie(config), sessionId, { ...options(config), httpOnly: true });
  setCrossSiteCookie(reply, sessionId, config);
}

export function setCrossSiteCookie(reply: FastifyReply, sessionId: string, config: Config): void {
  const token = crossSiteToken(sessionId);
  reply.setCookie(XSRF, token, options(config)).setCookie(OWN_XSRF, token, options(config));
}

export function clearSessionCookies(reply: FastifyReply, config: Config): void {
  for (const name of [sessionCookie(config), XSRF, OWN_XSRF]) reply.clearCookie(name, options(config));
}

/**
 * The maximum size of the attempts of one browser in the request headers, in bytes. Even with the longest sign-in URL, the
 * headers stay below the 16 KB that Node reads.
 */
const MAX_ATTEMPTS_SIZE = 6_000;

/** Sends the browser an attempt as a cookie. If there are too many attempts, clears the oldest. */
export function setAttemptCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
  sealed: string,
  config: Config,
): void {
  const name = prefix(config) + attemptCookie(state);
  let available = MAX_ATTEMPTS_SIZE - sizeOf(name, sealed);
  const others = Object.entries(request.cookies)
    .filter(([other]) => other.startsWith(prefix(config) + ATTEMPT_COOKIE))
    .sort(([, a = ''], [, b = '']) => begunAt(b) - begunAt(a));
  for (const [other, value = ''] of others) {
    available -= sizeOf(other, value);
    if (available < 0) reply.clearCookie(other, attemptOptions(config));
  }
  reply.setCookie(name, sealed, {
    ...attemptOptions(config),
    // Longer than the attempt is valid, so that the page can explain a late sign-in.
    maxAge: 2 * ATTEMPT_SECONDS,
  });
}

const sizeOf = (name: string, value: string) => name.length + value.length + '=; '.length;

/** The sealed attempt for a state, if the browser has one. */
export const readAttemptCookie = (request: FastifyRequest, state: string, config: Config) =>
  request.cookies[prefix(config) + attemptCookie(state)];

/** Returns the sealed attempt for a state and clears its cookie, so it works only once. */
export function takeAttemptCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
  config: Config,
): string | undefined {
  const sealed = readAttemptCookie(request, state, config);
  if (sealed !== undefined) reply.clearCookie(prefix(config) + attemptCookie(state), attemptOptions(config));
  return sealed;
}

/** Whether a request has a cookie of ours, from any session or attempt. */
export const hasOurCookies = ({ cookies }: FastifyRequest, config: Config): boolean =>
  Object.keys(cookies).some((name) => name === OWN_XSRF || name.startsWith(prefix(config) + ATTEMPT_COOKIE));

const attemptOptions = (config: Config) => ({
  ...options(config),
  path: `${config.basePath}/api/auth`,
  httpOnly: true,
});
