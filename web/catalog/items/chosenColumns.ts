import { textOf } from '../../../contract/columns/dataColumn.ts';
import type { Column } from '../../ui/table/column.ts';

/** Chosen columns of a list, of which at least one opens the item: the first does if no other does. */
export function withLink<Row>(
  chosen: readonly Column<Row>[],
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const to = columns.find((column) => column.to)?.to;
  if (!to || chosen.some((column) => column.to)) return chosen;
  return chosen.map((column, at) => (at === 0 ? { ...column, to } : column));
}

/** The columns of a card that shows chosen columns: the first two, and the others in words below them. */
export function cardsOf<Row>(chosen: readonly Column<Row>[]): readonly Column<Row>[] {
  const others = chosen.slice(2);
  const facts: Column<Row> = {
    id: 'facts',
    header: 'Facts',
    value: (row) =>
      others
        .flatMap(({ header, value }) => {
          const text = textOf(value(row));
          return text ? [`${header} ${text}`] : [];
        })
        .join(' · '),
    sort: false,
  };
  const [first, second] = chosen.slice(0, 2).map(({ isPinned: _isPinned, ...column }) => column);
  // The card is one link.
  const to = chosen.find((column) => column.to)?.to;
  const head = [first, second && to && !first?.to && !second.to ? { ...second, to } : second].filter(
    (column) => column !== undefined,
  );
  return others.length > 0 ? [...head, facts] : head;
}
