import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { crossSiteToken } from './sessions.ts';
import { ATTEMPT_COOKIE, ATTEMPT_SECONDS, attemptCookie, begunAt } from './signInAttempts.ts';

// Spec 7: the code in the browser reads it and sends it back as X-XSRF-TOKEN. A neighboring application may use the same
// name, beside ours or in its place, so the token is also in a cookie with a name of our own, which our pages read first.
const XSRF = 'XSRF-TOKEN';
const OWN_XSRF = 'MDD-XSRF-TOKEN';

function options(config: Config): CookieSerializeOptions {
  return { path: config.basePath || '/', sameSite: 'lax', secure: isHttps(config) };
}

const isHttps = ({ publicUrl }: Config) => publicUrl.startsWith('https:');

/** With this prefix a browser accepts the cookie only over https, so that nobody on the network can set one. */
const prefix = (config: Config) => (isHttps(config) ? '__Secure-' : '');

export const sessionCookie = (config: Config) => `${prefix(config)}SESSION`;

/** As our session IDs look (sessions.ts). */
const SESSION_ID = /^[\w-]{43}$/;
/** At most as many sessions of a request are looked for. */
const MOST_SESSIONS = 8;

/**
 * What may be the session IDs of a request. A browser sends each cookie of the name: also one that a neighboring application
 * has set, and that of a longer path comes first.
 */
export function readSessionCookies({ headers }: FastifyRequest, config: Config): readonly string[] {
  const start = `${sessionCookie(config)}=`;
  const values = (headers.cookie ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(start))
    .map((one) => one.slice(start.length));
  return values.filter((value) => SESSION_ID.test(value)).slice(0, MOST_SESSIONS);
}

/** How the OpenAPI document describes authentication. */
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

/** Sends the session cookie to the browser, and the cookie with its cross-site token. */
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
 * How much of a request's head the attempts of one browser may take, in bytes. Even with the longest sign-in address,
 * the head stays below the 16 KB that Node reads.
 */
const ATTEMPTS_ROOM = 6_000;

/** Sends an attempt to the browser as a cookie. If there are too many, clears the oldest. */
export function setAttemptCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
  sealed: string,
  config: Config,
): void {
  const name = prefix(config) + attemptCookie(state);
  let room = ATTEMPTS_ROOM - sizeOf(name, sealed);
  const others = Object.entries(request.cookies)
    .filter(([other]) => other.startsWith(prefix(config) + ATTEMPT_COOKIE))
    .sort(([, one = ''], [, other = '']) => begunAt(other) - begunAt(one));
  for (const [other, value = ''] of others) {
    room -= sizeOf(other, value);
    if (room < 0) reply.clearCookie(other, attemptOptions(config));
  }
  reply.setCookie(name, sealed, {
    ...attemptOptions(config),
    // Longer than the attempt is valid, so that a person who comes too late is told why.
    maxAge: 2 * ATTEMPT_SECONDS,
  });
}

const sizeOf = (name: string, value: string) => name.length + value.length + '=; '.length;

/** The sealed attempt for a state, if the browser has one. */
export const readAttemptCookie = (request: FastifyRequest, state: string, config: Config) =>
  request.cookies[prefix(config) + attemptCookie(state)];

/** Returns the sealed attempt for a state, and clears its cookie, so that it works only once. */
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

/** Whether a request has a cookie of ours, of whatever session or attempt. */
export const hasOurCookies = ({ cookies }: FastifyRequest, config: Config): boolean =>
  Object.keys(cookies).some((name) => name === OWN_XSRF || name.startsWith(prefix(config) + ATTEMPT_COOKIE));

const attemptOptions = (config: Config) => ({
  ...options(config),
  path: `${config.basePath}/api/auth`,
  httpOnly: true,
});
