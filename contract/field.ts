import * as z from 'zod/mini';

/** The last part of an error's code, see `errors.ts`. */
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

/** Values that only the database knows; the server looks them up, see `server/catalogue/known.ts`. */
export type Lookup = 'term' | 'award' | 'school' | 'department';

/** What a form field says about itself: forms, OpenAPI, boundary tests and database checks read it. */
export interface FieldFacts {
  label: string;
  required: boolean;
  hint?: string;
  /** Most code points of a text. */
  maxLength?: number;
  /** The one length of a code. */
  length?: number;
  pattern?: RegExp;
  min?: number;
  max?: number;
  /** Most digits after the point of a number. */
  decimals?: number;
  options?: readonly Option[];
  lookup?: Lookup;
  /** Several values of the lookup. */
  list?: boolean;
  /** Most entries of a list. */
  maxItems?: number;
  /** The value of a flag that is absent. */
  byDefault?: boolean;
  /** Text of several lines. */
  lines?: boolean;
  upperCase?: boolean;
}

/** A field of a form: it reads one value of a body, of whatever type, and answers what is stored. */
export type Field<Value, Given = Value | undefined> = z.ZodMiniTransform<Value, Given>;

const facts = new WeakMap<z.ZodMiniType, FieldFacts>();

/** The facts of a field that one of the functions below has made. */
export function factsOf(field: z.ZodMiniType): FieldFacts {
  const found = facts.get(field);
  if (!found) throw new Error('Not a form field');
  return found;
}

export type Fail = (rule: Rule, message: string) => void;
export type JsonSchema = Record<string, unknown>;

/** Makes a field of what it says about itself, how OpenAPI describes its value, and how it reads one. */
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

/** The same values, or null where none is required. */
export const orNull = (json: JsonSchema, required: boolean): JsonSchema => ({
  ...json,
  type: required ? json.type : [json.type, 'null'],
});
