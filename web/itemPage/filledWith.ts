import type { ChangeSetWithEntries } from '../../contract/history.ts';
import { type ItemKind, type Items, itemKinds } from '../../contract/kinds.ts';
import { editFormOf } from '../catalog/items/editForm.ts';
import { type ItemView, keyOf } from '../catalog/items/itemView.ts';
import { olderValues } from '../history/olderValues.ts';
import { timeOf } from '../lib/time.ts';
import { inputValues } from '../ui/form/inputValues.ts';
import type { FilledValues } from '../ui/form/SaveForm.tsx';

/** The initial values of an item's edit form that restore its values after a change set of its history. */
export async function filledWith<K extends ItemKind>(
  view: ItemView<K>,
  item: Items[K],
  set: ChangeSetWithEntries,
  sets: readonly ChangeSetWithEntries[],
): Promise<FilledValues> {
  const key = keyOf(view, item);
  const values = await olderValues(item, sets, set, { kind: view.kind, key: String(key) });
  // The form picks its own fields. Key and version always stay the current ones.
  const kept = { [itemKinds[view.kind].key]: key, version: item.version };
  return {
    inputs: inputValues(editFormOf(view.kind), { ...values, ...kept }),
    note: `These are the values as of ${timeOf(set.at)}. Nothing is saved yet.`,
  };
}
