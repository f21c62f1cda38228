import type { ReactNode } from 'react';
import classes from './differences.module.css';

export interface Counts {
  kind: string;
  title: string;
  /** How many there are, before and after. */
  totals?: ReactNode;
  /** How many have changed, in words. */
  words: string;
}

interface Props {
  counts: readonly Counts[];
  chosen: string | null;
  onChoose: (kind: string | null) => void;
}

/** What has changed in numbers. Each limits the lists to its kind; pressed again, it shows all. */
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

const said = (count: number) => count.toLocaleString('en-US');

/** '3 started · 1 ended'. */
export const countWords = (counts: readonly (readonly [number, string])[]): string =>
  counts.map(([count, word]) => `${said(count)} ${word}`).join(' · ');

/** '222 → 224', read out as '222, then 224'. */
export const Totals = ({ before, after }: { before: number; after: number }) => (
  <span className={classes.totals}>
    <span>{said(before)}</span> <span aria-hidden="true">→</span>
    <span className={classes.then}>, then </span> <strong>{said(after)}</strong>
  </span>
);
