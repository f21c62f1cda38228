import { useId, useRef } from 'react';
import type { Column } from './column.ts';
import { downloadCsv, toCsv } from './csv.ts';
import type { SortedBy } from './order.ts';
import { Paging } from './Paging.tsx';
import { PlainRows } from './PlainRows.tsx';
import { TableHead } from './TableHead.tsx';
import { Toolbar } from './Toolbar.tsx';
import classes from './table.module.css';
import { useRows } from './useRows.ts';
import type { RowProps } from './useSelection.ts';
import { ColumnWidths, VirtualRows } from './VirtualRows.tsx';
import { listSizes, useTableView } from './view.ts';

interface Props<Item> {
  /** What the table holds, for those who do not see it. */
  label: string;
  /** The name of the downloaded file, without its ending. */
  exportName?: string;
  /** A constant, or the table is built anew at each render. */
  columns: readonly Column<Item>[];
  items: readonly Item[];
  /** Without one: the order of the items. */
  defaultSort?: readonly SortedBy[];
  /** What a row is and does beside showing its cells. */
  rowProps?: RowProps<Item>;
  /** How many rows a page may have, the first to start with; 0 is all. */
  pageSizes?: readonly number[];
}

/** Above this many rows on one page only those in sight are built. */
const VIRTUAL_ABOVE = 100;
const unsorted: readonly SortedBy[] = [];

/**
 * A searchable, sortable, paged table with a download. Its view lives in the address. Pages of a fixed size are plain
 * rows, so that the browser's own search and print see all of them.
 */
export function ResultTable<Item>({
  label,
  exportName = 'export',
  columns,
  items,
  defaultSort = unsorted,
  rowProps,
  pageSizes = listSizes,
}: Props<Item>) {
  const { text, setText, settleText, place } = useTableView(columns, defaultSort, pageSizes);
  const { all, page, pageIndex, pageCount } = useRows(columns, items, text, place);
  const scroller = useRef<HTMLElement>(null);
  const id = useId();
  const isVirtual = place.pageSize === 0 && all.length > VIRTUAL_ABOVE;
  return (
    <>
      <Toolbar
        text={text}
        onText={setText}
        onTextEnd={settleText}
        rowCount={all.length}
        onDownload={() => downloadCsv(exportName, toCsv(columns, all))}
      />
      {/* What scrolls must be reachable by keyboard. */}
      <section ref={scroller} className={classes.scroller} aria-labelledby={id} tabIndex={0}>
        <table
          className={classes.table}
          data-virtual={isVirtual || undefined}
          aria-rowcount={isVirtual ? all.length + 1 : undefined}
          aria-colcount={isVirtual ? columns.length : undefined}
        >
          <caption id={id} className={classes.hidden}>
            {label}
          </caption>
          {isVirtual && <ColumnWidths columns={columns} items={items} />}
          <TableHead
            columns={columns}
            sort={place.sort}
            onSort={place.setSort}
            rowIndex={isVirtual ? 1 : undefined}
          />
          {isVirtual ? (
            <VirtualRows columns={columns} items={page} rowProps={rowProps} scroller={scroller} />
          ) : (
            <PlainRows columns={columns} items={page} rowProps={rowProps} />
          )}
        </table>
      </section>
      <Paging place={place} rowCount={all.length} pageIndex={pageIndex} pageCount={pageCount} />
    </>
  );
}
