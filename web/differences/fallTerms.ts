/** The end of a fall term's code. */
const FALL = '92';

const yearOf = (term: string) => Number(term.slice(0, 4));

/** The fall term that has begun last in a term (`yyyyst`): the term itself, or the fall term of the year before. */
export const fallTermOf = (term: string): string =>
  term.slice(4) >= FALL ? `${term.slice(0, 4)}${FALL}` : fallTermBefore(term);

/** The fall term of the year before that of a term. */
export const fallTermBefore = (term: string): string => `${yearOf(term) - 1}${FALL}`;
