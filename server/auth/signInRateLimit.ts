import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { tooManyRequests } from '../errors.ts';
import { clientOf } from '../http/clientAddress.ts';
import { readAttemptCookie } from './cookies.ts';
import { openAttempt } from './signInAttempts.ts';

/** How often one attempt may come back from the provider, because a user may reload the page. */
const MAX_RETURNS = 3;
const ATTEMPT_PREFIX = 'attempt ';

/**
 * The limit of sign-ins per minute and IP address, as options of the rate limit. A browser that comes back from the provider
 * with an attempt that began here is not counted again, so a sign-in counts once, however many users share the IP address.
 */
export const signInLimit = (config: Config) => ({
  max: (_request: FastifyRequest, key: string) =>
    key.startsWith(ATTEMPT_PREFIX) ? MAX_RETURNS : config.signInsPerMinute,
  timeWindow: 60_000,
  keyGenerator: (request: FastifyRequest) => rateLimitKey(request, config),
  errorResponseBuilder: () => tooManyRequests(60),
});

/** The attempt with which a browser comes back, or else its IP address. */
async function rateLimitKey(request: FastifyRequest, config: Config): Promise<string> {
  const { state } = request.query as { state?: unknown };
  const sealed = typeof state === 'string' ? readAttemptCookie(request, state, config) : undefined;
  if (sealed === undefined) return clientOf(request);
  try {
    const attempt = await openAttempt(sealed, config.secret);
    return attempt.state === state ? ATTEMPT_PREFIX + state : clientOf(request);
  } catch {
    return clientOf(request);
  }
}
