import { changeForm } from '../../../contract/change.ts';
import { formErrors } from '../../../contract/errors.ts';

/** Says what is wrong with the reason for a change, or returns undefined. An empty reason is fine. */
export function problemOf(reason: string): string | undefined {
  const { error } = changeForm.schema.safeParse({ reason });
  return error && formErrors(changeForm, error.issues)[0]?.message;
}
