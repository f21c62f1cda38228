import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Details } from '../../contract/details.ts';
import { type ItemKey, type ItemKind, itemKinds } from '../../contract/items.ts';
import { call } from '../api.ts';
import { showWarnings } from '../popups/popups.ts';
import { showToast } from '../popups/toasts.ts';
import { detailQuery } from '../queries.ts';
import { callPath, type Ends } from '../relationship/callPath.ts';

/** Asks, deletes, and takes the target out of the open detail of the source (spec 4). */
export function useDeleteRelationship() {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (ends: Ends) => call('DELETE', callPath(ends)),
    onSuccess: (_answer, { from, fromKey, to, toKey }) => {
      queryClient.setQueryData(
        detailQuery(from, fromKey).queryKey,
        (detail) => detail && without(detail, to, toKey),
      );
      showToast('The relationship has been successfully deleted');
    },
    // Somebody else may have deleted it.
    onError: (_error, { from, fromKey }) =>
      queryClient.invalidateQueries({ queryKey: detailQuery(from, fromKey).queryKey }),
  });
  return useCallback(
    (ends: Ends, target: string) =>
      showWarnings([`Are you sure you want to delete the relationship to ${target}?`], () => mutate(ends)),
    [mutate],
  );
}

function without<Detail extends Details[ItemKind]>(detail: Detail, kind: ItemKind, key: ItemKey): Detail {
  const { collection, key: name } = itemKinds[kind];
  const lists = detail as unknown as Record<string, { item: Record<string, unknown> }[]>;
  return { ...detail, [collection]: lists[collection]?.filter(({ item }) => item[name] !== key) };
}
