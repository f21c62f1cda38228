import type { ErrorItem } from '../../../contract/errors.ts';
import type { ItemKind } from '../../../contract/kinds.ts';
import type { Preview, ProposalRow } from '../../../contract/proposals.ts';
import { type ItemRelationship, refOf } from '../itemRelationships.ts';

/** The values that the form of a copy submits. */
export interface Copy {
  item: Readonly<Record<string, unknown>>;
  relationships: readonly string[];
  startTerm: string | null;
}

/** The new items: usually one, but a degree for each award. */
function itemsOf({ item }: Copy): Record<string, unknown>[] {
  const { version: _, degreeListAwarded, ...values } = item;
  if (!Array.isArray(degreeListAwarded)) return [values];
  return degreeListAwarded.map((degreeAwarded: string) => ({ degreeAwarded, ...values }));
}

/**
 * The rows that make a copy: the new items, then the relationships of each. A copied relationship keeps all its fields, but
 * begins in the start term, and is open if the old one ended before.
 */
export function copyRows(
  kind: ItemKind,
  relationships: readonly ItemRelationship[],
  copy: Copy,
): ProposalRow[] {
  const items = itemsOf(copy);
  const selected = relationships.filter(({ id }) => copy.relationships.includes(id));
  return [
    ...items.map((values) => ({ kind, ref: {}, values })),
    ...items.flatMap((_, row) =>
      selected.map((relationship) => ({
        kind: relationship.link.relationship.name,
        ref: refOf(relationship, { row }),
        values: valuesOf(relationship, copy.startTerm ?? ''),
      })),
    ),
  ];
}

function valuesOf({ link, related }: ItemRelationship, startTerm: string): Record<string, unknown> {
  const { version: _, ...fields } = link.relationship.form.fields;
  const stored = Object.entries(related).filter(([name]) => name in fields);
  const endTerm = related.endTerm !== null && related.endTerm >= startTerm ? related.endTerm : null;
  return { ...Object.fromEntries(stored), startTerm, endTerm };
}

/**
 * The errors in the preview of a copy, as errors of its form. Excludes errors that only report a missing end of a
 * relationship because the new item has errors itself.
 */
export const errorsIn = (kind: ItemKind, rows: readonly ProposalRow[], preview: Preview): ErrorItem[] =>
  preview.rows.flatMap(({ index, errors }) =>
    rows[index]?.kind === kind
      ? errors.map((error) => ({ ...error, field: `item.${formField(error.field)}` }))
      : errors.filter(({ field }) => field !== `ref.${kind}`),
  );

const formField = (name: string | undefined) => (name === 'degreeAwarded' ? 'degreeListAwarded' : name);
