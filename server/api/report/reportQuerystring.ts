import * as z from 'zod/mini';
import { factsOf } from '../../../contract/field.ts';
import { restrictsNothing } from '../../../contract/fields.ts';
import { reportFilter } from '../../../contract/report.ts';
import { readTime } from '../../../contract/time.ts';
import { described, fileQuery } from '../files/fileQuery.ts';

const { fields } = reportFilter;
type Name = keyof typeof fields;
const names = Object.keys(fields) as Name[];

const flags = ['true', 'false'];

/** A filter in a query: as text, a list by repeating its name. A malformed flag or time is 400. */
function parameterOf(name: Name) {
  const { label, hint = label, byDefault, list } = factsOf(fields[name]);
  if (list) {
    const read = z.union([z.string(), z.array(z.string())]);
    z.globalRegistry.add(read, { type: 'array', items: { type: 'string' }, description: hint });
    return z.optional(read);
  }
  if (byDefault !== undefined) {
    const read = z.string().check(z.refine((text) => flags.includes(text)));
    z.globalRegistry.add(read, { description: `${hint}. Default: true.`, enum: flags });
    return z.optional(read);
  }
  if (name !== 'knownAt') return described(hint);
  const read = z.string().check(z.refine((text) => restrictsNothing(text) || readTime(text) !== undefined));
  z.globalRegistry.add(read, { description: `${hint}, a time in UTC`, format: 'date-time' });
  return z.optional(read);
}

/** The query of a report: its filters, and the parameters of a file. */
export const reportQuerystring = z.strictObject({
  ...(Object.fromEntries(names.map((name) => [name, parameterOf(name)])) as unknown as Record<
    Name,
    z.ZodMiniOptional<z.ZodMiniType<string | string[]>>
  >),
  ...fileQuery,
});

/** The filter as in the body of a report. */
export const filterInQuery = (query: Partial<Record<Name, string | string[] | undefined>>): object =>
  Object.fromEntries(
    names
      .filter((name) => query[name] !== undefined)
      .map((name) => {
        const { byDefault, list } = factsOf(fields[name]);
        const text = query[name];
        if (byDefault !== undefined) return [name, text === 'true'];
        return [name, list && !restrictsNothing(text) ? [text].flat() : text];
      }),
  );
