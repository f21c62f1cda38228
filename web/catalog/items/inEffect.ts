import type { ItemKind, Items } from '../../../contract/kinds.ts';
import type { MajorDegree } from '../../../contract/majorDegree.ts';
import type { Related, Relationship } from '../../../contract/relationships.ts';
import { inEffect, termStateIn } from '../../../contract/spans.ts';
import { boundsOf } from '../../terms/periods.ts';

export type TermState = ReturnType<typeof termStateIn>;

/** Whether an item of a kind is in effect in a term (contract 10). */
export const itemInEffect =
  <K extends ItemKind>(kind: K) =>
  (item: Items[K], term: string): boolean =>
    inEffect(boundsOf(kind, item), term);

/** Whether a major and its degree, and the relationship between them, are all in effect in a term. */
export const pairInEffect = (pair: MajorDegree, term: string): boolean =>
  inEffect(relationshipBounds(pair), term) &&
  inEffect(boundsOf('major', pair.major), term) &&
  inEffect(boundsOf('degree', pair.degree), term);

/**
 * The state of a related item in a term: it is in effect if the item and the relationship are, ended if either has ended,
 * and otherwise upcoming.
 */
export function relatedTermState<K extends ItemKind>(
  kind: K,
  related: Related<Items[K]>,
  term: string,
): TermState {
  const both = [
    termStateIn(relationshipBounds(related), term),
    termStateIn(boundsOf(kind, related.item), term),
  ];
  return both.find((one) => one === 'ended') ?? both.find((one) => one === 'to come') ?? 'in effect';
}

const relationshipBounds = ({ startTerm, endTerm }: Pick<Relationship, 'startTerm' | 'endTerm'>) => ({
  start: startTerm,
  end: endTerm,
});
