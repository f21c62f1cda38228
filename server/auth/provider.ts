import { setTimeout as wait } from 'node:timers/promises';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client';
import type { OidcSettings } from '../config/config.ts';
import { readUser, UnusableAccount } from './claims.ts';
import {
  clockError,
  codeOf,
  isUnreachable,
  otherClient,
  ProviderError,
  providerError,
} from './providerError.ts';
import type { SignedInUser } from './users.ts';

/** What a sign-in attempt must remember until the browser comes back. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
  returnTo: string;
}

/** What the provider says at the end of a sign-in. */
export interface Identified {
  user: SignedInUser;
  idToken: string | null;
  /** The names of the claims that we read and that it did not send. */
  missing: readonly string[];
  /** By how many seconds its clock is ahead of ours; negative: behind. Undefined: by less than we tolerate. */
  clockOff: number | undefined;
}

/**
 * The university's single sign-on as the application sees it. Each call throws `ProviderError` if the provider does not
 * respond within four seconds, or responds with an error or an invalid response.
 */
export interface Provider {
  /** Returns the address at the provider to go to, and the attempt to remember. */
  start(returnTo: string): Promise<{ url: string; attempt: Attempt }>;
  /** Returns who has signed in, from the callback address that the provider sent. Also throws `UnusableAccount`. */
  finish(callback: URL, attempt: Attempt): Promise<Identified>;
  /** Returns the provider's address that ends the session there and then redirects back. */
  end(idToken: string | null): Promise<string>;
}

// Limits all requests of one call together. Shorter than the limit of a request (runtime/limits.ts), so that
// the response can still say what happened.
const ANSWERS_WITHIN = 4_000;
// Minimum time before an invalid response causes another discovery, so that forged ones cannot trigger it at will.
const REDISCOVERED_EVERY = 10_000;
// In seconds. We promise five minutes; the sixth is for the way of the token and for rounding.
const CLOCK_TOLERANCE = 360;
// A longer token would make the address too long for servers.
const LONGEST_HINT = 4_000;

/** `callbackUrl` and `homeUrl` come from configuration, never from a request. */
export function createProvider(settings: OidcSettings, callbackUrl: string, homeUrl: string): Provider {
  // Discovered at the first use, so that the server starts even if the provider is unreachable.
  let discovered: Promise<ServerMetadata> | undefined;
  let rediscovered = Number.NEGATIVE_INFINITY;
  /** The provider as discovered, without keys: they are fetched at each use, so it may replace them at any time. */
  const configuration = async (): Promise<Configuration> => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      throw providerError(error, 'metadata', settings);
    });
    return configure(await discovered, settings);
  };
  /** Discovers the provider again at the next call if it may have gone or moved. */
  const rediscoverIfStale = (error: unknown): never => {
    const cause = error instanceof ProviderError ? error.cause : error;
    const isDue = performance.now() - rediscovered > REDISCOVERED_EVERY;
    if (isUnreachable(cause) || (mayHaveMoved(cause) && isDue)) {
      rediscovered = performance.now();
      discovered = undefined;
    }
    throw error;
  };

  async function start(returnTo: string) {
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
  }

  async function finish(callback: URL, attempt: Attempt) {
    const found = await configuration();
    const tokens = await authorizationCodeGrant(found, callback, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    });
    const own = tokens.claims();
    if (!own) throw new Error('The provider sent no identity token');
    // The library looks at it only if there are several audiences.
    if (own.azp !== undefined && own.azp !== settings.clientId) throw otherClient();
    const ahead = own.iat - Math.floor(Date.now() / 1000);
    // A token of the future is refused. One that is old but has not expired is valid, so it is only worth a warning.
    if (ahead > CLOCK_TOLERANCE) throw clockError(ahead);
    const names = Object.values(settings.claims);
    const isWhole = names.every((name) => Object.hasOwn(own, name));
    const others =
      isWhole || !found.serverMetadata().userinfo_endpoint
        ? {}
        : await fetchUserInfo(found, tokens.access_token, own.sub).catch((error: unknown) => {
            throw providerError(error, 'UserInfo', settings);
          });
    const claims: Readonly<Record<string, unknown>> = { ...others, ...own };
    return {
      claims,
      idToken: tokens.id_token ?? null,
      missing: names.filter((name) => !Object.hasOwn(claims, name)),
      clockOff: ahead < -CLOCK_TOLERANCE ? ahead : undefined,
    };
  }

  async function end(idToken: string | null) {
    const parameters: Record<string, string> = {
      post_logout_redirect_uri: homeUrl,
      client_id: settings.clientId,
    };
    if (idToken && idToken.length <= LONGEST_HINT) parameters.id_token_hint = idToken;
    return buildEndSessionUrl(await configuration(), parameters).href;
  }

  return {
    start: (returnTo) => inTime(start(returnTo)),
    finish: async (callback, attempt) => {
      const { claims, ...rest } = await inTime(finish(callback, attempt).catch(rediscoverIfStale));
      try {
        return { user: readUser(claims, settings.claims), ...rest };
      } catch (error) {
        if (error instanceof UnusableAccount) error.idToken = rest.idToken;
        throw error;
      }
    },
    end: (idToken) => inTime(end(idToken)),
  };

  /** Waits for the provider, but not longer than its time limit. Throws every failure as `ProviderError`. */
  async function inTime<T>(response: Promise<T>): Promise<T> {
    const waiting = new AbortController();
    const late = wait(ANSWERS_WITHIN, undefined, { signal: waiting.signal }).then(() => {
      throw Object.assign(new Error('It did not answer in time'), { code: 'OAUTH_TIMEOUT' });
    });
    try {
      return await Promise.race([response, late]);
    } catch (error) {
      throw providerError(error, 'sign-in', settings);
    } finally {
      waiting.abort();
      // The one that comes second no longer matters.
      for (const one of [response, late]) one.catch(() => {});
    }
  }
}

/** Whether the cause may be that the provider has changed an address since it was discovered. */
const mayHaveMoved = (error: unknown) =>
  /^OAUTH_(KEY_SELECTION_FAILED|INVALID_RESPONSE|RESPONSE_IS_NOT_(CONFORM|JSON))$/.test(codeOf(error));

// The configuration allows plain http only on loopback.
const overHttp = ({ issuer }: OidcSettings) => (issuer.startsWith('http:') ? [allowInsecureRequests] : []);

async function discover(settings: OidcSettings): Promise<ServerMetadata> {
  const found = await discovery(new URL(settings.issuer), settings.clientId, undefined, undefined, {
    timeout: ANSWERS_WITHIN / 1000,
    execute: overHttp(settings),
  });
  return found.serverMetadata();
}

function configure(provider: ServerMetadata, settings: OidcSettings): Configuration {
  const { clientId, clientSecret } = settings;
  // If the provider names no method, it takes the one that is the default of OpenID Connect.
  const { token_endpoint_auth_methods_supported: methods = [] } = provider;
  const authenticate = methods.includes('client_secret_post') ? ClientSecretPost : ClientSecretBasic;
  const configured = new Configuration(
    provider,
    clientId,
    { [clockTolerance]: CLOCK_TOLERANCE },
    authenticate(clientSecret),
  );
  configured.timeout = ANSWERS_WITHIN / 1000;
  // Also check the signature of the token, not only the connection over which it came.
  for (const execute of [enableNonRepudiationChecks, ...overHttp(settings)]) execute(configured);
  return configured;
}
