import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { newValues } from '../../../contract/newValues.ts';
import { inputValues } from '../../ui/form/inputValues.ts';
import { editFormOf } from './editForm.ts';
import { type ItemView, keyOf } from './itemView.ts';

/** The name of the draft for editing an item, or for creating one if `item` is null. */
export const draftName = <K extends ItemKind>(view: ItemView<K>, item: Items[K] | null) =>
  `${view.kind}/${item ? keyOf(view, item) : ''}`;

/** The `SaveForm` props for editing an item, or for creating one if `item` is null. */
export function formProps<K extends ItemKind>(view: ItemView<K>, item: Items[K] | null) {
  const form = item ? editFormOf(view.kind) : view.createForm;
  return { form, start: inputValues(form, item ?? newValues[view.kind]), draftName: draftName(view, item) };
}
