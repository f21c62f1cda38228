import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'jose';
import { refusalOf } from '../http/errorHandler.ts';
import { failureOf } from '../http/failures.ts';
import { messagePage } from '../http/messagePage.ts';
import { UnusableAccount } from './claims.ts';
import { type Failure, ProviderError } from './provider.ts';

/** The browser came back from the provider, but has no matching sign-in attempt. */
export class NoAttempt extends Error {
  override readonly name = 'NoAttempt';
}

type Reason = Failure | 'elsewhere' | 'late' | 'unusable' | 'crowd' | 'address' | 'busy' | 'fault';

/** The page for each reason. */
const pages: Record<Reason, { status: number; title: string; text: string }> = {
  away: {
    status: 503,
    title: 'Sign-in is not available',
    text: 'The sign-in service did not answer. Please try again in a moment.',
  },
  denied: {
    status: 403,
    title: 'Sign-in was refused',
    text: 'The sign-in service did not let you in: the sign-in was cancelled there, or your account may not use this application.',
  },
  failed: {
    status: 400,
    title: 'Sign-in did not work',
    text: 'The sign-in service reported a problem with this sign-in.',
  },
  unverified: {
    status: 400,
    title: 'Sign-in did not work',
    text: 'The response of the sign-in service could not be verified.',
  },
  elsewhere: {
    status: 400,
    title: 'Sign-in did not work',
    text: 'This sign-in was started in another window or too long ago, or it is already finished.',
  },
  late: {
    status: 400,
    title: 'Sign-in took too long',
    text: 'A sign-in must be finished within ten minutes.',
  },
  unusable: {
    status: 403,
    title: 'Your account cannot be used here',
    text: 'The sign-in service did not send a network ID that this application can use. Please contact your university’s help desk.',
  },
  crowd: {
    status: 429,
    title: 'Too many sign-ins',
    text: 'There were too many attempts to sign in from your network. Please wait a minute and try again.',
  },
  address: {
    status: 400,
    title: 'Sign-in did not work',
    text: 'The address of this sign-in is not one of ours.',
  },
  busy: {
    status: 503,
    title: 'Sign-in is not available',
    text: 'The application is not available just now. Please try again in a moment.',
  },
  fault: {
    status: 500,
    title: 'Sign-in did not work',
    text: 'An unknown error occurred.',
  },
};

const byStatus: Record<number, Reason> = { 400: 'address', 429: 'crowd', 503: 'busy' };

/** Sends a page that says why a sign-in failed, with a link to `href` to start again. */
export function answerRefusal(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  href: string,
): FastifyReply {
  // Its time was over, which has been answered already.
  if (reply.sent) return reply;
  const refusal = refusalOf(error as Error, request);
  const reason = reasonOf(error) ?? byStatus[refusal?.status ?? 500] ?? 'fault';
  const { status, title, text } = pages[reason];
  if (status >= 500)
    reply.failure = reason === 'away' ? { why: 'sign_in_provider', error } : failureOf(error, refusal);
  else request.log.warn({ err: error }, 'a sign-in was refused');
  reply.refusal = [`SIGN_IN_${reason.toUpperCase()}`];
  return messagePage(reply.headers(refusal?.headers ?? {}), status, title, {
    text,
    link: { href, label: 'Sign in again' },
  });
}

function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof ProviderError) return error.failure;
  if (error instanceof UnusableAccount) return 'unusable';
  if (error instanceof NoAttempt) return 'elsewhere';
  if (error instanceof errors.JWTExpired) return 'late';
  // Encrypted with another secret, or not by us.
  if (error instanceof errors.JOSEError) return 'elsewhere';
  return undefined;
}
