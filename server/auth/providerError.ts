import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { isCleanText, normalizeText } from '../../contract/text.ts';
import type { OidcSettings } from '../config/signInSettings.ts';

/**
 * Why a sign-in failed: the provider is unreachable or broken (`away`), it rejected the user (`denied`), it reported another
 * error (`failed`), our settings do not match the client registered there (`settings`), the clocks differ too much
 * (`clock`), or its response did not pass our checks (`unverified`).
 */
export type Failure = 'away' | 'denied' | 'failed' | 'settings' | 'clock' | 'unverified';

/** A failure at the provider. Its message is a sentence for the log, and names the setting to correct if there is one. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly failure: Failure;
  /** The provider's description of the error, as one clean line for the user; null if it sent none. */
  readonly description: string | null;

  constructor(failure: Failure, message: string, cause?: unknown, description: string | null = null) {
    super(message, { cause });
    this.failure = failure;
    this.description = description;
  }
}

/** The request to the provider that failed. */
type ProviderRequest = 'metadata' | 'sign-in' | 'UserInfo';

/** Turns any error into a `ProviderError`. */
export function providerError(
  error: unknown,
  request: ProviderRequest,
  settings: OidcSettings,
): ProviderError {
  if (error instanceof ProviderError) return error;
  if (isUnreachable(error)) return new ProviderError('away', unreachable(error, settings), error);
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return reported(error);
  if (error instanceof WWWAuthenticateChallengeError)
    return request === 'UserInfo'
      ? new ProviderError('failed', `The provider responded with ${error.status} for UserInfo`, error)
      : new ProviderError('settings', CLIENT_REFUSED, error);
  const code = codeOf(error);
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return timestampError(error);
  if (request === 'metadata' && code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return new ProviderError('settings', otherIssuer(error, settings), error);
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return unexpectedStatus(error, request);
  if (/^OAUTH_(RESPONSE_IS_NOT_JSON|PARSE_ERROR)$/.test(code))
    return new ProviderError('away', `The provider sent no valid ${request} response`, error);
  return new ProviderError('unverified', 'The response of the provider could not be verified', error);
}

/** The error that a token is for us, but was issued to another client (OpenID Connect Core 3.1.3.7). */
export const otherClient = () =>
  new ProviderError(
    'unverified',
    'The token of the provider was issued to another client: its azp is not ours',
  );

/** The error that the clock of the provider is ahead of ours by these seconds; negative: behind. */
export const clockError = (ahead: number, cause?: unknown) =>
  new ProviderError('clock', clockDifference(ahead), cause);

/** Describes how far the clock of the provider is off. */
export function clockDifference(ahead: number): string {
  const minutes = Math.round(Math.abs(ahead) / 60);
  return `The clock of the provider is ${minutes} minutes ${ahead > 0 ? 'ahead of' : 'behind'} ours`;
}

export const codeOf = (error: unknown) => String((error as { code?: unknown } | undefined)?.code);
const causeOf = (error: unknown) =>
  (error as { cause?: unknown } | undefined)?.cause as Record<string, unknown> | undefined;

/** Whether there was no response at all. `fetch` throws a `TypeError` if it cannot connect. */
export const isUnreachable = (error: unknown) =>
  error instanceof TypeError || codeOf(error) === 'OAUTH_TIMEOUT';

function unreachable(error: unknown, { issuer }: OidcSettings): string {
  const isUntrusted = /CERT|VERIFY_LEAF_SIGNATURE/.test(codeOf(causeOf(error)));
  const hint = isUntrusted
    ? '. If its certificate is from an authority of your own, set NODE_EXTRA_CA_CERTS to the file of that authority'
    : '';
  return `The provider ${issuer} cannot be reached${hint}`;
}

const CLIENT_REFUSED =
  'The provider does not accept this client: compare OIDC_CLIENT_ID and OIDC_CLIENT_SECRET with what is registered there';

// The errors that the client's registration at the provider causes, for every user.
const SETTINGS_ERRORS = [
  'invalid_client',
  'invalid_request_uri',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
];

function reported(error: AuthorizationResponseError | ResponseBodyError): ProviderError {
  const name = oneLine(error.error) ?? 'no name';
  const description = oneLine(error.error_description);
  const message = `The provider reported ${name}${description ? `: ${description}` : ''}`;
  const isBroken = error instanceof ResponseBodyError && error.status >= 500;
  if (isBroken || name === 'temporarily_unavailable')
    return new ProviderError('away', message, error, description);
  if (SETTINGS_ERRORS.includes(name))
    return new ProviderError(
      'settings',
      name === 'invalid_client' ? `${message}. ${CLIENT_REFUSED}` : message,
      error,
      description,
    );
  return new ProviderError(name === 'access_denied' ? 'denied' : 'failed', message, error, description);
}

function timestampError(error: unknown): ProviderError {
  const { claims, now } = (causeOf(causeOf(error)) ?? {}) as { claims?: { iat?: unknown }; now?: number };
  const ahead = typeof claims?.iat === 'number' && now ? claims.iat - now : 0;
  return Math.abs(ahead) >= 60
    ? clockError(ahead, error)
    : new ProviderError('unverified', 'The token of the provider is not valid now', error);
}

function otherIssuer(error: unknown, { issuer }: OidcSettings): string {
  const { issuer: own } = (causeOf(error)?.body ?? {}) as { issuer?: unknown };
  return `The provider at ${issuer} calls itself ${oneLine(own) ?? 'nothing'}: set OIDC_ISSUER to exactly that if it is the right one`;
}

function unexpectedStatus(error: unknown, request: ProviderRequest): ProviderError {
  const status = Number(causeOf(error)?.status);
  const message = `The provider responded with ${status} for its ${request} response`;
  return request === 'metadata' && status < 500
    ? new ProviderError(
        'settings',
        `${message}: OIDC_ISSUER must be the URL that precedes /.well-known/openid-configuration`,
        error,
      )
    : new ProviderError('away', message, error);
}

const MAX_LENGTH = 300;

/** A text from the provider as one clean line, truncated if it is long; null if nothing is left. */
export function oneLine(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const clean = [...text.toWellFormed()]
    .map((character) => (isCleanText(character) ? character : ' '))
    .join('');
  const points = [...normalizeText(clean).replace(/\s+/g, ' ')];
  return (
    (points.length > MAX_LENGTH ? `${points.slice(0, MAX_LENGTH - 1).join('')}…` : points.join('')) || null
  );
}
