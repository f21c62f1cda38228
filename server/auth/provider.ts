import { setTimeout as wait } from 'node:timers/promises';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { OidcSettings } from '../config.ts';
import { readPerson } from './claims.ts';
import type { Person } from './people.ts';

/** What a sign-in attempt must remember until the browser comes back. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
  returnTo: string;
}

/**
 * Why a sign-in failed: the provider is unreachable or broken (`away`), the person was refused (`denied`), the provider
 * reported another error (`failed`), or its response did not pass our checks (`unverified`).
 */
export type Failure = 'away' | 'denied' | 'failed' | 'unverified';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly failure: Failure;

  constructor(failure: Failure, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.failure = failure;
  }
}

/**
 * The university's single sign-on as the application sees it. Each call throws `ProviderError` if the provider does not
 * respond within four seconds, or responds with an error or an invalid response.
 */
export interface Provider {
  /** Returns the address at the provider to go to, and the attempt to remember. */
  start(returnTo: string): Promise<{ url: string; attempt: Attempt }>;
  /** Returns who has signed in, from the callback address that the provider sent. Also throws `UnusableAccount`. */
  finish(callback: URL, attempt: Attempt): Promise<{ person: Person; idToken: string | null }>;
  /** Returns the provider's address that ends the session there and then redirects back. */
  end(idToken: string | null): Promise<string>;
}

// Limits all requests of one call together. Shorter than the limit of a request (http/limits.ts), so that
// the response can still say what happened.
const ANSWERS_WITHIN = 4_000;
// Minimum time before an invalid response causes another discovery, so that forged ones cannot trigger it at will.
const REDISCOVERED_EVERY = 10_000;
// A longer token would make the address too long for servers.
const LONGEST_HINT = 4_000;

/** `callbackUrl` and `homeUrl` come from configuration, never from a request. */
export function createProvider(settings: OidcSettings, callbackUrl: string, homeUrl: string): Provider {
  // Discovered at the first use, so that the server starts even if the provider is unreachable.
  let discovered: Promise<Configuration> | undefined;
  let rediscovered = Number.NEGATIVE_INFINITY;
  const configuration = (): Promise<Configuration> => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      throw new ProviderError('away', error);
    });
    return discovered;
  };
  /** Discovers the provider again at the next call if it may have gone, moved or changed its keys. */
  const rediscoverIfStale = (error: unknown): never => {
    const isDue = performance.now() - rediscovered > REDISCOVERED_EVERY;
    if (isUnreachable(error) || (mayHaveChanged(error) && isDue)) {
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
    const claims = tokens.claims();
    if (!claims) throw new Error('The provider sent no identity token');
    const isWhole = Object.values(settings.claims).every((name) => Object.hasOwn(claims, name));
    const others =
      isWhole || !found.serverMetadata().userinfo_endpoint
        ? {}
        : await fetchUserInfo(found, tokens.access_token, claims.sub);
    return { claims: { ...others, ...claims }, idToken: tokens.id_token ?? null };
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
      const { claims, idToken } = await inTime(finish(callback, attempt).catch(rediscoverIfStale));
      return { person: readPerson(claims, settings.claims), idToken };
    },
    end: (idToken) => inTime(end(idToken)),
  };
}

/** Waits for the provider, but not longer than its time limit. Throws every failure as `ProviderError`. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const late = wait(ANSWERS_WITHIN, undefined, { signal: waiting.signal }).then(() => {
    throw Object.assign(new Error('The provider did not answer in time'), { code: 'OAUTH_TIMEOUT' });
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError(failureOf(error), error);
  } finally {
    waiting.abort();
    // The one that comes second no longer matters.
    for (const one of [answer, late]) one.catch(() => {});
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code);

// `fetch` throws a `TypeError` if it cannot connect.
const isUnreachable = (error: unknown) => error instanceof TypeError || codeOf(error) === 'OAUTH_TIMEOUT';

function failureOf(error: unknown): Failure {
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied' ? 'denied' : 'failed';
  if (error instanceof ResponseBodyError) return error.status >= 500 ? 'away' : 'failed';
  const isAway =
    isUnreachable(error) || /^OAUTH_(RESPONSE_IS_NOT_(CONFORM|JSON)|PARSE_ERROR)$/.test(codeOf(error));
  return isAway ? 'away' : 'unverified';
}

/** Whether the cause may be that the provider has changed an address or key since it was discovered. */
const mayHaveChanged = (error: unknown) =>
  /^OAUTH_(KEY_SELECTION_FAILED|INVALID_RESPONSE|RESPONSE_IS_NOT_(CONFORM|JSON))$/.test(codeOf(error));

async function discover(settings: OidcSettings): Promise<Configuration> {
  const issuer = new URL(settings.issuer);
  return await discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
    timeout: ANSWERS_WITHIN / 1000,
    execute: [
      // Also check the signature of the token, not only the connection over which it came.
      enableNonRepudiationChecks,
      // The configuration allows plain http only on loopback.
      ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
    ],
  });
}
