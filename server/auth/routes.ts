import rateLimit from '@fastify/rate-limit';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import {
  type AuthenticatedUser,
  loginAnswer,
  logoutAnswer,
  type Permission,
  userAnswer,
} from '../../contract/user.ts';
import { alreadyImpersonating, impersonationForbidden, tooManyRequests, userNotFound } from '../errors.ts';
import { signedIn } from '../http/access.ts';
import {
  clearSessionCookies,
  readSessionCookie,
  setAttemptCookie,
  setCrossSiteCookie,
  setSessionCookies,
  takeAttemptCookie,
} from '../http/cookies.ts';
import { messagePage } from '../http/messagePage.ts';
import { type Routes, typed } from '../http/routes.ts';
import { openAttempt, sealAttempt } from './attempts.ts';
import { findPerson, type Person, permissionsOf, rememberPerson } from './people.ts';
import type { Provider } from './provider.ts';
import { returnPath } from './returnTo.ts';
import {
  closeSession,
  mayActAs,
  openSession,
  renewSession,
  type SignedIn,
  sweepSessions,
} from './sessions.ts';

const SIGN_INS_A_MINUTE = 30;

const returnToQuery = z.strictObject({ returnTo: z.optional(z.string()) });
const querystring = z.strictObject({});

/** Sign-in, sign-out and who is there (contract 6). */
export function authRoutes({ api, db, config }: Routes, provider: Provider): void {
  const { basePath, publicUrl } = config;
  const startUrl = signInAddress(publicUrl, basePath);

  api.get(
    '/auth/login',
    {
      config: { access: 'public' },
      schema: { querystring: returnToQuery, response: { 200: loginAnswer }, summary: 'Where to sign in' },
    },
    async (request) => ({
      loginUrl: `${startUrl}?returnTo=${encodeURIComponent(returnPath(request.query.returnTo, basePath))}`,
    }),
  );

  api.get(
    '/auth/me',
    {
      config: { access: 'signed-in' },
      schema: { querystring, response: { 200: userAnswer }, summary: 'Who is signed in' },
    },
    async (request, reply) => {
      const session = signedIn(request);
      setCrossSiteCookie(reply, session.sessionId, config);
      return answerUser(session);
    },
  );

  api.post(
    '/auth/logout',
    {
      config: { access: 'signed-in' },
      schema: { querystring, response: { 200: logoutAnswer }, summary: 'End the session' },
    },
    async (request, reply) => {
      const session = signedIn(request);
      await closeSession(db, session.sessionId);
      clearSessionCookies(reply, config);
      // The session here is over whether or not the provider can be reached.
      const logoutUrl = await provider.end(session.idToken).catch((error: unknown) => {
        request.log.warn({ err: error }, 'the sign-in provider did not answer at logout');
        return `${publicUrl}${basePath}/`;
      });
      return { logoutUrl };
    },
  );

  api.register(async (scope) => {
    const signIn = typed(scope);
    if (config.oidc)
      await signIn.register(rateLimit, {
        max: SIGN_INS_A_MINUTE,
        timeWindow: 60_000,
        errorResponseBuilder: () => tooManyRequests(60),
      });

    signIn.get(
      '/auth/start',
      {
        config: { access: 'public' },
        schema: { querystring: returnToQuery, summary: 'Go to the sign-in provider' },
      },
      async (request, reply) => {
        const returnTo = returnPath(request.query.returnTo, basePath);
        try {
          const { url, attempt } = await provider.start(returnTo);
          setAttemptCookie(reply, attempt.state, await sealAttempt(attempt, config.secret), config);
          return reply.redirect(url);
        } catch (error) {
          request.log.error({ err: error }, 'the sign-in provider did not answer');
          return messagePage(reply, 503, 'Sign-in is not available', {
            text: 'The sign-in service did not answer. Please try again in a moment.',
            link: { href: `${startUrl}?returnTo=${encodeURIComponent(returnTo)}`, label: 'Try again' },
          });
        }
      },
    );

    signIn.get(
      '/auth/callback',
      {
        config: { access: 'public' },
        schema: {
          querystring: z.looseObject({ state: z.optional(z.string()) }),
          summary: 'Come back from the provider',
        },
      },
      async (request, reply) => {
        const refuse = (error: unknown) => {
          request.log.warn({ err: error }, 'a sign-in was refused');
          return messagePage(reply, 400, 'Sign-in did not work', {
            text: 'The sign-in could not be completed, perhaps because it took too long or was begun in another window.',
            link: { href: startUrl, label: 'Sign in again' },
          });
        };
        const sealed = takeAttemptCookie(request, reply, request.query.state ?? '', config);
        if (!sealed) return refuse(new Error('no attempt of this browser has that state'));
        try {
          const attempt = await openAttempt(sealed, config.secret);
          const callback = new URL(request.url, publicUrl);
          const { person, idToken } = await provider.finish(callback, attempt);
          await startSession(reply, person, idToken, readSessionCookie(request, config));
          request.log.info({ who: person.uciNetId }, 'signed in');
          return reply.redirect(returnPath(attempt.returnTo, basePath));
        } catch (error) {
          return refuse(error);
        }
      },
    );
  });

  async function startSession(
    reply: FastifyReply,
    person: Person,
    idToken: string | null,
    old: string | undefined,
  ) {
    await rememberPerson(db, person);
    if (old) await closeSession(db, old);
    await sweepSessions(db);
    setSessionCookies(reply, await openSession(db, { uciNetId: person.uciNetId, idToken }), config);
  }

  api.get(
    '/impersonate/:impersonationId',
    {
      config: { access: 'impersonate:user', changesState: true, missing: userNotFound },
      schema: {
        params: z.strictObject({ impersonationId: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)) }),
        querystring,
        response: { 200: userAnswer },
        summary: 'Act as another person',
      },
    },
    async (request, reply) => {
      const session = signedIn(request);
      if (session.impersonator) throw alreadyImpersonating();
      const target = await findPerson(db, request.params.impersonationId);
      if (!target) throw userNotFound();
      const permissions = permissionsOf(target, config.groupPermissions);
      if (!mayActAs(session.permissions, permissions)) throw impersonationForbidden();
      const sessionId = await renewSession(db, session, target.uciNetId);
      setSessionCookies(reply, sessionId, config);
      request.log.info({ actingAs: target.uciNetId, who: session.person.uciNetId }, 'impersonation started');
      return answerUser({
        ...session,
        person: target,
        permissions,
        impersonator: session.person,
        impersonatorPermissions: session.permissions,
      });
    },
  );

  api.get(
    '/impersonate/logout',
    {
      config: { access: 'signed-in', changesState: true },
      schema: { querystring, response: { 200: userAnswer }, summary: 'Act as oneself again' },
    },
    async (request, reply) => {
      const session = signedIn(request);
      if (!session.impersonator) return answerUser(session);
      const sessionId = await renewSession(db, session, undefined);
      setSessionCookies(reply, sessionId, config);
      request.log.info({ who: session.impersonator.uciNetId }, 'impersonation ended');
      return answerUser({
        ...session,
        person: session.impersonator,
        permissions: session.impersonatorPermissions,
        impersonator: null,
      });
    },
  );
}

/** Where a browser goes to sign in; it takes `?returnTo=`. */
export const signInAddress = (publicUrl: string, basePath: string) =>
  `${publicUrl}${basePath}/api/auth/start`;

function answerUser(session: SignedIn): { serviceResult: AuthenticatedUser } {
  const { person, permissions, impersonator, impersonatorPermissions } = session;
  return {
    serviceResult: {
      uciNetId: person.uciNetId,
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
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
