import { type ErrorItem, UNKNOWN_ERROR } from '../contract/errors.ts';
import { base } from './base.ts';

/** A failed call. `errors` is what the error popup or the form shows. */
export class CallError extends Error {
  readonly errors: readonly ErrorItem[];
  constructor(errors: readonly ErrorItem[]) {
    super(errors.map(({ message }) => message).join(' '));
    this.name = 'CallError';
    this.errors = errors;
  }
}

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

interface Options {
  body?: unknown;
  /** The user has seen the warnings and continues. */
  override?: boolean;
  signal?: AbortSignal;
}

/** Calls the API. This is the only code that reads a response status. */
export async function call<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, override = false, signal }: Options = {},
): Promise<Answer> {
  const response = await send(`${base}/api${path}${override ? '?overrideWarnings=true' : ''}`, {
    method,
    credentials: 'same-origin',
    headers: headersOf(method, body),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const answer = await readJson(response);
  if (response.ok) return answer as Answer;
  const { errors, warnings, loginUrl } = (answer ?? {}) as Refusal;
  if (response.status === 401 && loginUrl) return await goTo(withReturn(loginUrl));
  if (response.status === 409 && warnings) throw new NeedsConfirmation(warnings);
  throw new CallError(errors?.length ? errors : [UNKNOWN_ERROR]);
}

interface Refusal {
  errors?: ErrorItem[];
  warnings?: string[];
  loginUrl?: string;
}

/** The errors to show for anything that a call has thrown. */
export function errorsOf(error: unknown): readonly ErrorItem[] {
  return error instanceof CallError ? error.errors : [UNKNOWN_ERROR];
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

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new CallError([CONNECTION_LOST]);
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => {
    throw new CallError([CONNECTION_LOST]);
  });
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new CallError([UNKNOWN_ERROR]);
  }
}

function headersOf(method: string, body: unknown): Record<string, string> {
  return {
    'X-Requested-With': 'XMLHttpRequest',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(method === 'GET' ? {} : { 'X-XSRF-TOKEN': crossSiteToken() }),
  };
}

function crossSiteToken(): string {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith('XSRF-TOKEN='));
  return decodeURIComponent(cookie?.slice('XSRF-TOKEN='.length) ?? '');
}
