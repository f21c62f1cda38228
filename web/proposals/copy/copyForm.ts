import type { Detail } from '../../../contract/details.ts';
import { field } from '../../../contract/field.ts';
import { term } from '../../../contract/fields.ts';
import { form, part } from '../../../contract/form.ts';
import type { ItemKind } from '../../../contract/items.ts';
import { inEffect, type Moment, relationshipSpan, spans } from '../../../contract/spans.ts';
import { type ItemView, itemOf } from '../../catalog/items/itemView.ts';
import type { DerivedDefaults } from '../../ui/form/formState.ts';
import { type InputValues, inputValues } from '../../ui/form/inputValues.ts';
import { relationshipsOfItem } from '../itemRelationships.ts';

/** The relationships that are taken along, by their IDs, and when those of the copy begin. */
const relationshipCopyFields = {
  relationships: field<string[]>(
    { label: 'Relationships', required: false, list: true },
    { type: 'array' },
    (value) => (Array.isArray(value) ? (value as string[]) : []),
  ),
  startTerm: term('Start Term'),
};
export const relationshipCopyForm = form('RELATIONSHIP', relationshipCopyFields);

/** What makes a copy of an item of a kind: its create form as `item`, and the relationships that are taken along. */
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
          holds: ({ relationships, startTerm }) =>
            (relationships as string[]).length === 0 || startTerm !== null,
        },
      ],
    },
  );

/** What people tell the items of a kind apart by. A degree has no such code. */
const codes: Partial<Record<ItemKind, string>> = {
  school: 'schoolCode',
  department: 'title7',
  major: 'majorCode',
};

/**
 * What the form of a copy starts with: what the item has but its version and its code, which two items should not share,
 * and those of its relationships ticked that are in effect in the running term. The copy and its relationships begin in
 * that term; an end before it is left out.
 */
export function copyStart<K extends ItemKind>(
  view: Pick<ItemView<K>, 'kind' | 'createForm'>,
  detail: Detail<K>,
  running: string,
): InputValues {
  const { version: _, ...copied } = { ...itemOf(detail, view.kind) };
  const item = { ...copied, ...spanFrom(view.kind, copied, running) };
  const code = codes[view.kind];
  const relationships = relationshipsOfItem(view.kind, detail).filter(({ related }) =>
    inEffect({ start: related[relationshipSpan.start], end: related[relationshipSpan.end] }, running),
  );
  return inputValues(copyFormOf(view), {
    item: {
      ...item,
      ...(code ? { [code]: null } : {}),
      ...('degreeAwarded' in item ? { degreeListAwarded: [item.degreeAwarded] } : {}),
    },
    relationships: relationships.map(({ id }) => id),
    startTerm: running || null,
  });
}

/** The span of a copy that starts in the running term, in the fields of its kind. */
function spanFrom(kind: ItemKind, item: object, running: string): Record<string, Moment | null> {
  if (!running) return {};
  const { start, end, of } = spans[kind];
  const { [end]: last = null } = item as Record<string, Moment | null>;
  return {
    [start]: of === 'years' ? Number(running.slice(0, 4)) : running,
    [end]: inEffect({ start: null, end: last }, running) ? last : null,
  };
}

/** When another start term is entered for the copy itself, its relationships begin then too. */
export function copyDefaults(kind: ItemKind, running: string): DerivedDefaults {
  const { start, of } = spans[kind];
  if (of === 'years') return {};
  return { startTerm: ({ item }) => (item as InputValues)[start] ?? (running || null) };
}
