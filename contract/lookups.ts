import * as z from 'zod/mini';

export const awardType = z.object({ degreeShort: z.string(), degreeCode: z.string() });
export type AwardType = z.output<typeof awardType>;

/** `termYyyyst`: four digits for the year and two for the session, such as 202592. `termLetterYear`: such as F25. */
export const termLabel = z.object({ termYyyyst: z.string(), termLetterYear: z.string() });
export type Term = z.output<typeof termLabel>;
