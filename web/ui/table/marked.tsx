import type { ReactNode } from 'react';
import { piecesOf } from './filterRows.ts';
import classes from './table.module.css';

/** A text with the words that the filter found in it marked, or null if it contains none of them. */
export function marked(text: string, words: readonly string[]): ReactNode {
  if (words.length === 0) return null;
  const pieces = piecesOf(text, words);
  if (!pieces.some(({ isFound }) => isFound)) return null;
  return pieces.map(({ text: piece, isFound }, at) =>
    isFound ? (
      // oxlint-disable-next-line react/no-array-index-key -- a piece has no state
      <mark key={at} className={classes.match}>
        {piece}
      </mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a piece has no state
      <span key={at}>{piece}</span>
    ),
  );
}
