import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { ATTEMPT_COOKIE, ATTEMPT_SECONDS, attemptCookie, begunAt } from './attempts.ts';
import { crossSiteToken } from './sessions.ts';

// Spec 7; the browser's code reads it and sends it back as X-XSRF-TOKEN.
const XSRF = 'XSRF-TOKEN';

function options(config: Config): CookieSerializeOptions {
  return { path: config.basePath || '/', sameSite: 'lax', secure: isHttps(config) };
}

const isHttps = ({ publicUrl }: Config) => publicUrl.startsWith('https:');

/** By this prefix a browser takes a cookie over https only, so that nobody on the way can set one. */
const prefix = (config: Config) => (isHttps(config) ? '__Secure-' : '');

export const sessionCookie = (config: Config) => `${prefix(config)}SESSION`;

export const readSessionCookie = (request: FastifyRequest, config: Config): string | undefined =>
  request.cookies[sessionCookie(config)];

/** How the API's document says what a call shows of itself. */
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

/** Hands a session to the browser, with its cross-site token. */
export function setSessionCookies(reply: FastifyReply, sessionId: string, config: Config): void {
  reply.setCookie(sessionCookie(config), sessionId, { ...options(config), httpOnly: true });
  setCrossSiteCookie(reply, sessionId, config);
}

export function setCrossSiteCookie(reply: FastifyReply, sessionId: string, config: Config): void {
  reply.setCookie(XSRF, crossSiteToken(sessionId), options(config));
}

export function clearSessionCookies(reply: FastifyReply, config: Config): void {
  reply.clearCookie(sessionCookie(config), options(config)).clearCookie(XSRF, options(config));
}

/**
 * What the attempts of one browser may take in the head of a request, in bytes: with the longest address of a sign-in
 * they stay below the 16 KB that Node reads.
 */
const ATTEMPTS_ROOM = 6_000;

/** Hands an attempt to the browser; where there are too many by now, the oldest go. */
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
    // Longer than the attempt counts, so that who comes too late is told so.
    maxAge: 2 * ATTEMPT_SECONDS,
  });
}

const sizeOf = (name: string, value: string) => name.length + value.length + '=; '.length;

/** The sealed attempt that belongs to a state, once: it is cleared as it is read. */
export function takeAttemptCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
  config: Config,
): string | undefined {
  const name = prefix(config) + attemptCookie(state);
  const sealed = request.cookies[name];
  if (sealed !== undefined) reply.clearCookie(name, attemptOptions(config));
  return sealed;
}

const attemptOptions = (config: Config) => ({
  ...options(config),
  path: `${config.basePath}/api/auth`,
  httpOnly: true,
});
