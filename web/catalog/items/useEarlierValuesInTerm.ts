import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { earlierValuesQuery } from '../../lib/queries.ts';
import { earlierValuesByItem } from '../../terms/earlierValuesOf.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { namesOfTerm, TODAYS_TITLES } from './AsOfSelect.tsx';
import { itemInTerm } from './itemInTerm.ts';

/** Returns an item with the names and codes that it had in the term of the page. */
export type ItemThen = <K extends ItemKind>(kind: K, item: Items[K]) => Items[K];

/**
 * Shows items with the names and codes that they had in the term of a page; with null, as they are stored. It says which
 * they are: if the earlier values cannot be loaded, they are those of today.
 */
export function useEarlierValuesInTerm(term: string | null) {
  const { data, isFetched } = useQuery({ ...earlierValuesQuery, enabled: term !== null });
  const quarter = useQuarter();
  const earlierOf = useMemo(() => earlierValuesByItem(data ?? []), [data]);
  const itemThen: ItemThen = useCallback(
    (kind, item) => (term === null ? item : itemInTerm(kind, item, term, earlierOf)),
    [term, earlierOf],
  );
  return {
    isPending: term !== null && !isFetched,
    itemThen,
    note: isFetched && !data ? TODAYS_TITLES : namesOfTerm(term, quarter),
  };
}
