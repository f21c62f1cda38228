import type { ItemKind, Items } from '../../contract/items.ts';
import { boxValues } from '../form/boxValues.ts';
import { type ItemView, keyOf } from './items.ts';

/** The draft of a form: of an item, or, without one, of a new one. */
export const draftName = <K extends ItemKind>(view: ItemView<K>, item: Items[K] | null) =>
  `${view.kind}/${item ? keyOf(view, item) : ''}`;

/** What the form of an item begins with, or, without one, that of a new one. */
export function beginOf<K extends ItemKind>(view: ItemView<K>, item: Items[K] | null) {
  const form = item ? view.editForm : view.createForm;
  return { form, start: boxValues(form, item ?? view.newValues), draftName: draftName(view, item) };
}
