import * as z from 'zod/mini';

/** The query of a list or detail: the term (`yyyyst`) whose names and codes the response has (contract 14). */
export const asOfQuery = z.strictObject({ asOf: z.optional(z.string()) });

/** The parameter for the check that the lookup has the term. */
export const asOfParameter = (asOf: string | null) => ({
  field: 'asOf',
  label: 'As of',
  term: asOf ?? undefined,
});

/** The kinds of data in a response: as of a term, the earlier values and the lookup of terms are among them. */
export const readsAsOf = (asOf: string | null, kinds: readonly string[]): string[] =>
  asOf === null ? [...kinds] : [...kinds, 'earlierValue', 'term'];
