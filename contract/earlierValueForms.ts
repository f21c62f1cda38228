import * as z from 'zod/mini';
import { type ErrorItem, formErrors } from './errors.ts';
import { field } from './field.ts';
import { version } from './fields.ts';
import { form } from './form.ts';
import { kindForms } from './kindForms.ts';
import type { ItemKind } from './kinds.ts';

/** Any value: `readEarlierValue` checks it, because its rules are those of the item's field. */
const value = () =>
  field<unknown>({ label: 'Value', required: false }, { type: ['string', 'null'] }, (sent) => sent ?? null);

const formOf = (kind: ItemKind) =>
  form(
    kindForms[kind].editForm.entity,
    { value: value(), version: version() },
    { readOnly: ['lastModified', 'lastModifiedBy'] },
  );

/** The forms of earlier values (contract 14), by kind of item: the value and the edited version. */
export const earlierValueForms: Record<ItemKind, ReturnType<typeof formOf>> = {
  school: formOf('school'),
  department: formOf('department'),
  degree: formOf('degree'),
  major: formOf('major'),
};

/**
 * Reads the value of a field as the item's form does. The errors have the form's codes, and `value` as their field.
 */
export function readEarlierValue(
  kind: ItemKind,
  name: string,
  sent: unknown,
): { value: string | null } | { errors: ErrorItem[] } {
  const { entity, fields } = kindForms[kind].editForm as Parameters<typeof formErrors>[0];
  const one = form(entity, { [name]: fields[name] as z.ZodMiniType<string | null> });
  const { success, data, error } = z.safeParse(one.schema, { [name]: sent });
  if (success) return { value: data[name] ?? null };
  return { errors: formErrors(one, error.issues).map((issue) => ({ ...issue, field: 'value' })) };
}
