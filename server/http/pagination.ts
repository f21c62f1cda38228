import * as z from 'zod/mini';

/** The largest value of the integer columns that cursors are compared with. */
const LARGEST = 2 ** 31 - 1;

const number = (max: number) =>
  z.string().check(z.refine((text) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= max));

/** The parameters of a page: its maximum length, and the `next` of the previous page. Both are positive decimal integers. */
export function pageOf({ max, byDefault }: { max: number; byDefault: number }) {
  const page = {
    limit: z.pipe(
      z.optional(number(max)),
      z.transform((text) => Number(text ?? byDefault)),
    ),
    cursor: z.optional(z.pipe(number(LARGEST), z.transform(Number))),
  };
  z.globalRegistry.add(page.limit, { type: 'integer', minimum: 1, maximum: max, default: byDefault });
  z.globalRegistry.add(page.cursor, { type: 'string', description: 'The `next` of the previous page.' });
  return page;
}
