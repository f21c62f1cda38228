import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type ReactNode } from 'react';
import { type Column, columnId } from './column.ts';
import { pressed, type SortedBy } from './order.ts';

interface Props<Item> {
  columns: readonly Column<Item>[];
  sort: readonly SortedBy[];
  onSort: (sort: SortedBy[]) => void;
}

/** The headers; a column that can be ordered has a button with an icon. */
export const TableHead = memo(function TableHead<Item>({ columns, sort, onSort }: Props<Item>) {
  return (
    <thead>
      <tr>
        {columns.map((column) =>
          column.sort === false ? (
            <th key={column.header} scope="col" data-stays={column.stays}>
              {column.header}
            </th>
          ) : (
            <SortableHeader key={column.header} header={column.header} sort={sort} onSort={onSort} />
          ),
        )}
      </tr>
    </thead>
  );
}) as <Item>(props: Props<Item>) => ReactNode;

interface HeaderProps extends Omit<Props<unknown>, 'columns'> {
  header: string;
}

function SortableHeader({ header, sort, onSort }: HeaderProps) {
  const id = columnId({ header });
  const at = sort.findIndex((one) => one.id === id);
  const now = sort[at];
  const Icon = now ? (now.desc ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  // Not every browser says in a key's click that shift was held.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey) return;
    event.preventDefault();
    onSort(pressed(sort, id, true));
  };
  return (
    <th scope="col" aria-sort={now ? (now.desc ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        onClick={(event) => onSort(pressed(sort, id, event.shiftKey))}
        onKeyDown={onKeyDown}
      >
        {header}
        <Icon size={14} aria-hidden data-sorted={now ? true : undefined} />
        {now && sort.length > 1 && <small aria-hidden>{at + 1}</small>}
      </button>
    </th>
  );
}
