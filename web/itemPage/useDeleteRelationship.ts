import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ItemKind } from '../../contract/kinds.ts';
import type { Link } from '../../contract/relationships.ts';
import { type ItemView, keyOf, labelOf } from '../catalog/items/itemView.ts';
import { itemViews } from '../catalog/kinds/kinds.ts';
import { type Ends, endpointOf } from '../catalog/relationships/endpoint.ts';
import { relatedOf } from '../catalog/relationships/ends.ts';
import { useChangeToast } from '../history/useChangeToast.ts';
import { change } from '../lib/api.ts';
import { detailQuery } from '../lib/queries.ts';
import { showWarnings } from '../ui/popups/popupStore.ts';

/** Asks for confirmation, deletes, and removes the target from the cached detail of the source (spec 4). */
export function useDeleteRelationship() {
  const queryClient = useQueryClient();
  const showChangeToast = useChangeToast();
  const { mutate } = useMutation({
    mutationFn: ({ ends, reason }: Deletion) => change('DELETE', endpointOf(ends), { reason }),
    onSuccess: ({ requestId }, { ends }) => {
      const { link, toKey } = ends;
      queryClient.setQueryData(queryKeyOf(ends), (detail) => {
        if (!detail) return detail;
        const left = relatedOf(detail, link).filter(({ item }) => keyOf({ kind: link.to }, item) !== toKey);
        return { ...detail, [link.list]: left };
      });
      showChangeToast('The relationship has been successfully deleted', requestId);
    },
    // Another user may have deleted it already.
    onError: (_error, { ends }) => queryClient.invalidateQueries({ queryKey: queryKeyOf(ends) }),
  });
  return useCallback(
    (ends: Ends, target: string) => {
      const subject = targetLabelOf(queryClient.getQueryData(queryKeyOf(ends)) ?? {}, ends);
      const question = `Are you sure you want to delete the relationship to ${target}?`;
      showWarnings([question], (reason) => mutate({ ends, reason }), null, {
        subject,
        isDestructive: true,
        reason: '',
      });
    },
    [mutate, queryClient],
  );
}

interface Deletion {
  ends: Ends;
  reason: string;
}

/** The label of the related item in the detail of the source. */
function targetLabelOf<To extends ItemKind>(
  detail: object,
  { link, toKey }: Ends & { link: Link<To> },
): string | undefined {
  const view: ItemView<To> = itemViews[link.to];
  const target = relatedOf(detail, link).find(({ item }) => keyOf(view, item) === toKey);
  return target && labelOf(view, target.item);
}

const queryKeyOf = ({ link, fromKey }: Ends) => detailQuery(link.relationship[link.near], fromKey).queryKey;
