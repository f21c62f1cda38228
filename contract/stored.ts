import * as z from 'zod/mini';
import { factsOf } from './field.ts';
import type { Fields } from './form.ts';

// The schemas of responses. Only the server uses them: `vite.config.ts` names these functions, so that the bundler drops what
// they make from the scripts of the browser.

/** The schemas of stored values: those that the fields of a form read. A stored row always has a version. */
type StoredFields<F extends Fields> = {
  [K in keyof F]: K extends 'version' ? z.ZodMiniNumber<number> : z.ZodMiniType<z.output<F[K]>>;
};

/**
 * The fields of a form as a response has them, in their order: a text, number or boolean, or null for an optional field
 * without a value. A field that is added to the form is in the response too.
 */
export function storedFields<F extends Fields>(fields: F): StoredFields<F> {
  const schemas = Object.entries(fields).map(([name, field]) => [
    name,
    name === 'version' ? z.int() : storedValue(field),
  ]);
  return Object.fromEntries(schemas) as StoredFields<F>;
}

function storedValue(field: z.ZodMiniType): z.ZodMiniType {
  const { byDefault, decimals, required } = factsOf(field);
  if (byDefault !== undefined) return z.boolean();
  const value = decimals === undefined ? z.string() : decimals === 0 ? z.int() : z.number();
  return required ? value : z.nullable(value);
}

/** The time and user of the last save of an item. Each kind has its own name for the user. */
export const stamp = <Name extends string>(savedBy: Name) =>
  ({ lastModified: z.iso.datetime(), [savedBy]: z.string() }) as {
    lastModified: z.ZodMiniISODateTime;
  } & { [K in Name]: z.ZodMiniString };

/** Flags as a response has them if they may also be unknown, which is null. */
export const storedFlagsOrNull = <F extends Fields>(flags: F) =>
  Object.fromEntries(Object.keys(flags).map((name) => [name, z.nullable(z.boolean())])) as {
    [K in keyof F]: z.ZodMiniNullable<z.ZodMiniBoolean>;
  };

type Shape = Record<string, z.ZodMiniType>;
type Together<Shapes extends readonly Shape[]> = Shapes extends readonly [
  infer First extends Shape,
  ...infer Rest extends readonly Shape[],
]
  ? First & Together<Rest>
  : unknown;
type Merged<Shapes extends readonly Shape[]> = {
  [K in keyof Together<Shapes>]: Together<Shapes>[K];
} extends infer All extends Shape
  ? All
  : never;

/** The schema of a response whose fields are those of these shapes, in their order. */
export const response = <const Shapes extends readonly Shape[]>(...shapes: Shapes) =>
  z.object(Object.assign({}, ...shapes) as Merged<Shapes>);
