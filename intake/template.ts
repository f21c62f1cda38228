import { EARLIER_VALUE, type ItemEarlierValue } from '../contract/earlierValues.ts';
import { isItemKind, itemKinds } from '../contract/kinds.ts';
import type { Term } from '../contract/lookups.ts';
import { type Column, columnsOf, labelOf } from './columns.ts';
import type { Known, KnownItem } from './intake.ts';
import { EMPTY } from './values.ts';
import { written } from './words.ts';

/**
 * A table of the stored rows, which can be imported unchanged. `current` holds the items of the kind as the API lists them;
 * for a relationship its rows, with the items at both ends under their kinds, as in `GET /major-degrees`; for earlier values
 * those of `earlierValueRows`.
 */
export function templateOf(
  kind: string,
  current: readonly KnownItem[],
  terms: readonly Term[],
): { header: string[]; rows: string[][] } {
  // Users know the ends of a relationship by their names, not by their keys.
  const columns = columnsOf(kind).filter(({ facts }) => isItemKind(kind) || facts !== undefined);
  const labels = new Map(terms.map(({ termYyyyst, termLetterYear }) => [termYyyyst, termLetterYear]));
  const textOf = (row: KnownItem, { item, name, facts }: Column) => {
    const of = (item === undefined ? row : row[item]) as KnownItem | undefined;
    const value = of?.[name];
    if (value === null && kind === EARLIER_VALUE && item === undefined) return EMPTY;
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    return (facts?.lookup === 'term' && labels.get(written(value))) || written(value);
  };
  return {
    header: columns.map(({ label }) => label),
    rows: current.map((row) => columns.map((column) => textOf(row, column))),
  };
}

/** Earlier values as rows of a template, each with its item under its kind, and the label of its field. */
export const earlierValueRows = (all: readonly ItemEarlierValue[], items: Known['items']): KnownItem[] =>
  all.map(({ kind, key, field, lastTerm, value }) => ({
    [kind]: items[kind].find((item) => written(item[itemKinds[kind].key]) === key) ?? {},
    field: labelOf(kind, field),
    lastTerm,
    value,
  }));
