import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ATTEMPT_SECONDS, attemptCookie } from '../auth/attempts.ts';
import { crossSiteToken } from '../auth/sessions.ts';
import type { Config } from '../config.ts';

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

export function setAttemptCookie(reply: FastifyReply, state: string, sealed: string, config: Config): void {
  reply.setCookie(prefix(config) + attemptCookie(state), sealed, {
    ...attemptOptions(config),
    maxAge: ATTEMPT_SECONDS,
  });
}

/** The sealed attempt that belongs to a state, once: it is cleared as it is read. */
export function takeAttemptCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
  config: Config,
): string | undefined {
  const name = prefix(config) + attemptCookie(state);
  reply.clearCookie(name, attemptOptions(config));
  return request.cookies[name];
}

const attemptOptions = (config: Config) => ({
  ...options(config),
  path: `${config.basePath}/api/auth`,
  httpOnly: true,
});
