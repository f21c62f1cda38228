import { useMemo } from 'react';
import type { Quarter } from '../../contract/columns/quarters.ts';
import type { Option, Order } from '../ui/form/options.ts';
import { NOW } from './asOf.ts';
import { useQuarter, useTermOptions } from './lookups.ts';
import { runningTerm } from './runningTerm.ts';

/** The value of the option 'All terms', which means no term. */
export const ALL = 'all';

/** 'Now (F26)', or the label of a term. */
export const asOfLabel = (asOf: string, quarter: Quarter): string =>
  asOf !== NOW ? (quarter(asOf) ?? asOf) : runningTerm ? `Now (${quarter(runningTerm)})` : 'Now';

/** The options of a select for a term as of which something is shown (contract 11): all terms, now, then each term. */
export function useAsOfOptions(): Option[] {
  const quarter = useQuarter();
  const terms = useTermOptions();
  return useMemo(
    () => [
      { value: ALL, label: 'All terms' },
      { value: NOW, label: asOfLabel(NOW, quarter), also: [NOW] },
      ...terms,
    ],
    [quarter, terms],
  );
}

const rankOf = ({ value }: { value: string }) => [ALL, NOW].indexOf(value) + 1 || 3;

/** All terms, now, then the terms, newest first. */
export const asOfOrder: Order = (one, other) =>
  rankOf(one) - rankOf(other) || (one.value < other.value ? 1 : -1);
