import type { ErrorItem } from '../../../contract/errors.ts';
import { field } from '../../../contract/field.ts';
import { type Form, form } from '../../../contract/form.ts';
import { type ItemKey, type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import type { Preview, ProposalRow } from '../../../contract/proposals.ts';
import type { Link } from '../../../contract/relationships.ts';
import type { Moment } from '../../../contract/spans.ts';

/** The keys of the items to relate, as texts. */
const items = field<string[]>({ label: 'Items', required: false, list: true }, { type: 'array' }, (value) =>
  Array.isArray(value) ? (value as string[]) : [],
);

/** The form of several relationships with the same values: those of one, and the items to relate. */
export const relateFormOf = ({ relationship }: Link): Form => {
  const { version: _, ...fields } = relationship.form.fields;
  return form('RELATIONSHIP', { items, ...fields }, { rules: relationship.form.rules });
};

/** The rows that relate an item to others. */
export function relateRows(
  link: Link,
  fromKey: ItemKey,
  toKeys: readonly ItemKey[],
  values: Readonly<Record<string, unknown>>,
): ProposalRow[] {
  const { relationship, near, far, to } = link;
  const from = relationship[near];
  return toKeys.map((toKey) => ({
    kind: relationship.name,
    ref: {
      [relationship[near]]: { [itemKinds[from].key]: fromKey },
      [relationship[far]]: { [itemKinds[to].key]: toKey },
    },
    values,
  }));
}

/**
 * The first term in which all these items are in effect: the latest of their starts, of a school the fall term of its first
 * year. Null if none has a start.
 */
export function firstCommonTerm(items: readonly { kind: ItemKind; item: object }[]): string | null {
  const starts = items.flatMap(({ kind, item }) => {
    const { start, of } = itemKinds[kind].span;
    const { [start]: at = null } = item as Record<string, Moment | null>;
    if (at === null) return [];
    return of === 'years' ? `${at}92` : String(at);
  });
  return starts.toSorted().at(-1) ?? null;
}

/** The errors in the preview, as errors of the form. Its values are those of all rows, so each is reported once. */
export function errorsIn({ rows }: Preview): ErrorItem[] {
  const errors = rows.flatMap((row) => row.errors);
  return [...new Map(errors.map((error) => [`${error.field} ${error.message}`, error])).values()];
}
