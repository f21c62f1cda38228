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
import type { OidcSettings } from '../config/signInSettings.ts';
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

/** The state of a sign-in attempt, needed when the browser comes back. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
  returnTo: string;
}

/** The result of a sign-in at the provider. */
export interface Identified {
  user: SignedInUser;
  idToken: string | null;
  /** The names of the claims that we read and that the provider did not send. */
  missing: readonly string[];
  /** How many seconds the provider's clock is ahead of ours; negative: behind. Undefined if the difference is tolerable. */
  clockOff: number | undefined;
}

/**
 * The university's single sign-on. Each method throws `ProviderError` if the provider does not respond within four seconds,
 * or responds with an error or an invalid response.
 */
export interface Provider {
  /** Returns the provider's sign-in URL, and the attempt to store. */
  start(returnTo: string): Promise<{ url: string; attempt: Attempt }>;
  /** Returns the user who has signed in, from the callback URL that the provider sent. Also throws `UnusableAccount`. */
  finish(callback: URL, attempt: Attempt): Promise<Identified>;
  /** Returns the provider's URL that ends its session and then redirects back. */
  end(idToken: string | null): Promise<string>;
}

// In ms, for all provider requests of one method together. It is shorter than the limit of a request (runtime/limits.ts), so
// the response can still report the cause.
const RESPONSE_TIMEOUT = 4_000;
// In ms: the minimum time between discoveries because of invalid responses, so that forged responses cannot trigger them
// at will.
const REDISCOVERY_INTERVAL = 10_000;
/** How far the clocks may differ, in seconds. */
export const CLOCK_TOLERANCE = 360;
// A longer token would make the URL too long for servers.
const MAX_HINT_LENGTH = 4_000;

/** Creates the client of the provider. `callbackUrl` and `homeUrl` come from configuration, never from a request. */
export function createProvider(settings: OidcSettings, callbackUrl: string, homeUrl: string): Provider {
  // Discovery runs at the first use, so the server starts even if the provider is unreachable.
  let discovered: Promise<ServerMetadata> | undefined;
  let rediscoveredAt = Number.NEGATIVE_INFINITY;
  /** The discovered provider, without keys: each use fetches the keys, so the provider may replace them at any time. */
  const configuration = async (): Promise<Configuration> => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      throw providerError(error, 'metadata', settings);
    });
    return configure(await discovered, settings);
  };
  /** Makes the next use discover the provider again if it may be gone or have moved. */
  const rediscoverIfStale = (error: unknown): never => {
    const cause = error instanceof ProviderError ? error.cause : error;
    const isDue = performance.now() - rediscoveredAt > REDISCOVERY_INTERVAL;
    if (isUnreachable(cause) || (mayHaveMoved(cause) && isDue)) {
      rediscoveredAt = performance.now();
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
    const client = await configuration();
    const tokens = await authorizationCodeGrant(client, callback, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    });
    const tokenClaims = tokens.claims();
    if (!tokenClaims) throw new Error('The provider sent no identity token');
    // The library checks `azp` only if there are several audiences.
    if (tokenClaims.azp !== undefined && tokenClaims.azp !== settings.clientId) throw otherClient();
    const ahead = tokenClaims.iat - Math.floor(Date.now() / 1000);
    // Reject a token of the future. An old token that has not expired is valid, so it only causes a warning.
    if (ahead > CLOCK_TOLERANCE) throw clockError(ahead);
    const names = Object.values(settings.claims);
    const isComplete = names.every((name) => Object.hasOwn(tokenClaims, name));
    const userInfo =
      isComplete || !client.serverMetadata().userinfo_endpoint
        ? {}
        : await fetchUserInfo(client, tokens.access_token, tokenClaims.sub).catch((error: unknown) => {
            throw providerError(error, 'UserInfo', settings);
          });
    const claims: Readonly<Record<string, unknown>> = { ...userInfo, ...tokenClaims };
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
    if (idToken && idToken.length <= MAX_HINT_LENGTH) parameters.id_token_hint = idToken;
    return buildEndSessionUrl(await configuration(), parameters).href;
  }

  return {
    start: (returnTo) => withTimeout(start(returnTo)),
    finish: async (callback, attempt) => {
      const { claims, ...rest } = await withTimeout(finish(callback, attempt).catch(rediscoverIfStale));
      try {
        return { user: readUser(claims, settings.claims), ...rest };
      } catch (error) {
        if (error instanceof UnusableAccount) error.idToken = rest.idToken;
        throw error;
      }
    },
    end: (idToken) => withTimeout(end(idToken)),
  };

  /** Waits for the provider, but no longer than RESPONSE_TIMEOUT. Throws every failure as `ProviderError`. */
  async function withTimeout<T>(response: Promise<T>): Promise<T> {
    const waiting = new AbortController();
    const timeout = wait(RESPONSE_TIMEOUT, undefined, { signal: waiting.signal }).then(() => {
      throw Object.assign(new Error('The provider did not respond in time'), { code: 'OAUTH_TIMEOUT' });
    });
    try {
      return await Promise.race([response, timeout]);
    } catch (error) {
      throw providerError(error, 'sign-in', settings);
    } finally {
      waiting.abort();
      // The promise that loses the race must not cause an unhandled rejection.
      for (const promise of [response, timeout]) promise.catch(() => {});
    }
  }
}

/** Whether the cause may be that the provider has changed a URL since its discovery. */
const mayHaveMoved = (error: unknown) =>
  /^OAUTH_(KEY_SELECTION_FAILED|INVALID_RESPONSE|RESPONSE_IS_NOT_(CONFORM|JSON))$/.test(codeOf(error));

// The configuration allows plain http only on loopback.
const overHttp = ({ issuer }: OidcSettings) => (issuer.startsWith('http:') ? [allowInsecureRequests] : []);

async function discover(settings: OidcSettings): Promise<ServerMetadata> {
  const discovered = await discovery(new URL(settings.issuer), settings.clientId, undefined, undefined, {
    timeout: RESPONSE_TIMEOUT / 1000,
    execute: overHttp(settings),
  });
  return discovered.serverMetadata();
}

function configure(provider: ServerMetadata, settings: OidcSettings): Configuration {
  const { clientId, clientSecret } = settings;
  // A provider that names no method takes the default method of OpenID Connect.
  const { token_endpoint_auth_methods_supported: methods = [] } = provider;
  const authenticate = methods.includes('client_secret_post') ? ClientSecretPost : ClientSecretBasic;
  const configured = new Configuration(
    provider,
    clientId,
    { [clockTolerance]: CLOCK_TOLERANCE },
    authenticate(clientSecret),
  );
  configured.timeout = RESPONSE_TIMEOUT / 1000;
  // Also check the signature of the token, in addition to the TLS connection.
  for (const execute of [enableNonRepudiationChecks, ...overHttp(settings)]) execute(configured);
  return configured;
}
