import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorItem } from '../../contract/errors.ts';
import type { Form } from '../../contract/form.ts';
import type { Scope } from '../../contract/tokens.ts';
import type { Permission } from '../../contract/user.ts';
import type { Db, ListVersions } from '../db/tables.ts';
import {
  type ApiError,
  csrfInvalid,
  forbidden,
  forbiddenWhileImpersonating,
  NotSignedIn,
} from '../errors.ts';
import { type Caller, type Credentials, callerFinder } from './caller.ts';
import { refuseOtherUser } from './pageUser.ts';
import { readReason } from './reason.ts';

/** Who may use a route. Every route must set one of these; registering a route without it fails. */
export type Access = 'public' | 'signed-in' | Permission;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** The scope with which a token may read this too. */
    scope?: Scope;
    /** For a GET that changes state: it also needs the header X-Requested-With, as no cross-site page can send it. */
    changesState?: boolean;
    /** Forbidden while impersonating. */
    asOneself?: boolean;
    /** For a POST that saves nothing: the page may belong to another user. */
    savesNothing?: boolean;
    /** The form that validates the body; its errors become 422. */
    form?: Form;
    /** Returns the errors of an invalid body that only the database can detect. `values` are its valid values. */
    databaseErrors?: (request: FastifyRequest, values: Record<string, unknown>) => Promise<ErrorItem[]>;
    /** The 404 error for a path with an invalid key. */
    missing?: () => ApiError;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** The list counters at the time of the caller lookup. */
    counters: ListVersions | null;
    /** Checks again, later, whether the caller may make this request. */
    checkAccess: () => Promise<void>;
    /** The reason for a change, if the request has one. */
    changeReason: string | null;
  }
}

/** The caller, on a route that needs a sign-in. Throws `NotSignedIn`. */
export function signedIn(request: Pick<FastifyRequest, 'caller'>): Caller {
  if (!request.caller) throw new NotSignedIn();
  return request.caller;
}

/** The list counters, on a route that needs a sign-in. Throws `NotSignedIn`. */
export function countersOf(request: Pick<FastifyRequest, 'counters'>): ListVersions {
  if (!request.counters) throw new NotSignedIn();
  return request.counters;
}

/**
 * Checks for 401 before 403, and for both before the body is read: the checks need only the request headers. A request with
 * a token has been checked before (auth/tokens/tokenAccess.ts).
 */
export function guardAccess<Row extends { hash: string }>(
  app: FastifyInstance,
  db: Db,
  credentials: Credentials<Row>,
): void {
  const findCaller = callerFinder(db, credentials);
  app.decorateRequest('changeReason', null);
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${String(route.method)} ${route.url} sets no access`);
  });
  app.addHook('onRequest', async (request, reply) => {
    // The default; cached responses override it.
    reply.header('cache-control', 'no-store');
    if (request.headers.authorization !== undefined) return;
    request.checkAccess = () => checkSession(request);
    await request.checkAccess();
  });

  async function checkSession(request: FastifyRequest): Promise<void> {
    const { method, headers, routeOptions } = request;
    const { access = 'signed-in', changesState = false, asOneself = false } = routeOptions.config;
    if (access === 'public') return;
    const secrets = credentials.secretsIn(request);
    const found = secrets.length > 0 ? await request.deadline.race(findCaller(secrets)) : undefined;
    request.caller = found?.caller ?? null;
    request.counters = found?.counters ?? null;
    const caller = signedIn(request);
    const isChange = isChanging(method);
    if ((changesState || isChange) && !caller.isSenderOf(request)) throw csrfInvalid();
    if (isSaving(method, routeOptions.config)) refuseOtherUser(headers['x-signed-in-as'], caller);
    if (!isAllowed(caller, access)) throw forbidden();
    if (asOneself && caller.impersonator) throw forbiddenWhileImpersonating();
    if (isChange) request.changeReason = readReason(headers['x-change-reason']);
  }
}

/** Whether requests with this method normally change something. */
export const isChanging = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Whether a request saves something, and so must come from the user that its page shows. */
export const isSaving = (method: string, { savesNothing = false }: FastifyContextConfig) =>
  isChanging(method) && !savesNothing;

function isAllowed({ permissions, impersonatorPermissions }: Caller, access: Access): boolean {
  if (access === 'public' || access === 'signed-in' || permissions.has(access)) return true;
  // Spec 6: the override that applies while impersonating.
  return access === 'impersonate:user' && impersonatorPermissions.has(access);
}
