import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { OnSort, SortedBy } from '../../../contract/columns/sortRows.ts';
import type { Column } from './column.ts';
import classes from './table.module.css';

interface Props<Item> {
  columns: readonly Column<Item>[];
  sort: readonly SortedBy[];
  defaultSort: readonly SortedBy[];
  onSort: OnSort;
}

/** Sorts cards, which have no headers: by the default order or a column, and in a direction. */
export function SortSelect<Item>({ columns, sort, defaultSort, onSort }: Props<Item>) {
  const sortable = columns.filter((column) => column.sort !== false);
  const labelOf = (ids: string) =>
    ids === UNSORTED
      ? 'As listed'
      : ids
          .split(',')
          .map((id) => sortable.find((column) => column.id === id)?.header)
          .join(', ');
  const [byDefault, now] = [idsOf(defaultSort), idsOf(sort)];
  const desc = isReverse(sort);
  // An order by several columns may come from a table.
  const orders = [...new Set([byDefault, now, ...sortable.map(({ id }) => id)])];
  // The default order is not written into the URL. The items' own order has one direction.
  const orderOf = (ids: string, inReverse: boolean) =>
    ids === UNSORTED || (ids === byDefault && !inReverse)
      ? []
      : ids.split(',').map((id) => ({ id, desc: inReverse }));
  return (
    <div className={classes.sorting}>
      <div>
        <NativeSelect
          aria-label="Sort"
          rightSectionWidth={28}
          value={now}
          onChange={({ currentTarget: { value: ids } }) =>
            onSort((current) => orderOf(ids, ids !== byDefault && isReverse(current)))
          }
          data={orders.map((ids) => ({ value: ids, label: labelOf(ids) }))}
        />
      </div>
      <ActionIcon
        variant="default"
        aria-label={desc ? 'Descending' : 'Ascending'}
        // Reverses the order in the URL, which may be newer than the rendered one.
        onClick={() => onSort((current) => orderOf(idsOf(current), !isReverse(current)))}
      >
        {desc ? <IconArrowDown size={18} /> : <IconArrowUp size={18} />}
      </ActionIcon>
    </div>
  );
}

/** The order of the items themselves. */
const UNSORTED = '';

const isReverse = (sort: readonly SortedBy[]) => sort[0]?.desc ?? false;

const idsOf = (sort: readonly SortedBy[]) => sort.map(({ id }) => id).join(',');
