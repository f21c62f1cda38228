import type { ChangeSetWithEntries } from '../../contract/history.ts';
import { type ItemKind, type Items, itemKinds } from '../../contract/items.ts';
import { type ItemView, keyOf } from '../catalog/items/itemView.ts';
import { olderValues } from '../history/olderValues.ts';
import { timeOf } from '../lib/time.ts';
import { inputValues } from '../ui/form/inputValues.ts';
import type { Filled } from '../ui/form/SaveForm.tsx';

/** What the edit form of an item is filled with to use the values after a set, one of its history's sets. */
export async function filledWith<K extends ItemKind>(
  view: ItemView<K>,
  item: Items[K],
  set: ChangeSetWithEntries,
  sets: readonly ChangeSetWithEntries[],
): Promise<Filled> {
  const key = keyOf(view, item);
  const values = await olderValues(item, sets, set, { kind: view.kind, key: String(key) });
  // The form takes its own fields of these. Neither key nor version is ever an older one.
  const kept = { [itemKinds[view.kind].key]: key, version: item.version };
  return {
    inputs: inputValues(view.editForm, { ...values, ...kept }),
    note: `These are the values as of ${timeOf(set.at)}. Nothing is saved yet.`,
  };
}
