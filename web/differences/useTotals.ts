import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ItemKind } from '../../contract/kinds.ts';
import { itemInEffect } from '../catalog/items/inEffect.ts';
import type { ItemView } from '../catalog/items/itemView.ts';
import { itemViews } from '../catalog/kinds/kinds.ts';
import { shownKinds } from './differenceRows.ts';
import type { Sides } from './differencesUrl.ts';

export interface Total {
  before: number;
  after: number;
}

/** The number of items of each kind in effect in each of two terms. Undefined until the kind's list has loaded. */
export function useTotals(terms: Sides): Record<(typeof shownKinds)[number], Total | undefined> {
  const [major, degree, department, school] = [
    useTotal(itemViews.major, terms),
    useTotal(itemViews.degree, terms),
    useTotal(itemViews.department, terms),
    useTotal(itemViews.school, terms),
  ];
  return { major, degree, department, school };
}

function useTotal<K extends ItemKind>(
  { kind, listQuery }: ItemView<K>,
  { from, to }: Sides,
): Total | undefined {
  const { data: items } = useQuery(listQuery);
  return useMemo(() => {
    const isIn = itemInEffect(kind);
    const countIn = (term: string) => items?.filter((item) => isIn(item, term)).length ?? 0;
    return items && { before: countIn(from), after: countIn(to) };
  }, [kind, items, from, to]);
}
