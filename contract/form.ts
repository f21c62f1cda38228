import * as z from 'zod/mini';
import { type EntityName, type FieldFacts, factsOf, type Rule } from './field.ts';
import type { FormRule } from './rules.ts';

export type Fields = Record<string, z.ZodMiniType>;

/**
 * The data that a browser sends. It is strict: an unknown field is rejected, not dropped. Every field and rule is checked
 * even if another has failed. `rules` apply between fields. `readOnly` names fields of the response that a client may send
 * back; they are ignored.
 */
export interface Form<F extends Fields = Fields> {
  entity: EntityName;
  fields: F;
  rules: readonly FormRule[];
  readOnly: readonly string[];
  schema: z.ZodMiniType<z.output<z.ZodMiniObject<F>>, z.input<z.ZodMiniObject<F>>>;
}

export type FormValues<T extends Form> = z.output<T['schema']>;
/** The values of a form before validation. */
export type FormInput<T extends Form> = z.input<T['schema']>;

interface FormAbout<F extends Fields> {
  /** The compiler rejects a rule of fields that the form lacks, or whose values have another type. */
  rules?: readonly FormRule<z.output<z.ZodMiniObject<F>>>[];
  readOnly?: readonly string[];
}

/** Creates a form from its fields, the rules between them, and the read-only fields. */
export function form<const F extends Fields>(
  entity: EntityName,
  fields: F,
  { rules = [], readOnly = [] }: FormAbout<F> = {},
): Form<F> {
  const object = z.strictObject(fields).check(
    z.check<Record<string, unknown>>(
      ({ value, issues }) => {
        const isInvalid = (name: string) => issues.some(({ path }) => path?.[0] === name);
        issues.push(...brokenRules(fields, rules, value, isInvalid));
      },
      // Report broken rules even if other fields are invalid.
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  );
  z.globalRegistry.add(object, { required: requiredNames(fields) });
  const schema = z.pipe(
    z.transform((value: unknown) => withoutFields(value, readOnly)),
    object,
  );
  // The pipe accepts any input from the network, but the form's input type should be that of its fields.
  return { entity, fields, rules, readOnly, schema: schema as unknown as Form<F>['schema'] };
}

/** The issues of the broken rules. Skips rules of fields that are already invalid. */
export function brokenRules(
  fields: Fields,
  rules: readonly FormRule[],
  values: Readonly<Record<string, unknown>>,
  isInvalid: (name: string) => boolean,
) {
  const labelOf = (name: string) => factsOf(fields[name] as z.ZodMiniType).label;
  return rules
    .filter((rule) => !rule.fields.some(isInvalid) && !rule.holds(values))
    .map((rule) => ({
      code: 'custom' as const,
      input: values,
      path: rule.fields.slice(-1),
      message: rule.message(labelOf, values),
      params: { rule: rule.code },
    }));
}

const parts = new WeakMap<z.ZodMiniType, Form>();

/** A form within a form (the parts of a major-degree). Its error codes keep its own entity. */
export function part<F extends Fields>(inner: Form<F>): Form<F>['schema'] {
  const schema = z.pipe(
    z.transform((value: unknown) => value ?? {}),
    inner.schema,
  ) as unknown as Form<F>['schema'];
  parts.set(schema, inner);
  return schema;
}

/** The inner form of a field created by `part`; undefined for any other field. */
export function partOf(field: z.ZodMiniType | undefined): Form | undefined {
  return field && parts.get(field);
}

/** The values of the fields that are valid by themselves, in an invalid body. */
export function validValues(of: Form, body: unknown): Record<string, unknown> {
  const values = new Map<string, unknown>(
    typeof body === 'object' && body !== null ? Object.entries(body) : [],
  );
  const parsed = Object.entries(of.fields).map(([name, field]) => {
    const inner = partOf(field);
    const value = values.get(name);
    return [name, inner ? validValues(inner, value) : z.safeParse(field, value).data] as const;
  });
  return Object.fromEntries(parsed.filter(([, value]) => value !== undefined));
}

/** The properties of every field of a form that is not a `part`, by name. */
export function factsOfForm(of: Form): Record<string, FieldFacts> {
  return Object.fromEntries(
    Object.entries(of.fields)
      .filter(([, field]) => !partOf(field))
      .map(([name, field]) => [name, factsOf(field)]),
  );
}

/** The rule that a zod issue represents. */
export function ruleOf(issue: z.core.$ZodIssue): Rule {
  if (issue.code === 'unrecognized_keys') return 'UNKNOWN_FIELD';
  const rule = issue.code === 'custom' ? (issue.params?.rule as Rule | undefined) : undefined;
  return rule ?? 'BAD_TYPE';
}

function requiredNames(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => {
    const field = fields[name] as z.ZodMiniType;
    return partOf(field) !== undefined || factsOf(field).required;
  });
}

function withoutFields(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
