import * as z from 'zod/mini';

/** A time of a query, in UTC, with or without milliseconds. */
function time(description: string) {
  const read = z
    .pipe(
      z.union([z.iso.datetime({ precision: 0 }), z.iso.datetime({ precision: 3 })]),
      z.transform((text) => new Date(text)),
    )
    .check(z.refine((date) => date.getUTCFullYear() >= 1));
  z.globalRegistry.add(read, { type: 'string', format: 'date-time', description });
  return read;
}

/** The two times of a query: the first is inclusive, the second exclusive. */
export const fromTime = time('Changes at this time or later.');
export const toTime = time('Changes before this time.');
