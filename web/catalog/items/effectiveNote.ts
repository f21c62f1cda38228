/** A name or code that differs from its stored value, as texts. An empty value is null. */
export interface ChangedName {
  label: string;
  before: string | null;
  after: string | null;
}

const valueText = ({ label }: ChangedName, value: string | null, none: string) =>
  value === null ? `${none} ${label}` : `“${value}”`;

/**
 * What the choice of a term for new names means, in a few sentences. Null is a correction. Without `changed`, one name of
 * several items changes, and nothing else.
 */
export function effectiveNote(changed: readonly ChangedName[], term: string | null): string {
  const [only, ...others] = changed;
  if (!only)
    return term === null
      ? `Terms with the old values get the new one, past terms too. ${CHOOSE}`
      : `${term} and later have the new value. ${KEPT}`;
  if (others.length > 0)
    return term === null
      ? `Terms with the old values get the new ones, past terms too. ${CHOOSE}`
      : `${term} and later have the new values. ${KEPT} ${OTHERS}`;
  const [before, after] = [valueText(only, only.before, 'no'), valueText(only, only.after, 'no')];
  return term === null
    ? `Terms with ${before} get ${after}, past terms too. ${CHOOSE}`
    : `${term} and later have ${after}. ${KEPT} ${OTHERS}`;
}

// Earlier terms may have several older values.
const KEPT = 'Earlier terms keep what they have.';

const OTHERS = 'Other fields change in all terms.';

const CHOOSE = 'Choose a term if it is new from that term on.';
