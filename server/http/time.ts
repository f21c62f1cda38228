import * as z from 'zod/mini';

/** A time of a query, in UTC, with or without milliseconds. */
export const time = z
  .pipe(
    z.union([z.iso.datetime({ precision: 0 }), z.iso.datetime({ precision: 3 })]),
    z.transform((text) => new Date(text)),
  )
  .check(z.refine((date) => date.getUTCFullYear() >= 1));
z.globalRegistry.add(time, { type: 'string', format: 'date-time' });
