import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ItemKind, Items } from '../../contract/kinds.ts';
import {
  degreesQuery,
  departmentsQuery,
  earlierValuesQuery,
  majorsQuery,
  schoolsQuery,
} from '../lib/queries.ts';
import { type EarlierValuesOf, earlierValuesByItem } from '../terms/earlierValuesOf.ts';
import { runningTerm } from '../terms/runningTerm.ts';
import { type IndexedItem, indexItems } from './itemIndex.ts';

/** A list of the search, empty until it is loaded. */
export interface SearchedList {
  kind: ItemKind;
  items: readonly object[];
  index: readonly IndexedItem[];
}

/** The request of a list. */
export interface ListReading {
  /** Its name within a sentence: 'majors'. */
  name: string;
  reading: UseQueryResult;
}

/**
 * The lists in which the user finds items: without `manage:data` only those that the report needs. While the search is open,
 * lists that are not loaded yet are fetched. Loaded ones are not fetched again.
 */
export function useSearchLists(canManage: boolean, isOpen: boolean) {
  const forAll = requested(isOpen);
  const forManagers = requested(isOpen && canManage);
  const major = useQuery({ ...majorsQuery, ...forAll });
  const degree = useQuery({ ...degreesQuery, ...forManagers });
  const department = useQuery({ ...departmentsQuery, ...forManagers });
  const school = useQuery({ ...schoolsQuery, ...forAll });
  const earlier = useQuery({ ...earlierValuesQuery, ...forAll });
  const earlierOf = useMemo(() => earlierValuesByItem(earlier.data ?? none), [earlier.data]);
  const lists = useMemo(
    (): readonly SearchedList[] => [
      listOf('major', major.data, earlierOf),
      ...(canManage
        ? [listOf('degree', degree.data, earlierOf), listOf('department', department.data, earlierOf)]
        : []),
      listOf('school', school.data, earlierOf),
    ],
    [canManage, major.data, degree.data, department.data, school.data, earlierOf],
  );
  const readings: ListReading[] = [
    { name: 'majors', reading: major },
    ...(canManage
      ? [
          { name: 'degrees', reading: degree },
          { name: 'departments', reading: department },
        ]
      : []),
    { name: 'schools', reading: school },
    { name: 'earlier names', reading: earlier },
  ];
  return { lists, readings };
}

const requested = (enabled: boolean) => ({
  enabled,
  staleTime: Number.POSITIVE_INFINITY,
  // The dialog shows which list is missing. A popup over it would take the focus from the text.
  meta: { ownError: true as const },
});

const none: readonly never[] = [];

/** The indexes of loaded lists. Each is built once for the earlier values, not each time the search opens. */
const indexes = new WeakMap<
  readonly object[],
  { earlierOf: EarlierValuesOf; index: readonly IndexedItem[] }
>();

function listOf<K extends ItemKind>(
  kind: K,
  items: readonly Items[K][] = none,
  earlierOf: EarlierValuesOf,
): SearchedList {
  const known = indexes.get(items);
  const index =
    known?.earlierOf === earlierOf ? known.index : indexItems(kind, items, runningTerm, earlierOf);
  indexes.set(items, { earlierOf, index });
  return { kind, items, index };
}
