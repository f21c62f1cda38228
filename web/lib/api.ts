import { type ErrorItem, UNKNOWN_ERROR } from '../../contract/errors.ts';
import { base } from './base.ts';
import { noteServerTime } from './serverTime.ts';

/** An error of a failed request. */
export interface ShownError extends ErrorItem {
  /** Identifies the request in the log. Set only for a failure that the user cannot fix. */
  requestId?: string;
}

interface Failure {
  requestId?: string;
  /** The server, or a service that it needs, is unavailable. */
  isAway?: boolean;
}

/** A failed request. `errors` are the errors that the error popup or the form shows. */
export class RequestError extends Error {
  readonly errors: readonly ShownError[];
  readonly isAway: boolean;
  constructor(errors: readonly ErrorItem[], { requestId, isAway = false }: Failure = {}) {
    super(errors.map(({ message }) => message).join(' '));
    this.name = 'RequestError';
    this.errors = requestId === undefined ? errors : errors.map((error) => ({ ...error, requestId }));
    this.isAway = isAway;
  }
}

/** Whether a request failed only because the server, or a service that it needs, is unavailable. */
export const isAway = (error: unknown): boolean => error instanceof RequestError && error.isAway;

/** The server asks for a confirmation. The same request with the override succeeds. */
export class NeedsConfirmation extends Error {
  readonly warnings: readonly string[];
  constructor(warnings: readonly string[]) {
    super(warnings.join(' '));
    this.name = 'NeedsConfirmation';
    this.warnings = warnings;
  }
}

const CONNECTION_LOST: ErrorItem = {
  code: 'CONNECTION_LOST',
  message: 'The server could not be reached. Check your connection and try again.',
};

/** The same for a request that sends what the user typed, which no form and no proposal loses. */
const NOT_SENT: ErrorItem = {
  code: 'CONNECTION_LOST',
  message:
    'The server could not be reached. What you typed is kept here. Check your connection and try again.',
};

/** The response statuses of a server, or of the proxy in front of it, that is unavailable. */
const UNAVAILABLE = new Set([502, 503, 504]);

interface Options {
  body?: unknown;
  /** The user has seen the warnings and continues. */
  override?: boolean;
  /** The user's reason for the change. */
  reason?: string;
  /** The term from which new names and codes apply; null for all terms (contract 14). */
  effectiveTerm?: string | null;
  /** After the session has ended, the request fails instead of leaving the page, where the user may be typing. */
  staysHere?: true | undefined;
  signal?: AbortSignal;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The user that the page shows. Every change request names this user (contract 6). Empty if there is none. */
let pageUser = '';
export const setPageUser = (user: string): void => {
  pageUser = user;
};

/** The error code of a change that was rejected because the session now belongs to another user. */
export const SIGNED_IN_AS_ANOTHER = 'SIGNED_IN_AS_ANOTHER';

/** The response to a change, and the ID of its request, which identifies the change on the Changes page. */
export interface Changed<Data> {
  data: Data;
  requestId: string;
}

/** Sends a request to the API. */
export async function request<Data>(method: Method, path: string, options: Options = {}): Promise<Data> {
  return (await outcomeOf<Data>(await receive(method, path, options), options.staysHere)).data;
}

let changing = 0;
/** Whether a change is being saved. Leaving the page now cancels the save, or hides its result. */
export const isChanging = (): boolean => changing > 0;

/** Sends a request to the API that changes stored data. */
export async function change<Data>(
  method: Method,
  path: string,
  options: Options = {},
): Promise<Changed<Data>> {
  changing += 1;
  const received = await receive(method, path, options, byPageUser()).finally(() => {
    changing -= 1;
  });
  return await outcomeOf(received);
}

/** The same for a change that nobody waits for: the user goes on, and stays if the session has ended. */
export async function changeInBackground<Data>(
  method: Method,
  path: string,
  options: Options,
): Promise<Changed<Data>> {
  return await outcomeOf(await receive(method, path, options, byPageUser()), true);
}

const byPageUser = () => ({ 'X-Signed-In-As': encodeURIComponent(pageUser) });

interface Received {
  response: Response;
  /** The body of the response, if it has one. */
  body: unknown;
  failure: Failure & { requestId: string };
}

async function receive(
  method: Method,
  path: string,
  { body, override = false, reason = '', effectiveTerm = null, signal }: Options,
  headers: Record<string, string> = {},
): Promise<Received> {
  const sentId = randomId();
  const response = await send(`${base}/api${path}${override ? '?overrideWarnings=true' : ''}`, {
    method,
    credentials: 'same-origin',
    headers: {
      ...headersOf(method, body),
      ...headers,
      ...(effectiveTerm ? { 'X-Effective-Term': effectiveTerm } : {}),
      ...(reason.trim() ? { 'X-Change-Reason': encodeURIComponent(reason) } : {}),
      'X-Request-Id': sentId,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  noteServerTime(response.headers);
  const requestId = response.headers.get('X-Request-Id') ?? sentId;
  const failure = { requestId, isAway: UNAVAILABLE.has(response.status) };
  return { response, body: await readJson(response, failure), failure };
}

/** The outcome of a request. No other file reads the status of a response. */
async function outcomeOf<Data>(
  { response, body, failure }: Received,
  staysHere = false,
): Promise<Changed<Data>> {
  const { ok, status } = response;
  if (ok) return { data: body as Data, requestId: failure.requestId };
  const { errors, warnings, loginUrl } = (body ?? {}) as ErrorBody;
  if (status === 401 && loginUrl && !staysHere) return await goTo(withReturn(loginUrl));
  if (status === 409 && warnings) throw new NeedsConfirmation(warnings);
  throw new RequestError(errors?.length ? errors : [UNKNOWN_ERROR], status < 500 ? {} : failure);
}

interface ErrorBody {
  errors?: ErrorItem[];
  warnings?: string[];
  loginUrl?: string;
}

/** The errors to show for anything that a request has thrown. */
export function errorsOf(error: unknown): readonly ShownError[] {
  return error instanceof RequestError ? error.errors : [UNKNOWN_ERROR];
}

/** The page to return to after sign-in: the current page. */
export const returnTo = () => window.location.pathname + window.location.search;

/** Leaves the application. The promise never settles, so the caller waits until the page is unloaded. */
export function goTo(url: string): Promise<never> {
  window.location.assign(url);
  return new Promise(() => {});
}

function withReturn(loginUrl: string): string {
  const url = new URL(loginUrl, window.location.href);
  url.searchParams.set('returnTo', returnTo());
  return url.href;
}

async function send(url: string, init: RequestInit & { headers: { 'X-Request-Id': string } }) {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new RequestError([init.body ? NOT_SENT : CONNECTION_LOST], {
      requestId: init.headers['X-Request-Id'],
      isAway: true,
    });
  }
}

async function readJson(response: Response, failure: Failure): Promise<unknown> {
  const text = await response.text().catch(() => {
    throw new RequestError([CONNECTION_LOST], { ...failure, isAway: true });
  });
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestError([UNKNOWN_ERROR], failure);
  }
}

/** Identifies a request whose response never arrives. The log shows it as `receivedRequestId`. */
const randomId = () => Array.from(crypto.getRandomValues(new Uint8Array(6)), hex).join('');
const hex = (byte: number) => byte.toString(16).padStart(2, '0');

function headersOf(method: string, body: unknown): Record<string, string> {
  return {
    'X-Requested-With': 'XMLHttpRequest',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(method === 'GET' ? {} : { 'X-XSRF-TOKEN': crossSiteToken() }),
  };
}

/** Prefers the cookie that only our server sets: XSRF-TOKEN may belong to a neighboring application. */
function crossSiteToken(): string {
  const cookies = document.cookie.split('; ').map((one) => one.split('='));
  const valueOf = (wanted: string) => cookies.find(([name]) => name === wanted)?.[1];
  return valueOf('MDD-XSRF-TOKEN') ?? valueOf('XSRF-TOKEN') ?? '';
}
