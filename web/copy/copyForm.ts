import type { Detail } from '../../contract/details.ts';
import { field } from '../../contract/field.ts';
import { term } from '../../contract/fields.ts';
import { form, part } from '../../contract/form.ts';
import type { ItemKind } from '../../contract/items.ts';
import { inEffect, relationshipSpan, spans } from '../../contract/spans.ts';
import type { Follows } from '../form/formState.ts';
import { type InputValues, inputValues } from '../form/inputValues.ts';
import { type ItemView, itemOf } from '../items/items.ts';
import { tiesOf } from '../proposal/tie.ts';

/** The relationships that are taken along, by their IDs, and when those of the copy begin. */
const tieFields = {
  ties: field<string[]>(
    { label: 'Relationships', required: false, list: true },
    { type: 'array' },
    (value) => (Array.isArray(value) ? (value as string[]) : []),
  ),
  startTerm: term('Start Term'),
};
export const tieForm = form('RELATIONSHIP', tieFields);

/** What makes a copy of an item of a kind: its create form as `item`, and the relationships that are taken along. */
export const copyFormOf = ({ createForm }: Pick<ItemView<ItemKind>, 'createForm'>) =>
  form(
    'RELATIONSHIP',
    { item: part(createForm), ...tieFields },
    {
      rules: [
        {
          fields: ['ties', 'startTerm'],
          code: 'REQUIRED',
          message: (labelOf) => `${labelOf('startTerm')} is required`,
          holds: ({ ties, startTerm }) => (ties as string[]).length === 0 || startTerm !== null,
        },
      ],
    },
  );

/**
 * What the form of a copy starts with: all that the item has but its version, and those of its relationships ticked that
 * are in effect in the running term. The relationships of the copy begin in that term.
 */
export function copyStart<K extends ItemKind>(
  view: Pick<ItemView<K>, 'kind' | 'createForm'>,
  detail: Detail<K>,
  running: string,
): InputValues {
  const { version: _, ...item } = { ...itemOf(detail, view.kind) };
  const ties = tiesOf(view.kind, detail).filter(({ related }) =>
    inEffect({ start: related[relationshipSpan.start], end: related[relationshipSpan.end] }, running),
  );
  return inputValues(copyFormOf(view), {
    item: 'degreeAwarded' in item ? { ...item, degreeListAwarded: [item.degreeAwarded] } : item,
    ties: ties.map(({ id }) => id),
    startTerm: running || null,
  });
}

/** When another start term is entered for the copy itself, its relationships begin then too. */
export function copyFollows(kind: ItemKind, running: string): Follows {
  const { start, of } = spans[kind];
  if (of === 'years') return {};
  return { startTerm: ({ item }) => (item as InputValues)[start] ?? (running || null) };
}
