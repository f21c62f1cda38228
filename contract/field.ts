import * as z from 'zod/mini';

/** The first part of error codes: `SCHOOL_TITLE8_TOO_LONG`. */
export type EntityName =
  | 'SCHOOL'
  | 'DEPARTMENT'
  | 'DEGREE'
  | 'MAJOR'
  | 'RELATIONSHIP'
  | 'MAJOR_DEGREE'
  | 'REPORT'
  | 'CHANGE'
  | 'PROPOSAL'
  | 'IMPORT_MAPPING'
  | 'VIEW'
  | 'TOKEN'
  | 'WAIVER'
  | 'EARLIER_VALUE'
  | 'FIX'
  | 'TERM'
  | 'AWARD_TYPE';

/** The last part of an error code, see `errors.ts`. */
export type Rule =
  | 'REQUIRED'
  | 'TOO_LONG'
  | 'TOO_MANY'
  | 'WRONG_LENGTH'
  | 'OUT_OF_RANGE'
  | 'BAD_FORMAT'
  | 'BAD_TYPE'
  | 'UNKNOWN_VALUE'
  | 'UNKNOWN_FIELD'
  | 'ORDER';

export interface Option {
  value: string;
  label: string;
}

/** Kinds of values that only the database knows. The server checks them in `server/catalog/lookupChecks.ts`. */
export type Lookup = 'term' | 'award' | 'school' | 'department';

/** Values that show a pattern to the tests of its limits, which cannot make any from it. */
export interface Examples {
  valid: readonly string[];
  invalid: readonly string[];
}

/** The properties of a form field, used by forms, OpenAPI, boundary tests and database checks. */
export interface FieldFacts {
  label: string;
  /** The entity of the field's error codes, if it is not the form's. */
  entity?: EntityName;
  required: boolean;
  hint?: string;
  /** The format as named in error messages, such as `a 3-digit code`. Without it, they use the hint. */
  format?: string;
  /** The maximum length of a text in code points. */
  maxLength?: number;
  /** The exact length of a code. */
  length?: number;
  pattern?: RegExp;
  /** For a pattern without an exact length. */
  examples?: Examples;
  min?: number;
  max?: number;
  /** The maximum number of digits after the decimal point. */
  decimals?: number;
  options?: readonly Option[];
  lookup?: Lookup;
  /** Whether the field takes several values of the lookup. */
  list?: boolean;
  /** The maximum number of entries of a list. */
  maxItems?: number;
  /** The value of an absent flag. */
  byDefault?: boolean;
  /** Whether the text may have several lines. */
  lines?: boolean;
  upperCase?: boolean;
}

/** A field of a form. It parses one value of a body, of any type, into the value to store. */
export type Field<Value, Given = Value | undefined> = z.ZodMiniTransform<Value, Given>;

const facts = new WeakMap<z.ZodMiniType, FieldFacts>();

/** The properties of a field created by `field`. Throws for any other schema. */
export function factsOf(field: z.ZodMiniType): FieldFacts {
  const known = facts.get(field);
  if (!known) throw new Error('Not a form field');
  return known;
}

export type Fail = (rule: Rule, message: string) => void;
export type JsonSchema = Record<string, unknown>;

/** Creates a field from its properties, the JSON schema of its values for OpenAPI, and the function that parses a value. */
export function field<Value, Given = Value | undefined>(
  about: FieldFacts,
  json: JsonSchema,
  read: (value: unknown, fail: Fail) => Value | undefined,
): Field<Value, Given> {
  const schema = z.transform<Given, Value>((value, context) => {
    let failed = false;
    const result = read(value, (rule, message) => {
      failed = true;
      context.issues.push({ code: 'custom', input: value, message, params: { rule } });
    });
    return failed ? z.NEVER : (result as Value);
  });
  facts.set(schema, about);
  z.globalRegistry.add(schema, { ...json, description: about.hint ?? about.label });
  return schema;
}

/** The JSON schema, extended to allow null if the value is not required. */
export const orNull = (json: JsonSchema, required: boolean): JsonSchema => ({
  ...json,
  type: required ? json.type : [json.type, 'null'],
});
