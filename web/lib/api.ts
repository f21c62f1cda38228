import { type ErrorItem, UNKNOWN_ERROR } from '../../contract/errors.ts';
import { base } from './base.ts';
import { noteServerTime } from './serverTime.ts';

/** What a failed call tells. */
export interface ShownError extends ErrorItem {
  /** Finds the call in the log. Only for a failure that the user cannot mend. */
  requestId?: string;
}

interface Failure {
  requestId?: string;
  /** The server, or what it needs, is not there at the moment. */
  isAway?: boolean;
}

/** A failed call. `errors` is what the error popup or the form shows. */
export class RequestError extends Error {
  readonly errors: readonly ShownError[];
  readonly isAway: boolean;
  constructor(errors: readonly ErrorItem[], { requestId, isAway = false }: Failure = {}) {
    super(errors.map(({ message }) => message).join(' '));
    this.name = 'CallError';
    this.errors = requestId === undefined ? errors : errors.map((error) => ({ ...error, requestId }));
    this.isAway = isAway;
  }
}

/** Whether a call failed only because the server, or what it needs, is not there at the moment. */
export const isAway = (error: unknown): boolean => error instanceof RequestError && error.isAway;

/** The server asks for a confirmation. The same call with the override goes through. */
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

/** The statuses of a server, or of the proxy before it, that cannot serve at the moment. */
const AWAY = new Set([502, 503, 504]);

interface Options {
  body?: unknown;
  /** The user has seen the warnings and continues. */
  override?: boolean;
  /** Why the user makes the change. */
  reason?: string;
  signal?: AbortSignal;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The user that the page shows, as every change names them (contract 6); empty while there is none. */
let pageUser = '';
export const setPageUser = (user: string): void => {
  pageUser = user;
};

/** The code of a change that was not made because the session belongs to another user by now. */
export const SIGNED_IN_AS_ANOTHER = 'SIGNED_IN_AS_ANOTHER';

/** What a change has answered, and the ID of its request, which finds it among the changes. */
export interface Changed<Answer> {
  answer: Answer;
  requestId: string;
}

/** Calls the API. */
export async function request<Answer>(method: Method, path: string, options: Options = {}): Promise<Answer> {
  return (await outcomeOf<Answer>(await exchange(method, path, options))).answer;
}

let changing = 0;
/** Whether a change is being saved. A page that is left now takes it back, or does not learn that it was saved. */
export const isChanging = (): boolean => changing > 0;

/** Calls the API to change what the office keeps. */
export async function change<Answer>(
  method: Method,
  path: string,
  options: Options = {},
): Promise<Changed<Answer>> {
  changing += 1;
  const exchanged = await exchange(method, path, options, {
    'X-Signed-In-As': encodeURIComponent(pageUser),
  }).finally(() => {
    changing -= 1;
  });
  return await outcomeOf(exchanged);
}

interface Exchanged {
  response: Response;
  /** The body of the response, if it has one. */
  body: unknown;
  failure: Failure & { requestId: string };
}

async function exchange(
  method: Method,
  path: string,
  { body, override = false, reason = '', signal }: Options,
  headers: Record<string, string> = {},
): Promise<Exchanged> {
  const sentId = randomId();
  const response = await send(`${base}/api${path}${override ? '?overrideWarnings=true' : ''}`, {
    method,
    credentials: 'same-origin',
    headers: {
      ...headersOf(method, body),
      ...headers,
      ...(reason.trim() ? { 'X-Change-Reason': encodeURIComponent(reason) } : {}),
      'X-Request-Id': sentId,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  noteServerTime(response.headers);
  const requestId = response.headers.get('X-Request-Id') ?? sentId;
  const failure = { requestId, isAway: AWAY.has(response.status) };
  return { response, body: await readJson(response, failure), failure };
}

/** What a call has come to. No other file reads the status of a response. */
async function outcomeOf<Answer>({ response, body, failure }: Exchanged): Promise<Changed<Answer>> {
  const { ok, status } = response;
  if (ok) return { answer: body as Answer, requestId: failure.requestId };
  const { errors, warnings, loginUrl } = (body ?? {}) as Refusal;
  if (status === 401 && loginUrl) return await goTo(withReturn(loginUrl));
  if (status === 409 && warnings) throw new NeedsConfirmation(warnings);
  throw new RequestError(errors?.length ? errors : [UNKNOWN_ERROR], status < 500 ? {} : failure);
}

interface Refusal {
  errors?: ErrorItem[];
  warnings?: string[];
  loginUrl?: string;
}

/** The errors to show for anything that a call has thrown. */
export function errorsOf(error: unknown): readonly ShownError[] {
  return error instanceof RequestError ? error.errors : [UNKNOWN_ERROR];
}

/** Where a sign-in returns to: the current page. */
export const returnTo = () => window.location.pathname + window.location.search;

/** Leaves the application. The promise never settles, so the caller waits until the page is unloaded. */
export function goTo(address: string): Promise<never> {
  window.location.assign(address);
  return new Promise(() => {});
}

function withReturn(loginUrl: string): string {
  const url = new URL(loginUrl, window.location.href);
  url.searchParams.set('returnTo', returnTo());
  return url.href;
}

async function send(address: string, init: RequestInit & { headers: { 'X-Request-Id': string } }) {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new RequestError([CONNECTION_LOST], { requestId: init.headers['X-Request-Id'], isAway: true });
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

/** Identifies a call whose response never arrives; the log has it as `receivedRequestId`. */
const randomId = () => Array.from(crypto.getRandomValues(new Uint8Array(6)), hex).join('');
const hex = (byte: number) => byte.toString(16).padStart(2, '0');

function headersOf(method: string, body: unknown): Record<string, string> {
  return {
    'X-Requested-With': 'XMLHttpRequest',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(method === 'GET' ? {} : { 'X-XSRF-TOKEN': crossSiteToken() }),
  };
}

/** From the cookie that only our server sets, if it has: XSRF-TOKEN may be that of a neighboring application. */
function crossSiteToken(): string {
  const cookies = document.cookie.split('; ').map((one) => one.split('='));
  const valueOf = (wanted: string) => cookies.find(([name]) => name === wanted)?.[1];
  return valueOf('MDD-XSRF-TOKEN') ?? valueOf('XSRF-TOKEN') ?? '';
}
