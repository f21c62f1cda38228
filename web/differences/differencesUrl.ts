import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { daysAfter } from '../lib/calendar.ts';
import { dayOf, isDay } from '../lib/days.ts';
import { termsQuery } from '../lib/queries.ts';
import { put, useUrlParams } from '../lib/searchParams.ts';
import { serverNow } from '../lib/serverTime.ts';
import { knownTerm } from '../terms/asOf.ts';
import { runningTerm } from '../terms/runningTerm.ts';
import { LOOKUP, RELATIONSHIP, shownKinds } from './differenceRows.ts';
import { fallTermBefore, fallTermOf } from './fallTerms.ts';

/** The parameter that selects terms or days. */
const BETWEEN = 'between';
const DAYS = 'days';

export type Side = 'from' | 'to';

/** The two sides of a comparison, as shown. */
export type Sides = Readonly<Record<Side, string>>;

/** Whether terms are compared or, with `?between=days`, days. Switching drops the selected sides. */
export function useComparesDays() {
  const { params, change } = useUrlParams();
  return {
    comparesDays: params.get(BETWEEN) === DAYS,
    setComparesDays: (days: boolean) =>
      change((now) => {
        for (const name of ['from', 'to', 'kind']) now.delete(name);
        put(now, BETWEEN, days ? DAYS : null);
      }),
  };
}

/**
 * The two terms in the URL. By default the fall term that has begun last, or From if that is later, and the fall term before
 * it.
 */
export function useTerms() {
  const { params, change } = useUrlParams();
  const { data: terms } = useQuery({ ...termsQuery, enabled: false });
  return useMemo(() => {
    const read = (params: URLSearchParams): Sides => {
      const last = fallTermOf(runningTerm);
      const from = knownTerm(params.get('from'), terms) ?? fallTermBefore(last);
      return { from, to: knownTerm(params.get('to'), terms) ?? (from > last ? from : last) };
    };
    const shown = read(params);
    return {
      ...shown,
      /** Changes a term, with a new history entry. Null means the default. */
      set: (side: Side, term: string | null) => {
        if (term !== shown[side]) change((now) => put(now, side, term));
      },
      /** The same, but keeps the two terms in order: From is the earlier of the new term and the other side. */
      choose: (side: Side, term: string) =>
        change((now) => {
          const next: Sides = { ...read(now), [side]: term };
          put(now, 'from', next.from <= next.to ? next.from : next.to);
          put(now, 'to', next.from <= next.to ? next.to : next.from);
        }),
    };
  }, [params, terms, change]);
}

/** The length of the default comparison. */
const DEFAULT_DAYS = 30;

/** The two days in the URL, both inclusive, and their validation messages. By default the last 30 days. */
export function useDays(): Sides & { errors: Partial<Sides> } {
  const { params } = useUrlParams();
  const today = dayOf(serverNow());
  const read = (side: Side, byDefault: string) => {
    const written = params.get(side) ?? '';
    return isDay(written) ? written : byDefault;
  };
  const to = read('to', today);
  const from = read('from', daysAfter(to, -DEFAULT_DAYS));
  if (from > today) return { from, to, errors: { from: 'From must not be in the future' } };
  return { from, to, errors: from > to ? { to: 'To must not be before From' } : {} };
}

/** The filter of the lists: a kind of item, `relationship`, between days also `lookup`, or null for all. */
export function useChosenKind() {
  const { params, change } = useUrlParams();
  const { comparesDays } = useComparesDays();
  const written = params.get('kind');
  return {
    kind: isKind(written, comparesDays) ? written : null,
    setKind: (kind: string | null) => change((now) => put(now, 'kind', kind), { replace: true }),
  };
}

const isKind = (written: string | null, comparesDays: boolean) =>
  [...shownKinds, RELATIONSHIP, ...(comparesDays ? [LOOKUP] : [])].some((kind) => kind === written);

/** The values in the URL that the comparison does not have, and ignores, with their labels. */
export function useWrongValues(): (readonly [string, string])[] {
  const { params } = useUrlParams();
  const { comparesDays } = useComparesDays();
  const { data: terms } = useQuery({ ...termsQuery, enabled: false });
  const isSide = (written: string) => (comparesDays ? isDay(written) : knownTerm(written, terms) !== null);
  const checks = [
    [BETWEEN, 'Between', () => comparesDays],
    ['from', 'From', isSide],
    ['to', 'To', isSide],
    ['kind', 'Show only', (written: string) => isKind(written, comparesDays)],
  ] as const;
  return checks.flatMap(([name, label, isRight]) => {
    const written = params.get(name);
    return written && !isRight(written) ? [[label, written] as const] : [];
  });
}
