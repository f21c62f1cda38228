import type { Detail } from '../../../contract/details.ts';
import { field } from '../../../contract/field.ts';
import { term } from '../../../contract/fields.ts';
import { form, part } from '../../../contract/form.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { inEffect, type Moment, relationshipSpan } from '../../../contract/spans.ts';
import { type ItemView, itemOf } from '../../catalog/items/itemView.ts';
import type { DerivedDefaults } from '../../ui/form/formState.ts';
import { type InputValues, inputValues } from '../../ui/form/inputValues.ts';
import { relationshipsOfItem } from '../itemRelationships.ts';

/** The IDs of the relationships to copy, and the start of their copies. */
const relationshipCopyFields = {
  relationships: field<string[]>(
    { label: 'Relationships', required: false, list: true },
    { type: 'array' },
    (value) => (Array.isArray(value) ? (value as string[]) : []),
  ),
  startTerm: term('Start Term'),
};
export const relationshipCopyForm = form('RELATIONSHIP', relationshipCopyFields);

/** The form of a copy: its create form as `item`, and the relationships to copy. */
export const copyFormOf = ({ createForm }: Pick<ItemView<ItemKind>, 'createForm'>) =>
  form(
    'RELATIONSHIP',
    { item: part(createForm), ...relationshipCopyFields },
    {
      rules: [
        {
          fields: ['relationships', 'startTerm'],
          code: 'REQUIRED',
          message: (labelOf) => `${labelOf('startTerm')} is required`,
          holds: ({ relationships, startTerm }) => relationships.length === 0 || startTerm !== null,
        },
      ],
    },
  );

/**
 * The initial values of a copy: those of the item without its version and its code, which two items should not share. The
 * relationships in effect in the current term are selected. The copy and its relationships start in that term; an end before
 * it is dropped.
 */
export function copyStart<K extends ItemKind>(
  view: Pick<ItemView<K>, 'kind' | 'createForm'>,
  detail: Detail<K>,
  currentTerm: string,
): InputValues {
  const { version: _, ...copied } = { ...itemOf(detail, view.kind) };
  const item = { ...copied, ...spanFrom(view.kind, copied, currentTerm) };
  const { code } = itemKinds[view.kind];
  const relationships = relationshipsOfItem(view.kind, detail).filter(({ related }) =>
    inEffect({ start: related[relationshipSpan.start], end: related[relationshipSpan.end] }, currentTerm),
  );
  return inputValues(copyFormOf(view), {
    item: {
      ...item,
      ...(code ? { [code]: null } : {}),
      ...('degreeAwarded' in item ? { degreeListAwarded: [item.degreeAwarded] } : {}),
    },
    relationships: relationships.map(({ id }) => id),
    startTerm: currentTerm || null,
  });
}

/** The period of a copy that starts in the current term, in the fields of its kind. */
function spanFrom(kind: ItemKind, item: object, currentTerm: string): Record<string, Moment | null> {
  if (!currentTerm) return {};
  const { start, end, of } = itemKinds[kind].span;
  const { [end]: last = null } = item as Record<string, Moment | null>;
  return {
    [start]: of === 'years' ? Number(currentTerm.slice(0, 4)) : currentTerm,
    [end]: inEffect({ start: null, end: last }, currentTerm) ? last : null,
  };
}

/** By default, the relationships start with the copy itself. */
export function copyDefaults(kind: ItemKind, currentTerm: string): DerivedDefaults {
  const { start, of } = itemKinds[kind].span;
  if (of === 'years') return {};
  return { startTerm: ({ item }) => (item as InputValues)[start] ?? (currentTerm || null) };
}
