import { type ReactNode, useId, useMemo, useRef } from 'react';
import type { SortedBy } from '../../../contract/columns/sortRows.ts';
import { usePrinting } from '../../lib/usePrinting.ts';
import hide from '../visuallyHidden.module.css';
import type { Column } from './column.ts';
import { downloadCsv, toCsv } from './csv.ts';
import type { Ask } from './DownloadButton.tsx';
import { downloadExcel } from './excel.ts';
import { keysText, Paging } from './Paging.tsx';
import { PlainRows } from './PlainRows.tsx';
import { PrintedTable } from './PrintedTable.tsx';
import type { SecondaryColumn } from './SecondaryRow.tsx';
import { SortSelect } from './SortSelect.tsx';
import { TableHead } from './TableHead.tsx';
import { Toolbar } from './Toolbar.tsx';
import classes from './table.module.css';
import { listSizes, useTableView } from './tableView.ts';
import { useNarrow } from './useNarrow.ts';
import { usePinnedColumns } from './usePinnedColumns.ts';
import { useRestoreFocus } from './useRestoreFocus.ts';
import { focusableRow, type KeyOf } from './useRowFocus.ts';
import { useRows } from './useRows.ts';
import type { RowProps } from './useSelection.ts';
import { ColumnWidths, VirtualRows } from './VirtualRows.tsx';

interface Props<Item> {
  /** Describes the table to screen readers. */
  label: string;
  /** The name of the downloaded files, without their extension. With null there is nothing to download. */
  exportName?: string | null;
  /** May ask before a download. */
  askBeforeExport?: Ask | undefined;
  /** The active filters, in words: printed above the rows, and included in the Excel download. */
  filters?: readonly string[];
  /** Must be stable, or the table is rebuilt on each render. */
  columns: readonly Column<Item>[];
  /** The columns that the rows can be sorted by, if there are more than are shown. Must be stable too. */
  sortColumns?: readonly Column<Item>[];
  /** The columns on a phone, where the rows are cards. Without it, the table scrolls sideways there. */
  cards?: readonly Column<Item>[] | undefined;
  /**
   * The content of a second line below each row, across all columns, if it is not empty. In the download and on paper it is
   * the last column. Must be stable too.
   */
  secondaryRow?: SecondaryColumn<Item> | undefined;
  items: readonly Item[];
  /** Makes the rows navigable by keyboard. Without it, each control in them is a tab stop. */
  keyOf?: KeyOf<Item>;
  /** Further keyboard shortcuts of a row: 'E edit'. */
  rowKeys?: readonly string[];
  /** Defaults to the order of the items. */
  defaultSort?: readonly SortedBy[];
  /** Additional attributes and handlers for each row. */
  rowProps?: RowProps<Item>;
  /** The selectable page sizes, default first; 0 means all rows. */
  pageSizes?: readonly number[];
  /** Shown beside the filter: a control that limits the items further. */
  scope?: ReactNode;
  /** Shown between the toolbar and the rows: a summary of that limit. */
  scopeSummary?: ReactNode;
  /** A note on the filtered rows, shown above them. It may change the filter. */
  note?: Note<Item> | undefined;
  /** Actions on the filtered rows, shown beside their count. `text` is the filter. */
  tools?: Tools<Item> | undefined;
  /** An action on the filtered rows, shown below them. */
  footer?: Tools<Item> | undefined;
}

export type Tools<Item> = (found: readonly Item[], text: string) => ReactNode;
export type Note<Item> = (found: readonly Item[], text: string, setText: (text: string) => void) => ReactNode;

/** With more rows than this on one page, only the visible ones are rendered. */
const VIRTUAL_ABOVE = 100;
/** The height of a card with the space below it, if not all are rendered. Same as in `table.module.css`. */
const CARD_HEIGHT = 80;
const unsorted: readonly SortedBy[] = [];

/**
 * A searchable, sortable, paged table with downloads. Its state is in the URL. Pages of a fixed size render all their rows,
 * so that the browser's own search covers them.
 */
export function ResultTable<Item>({
  label,
  exportName = 'export',
  askBeforeExport,
  filters = [],
  columns,
  sortColumns = columns,
  cards,
  secondaryRow,
  items,
  keyOf,
  rowKeys = [],
  defaultSort = unsorted,
  rowProps,
  pageSizes = listSizes,
  scope,
  scopeSummary,
  note,
  tools,
  footer,
}: Props<Item>) {
  const allColumns = useMemo(
    () => (secondaryRow ? [...columns, secondaryRow] : columns),
    [columns, secondaryRow],
  );
  const { text, setText, settleText, place } = useTableView(sortColumns, defaultSort, pageSizes);
  const { words, all, page, pageIndex, pageCount } = useRows(allColumns, sortColumns, items, text, place);
  const scroller = useRef<HTMLElement>(null);
  usePinnedColumns(scroller, columns);
  const id = useId();
  const first = useRestoreFocus(label, scroller, (at) => keyOf && page[at] && keyOf(page[at]));
  const isVirtual = place.pageSize === 0 && all.length > VIRTUAL_ABOVE;
  const isPrinting = usePrinting() !== null;
  const isNarrow = useNarrow();
  const shown = (isNarrow && cards) || columns;
  const isTable = shown === columns;
  const filterTexts = [...filters, ...(words.length > 0 ? [`Filter: ${text.trim()}`] : [])];
  const rows = { columns: shown, secondaryRow, items: page, keyOf, words, rowProps, first };
  return (
    <>
      <Toolbar
        text={text}
        onText={setText}
        onTextEnd={settleText}
        onDown={() => focusableRow(scroller.current)?.focus()}
        rowCount={all.length}
        scope={scope}
        sorting={
          isTable ? null : (
            <SortSelect
              columns={sortColumns}
              sort={place.sort}
              defaultSort={defaultSort}
              onSort={place.setSort}
            />
          )
        }
        downloads={
          exportName !== null && {
            csv: async () => downloadCsv(exportName, toCsv(allColumns, all)),
            excel: () =>
              downloadExcel({
                name: exportName,
                title: label,
                filters: filterTexts,
                columns: allColumns,
                rows: all,
              }),
            ask: askBeforeExport,
          }
        }
        tools={tools?.(all, text)}
      />
      {scopeSummary}
      <div>{note?.(all, text, setText)}</div>
      {isPrinting && (
        <PrintedTable
          label={label}
          filters={filterTexts}
          sort={place.sort}
          sortColumns={sortColumns}
          columns={allColumns}
          items={all}
        />
      )}
      {/* A scrollable element must be reachable by keyboard. */}
      <section ref={scroller} className={classes.scroller} aria-labelledby={id} tabIndex={0}>
        <table
          className={classes.table}
          data-virtual={isVirtual || undefined}
          data-cards={!isTable || undefined}
          aria-rowcount={isVirtual ? all.length + 1 : undefined}
          aria-colcount={isVirtual ? shown.length : undefined}
        >
          <caption id={id} className={hide.visuallyHidden}>
            {label}
          </caption>
          {isVirtual && isTable && <ColumnWidths columns={columns} items={items} />}
          {isTable && (
            <TableHead
              columns={columns}
              sort={place.sort}
              onSort={place.setSort}
              rowIndex={isVirtual ? 1 : undefined}
            />
          )}
          {isVirtual ? (
            <VirtualRows {...rows} rowHeight={isTable ? undefined : CARD_HEIGHT} scroller={scroller} />
          ) : (
            <PlainRows {...rows} />
          )}
        </table>
      </section>
      <Paging
        place={place}
        rowCount={all.length}
        pageIndex={pageIndex}
        pageCount={pageCount}
        footer={footer?.(all, text)}
        keys={keyOf && keysText(columns, rowKeys)}
      />
    </>
  );
}
