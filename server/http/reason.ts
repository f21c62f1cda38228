import * as z from 'zod/mini';
import { changeForm } from '../../contract/change.ts';
import { formErrors } from '../../contract/errors.ts';
import { ApiError, badRequest } from '../errors.ts';

/** The header in which any changing call may state its reason. */
const REASON_HEADER = 'X-Change-Reason';

/** Its description in the OpenAPI document. */
export const reasonHeader = z.object({
  [REASON_HEADER]: z.optional(z.string()).register(z.globalRegistry, {
    description: 'Why: text of at most 500 characters, percent-encoded as UTF-8.',
  }),
});

/** Reads the reason from a header, or null. Throws a 400 if it is not percent-encoded UTF-8, a 422 for invalid text. */
export function readReason(header: string | string[] = ''): string | null {
  const result = z.safeParse(changeForm.schema, { reason: decode(String(header)) });
  if (!result.success) throw new ApiError(422, formErrors(changeForm, result.error.issues));
  return result.data.reason;
}

function decode(header: string): string {
  const refusal = () =>
    badRequest('BAD_REQUEST', `The header ${REASON_HEADER} is not percent-encoded UTF-8.`);
  // Node decodes other bytes as Latin-1.
  if (/[^\x20-\x7e\t]/.test(header)) throw refusal();
  try {
    return decodeURIComponent(header);
  } catch {
    throw refusal();
  }
}
