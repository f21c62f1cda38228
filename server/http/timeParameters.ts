import * as z from 'zod/mini';
import { readTime } from '../../contract/time.ts';

/** A time in a query, in UTC, with or without milliseconds. */
function time(description: string) {
  // A transform alone would be optional in the API description.
  const read = z.pipe(
    z.string(),
    z.transform((text, context) => {
      const date = readTime(text);
      if (!date) context.issues.push({ code: 'custom', input: text, message: 'Not a time' });
      return date ?? z.NEVER;
    }),
  );
  z.globalRegistry.add(read, { type: 'string', format: 'date-time', description });
  return read;
}

/** The two times of a query: the first is inclusive, the second exclusive. */
export const fromTime = time('Changes at this time or later.');
export const toTime = time('Changes before this time.');
