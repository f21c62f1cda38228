import * as z from 'zod/mini';
import { changeForm } from '../../contract/change.ts';
import { formErrors } from '../../contract/errors.ts';
import { ApiError } from '../errors.ts';
import { decodeHeader } from './decodeHeader.ts';

/** The header in which any changing request may give its reason. */
const REASON_HEADER = 'X-Change-Reason';

/** The description of the header in the OpenAPI document. */
export const reasonHeader = {
  [REASON_HEADER]: z.optional(z.string()).register(z.globalRegistry, {
    description: 'The reason for the change: text of at most 500 characters, percent-encoded as UTF-8.',
  }),
};

/** Reads the reason from a header, or null. Throws a 400 if it is not percent-encoded UTF-8, and a 422 for invalid text. */
export function readReason(header: string | string[] | undefined): string | null {
  const result = z.safeParse(changeForm.schema, { reason: decodeHeader(REASON_HEADER, header) });
  if (!result.success) throw new ApiError(422, formErrors(changeForm, result.error.issues));
  return result.data.reason;
}
