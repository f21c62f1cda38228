import type { ItemKind, Items } from '../../../contract/kinds.ts';
import type { MajorDegree } from '../../../contract/majorDegree.ts';
import type { Related, Relationship } from '../../../contract/relationships.ts';
import { boundsOf, termStateIn } from '../../../contract/spans.ts';
import { isInEffect, type Period } from './outsideTerm.ts';

export type TermState = ReturnType<typeof termStateIn>;

/** Whether an item of a kind is in effect in a term (contract 10). */
export const itemInEffect =
  <K extends ItemKind>(kind: K) =>
  (item: Items[K], term: string): boolean =>
    isInEffect(periodsOfItem(kind)(item), term);

/** The period of an item. */
export const periodsOfItem =
  <K extends ItemKind>(kind: K) =>
  (item: Items[K]): readonly Period[] => [boundsOf(kind, item)];

/** The periods of a major-degree: those of the relationship, of the major and of the degree. */
export const periodsOfPair = (pair: MajorDegree): readonly Period[] => [
  { of: 'relationship', ...relationshipBounds(pair) },
  { of: 'major', ...boundsOf('major', pair.major) },
  { of: 'degree', ...boundsOf('degree', pair.degree) },
];

/** The periods of a related item: that of its relationship, and its own. */
export const periodsOfRelated = <K extends ItemKind>(
  kind: K,
  related: Related<Items[K]>,
): readonly Period[] => [
  { of: 'relationship', ...relationshipBounds(related) },
  { of: kind, ...boundsOf(kind, related.item) },
];

/**
 * The state of a related item in a term: it is in effect if the item and the relationship are, ended if either has ended,
 * and otherwise upcoming.
 */
export function relatedTermState<K extends ItemKind>(
  kind: K,
  related: Related<Items[K]>,
  term: string,
): TermState {
  const both = periodsOfRelated(kind, related).map((period) => termStateIn(period, term));
  return both.find((one) => one === 'ended') ?? both.find((one) => one === 'to come') ?? 'in effect';
}

const relationshipBounds = ({ startTerm, endTerm }: Pick<Relationship, 'startTerm' | 'endTerm'>) => ({
  start: startTerm,
  end: endTerm,
});
