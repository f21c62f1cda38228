import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { OidcSettings } from '../config.ts';
import type { Person } from './people.ts';

/** What a sign-in attempt must remember until the browser comes back. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
  returnTo: string;
}

/** The university's single sign-on as the application sees it. Each call throws while the provider cannot be reached. */
export interface Provider {
  /** An address at the provider, and what to remember of the attempt. */
  start(returnTo: string): Promise<{ url: string; attempt: Attempt }>;
  /** Who has come back, from the address that the provider sent the browser to. */
  finish(callback: URL, attempt: Attempt): Promise<{ person: Person; idToken: string | null }>;
  /** The provider's address that ends the session there and comes back. */
  end(idToken: string | null): Promise<string>;
}

const TIMEOUT_SECONDS = 5;

/** `callbackUrl` and `homeUrl` come from configuration, never from a request. */
export function createProvider(settings: OidcSettings, callbackUrl: string, homeUrl: string): Provider {
  // Discovered at the first use, so that its absence does not stop the start, and again after a failure: it may have
  // changed its keys.
  let discovered: Promise<Configuration> | undefined;
  const configuration = (): Promise<Configuration> => {
    discovered ??= discover(settings).catch(forget);
    return discovered;
  };
  const forget = (error: unknown): never => {
    discovered = undefined;
    throw error;
  };

  return {
    async start(returnTo) {
      const attempt = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        returnTo,
      };
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: callbackUrl,
        scope: settings.scope,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, attempt };
    },

    async finish(callback, attempt) {
      const tokens = await authorizationCodeGrant(await configuration(), callback, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.verifier,
        idTokenExpected: true,
      }).catch(forget);
      return { person: readPerson(tokens.claims() ?? {}, settings.claims), idToken: tokens.id_token ?? null };
    },

    async end(idToken) {
      const parameters: Record<string, string> = {
        post_logout_redirect_uri: homeUrl,
        client_id: settings.clientId,
      };
      if (idToken) parameters.id_token_hint = idToken;
      return buildEndSessionUrl(await configuration(), parameters).href;
    },
  };
}

async function discover(settings: OidcSettings): Promise<Configuration> {
  const issuer = new URL(settings.issuer);
  return await discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // The token's signature counts as well, not only the connection that it came over.
      enableNonRepudiationChecks,
      // Configuration has refused plain http anywhere but on loopback.
      ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
    ],
  });
}

function readPerson(claims: Readonly<Record<string, unknown>>, names: OidcSettings['claims']): Person {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const uciNetId = text(names.uciNetId);
  if (uciNetId === null) throw new Error(`The provider sent no claim ${names.uciNetId}`);
  const groups = claims[names.groups];
  return {
    uciNetId,
    firstName: text(names.firstName),
    lastName: text(names.lastName),
    email: text(names.email),
    groups: [groups ?? []].flat().filter((group): group is string => typeof group === 'string'),
  };
}
