import type { ReactNode } from 'react';
import hide from '../ui/visuallyHidden.module.css';
import classes from './differences.module.css';
import type { Total } from './useTotals.ts';

export interface Counts {
  kind: string;
  title: string;
  /** The totals before and after. */
  totals?: ReactNode;
  /** The number of changes, in words. */
  words: string;
}

interface Props {
  counts: readonly Counts[];
  chosen: string | null;
  onChoose: (kind: string | null) => void;
}

/** The number of changes of each kind. A click filters the lists by the kind; a second click shows all. */
export function KindTabs({ counts, chosen, onChoose }: Props) {
  return (
    <div role="group" aria-label="Show only" className={classes.kinds}>
      {counts.map(({ kind, title, totals, words }) => (
        <button
          key={kind}
          type="button"
          data-kind={kind}
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind === chosen ? null : kind)}
        >
          <b>{title}</b>
          <span>{totals}</span>
          <small>{words}</small>
        </button>
      ))}
    </div>
  );
}

const countText = (count: number) => count.toLocaleString('en-US');

/** '3 started · 1 ended'. */
export const countWords = (counts: readonly (readonly [number, string])[]): string =>
  counts.map(([count, word]) => `${countText(count)} ${word}`).join(' · ');

/** '222 → 224', read by a screen reader as '222, then 224'. Takes its space before they are known. */
export const Totals = ({ total }: { total: Total | undefined }) => (
  <span className={classes.totals}>
    {total && (
      <>
        <span>{countText(total.before)}</span> <span aria-hidden="true">→</span>
        <span className={hide.visuallyHidden}>, then </span> <strong>{countText(total.after)}</strong>
      </>
    )}
  </span>
);
