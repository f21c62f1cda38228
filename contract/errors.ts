import * as z from 'zod/mini';
import { type EntityName, factsOf } from './field.ts';
import { type Form, partOf, ruleOf } from './form.ts';

/**
 * One error of a response. `field` names the field of the body with the error. In a rejected undo, `label` is the beginning
 * of the message: the row's name, and `blockedBy` is the request ID of the conflicting change.
 */
export const apiError = z.object({
  code: z.string(),
  message: z.string(),
  field: z.optional(z.string()),
  label: z.optional(z.string()),
  blockedBy: z.optional(z.string()),
});
export type ErrorItem = z.output<typeof apiError>;

/** An error response. It has a `requestId` if the status is 500 or higher. */
export const errorResponse = z.object({ errors: z.array(apiError), requestId: z.optional(z.string()) });

/** The response with status 401. The browser goes to `loginUrl` (spec 8). */
export const signInResponse = z.object({ errors: z.array(apiError), loginUrl: z.string() });

/** The response with status 409: an error, or warnings that `?overrideWarnings=true` overrides. */
export const conflictResponse = z.union([errorResponse, z.object({ warnings: z.array(z.string()) })]);

/** The error of any unexpected failure (spec 8). */
export const UNKNOWN_ERROR: ErrorItem = { code: 'UNKNOWN_ERROR', message: 'An unknown error occurred' };

/**
 * Builds the code `{ENTITY}_{FIELD}_{RULE}` in upper snake case. If the field begins with the name of the entity, that
 * name is not repeated (`SCHOOL_CODE_REQUIRED`).
 */
export function errorCode(entity: EntityName, field: string, rule: string): string {
  const name = field
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
    .slice(0, 60);
  return [name.startsWith(`${entity}_`) ? '' : `${entity}_`, name, '_', rule].join('');
}

/** The name of an unknown field for messages, truncated because a client may send a name of any length. */
export const shownName = (name: string): string => name.slice(0, 60).toWellFormed();

/** The maximum number of reported unknown fields of a body, which may have thousands. */
const MAX_UNKNOWN = 20;

/**
 * The errors of an invalid body: one for each field and rule, in the order of the form's fields. `part` is the path of the
 * form in the body, if it is not the whole body.
 */
export function formErrors(form: Form, issues: readonly z.core.$ZodIssue[], part = ''): ErrorItem[] {
  const at = (field: string) => (part === '' ? field : `${part}.${field}`);
  return issues.flatMap((issue) => {
    const [first] = issue.path;
    const inner = typeof first === 'string' ? partOf(form.fields[first]) : undefined;
    if (inner) {
      const rest = [{ ...issue, path: issue.path.slice(1) }] as z.core.$ZodIssue[];
      return formErrors(inner, rest, at(String(first)));
    }
    const rule = ruleOf(issue);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, MAX_UNKNOWN).map((key) => {
        const name = shownName(key);
        return {
          code: errorCode(form.entity, name, rule),
          field: at(name),
          message: `${name} is not a field that can be sent here`,
        };
      });
    if (issue.path.length === 0) {
      const message = `${part || 'The body'} must be a JSON object`;
      return [{ code: errorCode(form.entity, 'body', rule), field: part, message }];
    }
    const field = issue.path.map(String).join('.');
    return [
      { code: errorCode(entityOf(form, first), field, rule), field: at(field), message: issue.message },
    ];
  });
}

/** The entity that the error codes of a field name. */
function entityOf(form: Form, name: PropertyKey | undefined): EntityName {
  const field = form.fields[String(name)];
  return (field && factsOf(field).entity) ?? form.entity;
}
