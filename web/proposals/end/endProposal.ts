import type { Detail } from '../../../contract/details.ts';
import { type ItemKey, type ItemKind, type Items, itemKinds } from '../../../contract/kinds.ts';
import type { MajorDegree } from '../../../contract/majorDegree.ts';
import type { ProposalRow } from '../../../contract/proposals.ts';
import { type Moment } from '../../../contract/spans.ts';
import { type ItemView, itemOf, keyOf } from '../../catalog/items/itemView.ts';
import { hasPassed } from '../../terms/runningTerm.ts';
import { type ItemRelationship, refOf, relationshipsOfItem } from '../itemRelationships.ts';

/** The last term, and whether the Active flag is turned off too. Null: for each row whose end has passed. */
export interface Ending {
  term: string;
  isInactive: boolean | null;
}

/** The last term as an end of this kind: a year for a school. */
export const lastOf = (kind: ItemKind, term: string): Moment =>
  itemKinds[kind].span.of === 'years' ? Number(term.slice(0, 4)) : term;

const isLater = (end: Moment | null, last: Moment): boolean => end === null || end > last;

/** Whether an item continues after a term. */
function continuesAfter<K extends ItemKind>(kind: K, item: Items[K], term: string): boolean {
  const end = (item as object as Record<string, Moment | null>)[itemKinds[kind].span.end] ?? null;
  return isLater(end, lastOf(kind, term));
}

/** The relationships of an item that continue after a term: those that began by then, and those that begin later. */
export function relationshipsAfter<K extends ItemKind>(
  kind: K,
  detail: Detail<K>,
  term: string,
): { open: ItemRelationship[]; later: ItemRelationship[] } {
  const continuing = relationshipsOfItem(kind, detail).filter(({ related }) =>
    isLater(related.endTerm, term),
  );
  return {
    open: continuing.filter(({ related }) => related.startTerm <= term),
    later: continuing.filter(({ related }) => related.startTerm > term),
  };
}

/** The degrees that no other major has after a term: without the major, they would not be in effect. */
export function degreesOnlyOf(
  majorKey: number,
  pairs: readonly MajorDegree[],
  term: string,
): Items['degree'][] {
  const continuing = pairs.filter(
    ({ major, endTerm }) => isLater(endTerm, term) && continuesAfter('major', major, term),
  );
  const others = new Set(
    continuing.filter(({ major }) => major.majorKey !== majorKey).map(({ degree }) => degree.degreeKey),
  );
  return pairs
    .filter(({ major, endTerm }) => major.majorKey === majorKey && isLater(endTerm, term))
    .map(({ degree }) => degree)
    .filter((degree) => !others.has(degree.degreeKey) && continuesAfter('degree', degree, term));
}

/** The row that ends an item. An item that has already ended keeps its end. None if nothing would change. */
export function endItem<K extends ItemKind>(
  view: Pick<ItemView<K>, 'kind' | 'active'>,
  detail: Detail<K>,
  { term, isInactive }: Ending,
): ProposalRow[] {
  const { kind, active } = view;
  const item = itemOf(detail, kind);
  const last = lastOf(kind, term);
  const values = {
    ...(continuesAfter(kind, item, term) ? { [itemKinds[kind].span.end]: last } : {}),
    ...((isInactive ?? hasPassed(last)) && item[active] ? { [active]: false } : {}),
  };
  if (Object.keys(values).length === 0) return [];
  return [{ kind, ref: { [itemKinds[kind].key]: keyOf(view, item) }, values }];
}

/** The rows that end relationships of an item. */
export const endRelationships = (
  kind: ItemKind,
  key: ItemKey,
  relationships: readonly ItemRelationship[],
  { term, isInactive }: Ending,
): ProposalRow[] =>
  relationships.map((relationship) => ({
    kind: relationship.link.relationship.name,
    ref: refOf(relationship, { [itemKinds[kind].key]: key }),
    values: {
      endTerm: term,
      ...((isInactive ?? hasPassed(term)) && relationship.related.active ? { active: false } : {}),
    },
  }));
