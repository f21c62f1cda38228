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
  /** Describes the table to screen readers. */
  label: string;
  /** The name of the downloaded file, without its extension. */
  exportName?: string;
  /** Must be stable, or the table is rebuilt on each render. */
  columns: readonly Column<Item>[];
  items: readonly Item[];
  /** Defaults to the order of the items. */
  defaultSort?: readonly SortedBy[];
  /** Extra attributes and handlers for each row. */
  rowProps?: RowProps<Item>;
  /** The selectable page sizes, default first; 0 means all rows. */
  pageSizes?: readonly number[];
}

/** With more rows than this on one page, only the visible ones are rendered. */
const VIRTUAL_ABOVE = 100;
const unsorted: readonly SortedBy[] = [];

/**
 * A searchable, sortable, paged table with a CSV download. Its state lives in the address. Pages of a fixed size render
 * all their rows, so that the browser's own search and print cover them.
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
      {/* A scrollable element must be reachable by keyboard. */}
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
