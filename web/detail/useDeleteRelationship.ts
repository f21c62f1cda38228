import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../api.ts';
import { keyOf } from '../items/items.ts';
import { showWarnings } from '../popups/popups.ts';
import { showToast } from '../popups/toasts.ts';
import { detailQuery } from '../queries.ts';
import { callPath, type Ends } from '../relationship/callPath.ts';
import { relatedOf } from '../relationship/ends.ts';

/** Asks for confirmation, deletes, and removes the target from the cached detail of the source (spec 4). */
export function useDeleteRelationship() {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (ends: Ends) => call('DELETE', callPath(ends)),
    onSuccess: (_answer, ends) => {
      const { link, toKey } = ends;
      queryClient.setQueryData(queryKeyOf(ends), (detail) => {
        if (!detail) return detail;
        const left = relatedOf(detail, link).filter(({ item }) => keyOf({ kind: link.to }, item) !== toKey);
        return { ...detail, [link.list]: left };
      });
      showToast('The relationship has been successfully deleted');
    },
    // Someone else may have deleted it already.
    onError: (_error, ends) => queryClient.invalidateQueries({ queryKey: queryKeyOf(ends) }),
  });
  return useCallback(
    (ends: Ends, target: string) =>
      showWarnings([`Are you sure you want to delete the relationship to ${target}?`], () => mutate(ends)),
    [mutate],
  );
}

const queryKeyOf = ({ link, fromKey }: Ends) => detailQuery(link.relationship[link.near], fromKey).queryKey;
