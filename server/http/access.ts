import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Form } from '../../contract/form.ts';
import type { Permission } from '../../contract/user.ts';
import { isCrossSiteToken, type SignedIn, sessionFinder } from '../auth/sessions.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { type ApiError, csrfInvalid, forbidden, NotSignedIn } from '../errors.ts';
import { readSessionCookie } from './cookies.ts';

/** Who may make a call. Each route says one of these; a route without it does not register. */
export type Access = 'public' | 'signed-in' | Permission;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** A GET that changes state, so it must prove where it comes from as well. */
    changesState?: boolean;
    /** The form that the body is read by; its errors become 422. */
    form?: Form;
    /** What is missing when a key of the path is no legal key. */
    missing?: () => ApiError;
  }
  interface FastifyRequest {
    session: SignedIn | null;
  }
}

/** Who is signed in, on a route that needs it. */
export function signedIn(request: Pick<FastifyRequest, 'session'>): SignedIn {
  if (!request.session) throw new NotSignedIn();
  return request.session;
}

/** 401 before 403, both before the body is read: everything here needs the head of the request only. */
export function guardAccess(app: FastifyInstance, db: Db, config: Config): void {
  const findSession = sessionFinder(db, config.groupPermissions);
  app.decorateRequest('session', null);
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${String(route.method)} ${route.url} says no access`);
  });
  app.addHook('onRequest', async (request, reply) => {
    // Only lists say otherwise.
    reply.header('cache-control', 'no-store');
    const { access = 'signed-in', changesState = false } = request.routeOptions.config;
    if (access === 'public') return;
    const sessionId = readSessionCookie(request, config);
    request.session = (sessionId && (await request.deadline.hold(findSession(sessionId)))) || null;
    const { permissions, impersonatorPermissions, sessionId: id } = signedIn(request);
    if (changesState && !isOwnRequest(request)) throw csrfInvalid();
    if (!isRead(request) && !isCrossSiteToken(id, request.headers['x-xsrf-token'])) throw csrfInvalid();
    if (access === 'signed-in' || permissions.has(access)) return;
    // Spec 6: the override that applies while impersonating.
    if (access === 'impersonate:user' && impersonatorPermissions.has(access)) return;
    throw forbidden();
  });
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

function isOwnRequest({ headers }: FastifyRequest): boolean {
  return headers['x-requested-with'] === 'XMLHttpRequest' && headers['sec-fetch-site'] !== 'cross-site';
}
