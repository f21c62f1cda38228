import rateLimit from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { someone } from '../../contract/history.ts';
import { plainSpaces } from '../../contract/text.ts';
import {
  type AuthenticatedUser,
  loginResponse,
  logoutResponse,
  type Permission,
  userResponse,
} from '../../contract/user.ts';
import {
  alreadyImpersonating,
  impersonationForbidden,
  impersonationOfOneself,
  NotSignedIn,
  userNotFound,
} from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { Link } from '../http/messagePage.ts';
import { type Routes, typed } from '../http/routeScope.ts';
import { isNetId, UnusableAccount } from './claims.ts';
import {
  clearSessionCookies,
  hasOurCookies,
  readSessionCookies,
  setAttemptCookie,
  setCrossSiteCookie,
  setSessionCookies,
  takeAttemptCookie,
} from './cookies.ts';
import { mayActAs, type SignedIn, sessionOf } from './credentials.ts';
import type { Provider } from './provider.ts';
import { clockDifference } from './providerError.ts';
import { returnPath, signInAddress } from './returnTo.ts';
import { closeSessions, endSession, openSession, renewSession, sweepSessions } from './sessions.ts';
import { openAttempt, sealAttempt } from './signInAttempts.ts';
import { isAccountError, NoAttempt, sendSignInError } from './signInErrors.ts';
import { signInLimit } from './signInRateLimit.ts';
import {
  findUser,
  permissionsOf,
  rememberUser,
  type SignedInUser,
  signedInUsers,
  someoneOf,
} from './users.ts';

const returnToQuery = z.strictObject({ returnTo: z.optional(z.string()) });
const querystring = z.strictObject({});
const netId = z.pipe(z.pipe(z.string(), z.transform(plainSpaces)), z.string().check(z.refine(isNetId)));

/** Sign-in, sign-out, impersonation and the current user (contract 6). */
export function authRoutes({ api, db, config }: Routes, provider: Provider): void {
  const { basePath, publicUrl } = config;
  const startUrl = (returnTo: unknown) =>
    `${signInAddress(publicUrl, basePath)}?returnTo=${encodeURIComponent(returnPath(returnTo, basePath))}`;

  const retryLink = (returnTo: unknown) => ({ href: startUrl(returnTo), label: 'Sign in again' });

  api.get(
    '/auth/login',
    {
      config: { access: 'public' },
      schema: { querystring: returnToQuery, response: { 200: loginResponse }, summary: 'Where to sign in' },
    },
    async (request) => ({ loginUrl: startUrl(request.query.returnTo) }),
  );

  api.get(
    '/auth/me',
    {
      config: { access: 'signed-in' },
      schema: { querystring, response: { 200: userResponse }, summary: 'Who is signed in' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      setCrossSiteCookie(reply, session.sessionId, config);
      return sendUser(session);
    },
  );

  api.post(
    '/auth/logout',
    {
      config: { access: 'signed-in', savesNothing: true },
      schema: { querystring, response: { 200: logoutResponse }, summary: 'End the session' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      if (!(await endSession(db, session.sessionKey))) throw new NotSignedIn();
      clearSessionCookies(reply, config);
      // Our session ends even if the provider is unreachable.
      const logoutUrl = await provider.end(session.idToken).catch((error: unknown) => {
        request.log.warn({ err: error }, 'the sign-in provider did not answer at logout');
        return `${publicUrl}${basePath}/`;
      });
      return { logoutUrl };
    },
  );

  api.register(async (scope) => {
    const signIn = typed(scope);
    // Browsers navigate to these URLs, so errors are shown as a page.
    signIn.setErrorHandler((error, request, reply) => {
      // Another system that sends a token is no browser.
      if (request.headers.authorization !== undefined) throw error;
      const { returnTo } = request.query as { returnTo?: unknown };
      return sendSignInError(error, request, reply, retryLink(returnTo));
    });
    if (config.oidc) await signIn.register(rateLimit, signInLimit(config));

    signIn.get(
      '/auth/start',
      {
        config: { access: 'public' },
        schema: { querystring: returnToQuery, summary: 'Go to the sign-in provider' },
      },
      async (request, reply) => {
        const { url, attempt } = await provider.start(returnPath(request.query.returnTo, basePath));
        const sealed = await sealAttempt(attempt, config.secret);
        setAttemptCookie(request, reply, attempt.state, sealed, config);
        return reply.redirect(url);
      },
    );

    signIn.get(
      '/auth/callback',
      {
        config: { access: 'public' },
        schema: {
          querystring: z.looseObject({ state: z.optional(z.string()) }),
          summary: 'Return from the sign-in provider',
        },
      },
      async (request, reply) => {
        const sealed = takeAttemptCookie(request, reply, request.query.state ?? '', config);
        if (!sealed) throw new NoAttempt(hasOurCookies(request, config));
        const attempt = await openAttempt(sealed, config.secret);
        try {
          const callback = new URL(request.url, publicUrl);
          const { user, idToken, missing, clockOff } = await provider.finish(callback, attempt);
          const who = await startSession(reply, user, idToken, readSessionCookies(request, config));
          if (clockOff !== undefined) request.log.warn(clockDifference(clockOff));
          const { groups } = user;
          const permissions = [...permissionsOf(user, config.groupPermissions)];
          request.log.info(
            { who, permissions, groups: groups.length, missing: missing.length ? missing : undefined },
            'signed in',
          );
          request.log.debug({ who, groups }, 'the groups that the provider sent');
          return reply.redirect(returnPath(attempt.returnTo, basePath));
        } catch (error) {
          const link = isAccountError(error) ? await otherAccountLink(error, request) : undefined;
          return sendSignInError(error, request, reply, link ?? retryLink(attempt.returnTo));
        }
      },
    );
  });

  /**
   * The link that signs out at the provider, which would otherwise use the same account again; undefined if there is none.
   */
  async function otherAccountLink(error: unknown, request: FastifyRequest): Promise<Link | undefined> {
    const idToken = error instanceof UnusableAccount ? error.idToken : null;
    try {
      return { href: await provider.end(idToken), label: 'Sign in as someone else' };
    } catch (cause) {
      request.log.warn({ err: cause }, 'the sign-out URL of the provider is not available');
      return undefined;
    }
  }

  /** Starts a session that replaces the browser's old sessions, and returns the user's stored ID. */
  async function startSession(
    reply: FastifyReply,
    user: SignedInUser,
    idToken: string | null,
    old: readonly string[],
  ): Promise<string> {
    // Store only the groups with permissions: a university has thousands of groups.
    const groups = user.groups.filter((group) => Object.hasOwn(config.groupPermissions, group));
    const uciNetId = await rememberUser(db, { ...user, groups });
    await closeSessions(db, old);
    await sweepSessions(db);
    setSessionCookies(reply, await openSession(db, { uciNetId, idToken }), config);
    return uciNetId;
  }

  async function renew(reply: FastifyReply, { sessionId }: SignedIn, actingAs: string | null) {
    const renewed = await renewSession(db, sessionId, actingAs);
    if (!renewed) throw new NotSignedIn();
    setSessionCookies(reply, renewed, config);
  }

  api.get(
    '/impersonate',
    {
      config: { access: 'impersonate:user' },
      schema: { querystring, response: { 200: z.array(someone) }, summary: 'Whom one may act as, by ID' },
    },
    async (request) => {
      const { user, impersonator, impersonatorPermissions } = sessionOf(request);
      const { uciNetId } = impersonator ?? user;
      const others = (await signedInUsers(db)).filter((other) => other.uciNetId !== uciNetId);
      return others
        .filter((other) => mayActAs(impersonatorPermissions, permissionsOf(other, config.groupPermissions)))
        .map(someoneOf);
    },
  );

  api.get(
    '/impersonate/:impersonationId',
    {
      config: { access: 'impersonate:user', changesState: true, missing: userNotFound },
      schema: {
        params: z.strictObject({ impersonationId: netId }),
        querystring,
        response: { 200: userResponse },
        summary: 'Act as another user',
      },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      if (session.impersonator) throw alreadyImpersonating();
      const target = await findUser(db, request.params.impersonationId);
      if (!target) throw userNotFound();
      if (target.uciNetId === session.user.uciNetId) throw impersonationOfOneself();
      const permissions = permissionsOf(target, config.groupPermissions);
      if (!mayActAs(session.permissions, permissions)) throw impersonationForbidden();
      await renew(reply, session, target.uciNetId);
      request.log.info({ actingAs: target.uciNetId, who: session.user.uciNetId }, 'impersonation started');
      return sendUser({
        ...session,
        user: target,
        permissions,
        impersonator: session.user,
        impersonatorPermissions: session.permissions,
      });
    },
  );

  api.get(
    '/impersonate/logout',
    {
      config: { access: 'signed-in', changesState: true },
      schema: { querystring, response: { 200: userResponse }, summary: 'Stop acting as another user' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      if (!session.impersonator) return sendUser(session);
      await renew(reply, session, null);
      request.log.info({ who: session.impersonator.uciNetId }, 'impersonation ended');
      return sendUser({
        ...session,
        user: session.impersonator,
        permissions: session.impersonatorPermissions,
        impersonator: null,
      });
    },
  );
}

function sendUser(caller: Caller): { serviceResult: AuthenticatedUser } {
  const { user, permissions, impersonator, impersonatorPermissions } = caller;
  return {
    serviceResult: {
      uciNetId: user.uciNetId,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      authorities: authoritiesOf(permissions),
      isImpersonatedUser: impersonator !== null,
      impersonator: impersonator && {
        uciNetId: impersonator.uciNetId,
        firstName: impersonator.firstName,
        lastName: impersonator.lastName,
        authorities: authoritiesOf(impersonatorPermissions),
      },
    },
  };
}

const authoritiesOf = (permissions: ReadonlySet<Permission>) =>
  [...permissions].sort().map((authority) => ({ authority }));
