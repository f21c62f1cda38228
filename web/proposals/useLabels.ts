import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ItemKey, type ItemKind, isItemKind, itemKinds } from '../../contract/items.ts';
import { degreesQuery, departmentsQuery, majorsQuery, schoolsQuery } from '../lib/queries.ts';
import { keyIn, type LabelOf, textOfItem } from './itemLabels.ts';
import type { Previewed } from './proposal.ts';

const lists = {
  school: schoolsQuery,
  department: departmentsQuery,
  degree: degreesQuery,
  major: majorsQuery,
};
const kinds = Object.keys(lists) as ItemKind[];

/** How the items are called that new relationships name by their keys: of these the server says no label. */
export function useLabels(previewed: Previewed): LabelOf {
  const wanted = useMemo(() => keyedEnds(previewed), [previewed]);
  return useQueries({
    // What was read for something else will do: a label may be a little older.
    queries: kinds.map((kind) => ({
      ...(lists[kind] as typeof schoolsQuery),
      enabled: wanted.has(kind),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: labelOfLists,
  });
}

/** Outside, so that the labels stay the same until a list is read anew. */
function labelOfLists(reads: readonly { data?: readonly object[] | undefined }[]): LabelOf {
  const labels = new Map(
    kinds.flatMap((kind, at) =>
      ((reads[at]?.data ?? []) as readonly Readonly<Record<string, ItemKey>>[]).map(
        (item) => [`${kind}/${item[itemKinds[kind].key] ?? ''}`, textOfItem(kind, item)] as const,
      ),
    ),
  );
  return (kind, key) => labels.get(`${kind}/${String(key).toUpperCase()}`);
}

/** The kinds of the items that rows without a label name by keys. */
function keyedEnds({ rows, preview }: Previewed): ReadonlySet<ItemKind> {
  const found = new Set<ItemKind>();
  for (const [at, { kind, ref }] of rows.entries())
    if (!isItemKind(kind) && preview.rows[at]?.label === null)
      for (const [end, named] of Object.entries(ref))
        if (isItemKind(end) && typeof named === 'object' && named && keyIn(end, named) !== null)
          found.add(end);
  return found;
}
