import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemKind, Items } from '../../contract/items.ts';
import { call, errorsOf } from '../api.ts';
import { Cancelled, confirmed, showErrors, showWarnings } from '../popups/popups.ts';
import { showToast } from '../popups/toasts.ts';
import { removeFromList } from './changes.ts';
import { callPathOf, type ItemView, isMissing, keyOf } from './items.ts';

/**
 * Asks for confirmation, deletes, and removes the item from its list. If the item has relationships, the server's
 * warning is confirmed too.
 */
export function useDeleteItem<K extends ItemKind>(view: ItemView<K>): (item: Items[K]) => void {
  const client = useQueryClient();
  const takeOut = (item: Items[K]) => {
    // The focus is on a button in the row that is about to go.
    if (document.activeElement?.closest('tr'))
      document.getElementById('main')?.focus({ preventScroll: true });
    return removeFromList(client, view, item);
  };
  const { mutate } = useMutation({
    mutationFn: (item: Items[K]) =>
      confirmed((override) => call('DELETE', callPathOf(view.kind, keyOf(view, item)), { override })),
    onSuccess: async (_answer, item) => {
      await takeOut(item);
      showToast(`The ${view.kind} has been successfully deleted`);
    },
    onError: async (error, item) => {
      if (error instanceof Cancelled) return;
      // Someone else has deleted it already.
      if (isMissing(view.kind, error)) await takeOut(item);
      showErrors(errorsOf(error));
    },
    meta: { ownError: true },
  });
  return (item) => showWarnings([view.deleteQuestion(item)], () => mutate(item));
}
