import { changeForm } from '../../../contract/change.ts';
import { formErrors } from '../../../contract/errors.ts';

/** Returns the validation message for the reason of a change, or undefined. An empty reason is valid. */
export function problemOf(reason: string): string | undefined {
  const { error } = changeForm.schema.safeParse({ reason });
  return error && formErrors(changeForm, error.issues)[0]?.message;
}
