import * as z from 'zod/mini';
import { type FieldFacts, factsOf, type Rule } from './field.ts';

/** Names in error codes: `SCHOOL_TITLE8_TOO_LONG`. */
export type EntityName =
  | 'SCHOOL'
  | 'DEPARTMENT'
  | 'DEGREE'
  | 'MAJOR'
  | 'RELATIONSHIP'
  | 'MAJOR_DEGREE'
  | 'REPORT'
  | 'CHANGE';

export type Fields = Record<string, z.ZodMiniType>;

/**
 * What a browser sends: strict (an unknown field is refused, not dropped), every field and rule checked even when
 * another has failed. `readOnly` names fields of the answer that a client may send back; they are ignored.
 */
export interface Form<F extends Fields = Fields> {
  entity: EntityName;
  fields: F;
  readOnly: readonly string[];
  schema: z.ZodMiniType<z.output<z.ZodMiniObject<F>>, z.input<z.ZodMiniObject<F>>>;
}

export type FormValues<T extends Form> = z.output<T['schema']>;
/** What a form holds while it is filled in. */
export type FormInput<T extends Form> = z.input<T['schema']>;

interface FormRules<F> {
  /** Pairs of which the second must not come before the first: terms or years. */
  inOrder?: readonly (readonly [keyof F & string, keyof F & string])[];
  readOnly?: readonly string[];
}

export function form<const F extends Fields>(
  entity: EntityName,
  fields: F,
  rules: FormRules<F> = {},
): Form<F> {
  const { inOrder = [], readOnly = [] } = rules;
  const object = z.strictObject(fields).check(
    ...inOrder.map(([first, second]) =>
      z.refine<z.output<z.ZodMiniObject<F>>>((value) => isInOrder(read(value, first), read(value, second)), {
        path: [second],
        message: `${factsOf(fields[second] as z.ZodMiniType).label} must not be before ${factsOf(fields[first] as z.ZodMiniType).label}`,
        params: { rule: 'ORDER' },
        when: (payload) => typeof payload.value === 'object' && payload.value !== null,
      }),
    ),
  );
  z.globalRegistry.add(object, { required: requiredNames(fields) });
  const schema = z.pipe(
    z.transform((value: unknown) => withoutFields(value, readOnly)),
    object,
  );
  // The pipe takes whatever a network sends; to those who fill a form in, its input is the fields.
  return { entity, fields, readOnly, schema: schema as unknown as Form<F>['schema'] };
}

const parts = new WeakMap<z.ZodMiniType, Form>();

/** A form within a form (the parts of a major-degree); its errors keep its own entity's codes. */
export function part<F extends Fields>(inner: Form<F>): Form<F>['schema'] {
  const schema = z.pipe(
    z.transform((value: unknown) => value ?? {}),
    inner.schema,
  ) as unknown as Form<F>['schema'];
  parts.set(schema, inner);
  return schema;
}

/** The form that a field is, if it is one. */
export function partOf(field: z.ZodMiniType | undefined): Form | undefined {
  return field && parts.get(field);
}

/** The facts of every plain field of a form, by name. */
export function factsOfForm(of: Form): Record<string, FieldFacts> {
  return Object.fromEntries(
    Object.entries(of.fields)
      .filter(([, field]) => !partOf(field))
      .map(([name, field]) => [name, factsOf(field)]),
  );
}

/** The rule that a zod issue stands for. */
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

const read = (value: object, name: string): unknown => (value as Record<string, unknown>)[name];

/** Term codes (`yyyyst`) sort as text; years as numbers. An end without a start is in order. */
function isInOrder(first: unknown, second: unknown): boolean {
  if (typeof first === 'string' && typeof second === 'string') return first <= second;
  if (typeof first === 'number' && typeof second === 'number') return first <= second;
  return true;
}
