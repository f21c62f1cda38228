import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ItemKind, Items } from '../../contract/kinds.ts';
import { TODAYS_TITLES } from '../catalog/items/AsOfSelect.tsx';
import { earlierValuesByItem, itemInTerm } from '../catalog/items/itemInTerm.ts';
import { earlierValuesQuery } from '../lib/queries.ts';
import { useQuarter } from '../terms/lookups.ts';

/**
 * Shows items with the names and codes that they had in the term of a page; with null, as they are stored. It says which
 * they are: if the earlier values cannot be loaded, they are those of today.
 */
export function useEarlierValuesInTerm(term: string | null) {
  const { data, isPending, isError } = useQuery(earlierValuesQuery);
  const quarter = useQuarter();
  const earlierOf = useMemo(() => earlierValuesByItem(data ?? []), [data]);
  return {
    isPending: term !== null && isPending,
    itemThen: <K extends ItemKind>(kind: K, item: Items[K]): Items[K] =>
      term === null ? item : itemInTerm(kind, item, term, earlierOf),
    note: isError ? TODAYS_TITLES : `Names and codes are those of ${quarter(term)}.`,
  };
}
