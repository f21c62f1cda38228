import { type Bounds, inEffect, type Moment } from '../../contract/spans.ts';
import { endOf, type Interval, startOf } from './axis.ts';

interface Related {
  /** The period of the relationship. */
  span: Bounds;
  /** Whether it accompanies the others without replacing them. */
  isForAll: boolean;
}

export interface Gap<Part> {
  /** The first and last term of the gap. */
  first: string;
  last: string;
  /** The item that covers all others, if it is in effect during the whole gap. */
  forAll: Part | undefined;
}

/** The intervals of terms in which an item has no related item of a list, between terms in which it has. */
export function gapsOf<Part extends Related>(
  item: Bounds,
  parts: readonly Part[],
  terms: readonly string[],
): Gap<Part>[] {
  const counted = parts.filter(({ isForAll }) => !isForAll);
  const gaps: Gap<Part>[] = [];
  let without: string[] | null = null;
  for (const term of terms.filter((term) => inEffect(item, term))) {
    if (!counted.some(({ span }) => inEffect(span, term))) {
      without?.push(term);
      continue;
    }
    const [first, last] = [without?.[0], without?.at(-1)];
    if (first && last) {
      const isThere = ({ span }: Part) => inEffect(span, first) && inEffect(span, last);
      gaps.push({ first, last, forAll: parts.find((part) => part.isForAll && isThere(part)) });
    }
    without = [];
  }
  return gaps;
}

export interface Beyond<End> {
  side: 'start' | 'end';
  /** The part of the relationship outside the item's period. */
  at: Interval;
  /** The item whose period it exceeds, and the boundary. */
  of: End;
  bound: Moment;
}

/**
 * The part of a relationship that begins before one of its ends does, or continues after one has ended. If both ends are
 * exceeded, the longer part.
 */
export function beyondOf<End extends { own: Bounds }>(
  { start, end }: Bounds,
  ends: readonly End[],
  axis: Interval,
): Beyond<End>[] {
  const from = start === null ? axis.from : startOf(start);
  const to = end === null ? axis.to : endOf(end);
  const found: Beyond<End>[] = [];
  const [latest] = placed(ends, 'start', startOf).toSorted((one, other) => other.place - one.place);
  if (start !== null && latest && from < latest.place)
    found.push({ side: 'start', ...latest, at: { from, to: Math.min(to, latest.place) } });
  const [earliest] = placed(ends, 'end', endOf).toSorted((one, other) => one.place - other.place);
  if (earliest && earliest.place < to)
    found.push({ side: 'end', ...earliest, at: { from: Math.max(from, earliest.place), to } });
  return found;
}

const placed = <End extends { own: Bounds }>(
  ends: readonly End[],
  side: keyof Bounds,
  placeOf: (moment: Moment) => number,
) =>
  ends.flatMap((of) => {
    const bound = of.own[side];
    return bound === null ? [] : [{ of, bound, place: placeOf(bound) }];
  });
