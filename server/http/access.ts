import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Form } from '../../contract/form.ts';
import type { Permission } from '../../contract/user.ts';
import type { Db, ListVersions } from '../db/tables.ts';
import { type ApiError, csrfInvalid, forbidden, NotSignedIn } from '../errors.ts';
import { type Caller, type Credentials, callerFinder } from './caller.ts';
import { readReason } from './reason.ts';

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
    caller: Caller | null;
    /** Of the lists, as of the moment at which it was asked who calls. */
    counters: ListVersions | null;
    /** Why something is changed, as the call says of itself. */
    changeReason: string | null;
  }
}

/** Who is signed in, on a route that needs it. */
export function signedIn(request: Pick<FastifyRequest, 'caller'>): Caller {
  if (!request.caller) throw new NotSignedIn();
  return request.caller;
}

/** The counters of the lists, on a route that needs a sign-in. */
export function countersOf(request: Pick<FastifyRequest, 'counters'>): ListVersions {
  if (!request.counters) throw new NotSignedIn();
  return request.counters;
}

/** 401 before 403, both before the body is read: everything here needs the head of the request only. */
export function guardAccess<Row>(app: FastifyInstance, db: Db, credentials: Credentials<Row>): void {
  const findCaller = callerFinder(db, credentials);
  app.decorateRequest('caller', null);
  app.decorateRequest('counters', null);
  app.decorateRequest('changeReason', null);
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${String(route.method)} ${route.url} says no access`);
  });
  app.addHook('onRequest', async (request, reply) => {
    // Only lists say otherwise.
    reply.header('cache-control', 'no-store');
    const { access = 'signed-in', changesState = false } = request.routeOptions.config;
    if (access === 'public') return;
    const secret = credentials.shownBy(request);
    const found = secret ? await request.deadline.hold(findCaller(secret)) : undefined;
    request.caller = found?.caller ?? null;
    request.counters = found?.counters ?? null;
    const caller = signedIn(request);
    const isChange = isChanging(request.method);
    if ((changesState || isChange) && !caller.means(request)) throw csrfInvalid();
    if (!mayCall(caller, access)) throw forbidden();
    if (isChange) request.changeReason = readReason(request.headers['x-change-reason']);
  });
}

/** Whether calls by this method change something, as a rule. */
export const isChanging = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

function mayCall({ permissions, impersonatorPermissions }: Caller, access: Access): boolean {
  if (access === 'public' || access === 'signed-in' || permissions.has(access)) return true;
  // Spec 6: the override that applies while impersonating.
  return access === 'impersonate:user' && impersonatorPermissions.has(access);
}
