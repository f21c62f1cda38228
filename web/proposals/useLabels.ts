import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ItemKey, type ItemKind, isItemKind, itemKinds, labelOfItem } from '../../contract/kinds.ts';
import { degreesQuery, departmentsQuery, majorsQuery, schoolsQuery } from '../lib/queries.ts';
import { keyIn, type LabelOf } from './itemLabels.ts';
import type { Previewed } from './proposal.ts';

const lists = {
  school: schoolsQuery,
  department: departmentsQuery,
  degree: degreesQuery,
  major: majorsQuery,
};
const kinds = Object.keys(lists) as ItemKind[];

/** The labels of the items that new relationships refer to by key: the server's preview has no labels for them. */
export function useLabels(previewed: Previewed): LabelOf {
  const neededKinds = useMemo(() => keyedEnds(previewed), [previewed]);
  return useQueries({
    // Data that was loaded for another purpose is good enough: a label may be slightly outdated.
    queries: kinds.map((kind) => ({
      ...(lists[kind] as typeof schoolsQuery),
      enabled: neededKinds.has(kind),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: labelOfLists,
  });
}

/** Outside the component, so that the labels stay the same until a list reloads. */
function labelOfLists(reads: readonly { data?: readonly object[] | undefined }[]): LabelOf {
  const labels = new Map(
    kinds.flatMap((kind, at) =>
      ((reads[at]?.data ?? []) as readonly Readonly<Record<string, ItemKey>>[]).map(
        (item) => [`${kind}/${item[itemKinds[kind].key] ?? ''}`, labelOfItem(kind, item)] as const,
      ),
    ),
  );
  return (kind, key) => labels.get(`${kind}/${String(key).toUpperCase()}`);
}

/** The kinds of the items that rows without a label refer to by key. */
function keyedEnds({ rows, preview }: Previewed): ReadonlySet<ItemKind> {
  const found = new Set<ItemKind>();
  for (const [at, { kind, ref }] of rows.entries())
    if (!isItemKind(kind) && preview.rows[at]?.label === null)
      for (const [end, named] of Object.entries(ref))
        if (isItemKind(end) && typeof named === 'object' && named && keyIn(end, named) !== null)
          found.add(end);
  return found;
}
