import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ItemKind, type Items, itemKinds } from '../../../contract/kinds.ts';
import { relationshipsOf } from '../../../contract/relationships.ts';
import { useChangeToast } from '../../history/useChangeToast.ts';
import { change, errorsOf } from '../../lib/api.ts';
import { itemPath } from '../../lib/paths.ts';
import { useIsMounted } from '../../lib/useIsMounted.ts';
import { Canceled, confirmed, type Question, showErrors, showWarnings } from '../../ui/popups/popupStore.ts';
import { type ItemView, isMissing, itemEndpoint, keyOf, labelOf } from './itemView.ts';
import { removeFromList } from './updateList.ts';

/**
 * Asks for confirmation, deletes, and removes the item from its list. If the item has relationships, the user confirms the
 * server's warning too. `onGone` is called when the item no longer exists, unless the user has left the screen.
 */
export function useDeleteItem<K extends ItemKind>(
  view: ItemView<K>,
  onGone?: () => void,
): (item: Items[K]) => void {
  const client = useQueryClient();
  const showChangeToast = useChangeToast();
  const isMounted = useIsMounted();
  const removeFromCache = async (item: Items[K]) => {
    await removeFromList(client, view, item);
    if (isMounted.current) onGone?.();
  };
  const questionOf = (item: Items[K]): Question => ({
    subject: labelOf(view, item),
    isDestructive: true,
  });
  const linksOf = (item: Items[K]) => relatedPaths(view.kind, itemPath(view.kind, keyOf(view, item)));
  const { mutate } = useMutation({
    mutationFn: ({ item, reason }: Deletion<Items[K]>) =>
      confirmed((how) => change('DELETE', itemEndpoint(view.kind, keyOf(view, item)), how), reason, {
        ...questionOf(item),
        links: linksOf(item),
      }),
    onSuccess: async ({ requestId }, { item }) => {
      await removeFromCache(item);
      showChangeToast(`The ${view.kind} has been successfully deleted`, requestId);
    },
    onError: async (error, { item }) => {
      if (error instanceof Canceled) return;
      // Another user has already deleted it.
      if (isMissing(view.kind, error)) await removeFromCache(item);
      showErrors(errorsOf(error));
    },
    meta: { ownError: true },
  });
  return (item) =>
    showWarnings([view.deleteQuestion(item)], (reason) => mutate({ item, reason }), null, {
      ...questionOf(item),
      reason: '',
    });
}

interface Deletion<Item> {
  item: Item;
  reason: string;
}

/** The URLs of the lists on an item's detail screen, by the server's nouns for their items, in singular and plural. */
const relatedPaths = (kind: ItemKind, path: string): Record<string, string> =>
  Object.fromEntries(
    relationshipsOf(kind).flatMap(({ to }) =>
      [to, itemKinds[to].collection].map((noun) => [noun, `${path}#${to}`]),
    ),
  );
