import { type ErrorItem, UNKNOWN_ERROR } from '../contract/errors.ts';
import type { ItemKind } from '../contract/kinds.ts';
import { type LookupKind, lookupKinds } from '../contract/lookups.ts';

/** Why a request could not be served, although nothing was wrong with it: the texts are for the log. */
export const causes = {
  database: 'the database was away',
  connection: 'no connection to the database became free in time',
  writer_lock: 'another change held the writer lock for too long',
  large_change: 'a large change was being saved',
  statement: 'the database took too long for a statement',
  schema_change: 'the schema of the database has just changed',
  report_queue: 'too many reports were waiting or running',
  feed_queue: 'too many systems were reading the feed',
  sign_in_provider: 'the sign-in provider did not answer, or not as it should',
  time: 'it took too long',
  caller_gone: 'the caller closed the connection',
  stopping: 'the server is stopping',
  outcome_unknown: 'it is unknown whether the change was saved',
  fault: 'an unexpected error',
} as const;

/** Names a cause in the log and in the metrics. */
export type Cause = keyof typeof causes;

/** An error that the response reports in full. Thrown anywhere; `http/errorHandler.ts` turns it into a response. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: readonly ErrorItem[];
  readonly headers: Readonly<Record<string, string>>;
  /** Set if nothing was wrong with the request. The error's `cause` may have details. */
  readonly why: Cause | undefined;

  constructor(
    status: number,
    errors: readonly ErrorItem[],
    headers: Readonly<Record<string, string>> = {},
    { why, cause }: { why?: Cause; cause?: unknown } = {},
  ) {
    super(errors.map((error) => error.code).join(', '), { cause });
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
    this.headers = headers;
    this.why = why;
  }
}

/** The server needs confirmation. The same request with `?overrideWarnings=true` succeeds. */
export class Confirm extends Error {
  readonly warnings: readonly string[];

  constructor(warnings: readonly string[]) {
    super(warnings.join(' '));
    this.name = 'Confirm';
    this.warnings = warnings;
  }
}

/** The caller is not signed in. The response is a 401 with the sign-in URL. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn';
}

/** It is unknown whether a change was saved. The connection is closed, because any response would claim to know. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';

  constructor(cause: unknown) {
    super('It is unknown whether the change was saved', { cause });
  }
}

const singleError = (
  status: number,
  code: string,
  message: string,
  headers?: Record<string, string>,
  why?: Cause,
) => new ApiError(status, [{ code, message }], headers, why && { why });

const ofField = (status: number, code: string, field: string, message: string) =>
  new ApiError(status, [{ code, field, message }]);

export const badRequest = (code: string, message: string) => singleError(400, code, message);
export const forbidden = () =>
  singleError(403, 'FORBIDDEN', 'You do not have the permission that this needs.');
export const forbiddenWhileImpersonating = () =>
  singleError(
    403,
    'FORBIDDEN',
    'This cannot be changed while you act as another user. End the impersonation first.',
  );
export const csrfInvalid = () =>
  singleError(
    403,
    'CSRF_TOKEN_INVALID',
    'We could not verify that the request came from this application. Reload the page and try again.',
  );
export const impersonationForbidden = () =>
  singleError(
    403,
    'IMPERSONATION_FORBIDDEN',
    'That user has permissions that you do not have, so you cannot act as them.',
  );
export const alreadyImpersonating = () =>
  singleError(409, 'ALREADY_IMPERSONATING', 'You are already impersonating someone. End that first.');
export const impersonationOfOneself = () =>
  singleError(409, 'IMPERSONATION_OF_ONESELF', 'You cannot impersonate yourself.');
export const signedInAsAnother = (pageUser: string, user: string) =>
  singleError(
    409,
    'SIGNED_IN_AS_ANOTHER',
    `This page belongs to ${pageUser}, but you are now signed in as ${user}. Nothing was changed.`,
  );
export const userNotFound = () =>
  singleError(404, 'USER_NOT_FOUND', 'No one with that ID has signed in here before.');
export const notFound = () => singleError(404, 'NOT_FOUND', 'There is nothing at this address.');
export const itemNotFound = (kind: ItemKind) =>
  singleError(404, `${kind.toUpperCase()}_NOT_FOUND`, `No ${kind} found!`);
export const relationshipNotFound = () =>
  singleError(404, 'RELATIONSHIP_NOT_FOUND', 'No relationship found!');
export const earlierValueNotFound = () =>
  singleError(404, 'EARLIER_VALUE_NOT_FOUND', 'No earlier value found!');
/** `TERM_NOT_FOUND` or `AWARD_TYPE_NOT_FOUND`. */
export const lookupNotFound = (kind: LookupKind) =>
  singleError(404, `${lookupCode(kind)}_NOT_FOUND`, `No ${lookupKinds[kind].noun} found!`);
const lookupCode = (kind: LookupKind) => lookupKinds[kind].noun.toUpperCase().replace(' ', '_');
/** `uses` counts the rows that use it: '12 majors, 3 relationships'. */
export const lookupInUse = (kind: LookupKind, label: string, uses: string) =>
  singleError(
    409,
    `${lookupCode(kind)}_IN_USE`,
    `Used by ${uses}, so the ${lookupKinds[kind].noun} ${label} cannot be deleted.`,
  );
export const termLabelTaken = (label: string, term: string) =>
  ofField(
    409,
    'DUPLICATE_KEY',
    'termLetterYear',
    `The term ${term} has the label ${label}. Choose another label.`,
  );
export const changeSetNotFound = () => singleError(404, 'CHANGE_NOT_FOUND', 'No change found!');
export const viewNotFound = () => singleError(404, 'VIEW_NOT_FOUND', 'No view found!');
export const viewVersionMissing = () =>
  singleError(
    409,
    'EDIT_CONFLICT',
    'Send the version of the view that this changes. Without it, the save could replace what another user has saved.',
  );
export const viewNameTaken = (name: string) =>
  ofField(
    409,
    'DUPLICATE_KEY',
    'name',
    `This screen already has a view with the name ${name}, of the same owner. Choose another name.`,
  );
export const tooManyViews = (max: number) =>
  singleError(
    422,
    'TOO_MANY_VIEWS',
    `One user can have at most ${max} views. Delete one that you no longer need.`,
  );
export const tokenNotFound = () => singleError(404, 'TOKEN_NOT_FOUND', 'No token found!');
export const tokenRevoked = () =>
  singleError(409, 'TOKEN_REVOKED', 'This token has been revoked. Create another one.');
export const tokenNameTaken = (name: string) =>
  ofField(409, 'DUPLICATE_KEY', 'name', `Another token has the name ${name}. Choose another name.`);
export const tokenInvalid = () =>
  singleError(401, 'TOKEN_INVALID', 'This token is unknown, has expired or has been revoked.', {
    'www-authenticate': 'Bearer, Basic realm="Major/Degree Database", charset="UTF-8"',
  });
export const tokenScope = () =>
  singleError(403, 'TOKEN_SCOPE', 'This token’s scopes do not allow this request. A token can only read.');
export const ruleNotFound = () => singleError(404, 'RULE_NOT_FOUND', 'No rule found!');
export const findingNotFound = () =>
  singleError(
    404,
    'FINDING_NOT_FOUND',
    'This is no longer found: the data has changed. Load the findings again.',
  );
export const cannotFix = (message: string) => singleError(422, 'CANNOT_FIX', message);
export const ruleFailed = () =>
  singleError(
    503,
    'RULE_FAILED',
    'This rule could not be computed, so it is unknown what it would find. Other rules are not affected.',
    { 'retry-after': '60' },
  );
/** `snapshot` is the path from which a reader of the feed starts again. */
export const cursorGone = (snapshot: string) =>
  singleError(
    410,
    'CURSOR_GONE',
    'The change that this cursor names is not in this database: a backup was restored, or it is another database. Start again from a snapshot.',
    { link: `<${snapshot}>; rel="start"` },
  );
export const alreadyUndone = () =>
  singleError(409, 'ALREADY_UNDONE', 'This change has already been undone. Undo the undo to bring it back.');
export const cannotUndo = (what: string) => singleError(409, 'CANNOT_UNDO', `${what} cannot be undone.`);
export const methodNotAllowed = (allow: readonly string[]) =>
  singleError(405, 'METHOD_NOT_ALLOWED', `This address takes ${allow.join(', ')} only.`, {
    allow: allow.join(', '),
  });
export const duplicateKey = (message: string) => singleError(409, 'DUPLICATE_KEY', message);
export const bodyTooLarge = (bytes: number) =>
  singleError(
    413,
    'PAYLOAD_TOO_LARGE',
    `The body must be at most ${bytes < 2 ** 20 ? `${bytes >> 10} KB` : `${bytes.toLocaleString('en-US')} bytes`}.`,
  );
export const besideRowsTooLarge = (bytes: number) =>
  singleError(
    413,
    'PAYLOAD_TOO_LARGE',
    `A proposal can have at most ${bytes >> 10} KB besides its rows. Send only id, origin, title, reason and rows.`,
  );
export const tooManyRows = (max: number) =>
  ofField(
    422,
    'TOO_MANY_ROWS',
    'rows',
    `At most ${max.toLocaleString('en-US')} rows can be changed at once. Send them in several parts.`,
  );
export const idTaken = () =>
  ofField(
    409,
    'DUPLICATE_KEY',
    'id',
    'Another proposal was applied with this ID. Send this proposal with a new ID.',
  );
export const nothingToChange = () =>
  ofField(
    422,
    'NOTHING_TO_CHANGE',
    'rows',
    'All of this is stored already, or there are no rows: there is nothing to change.',
  );
export const reportTooLarge = (rows: number) =>
  singleError(
    422,
    'REPORT_TOO_LARGE',
    `The report has more than ${rows.toLocaleString('en-US')} rows. Restrict it with more filters.`,
  );
export const tooManyRequests = (seconds: number, why?: Cause) =>
  singleError(
    429,
    'TOO_MANY_REQUESTS',
    'Too many requests. Please wait a moment and try again.',
    { 'retry-after': String(seconds) },
    why,
  );

/** A resource that the server needs is temporarily unreachable or busy. `cause` is the error that shows it. */
export const unavailable = (why: Cause, cause?: unknown) =>
  new ApiError(503, [UNKNOWN_ERROR], { 'retry-after': '2' }, { why, cause });

/** The error of a request that waited too long while a large change is being saved. */
export const behindLargeChange = (cause?: unknown) =>
  new ApiError(
    503,
    [
      {
        code: 'LARGE_CHANGE',
        message: 'A large change is being saved, so this could not be done. Try again in a minute.',
      },
    ],
    { 'retry-after': '10' },
    { why: 'large_change', cause },
  );

/** Another user saved first. `by` is null if the item is deleted. */
export const editConflict = (noun: string, by: string | null, at: string | null) =>
  singleError(
    409,
    'EDIT_CONFLICT',
    by === null
      ? `This ${noun} was deleted in the meantime.`
      : `This ${noun} was saved by ${by} at ${at} in the meantime. Load the newer version to see what changed.`,
  );
