import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ItemKind, Items } from '../../contract/kinds.ts';
import { degreesQuery, departmentsQuery, majorsQuery, schoolsQuery } from '../lib/queries.ts';
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
  kind: ItemKind;
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
  const lists = useMemo(
    (): readonly SearchedList[] => [
      listOf('major', major.data),
      ...(canManage ? [listOf('degree', degree.data), listOf('department', department.data)] : []),
      listOf('school', school.data),
    ],
    [canManage, major.data, degree.data, department.data, school.data],
  );
  const readings: ListReading[] = [
    { kind: 'major', reading: major },
    ...(canManage
      ? ([
          { kind: 'degree', reading: degree },
          { kind: 'department', reading: department },
        ] as const)
      : []),
    { kind: 'school', reading: school },
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

/** The indexes of loaded lists. Each is built once, not each time the search opens. */
const indexes = new WeakMap<readonly object[], readonly IndexedItem[]>();

function listOf<K extends ItemKind>(kind: K, items: readonly Items[K][] = none): SearchedList {
  const index = indexes.get(items) ?? indexItems(kind, items, runningTerm);
  indexes.set(items, index);
  return { kind, items, index };
}
