import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import type Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import type { OidcSettings } from '../config/signInSettings.ts';
import type { Db } from '../db/tables.ts';
import { notFound } from '../errors.ts';
import { escapeHtml, messagePage, plainPage } from '../http/messagePage.ts';
import { memoryAdapter } from './memoryAdapter.ts';
import { rememberUser, type SignedInUser } from './users.ts';

/** The demonstration users, one button each (contract 7), with what each may do. */
const demonstrationUsers: readonly (SignedInUser & { may: string })[] = [
  {
    ...user('registrar', 'Robin', 'Alvarez', ['ITSEC:RegAdm VPN User']),
    may: 'Runs the report and maintains the data.',
  },
  {
    ...user('admin', 'Alex', 'Chen', [
      'ITSEC:RegAdm VPN User',
      'ITSEC:RegAdm About',
      'ITSEC:RegAdm Impersonation',
    ]),
    may: 'Maintains the data, acts as other users, and opens About.',
  },
  { ...user('viewer', 'Vic', 'Moreno', []), may: 'Runs the report, and changes nothing.' },
  { ...user('support', 'Sam', 'Okafor', ['ITSEC:RegAdm About']), may: 'Runs the report and opens About.' },
  {
    ...user('helper', 'Hana', 'Okoye', ['ITSEC:RegAdm Impersonation']),
    may: 'Runs the report and acts as other users.',
  },
];

function user(uciNetId: string, firstName: string, lastName: string, groups: string[]): SignedInUser {
  return { uciNetId, firstName, lastName, email: `${uciNetId}@example.edu`, groups };
}

const userOf = (id: string) => demonstrationUsers.find(({ uciNetId }) => uciNetId === id);

const PATH = '/demo-sign-in';

/** The settings of the demonstration provider, which the server uses in the same way as the university's. */
export function demonstrationSettings(publicUrl: string, basePath: string): OidcSettings {
  return {
    issuer: `${publicUrl}${basePath}${PATH}`,
    clientId: 'major-degree-database',
    clientSecret: randomBytes(32).toString('base64url'),
    scope: 'openid profile email groups',
    claims: {
      uciNetId: 'sub',
      firstName: 'given_name',
      lastName: 'family_name',
      email: 'email',
      groups: 'groups',
    },
  };
}

/** Stores all demonstration users at startup, so that each can be impersonated right away. */
export async function rememberDemonstrationUsers(db: Db): Promise<void> {
  for (const { may: _may, ...demonstrationUser } of demonstrationUsers)
    await rememberUser(db, demonstrationUser);
}

/** Runs a real OpenID provider in this process, below the base path. Never in production (`config.ts`). */
export async function mountDemonstration(
  app: FastifyInstance,
  settings: OidcSettings,
  urls: { callbackUrl: string; homeUrl: string },
): Promise<void> {
  const mount = new URL(settings.issuer).pathname;
  // Loading the provider takes a third of the startup time, so it is loaded once the server listens, or at a sign-in.
  let opening: Promise<Opened> | undefined;
  const opened = () => (opening ??= openProvider(settings.issuer, configuration(settings, urls, mount)));

  app.addHook('onListen', () => void opened().catch(() => {}));

  await app.register(async (demo) => {
    // The provider reads request bodies itself.
    demo.removeAllContentTypeParsers();
    demo.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const config = { access: 'public' } as const;
    const schema = { hide: true };

    /** If the choice belongs to another browser or has expired, sends a page with a link to sign in again. */
    const orOfferRestart = async (reply: FastifyReply, choice: () => Promise<FastifyReply>) => {
      try {
        return await choice();
      } catch (error) {
        if ((error as Error).name !== 'SessionNotFound') throw error;
        return messagePage(reply, 400, 'Sign-in did not work', {
          text: ['This sign-in was started in another browser, or it has expired.'],
          link: { href: urls.homeUrl, label: 'Sign in again' },
        });
      }
    };

    demo.get(`${mount}/choose/:uid`, { config, schema }, (request, reply) =>
      orOfferRestart(reply, async () => {
        const { provider } = await opened();
        const { uid } = await provider.interactionDetails(request.raw, reply.raw);
        return reply
          .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store' })
          .type('text/html; charset=utf-8')
          .send(choicePage(`${mount}/choose/${uid}`));
      }),
    );

    demo.post(`${mount}/choose/:uid/:accountId`, { config, schema }, (request, reply) =>
      orOfferRestart(reply, async () => {
        const { accountId } = request.params as { accountId: string };
        if (!userOf(accountId)) throw notFound();
        const { provider } = await opened();
        const login = { login: { accountId } };
        return reply.redirect(await provider.interactionResult(request.raw, reply.raw, login), 303);
      }),
    );

    demo.get(`${mount}/submit.js`, { config, schema }, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send('document.forms[0].submit();'),
    );

    for (const [method, path] of PROTOCOL)
      demo.route({
        method,
        url: mount + path,
        config,
        schema,
        handler: async (request, reply) => {
          const { handle } = await opened();
          await forward(handle, request.raw, hijackReply(reply), mount);
        },
      });
    // Without this route, the application's pages would appear below the mount path.
    demo.route({
      method: ['GET', 'HEAD'],
      url: `${mount}/*`,
      config,
      schema,
      handler: (_request, reply) => reply.callNotFound(),
    });
  });
}

/** The paths that the provider itself handles. All others get the application's usual response. */
const PROTOCOL: readonly (readonly ['GET' | 'POST', string])[] = [
  ['GET', '/.well-known/openid-configuration'],
  ['GET', '/auth'],
  ['GET', '/auth/:uid'],
  ['POST', '/token'],
  ['GET', '/me'],
  ['POST', '/me'],
  ['GET', '/jwks'],
  ['GET', '/session/end'],
  ['POST', '/session/end'],
  ['POST', '/session/end/confirm'],
  ['GET', '/session/end/success'],
];

interface Opened {
  provider: Provider;
  handle: Handle;
}

async function openProvider(issuer: string, settings: Configuration): Promise<Opened> {
  const { default: OpenIdProvider } = await import('oidc-provider');
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'demonstration' };
  const provider = new OpenIdProvider(issuer, { ...settings, jwks: { keys: [key] } });
  return { provider, handle: provider.callback() };
}

/** Sets the headers of every response, and returns the raw response for the provider. */
function hijackReply(reply: FastifyReply): ServerResponse {
  for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
  reply.hijack();
  return reply.raw;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

async function forward(
  handle: Handle,
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  mount: string,
) {
  // The provider compares the two URLs to determine its mount path.
  request.originalUrl = request.url ?? '';
  request.url = request.originalUrl.slice(mount.length) || '/';
  await handle(request, response);
}

// Submitting the form ends in a redirect to the application, which has the same origin. The page has no image, but browsers
// request an icon, and some report an error of the page if the policy forbids it.
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

function configuration(
  settings: OidcSettings,
  { callbackUrl, homeUrl }: { callbackUrl: string; homeUrl: string },
  mount: string,
): Configuration {
  return {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [callbackUrl],
        post_logout_redirect_uris: [homeUrl],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], profile: ['given_name', 'family_name'], email: ['email'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    // All claims in the identity token, as many university providers send them.
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('base64url')], long: { path: mount }, short: { path: mount } },
    ttl: {
      Interaction: 3600,
      Session: 43200,
      Grant: 43200,
      AccessToken: 600,
      IdToken: 3600,
      AuthorizationCode: 60,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.set('content-security-policy', PAGE_POLICY);
          const fields = form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>');
          context.body = plainPage(
            'Signing out',
            `${fields}<p><button type="submit" form="op.logoutForm">Sign out</button></p><script src="${mount}/submit.js"></script>`,
          );
        },
      },
    },
    renderError: (context) => {
      context.type = 'text/html; charset=utf-8';
      context.body = plainPage(
        'Sign-in did not work',
        `<p>This sign-in cannot continue.</p><p><a href="${escapeHtml(homeUrl)}">Sign in again</a></p>`,
      );
    },
    interactions: { url: (_context, { uid }) => `${mount}/choose/${uid}` },
    findAccount: (_context, id) => {
      const found = userOf(id);
      return found && { accountId: id, claims: () => claimsOf(found) };
    },
    // Skip the consent page: users sign in to the tool of their own office.
    loadExistingGrant: async (context) => {
      const { client, session, provider } = context.oidc;
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope(settings.scope);
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
  };
}

function claimsOf({ uciNetId, firstName, lastName, email, groups }: SignedInUser) {
  return {
    sub: uciNetId,
    given_name: firstName ?? '',
    family_name: lastName ?? '',
    email: email ?? '',
    groups: [...groups],
  };
}

function choicePage(action: string): string {
  const buttons = demonstrationUsers
    .map(({ uciNetId, firstName, lastName, may }) => {
      const name = escapeHtml(`${firstName} ${lastName}`);
      return `<form method="post" action="${escapeHtml(action)}/${uciNetId}"><button type="submit" aria-describedby="${uciNetId}">${name}</button><small id="${uciNetId}">${escapeHtml(may)}</small></form>`;
    })
    .join('\n');
  return plainPage(
    'Demonstration sign-in',
    `<p>Choose a user. This page replaces the university's single sign-on.</p>\n${buttons}`,
    `form { margin: .75rem 0; }
small { display: block; margin: .125rem .6rem 0; }
button { width: 100%; padding: .6rem; font: inherit; text-align: left; color: inherit; background: var(--ground);
  border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
button:hover { border-color: var(--accent); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }`,
  );
}
