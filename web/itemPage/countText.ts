import type { TermState } from '../catalog/items/inEffect.ts';

/**
 * A count of items by state: as of a term '2 of 4 in effect', and now (null) '2 in effect, 1 to come, 1 ended', without the
 * states that have no item. Empty without items.
 */
export function countedText(termStates: readonly TermState[], term: string | null): string {
  const countOf = (termState: TermState) => termStates.filter((one) => one === termState).length;
  const countText = (count: number) => count.toLocaleString('en-US');
  if (termStates.length === 0) return '';
  if (term !== null) return `${countText(countOf('in effect'))} of ${countText(termStates.length)} in effect`;
  return (['in effect', 'to come', 'ended'] as const)
    .flatMap((termState) => (countOf(termState) > 0 ? [`${countText(countOf(termState))} ${termState}`] : []))
    .join(', ');
}
