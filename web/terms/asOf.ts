import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { TERM_CODE, type Term } from '../../contract/lookups.ts';
import { termsQuery } from '../lib/queries.ts';
import { put, useUrlParams } from '../lib/searchParams.ts';
import { runningTerm } from './runningTerm.ts';

/** The URL parameter for the term as of which a page is shown: `/major?asOf=201992`. */
const AS_OF = 'asOf';
/** The running term, whichever it is when the page is opened (contract 11). */
export const NOW = 'now';

interface AsOf {
  /** A term code (`yyyyst`); null if the page shows all terms. */
  term: string | null;
  /** The term as the URL has it: `now`, a term code or null. Links to other pages pass it on. */
  asOf: string | null;
  /** The URL's value, if it is not a term of the lookup. */
  unknown: string | null;
  /** Goes to the first page as of another term, with a new history entry. Null returns to all terms. */
  set: (asOf: string | null) => void;
}

/**
 * The term as of which the current page is shown. It is in the URL. Waits for the terms, which load once the user is known,
 * and does not request them.
 */
export function useAsOf(): AsOf {
  const { params, change } = useUrlParams();
  const { data: terms } = useQuery({ ...termsQuery, enabled: false });
  const written = params.get(AS_OF);
  return useMemo(() => {
    const term = termOf(written, terms);
    return {
      term,
      asOf: term === null ? null : written,
      unknown: term === null ? written : null,
      set: (next) => {
        if (next === written) return;
        change((now) => {
          put(now, AS_OF, next);
          now.delete('page');
        });
      },
    };
  }, [written, terms, change]);
}

/** The term that a URL's value means. */
const termOf = (written: string | null, terms: readonly Term[] | undefined): string | null =>
  written === NOW ? runningTerm || null : knownTerm(written, terms);

/** The term in a URL, or null if the lookup does not have it. Until the lookup has loaded, any term code is accepted. */
export function knownTerm(written: string | null, terms: readonly Term[] | undefined): string | null {
  const isKnown = terms
    ? terms.some(({ termYyyyst }) => termYyyyst === written)
    : TERM_CODE.test(written ?? '');
  return isKnown ? written : null;
}

/**
 * A page's path, with query and hash, as of `now` or a term. Null is all terms. Most pages name the parameter `asOf`.
 */
export function withAsOf(path: string, asOf: string | null, name = AS_OF): string {
  const [, page = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(path) ?? [];
  const params = new URLSearchParams(query);
  if (params.get(name) === asOf) return path;
  put(params, name, asOf);
  return page + (params.size > 0 ? `?${params.toString()}` : '') + hash;
}
