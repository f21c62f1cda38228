import type { QueryClient } from '@tanstack/react-query';
import type { Detail } from '../../../contract/details.ts';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { detailQuery } from '../../lib/queries.ts';
import { type ItemView, keyOf } from './itemView.ts';

/** Spec 4: these functions apply a change to the loaded lists and details, without fetching them again. */

export const addToList = <K extends ItemKind>(client: QueryClient, view: ItemView<K>, added: Items[K][]) =>
  changeList(client, view, (items) => [...items, ...added]);

export const removeFromList = <K extends ItemKind>(client: QueryClient, view: ItemView<K>, item: Items[K]) =>
  changeList(client, view, (items) => items.filter((one) => keyOf(view, one) !== keyOf(view, item)));

/** Puts an edited item into its loaded list and its loaded detail. */
export async function mergeEdited<K extends ItemKind>(
  client: QueryClient,
  view: ItemView<K>,
  edited: Items[K],
): Promise<void> {
  const key = keyOf(view, edited);
  client.setQueryData<Detail<K>>(
    detailQuery(view.kind, key).queryKey,
    (detail) => detail && { ...detail, [view.kind]: edited },
  );
  await changeList(client, view, (items) => items.map((one) => (keyOf(view, one) === key ? edited : one)));
}

async function changeList<K extends ItemKind>(
  client: QueryClient,
  { listQuery: { queryKey } }: ItemView<K>,
  change: (items: Items[K][]) => Items[K][],
): Promise<void> {
  // A list that is still loading may have been read before the change.
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Items[K][]>(queryKey, (items) => items && change(items));
  if (client.getQueryData(queryKey) === undefined) await client.invalidateQueries({ queryKey, exact: true });
}
