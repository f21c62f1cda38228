import type { Quarter } from '../../../contract/columns/quarters.ts';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { boundsOf } from '../../../contract/spans.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { hasPassed } from '../../terms/runningTerm.ts';
import { useFieldValue } from '../../ui/form/fields.tsx';
import type { ItemView } from './itemView.ts';

/** 'Ended F15' if that term has passed. */
export const endedIn = (term: string | null, quarter: Quarter): string | null =>
  hasPassed(term) ? `Ended ${quarter(term)}` : null;

/** 'Ended 2015' if that year has passed. */
export const endedInYear = (year: number | null): string | null => (hasPassed(year) ? `Ended ${year}` : null);

/** 'Ended F15' if the end term in the surrounding form has passed. */
export function useEndedHere(name: string): string | null {
  return endedIn(useFieldValue(name) as string | null, useQuarter());
}

/**
 * Whether the Active flag of an item is on though its end has passed: the condition of the rule `active-but-ended` of data
 * quality.
 */
export const isActiveThoughEnded = <K extends ItemKind>(
  { kind, active }: Pick<ItemView<K>, 'kind' | 'active'>,
  item: Items[K],
): boolean => Boolean(item[active]) && hasPassed(boundsOf(kind, item).end);
