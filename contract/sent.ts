import * as z from 'zod/mini';
import { type ErrorItem, formErrors } from './errors.ts';
import { brokenRules, type Form } from './form.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Merges a partial update into a stored row (contract 9). Each sent value is parsed by its field, where null means the
 * form's default. All other fields keep their stored values, valid or not. Returns the values to save, or the errors, in the
 * form's format, of the sent fields and of the rules that check a sent field.
 */
export function mergePartialUpdate(
  form: Form,
  stored: Values,
  sent: Values,
): { values: Values } | { errors: ErrorItem[] } {
  const { fields, rules, readOnly } = form;
  const isSent = (name: string) => Object.hasOwn(sent, name);
  const issues: z.core.$ZodIssue[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const result = isSent(name) ? z.safeParse(field, sent[name]) : undefined;
    values[name] = result?.success ? result.data : stored[name];
    for (const issue of result?.error?.issues ?? []) issues.push({ ...issue, path: [name, ...issue.path] });
  }
  const isInvalid = (name: string) => issues.some(({ path }) => path[0] === name);
  const sentRules = rules.filter((rule) => rule.fields.some(isSent));
  const keys = Object.keys(sent).filter((name) => !Object.hasOwn(fields, name) && !readOnly.includes(name));
  if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, path: [], message: '' });
  issues.push(...brokenRules(fields, sentRules, values, isInvalid));
  return issues.length > 0 ? { errors: formErrors(form, issues) } : { values };
}
