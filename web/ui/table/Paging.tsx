import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import type { Column } from './column.ts';
import classes from './table.module.css';
import type { Place } from './tableView.ts';

interface Props {
  place: Place;
  rowCount: number;
  pageIndex: number;
  pageCount: number;
  /** Shown beside the page size. */
  footer?: ReactNode;
  /** The keyboard shortcuts of a row. Shown while a row has the focus. */
  keys?: string | undefined;
}

/** Selects the page size and the page. */
export const Paging = memo(function Paging({ place, rowCount, pageIndex, pageCount, footer, keys }: Props) {
  return (
    <div className={classes.paging}>
      <NativeSelect
        size="xs"
        aria-label="Rows per page"
        value={place.pageSize}
        onChange={(event) => place.setPageSize(Number(event.currentTarget.value))}
        data={place.pageSizes.map((size) => ({
          value: String(size),
          label: size === 0 ? `All (${rowCount.toLocaleString('en-US')})` : `${size} per page`,
        }))}
      />
      {footer}
      {keys && <p className={classes.keys}>{keys}</p>}
      <nav aria-label="Pages" className={classes.pages}>
        <Turn
          name="Previous page"
          icon={<IconChevronLeft size={16} />}
          isEnd={pageIndex === 0}
          onTurn={() => place.setPageIndex(pageIndex - 1)}
        />
        <NativeSelect
          size="xs"
          aria-label="Page"
          value={pageIndex}
          onChange={(event) => place.setPageIndex(Number(event.currentTarget.value))}
          data={Array.from({ length: pageCount }, (_, at) => ({
            value: String(at),
            label: `Page ${at + 1} of ${pageCount}`,
          }))}
        />
        <Turn
          name="Next page"
          icon={<IconChevronRight size={16} />}
          isEnd={pageIndex === pageCount - 1}
          onTurn={() => place.setPageIndex(pageIndex + 1)}
        />
      </nav>
    </div>
  );
});

/** '↑ ↓ row · Enter open · E edit'. Contains only the shortcuts that the rows have. */
export const keysText = <Item,>(columns: readonly Column<Item>[], rowKeys: readonly string[]) =>
  ['↑ ↓ row', ...(columns.some(({ to }) => to) ? ['Enter open'] : []), ...rowKeys].join(' · ');

interface TurnProps {
  name: string;
  icon: ReactNode;
  /** There is no further page in this direction. */
  isEnd: boolean;
  onTurn: () => void;
}

/** Not disabled at the last page: that would lose the focus of a user who has just reached it. */
function Turn({ name, icon, isEnd, onTurn }: TurnProps) {
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={name}
      aria-disabled={isEnd}
      data-disabled={isEnd}
      onClick={() => isEnd || onTurn()}
    >
      {icon}
    </ActionIcon>
  );
}
