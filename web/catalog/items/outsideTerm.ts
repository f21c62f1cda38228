import type { Quarter } from '../../../contract/columns/quarters.ts';
import { type Bounds, inEffect, termStateIn } from '../../../contract/spans.ts';
import { momentText } from '../../terms/periods.ts';
import { hasPassed } from '../../terms/runningTerm.ts';

/** A period in which a row of a list is in effect, and what it is the period of, if that is not the row itself. */
export interface Period extends Bounds {
  of?: string;
}

/** 'starts F21', 'ended Z18', or 'ends Z28' if that has not passed yet. Null if the period contains the term. */
export function outsideText({ start, end }: Bounds, term: string, quarter: Quarter): string | null {
  const state = termStateIn({ start, end }, term);
  if (state === 'to come') return `starts ${momentText(start, quarter)}`;
  if (state === 'ended') return `${hasPassed(end) ? 'ended' : 'ends'} ${momentText(end, quarter)}`;
  return null;
}

/** Why a row is not in effect in a term: 'relationship ended Z18', 'starts F21'. */
export const outsideTexts = (periods: readonly Period[], term: string, quarter: Quarter): string[] =>
  periods.flatMap(({ of, ...bounds }) => {
    const text = outsideText(bounds, term, quarter);
    return text === null ? [] : [of ? `${of} ${text}` : text];
  });

/** 'not in effect in F19; starts F21' for a row of which a period does not contain the term. */
export const notInEffectText = (periods: readonly Period[], term: string, quarter: Quarter): string =>
  `not in effect in ${quarter(term)}; ${outsideTexts(periods, term, quarter).join(', ')}`;

/** Whether a row is in effect in a term: all of its periods contain it. */
export const isInEffect = (periods: readonly Period[], term: string): boolean =>
  periods.every((period) => inEffect(period, term));
