import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'jose';
import { refusalOf } from '../http/errorHandler.ts';
import { failureOf } from '../http/failures.ts';
import { type Link, messagePage } from '../http/messagePage.ts';
import { UnusableAccount } from './claims.ts';
import { type Failure, ProviderError } from './providerError.ts';
import { ForeignAttempt } from './signInAttempts.ts';

/** The browser came back from the provider, but has no matching sign-in attempt. */
export class NoAttempt extends Error {
  override readonly name = 'NoAttempt';
  /** Whether the browser has any other cookie of ours. */
  readonly hasCookies: boolean;

  constructor(hasCookies: boolean) {
    super(
      hasCookies
        ? 'This browser has cookies of ours, but none of this sign-in'
        : 'This browser sent no cookie of ours: it blocks them, came back to another host than it left, or took too long',
    );
    this.hasCookies = hasCookies;
  }
}

type Reason =
  | Failure
  | 'cookieless'
  | 'elsewhere'
  | 'interrupted'
  | 'late'
  | 'unusable'
  | 'crowd'
  | 'address'
  | 'busy'
  | 'fault';

const UNAVAILABLE = 'Sign-in is not available';
const FAILED = 'Sign-in did not work';
const CONTACT =
  'Please contact your university’s help desk with the request ID below; trying again will not help.';
const AGAIN = 'If it happens again, contact your university’s help desk with the request ID below.';

/** The page for each reason. Its text explains the problem and the next step for the user. */
const pages: Record<Reason, { status: number; title: string; text: string }> = {
  away: {
    status: 503,
    title: UNAVAILABLE,
    text: `The sign-in service did not answer. Please try again in a moment. ${AGAIN}`,
  },
  denied: {
    status: 403,
    title: 'Sign-in was refused',
    text: 'The sign-in service did not let you in: the sign-in was canceled there, or your account may not use this application. If you should have access, ask your university’s help desk.',
  },
  failed: {
    status: 400,
    title: FAILED,
    text: `The sign-in service reported a problem with this sign-in. Please sign in again. ${AGAIN}`,
  },
  settings: {
    status: 503,
    title: UNAVAILABLE,
    text: `This application and the sign-in service are not set up to work together. ${CONTACT}`,
  },
  clock: {
    status: 503,
    title: UNAVAILABLE,
    text: `The clocks of this application and of the sign-in service differ by more than six minutes. ${CONTACT}`,
  },
  unverified: {
    status: 400,
    title: FAILED,
    text: `The response of the sign-in service could not be verified. Please sign in again. ${AGAIN}`,
  },
  cookieless: {
    status: 400,
    title: FAILED,
    text: 'Your browser did not send back the cookie of this sign-in: it blocks cookies, the sign-in was started under another address of this application, or it took longer than twenty minutes. Please allow cookies for this site and sign in again.',
  },
  elsewhere: {
    status: 400,
    title: FAILED,
    text: 'This sign-in was started in another window or too long ago, or it is already finished. Please go on in that window, or sign in again.',
  },
  interrupted: {
    status: 400,
    title: FAILED,
    text: `This sign-in was interrupted by a restart of the application. Please sign in again. ${AGAIN}`,
  },
  late: {
    status: 400,
    title: 'Sign-in took too long',
    text: 'A sign-in must be finished within ten minutes. Please sign in again.',
  },
  unusable: {
    status: 403,
    title: 'Your account cannot be used here',
    text: 'The sign-in service did not send a network ID that this application can use. Please contact your university’s help desk with the request ID below, or sign in with another account.',
  },
  crowd: {
    status: 429,
    title: 'Too many sign-ins',
    text: 'There were too many attempts to sign in from your network. Please wait a minute and try again.',
  },
  address: {
    status: 400,
    title: FAILED,
    text: 'The address of this sign-in is not one of ours. Please sign in again.',
  },
  busy: {
    status: 503,
    title: UNAVAILABLE,
    text: `The application is not available just now. Please try again in a moment. ${AGAIN}`,
  },
  fault: {
    status: 500,
    title: FAILED,
    text: `An unknown error occurred. ${CONTACT}`,
  },
};

const byStatus: Record<number, Reason> = { 400: 'address', 429: 'crowd', 503: 'busy' };

/** The reasons, as named in metrics. */
export const reasons = Object.keys(pages);

/** Whether the sign-in may work with another account. */
export const isAccountError = (error: unknown) =>
  error instanceof UnusableAccount || (error instanceof ProviderError && error.failure === 'denied');

/** Sends a page that explains why a sign-in failed, with a link to continue. */
export function sendSignInError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  link: Link,
): FastifyReply {
  // The deadline has passed, and its response has been sent.
  if (reply.sent) return reply;
  const apiError = refusalOf(error as Error, request);
  const reason = reasonOf(error) ?? byStatus[apiError?.status ?? 500] ?? 'fault';
  const { status, title, text } = pages[reason];
  if (status >= 500)
    reply.failure =
      error instanceof ProviderError ? { why: 'sign_in_provider', error } : failureOf(error, apiError);
  else request.log.warn({ err: error }, 'a sign-in was refused');
  reply.errorCodes = [`SIGN_IN_${reason.toUpperCase()}`];
  return messagePage(reply.headers(apiError?.headers ?? {}), status, title, {
    text: [text, ...detailsOf(error), `Request ID: ${request.id}`],
    link,
  });
}

function detailsOf(error: unknown): string[] {
  if (error instanceof UnusableAccount) return [`Problem: ${error.userMessage}`];
  if (error instanceof ProviderError && error.description)
    return [`The sign-in service says: “${error.description}”`];
  return [];
}

function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof ProviderError) return error.failure;
  if (error instanceof UnusableAccount) return 'unusable';
  if (error instanceof NoAttempt) return error.hasCookies ? 'elsewhere' : 'cookieless';
  if (error instanceof errors.JWTExpired) return 'late';
  if (error instanceof ForeignAttempt) return 'interrupted';
  return undefined;
}
