import * as z from 'zod/mini';
import { readTime } from '../../contract/time.ts';

/** A time of a query, in UTC, with or without milliseconds. */
function time(description: string) {
  const read = z.transform<string, Date>((text, context) => {
    const date = readTime(text);
    if (!date) context.issues.push({ code: 'custom', input: text, message: 'Not a time' });
    return date ?? z.NEVER;
  });
  z.globalRegistry.add(read, { type: 'string', format: 'date-time', description });
  return read;
}

/** The two times of a query: the first is inclusive, the second exclusive. */
export const fromTime = time('Changes at this time or later.');
export const toTime = time('Changes before this time.');
