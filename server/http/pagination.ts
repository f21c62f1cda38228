import * as z from 'zod/mini';

/** The largest number of the columns that cursors are compared with. */
const LARGEST = 2 ** 31 - 1;

const number = (most: number) =>
  z.string().check(z.refine((text) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= most));

/** The parameters of a page: how much it has at most, and the `next` of the page before. Both are whole numbers in digits. */
export function pageOf({ most, byDefault }: { most: number; byDefault: number }) {
  const page = {
    limit: z.pipe(
      z.optional(number(most)),
      z.transform((text) => Number(text ?? byDefault)),
    ),
    cursor: z.optional(z.pipe(number(LARGEST), z.transform(Number))),
  };
  z.globalRegistry.add(page.limit, { type: 'integer', minimum: 1, maximum: most, default: byDefault });
  z.globalRegistry.add(page.cursor, { type: 'string', description: 'The `next` of the page before.' });
  return page;
}
