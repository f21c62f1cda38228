import { EARLIER_VALUE } from '../../../contract/earlierValues.ts';
import { type ItemKind, type Items, itemKinds } from '../../../contract/kinds.ts';
import {
  allRelationshipKinds,
  type RelationshipKind,
  relationshipsOf,
} from '../../../contract/relationships.ts';
import type { Known, KnownItem } from '../../../intake/intake.ts';
import { keyOf } from '../../catalog/items/itemView.ts';
import {
  awardTypesQuery,
  degreesQuery,
  departmentsQuery,
  detailQuery,
  earlierValuesQuery,
  majorsQuery,
  queryClient,
  schoolsQuery,
  termsQuery,
} from '../../lib/queries.ts';

/** All current data that is needed to interpret a file. */
export async function readLookups(): Promise<Known> {
  const [terms, awardTypes, school, department, degree, major] = await Promise.all([
    queryClient.fetchQuery(termsQuery),
    queryClient.fetchQuery(awardTypesQuery),
    queryClient.fetchQuery(schoolsQuery),
    queryClient.fetchQuery(departmentsQuery),
    queryClient.fetchQuery(degreesQuery),
    queryClient.fetchQuery(majorsQuery),
  ]);
  return { terms, awardTypes, items: { school, department, degree, major } };
}

/** All rows of a kind, as its template takes them. */
export async function readRows(kind: string, { items }: Known): Promise<readonly KnownItem[]> {
  if (kind === EARLIER_VALUE) {
    const { earlierValueRows } = await import('../../../intake/template.ts');
    return earlierValueRows(await queryClient.fetchQuery(earlierValuesQuery), items);
  }
  const relationship = allRelationshipKinds.find(({ name }) => name === kind);
  return relationship ? readRelated(relationship, items) : items[kind as keyof typeof itemKinds];
}

/** The number of details that are read at once. */
const AT_ONCE = 6;

/** All relationships of a kind, from the details of the items at the end with fewer items. */
async function readRelated(kind: RelationshipKind, all: Known['items']): Promise<KnownItem[]> {
  const [near, far] =
    all[kind.from].length <= all[kind.to].length ? (['from', 'to'] as const) : (['to', 'from'] as const);
  const list =
    relationshipsOf(kind[near]).find((link) => link.relationship === kind && link.near === near)?.list ?? '';
  const lists: KnownItem[][] = [];
  const waiting = [...all[kind[near]].entries()].values();
  const readSome = async () => {
    for (const [at, item] of waiting) {
      const detail = await queryClient.fetchQuery(
        detailQuery(kind[near], keyOf({ kind: kind[near] }, item as unknown as Items[ItemKind])),
      );
      const related = (detail as unknown as Record<string, { item: KnownItem }[]>)[list] ?? [];
      lists[at] = related.map(({ item: other, ...values }) => ({
        ...values,
        [kind[near]]: item,
        [kind[far]]: other,
      }));
    }
  };
  // They share the list of keys that are left to read.
  await Promise.all(Array.from({ length: AT_ONCE }, readSome));
  return lists.flat();
}
