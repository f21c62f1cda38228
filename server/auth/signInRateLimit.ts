import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { tooManyRequests } from '../errors.ts';
import { clientOf } from '../http/clientAddress.ts';
import { readAttemptCookie } from './cookies.ts';
import { openAttempt } from './signInAttempts.ts';

/** How often one attempt may come back from the provider: a person may press reload. */
const RETURNS = 3;
const OF_ATTEMPT = 'attempt ';

/**
 * The limit of sign-ins a minute from one address, as options of the rate limit. Whoever comes back from the provider with
 * an attempt that began here is not counted a second time, so a sign-in counts once, however many share the address.
 */
export const signInLimit = (config: Config) => ({
  max: (_request: FastifyRequest, key: string) =>
    key.startsWith(OF_ATTEMPT) ? RETURNS : config.signInsPerMinute,
  timeWindow: 60_000,
  keyGenerator: (request: FastifyRequest) => countedFor(request, config),
  errorResponseBuilder: () => tooManyRequests(60),
});

/** The attempt with which a browser comes back, else its address. */
async function countedFor(request: FastifyRequest, config: Config): Promise<string> {
  const { state } = request.query as { state?: unknown };
  const sealed = typeof state === 'string' ? readAttemptCookie(request, state, config) : undefined;
  if (sealed === undefined) return clientOf(request);
  try {
    const attempt = await openAttempt(sealed, config.secret);
    return attempt.state === state ? OF_ATTEMPT + state : clientOf(request);
  } catch {
    return clientOf(request);
  }
}
