import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { TERM_CODE, type Term } from '../../contract/lookups.ts';
import { termsQuery } from '../lib/queries.ts';
import { put, useUrlParams } from '../lib/searchParams.ts';

/** The parameter of a page's address that names the term as of which the page is shown: `/major?asOf=201992`. */
const AS_OF = 'asOf';

interface AsOf {
  /** A term code (`yyyyst`); null is now. */
  term: string | null;
  /** What the address has instead, if that is no term of the lookup. */
  unknown: string | null;
  /** Goes to the first page as of another term, in a new entry of the history. Null goes back to now. */
  set: (term: string | null) => void;
}

/**
 * The term as of which the current page is shown. It lives in the address. Waits for the terms, which are read once
 * the user is known, and asks for none.
 */
export function useAsOf(): AsOf {
  const { params, change } = useUrlParams();
  const { data: terms } = useQuery({ ...termsQuery, enabled: false });
  const written = params.get(AS_OF);
  return useMemo(
    () => ({
      term: knownTerm(written, terms),
      unknown: written !== null && knownTerm(written, terms) === null ? written : null,
      set: (next) => {
        if (next === written) return;
        change((now) => {
          put(now, AS_OF, next);
          now.delete('page');
        });
      },
    }),
    [written, terms, change],
  );
}

/** A written term, or null if the lookup does not hold it. Before that has been read, any term code may be in it. */
export function knownTerm(written: string | null, terms: readonly Term[] | undefined): string | null {
  const isKnown = terms
    ? terms.some(({ termYyyyst }) => termYyyyst === written)
    : TERM_CODE.test(written ?? '');
  return isKnown ? written : null;
}

/** A page's path, with query and hash, as of a term in place of the one that it has. Null is now. */
export function withAsOf(path: string, term: string | null): string {
  const [, page = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(path) ?? [];
  const params = new URLSearchParams(query);
  if (params.get(AS_OF) === term) return path;
  put(params, AS_OF, term);
  return page + (params.size > 0 ? `?${params.toString()}` : '') + hash;
}
