import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LookupKind, Lookups } from '../../../contract/lookups.ts';
import { useChangeToast } from '../../history/useChangeToast.ts';
import { change, errorsOf } from '../../lib/api.ts';
import { type Question, showErrors, showWarnings } from '../../ui/popups/popupStore.ts';
import { keyOf, type LookupView, lookupEndpoint, nounOf } from './lookupView.ts';

interface Deletion<Row> {
  row: Row;
  reason: string;
}

/** Asks for confirmation, and deletes. The server rejects the deletion of a row in use, with the number of uses. */
export function useDeleteLookup<K extends LookupKind>(view: LookupView<K>): (row: Lookups[K]) => void {
  const client = useQueryClient();
  const showChangeToast = useChangeToast();
  const { mutate } = useMutation({
    mutationFn: ({ row, reason }: Deletion<Lookups[K]>) =>
      change('DELETE', lookupEndpoint(view.kind, keyOf(view, row)), { reason }),
    onSuccess: ({ requestId }) =>
      showChangeToast(`The ${nounOf(view)} has been successfully deleted`, requestId),
    onError: (error) => showErrors(errorsOf(error)),
    // Also after an error: another user may have deleted it, or used it.
    onSettled: () => void client.invalidateQueries(),
    meta: { ownError: true },
  });
  return (row) => {
    const question: Question = { subject: view.labelOf(row), isDestructive: true, reason: '' };
    const text = `Are you sure you want to delete the ${nounOf(view)} ${view.labelOf(row)}?`;
    showWarnings([text], (reason) => mutate({ row, reason }), null, question);
  };
}
