import type { TermState } from '../catalog/items/inEffect.ts';

/**
 * How many of some items are in effect: as of a term '2 of 4 in effect', and now (null) '2 in effect, 1 to come, 1
 * ended', where a part that is none is left out.
 */
export function countedText(termStates: readonly TermState[], term: string | null): string {
  const countOf = (termState: TermState) => termStates.filter((one) => one === termState).length;
  const said = (count: number) => count.toLocaleString('en-US');
  if (termStates.length === 0) return '0';
  if (term !== null) return `${said(countOf('in effect'))} of ${said(termStates.length)} in effect`;
  return (['in effect', 'to come', 'ended'] as const)
    .flatMap((termState) => (countOf(termState) > 0 ? [`${said(countOf(termState))} ${termState}`] : []))
    .join(', ');
}
