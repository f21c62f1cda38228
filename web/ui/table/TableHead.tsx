import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode } from 'react';
import { nextSort, type OnSort, type SortedBy } from '../../../contract/columns/sortRows.ts';
import type { Column } from './column.ts';
import classes from './table.module.css';

interface Props<Item> {
  columns: readonly Column<Item>[];
  sort: readonly SortedBy[];
  onSort: OnSort;
  /** The header's ARIA row index, set when not all rows are rendered. */
  rowIndex?: number | undefined;
}

/** A longer header, in characters, may wrap to a second line, for which half of it must fit. */
const LONG = 7;

/** The header row. A sortable column has a button with an icon. */
export const TableHead = memo(function TableHead<Item>({ columns, sort, onSort, rowIndex }: Props<Item>) {
  return (
    <thead>
      <tr aria-rowindex={rowIndex}>
        {columns.map((column) =>
          column.sort === false ? (
            <th key={column.id} scope="col" data-stays={column.isPinned}>
              {column.header}
            </th>
          ) : (
            <SortableHeader
              key={column.id}
              id={column.id}
              header={column.header}
              stays={column.isPinned}
              sort={sort}
              onSort={onSort}
            />
          ),
        )}
      </tr>
    </thead>
  );
}) as <Item>(props: Props<Item>) => ReactNode;

interface HeaderProps extends Pick<Props<unknown>, 'sort' | 'onSort'> {
  id: string;
  header: string;
  stays: Column<unknown>['isPinned'];
}

function SortableHeader({ id, header, stays, sort, onSort }: HeaderProps) {
  const at = sort.findIndex((one) => one.id === id);
  const now = sort[at];
  const lastAt = header.lastIndexOf(' ') + 1;
  const [words, lastWord] = [header.slice(0, lastAt), header.slice(lastAt)];
  const Icon = now ? (now.desc ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  // Not every browser reports Shift in a click made with the keyboard.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey) return;
    event.preventDefault();
    onSort((before) => nextSort(before, id, true));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is deeper than the rule looks
    <th
      scope="col"
      data-long={header.length > LONG || undefined}
      style={{ '--half': Math.ceil(header.length / 2) } as CSSProperties}
      data-stays={stays}
      aria-sort={now ? (now.desc ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- allowed on any role in ARIA 1.3
        aria-description={now && sort.length > 1 ? `sort priority ${at + 1} of ${sort.length}` : undefined}
        onClick={({ shiftKey }) => onSort((before) => nextSort(before, id, shiftKey))}
        onKeyDown={onKeyDown}
      >
        <span>{words}</span>
        <span className={classes.lastWord}>
          <span>{lastWord}</span>
          <Icon size={14} aria-hidden data-sorted={now ? true : undefined} />
          {now && sort.length > 1 && <small aria-hidden>{at + 1}</small>}
        </span>
      </button>
    </th>
  );
}
