import { isItemKind } from '../contract/kinds.ts';
import type { Term } from '../contract/lookups.ts';
import { type Column, columnsOf } from './columns.ts';
import type { KnownItem } from './intake.ts';
import { written } from './words.ts';

/**
 * A table of the stored rows, which can be imported unchanged. `current` holds the items of the kind as the API lists them;
 * for a relationship its rows, with the items at both ends under their kinds, as in `GET /major-degrees`.
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
    const { [name]: value } = item === undefined ? row : (row[item] as KnownItem);
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    return (facts?.lookup === 'term' && labels.get(written(value))) || written(value);
  };
  return {
    header: columns.map(({ label }) => label),
    rows: current.map((row) => columns.map((column) => textOf(row, column))),
  };
}
