import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { quartersOf } from '../../contract/columns/quarters.ts';
import type { Items } from '../../contract/kinds.ts';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { itemPath } from '../lib/paths.ts';
import { termsQuery } from '../lib/queries.ts';
import { recentItems } from '../lib/recentItems.ts';
import { isPermitted } from '../lib/session.ts';
import { useAsOf, withAsOf } from '../terms/asOf.ts';
import { type IndexedItem, idOf, mergeIndexes } from './itemIndex.ts';
import { filteredList } from './listFilter.ts';
import { rankItems } from './rankItems.ts';
import { actionsOf, findPlaces, reportPath, screensOf } from './screensAndActions.ts';
import { type Group, itemGroups, placeGroup, resultOfItem } from './searchResults.ts';
import { useSearchLists } from './useSearchLists.ts';

/** What a text finds. */
interface Found {
  groups: readonly Group[];
  /** The number of all results, not only of those that are shown. */
  count: number;
}

/** The search function over all that the user may open, the labels of the quarters, and the requests of the lists. */
export function useSearch(user: AuthenticatedUser, isOpen: boolean) {
  const canManage = isPermitted(user, 'manage:data');
  const { term, asOf } = useAsOf();
  // Requested when the application starts.
  const { data: terms } = useQuery({ ...termsQuery, enabled: false });
  const quarter = useMemo(() => quartersOf(terms ?? []), [terms]);
  const { lists, readings } = useSearchLists(canManage, isOpen);
  const index = useMemo(() => mergeIndexes(lists.map((list) => list.index)), [lists]);
  const search = useMemo(() => {
    const screens = screensOf(user, { asOf, term });
    const actions = actionsOf(user, { asOf, term });
    const pathOf = (item: IndexedItem) => withAsOf(canManage ? pageOf(item) : reportOf(item), asOf);
    const recent = recentItems(user).map(({ kind, key }) => idOf(kind, key));
    const isRecent = new Set(recent);
    const byId = new Map(index.filter(({ id }) => isRecent.has(id)).map((item) => [item.id, item]));
    // A deleted item is in no list.
    const opened = recent.flatMap((id) => byId.get(id) ?? []).map((item) => resultOfItem(item, pathOf));
    return (typed: string): Found => {
      if (typed.trim() === '') {
        const openedBefore = opened.length > 0 ? [{ label: 'Recently opened', results: opened }] : [];
        return { groups: [...openedBefore, ...placeGroup('Screens', screens)], count: 0 };
      }
      const hits = rankItems(index, typed, isRecent);
      const foundScreens = findPlaces(screens, typed);
      const foundActions = findPlaces(actions, typed);
      const items = itemGroups(hits, typed, pathOf, (kind, found) => {
        const list = canManage ? lists.find((one) => one.kind === kind) : undefined;
        return list ? filteredList(list, found, typed, { asOf, term, quarter }) : null;
      });
      return {
        groups: [...items, ...placeGroup('Screens', foundScreens), ...placeGroup('Actions', foundActions)],
        count: hits.length + foundScreens.length + foundActions.length,
      };
    };
  }, [user, canManage, asOf, term, quarter, lists, index]);
  return { search, quarter, readings };
}

const pageOf = ({ kind, key }: IndexedItem) => itemPath(kind, key);

/** The report of a school or a major. */
const reportOf = ({ kind, item }: IndexedItem) =>
  kind === 'school'
    ? reportPath({ schoolCode: (item as Items['school']).schoolCode })
    : reportPath({ majorCode: (item as Items['major']).majorCode });
