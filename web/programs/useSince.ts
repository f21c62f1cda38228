import { useQuery } from '@tanstack/react-query';
import { termsQuery } from '../lib/queries.ts';
import { put, useUrlParams } from '../lib/searchParams.ts';
import { knownTerm } from '../terms/asOf.ts';

const SINCE = 'since';
/** The URL parameter for the groups that are shown, by their change. */
export const CHANGE = 'change';

/**
 * The earlier term of the URL (`yyyyst`) that the programs are compared with, or null. `unknown` is the URL's value, if it is
 * not a term of the lookup.
 */
export function useSince() {
  const { params, change } = useUrlParams();
  const { data: terms } = useQuery({ ...termsQuery, enabled: false });
  const written = params.get(SINCE);
  const since = knownTerm(written, terms);
  return {
    since,
    unknown: since === null ? written : null,
    /** Compares with another term, with a new history entry. Null compares with none. */
    setSince: (next: string | null) => {
      if (next === written) return;
      change((now) => {
        put(now, SINCE, next);
        now.delete('page');
        if (next === null) now.delete(CHANGE);
      });
    },
  };
}
