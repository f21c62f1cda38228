import * as z from 'zod/mini';

export const awardType = z.object({ degreeShort: z.string(), degreeCode: z.string() });
export type AwardType = z.output<typeof awardType>;

/** `termYyyyst`: four digits of the year and two of the session, 202592; `termLetterYear`: F25. */
export const termLabel = z.object({ termYyyyst: z.string(), termLetterYear: z.string() });
export type Term = z.output<typeof termLabel>;
