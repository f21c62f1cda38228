import * as z from 'zod/mini';

export const awardType = z.object({ degreeShort: z.string(), degreeCode: z.string() });
export type AwardType = z.output<typeof awardType>;

/** `termYyyyst`: four digits for the year and two digits or capital letters for the session, such as 202592 or 2025S1. */
export const TERM_CODE = /^[0-9]{4}[0-9A-Z]{2}$/;

/** A term with its label `termLetterYear`, such as F25. */
export const termLabel = z.object({ termYyyyst: z.string(), termLetterYear: z.string() });
export type Term = z.output<typeof termLabel>;
