/** The codes of fall terms end with this. */
const FALL = '92';

const yearOf = (term: string) => Number(term.slice(0, 4));

/** The fall that has begun last in a term (`yyyyst`): the term itself, or that of the year before. */
export const fallTermOf = (term: string): string =>
  term.slice(4) >= FALL ? `${term.slice(0, 4)}${FALL}` : fallTermBefore(term);

/** The fall of the year before that of a term. */
export const fallTermBefore = (term: string): string => `${yearOf(term) - 1}${FALL}`;
