import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { TERM_CODE, type Term } from '../../contract/lookups.ts';
import { termsQuery } from '../lib/queries.ts';
import { put, useUrlParams } from '../lib/searchParams.ts';

/** The URL parameter for the term as of which a page is shown: `/major?asOf=201992`. */
const AS_OF = 'asOf';

interface AsOf {
  /** A term code (`yyyyst`); null is now. */
  term: string | null;
  /** The URL's value, if it is not a term of the lookup. */
  unknown: string | null;
  /** Goes to the first page as of another term, with a new history entry. Null returns to now. */
  set: (term: string | null) => void;
}

/**
 * The term as of which the current page is shown. It is in the URL. Waits for the terms, which load once the user is known,
 * and does not request them.
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

/** The term in a URL, or null if the lookup does not have it. Until the lookup has loaded, any term code is accepted. */
export function knownTerm(written: string | null, terms: readonly Term[] | undefined): string | null {
  const isKnown = terms
    ? terms.some(({ termYyyyst }) => termYyyyst === written)
    : TERM_CODE.test(written ?? '');
  return isKnown ? written : null;
}

/** A page's path, with query and hash, as of another term. Null is now. */
export function withAsOf(path: string, term: string | null): string {
  const [, page = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(path) ?? [];
  const params = new URLSearchParams(query);
  if (params.get(AS_OF) === term) return path;
  put(params, AS_OF, term);
  return page + (params.size > 0 ? `?${params.toString()}` : '') + hash;
}
