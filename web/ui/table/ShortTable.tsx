import { useId, useRef, useState } from 'react';
import { orderItems, type SortedBy } from '../../../contract/columns/sortRows.ts';
import { usePrinting } from '../../lib/usePrinting.ts';
import hide from '../visuallyHidden.module.css';
import type { Column } from './column.ts';
import { keysText } from './Paging.tsx';
import { PlainRows } from './PlainRows.tsx';
import { PrintedTable } from './PrintedTable.tsx';
import { TableHead } from './TableHead.tsx';
import classes from './table.module.css';
import { useNarrow } from './useNarrow.ts';
import { useRestoreFocus } from './useRestoreFocus.ts';
import type { KeyOf } from './useRowFocus.ts';
import type { RowProps } from './useSelection.ts';

interface Props<Item> {
  /** Describes the table to screen readers. */
  label: string;
  columns: readonly Column<Item>[];
  /** The columns on a phone, where the rows are cards, in the default order. */
  cards?: readonly Column<Item>[];
  /** The content of a second line below each row, as in `ResultTable`. */
  secondaryRow?: Column<Item>;
  items: readonly Item[];
  /** Makes the rows navigable by keyboard. */
  keyOf?: KeyOf<Item>;
  /** Further keyboard shortcuts of a row: 'E edit'. */
  rowKeys?: readonly string[];
  /** Defaults to the order of the items. */
  defaultSort?: readonly SortedBy[];
  /** Additional attributes for each row. */
  rowProps?: RowProps<Item>;
}

const unsorted: readonly SortedBy[] = [];
const plain = () => ({});

/** A table among others on a screen: it shows all its rows and keeps its sort order in its state, not in the URL. */
export function ShortTable<Item>({
  label,
  columns,
  cards,
  secondaryRow,
  items,
  keyOf,
  rowKeys = [],
  defaultSort = unsorted,
  rowProps = plain,
}: Props<Item>) {
  const [sort, setSort] = useState(defaultSort);
  const id = useId();
  const isPrinting = usePrinting() !== null;
  const isNarrow = useNarrow();
  const shown = (isNarrow && cards) || columns;
  const isTable = shown === columns;
  const rows = orderItems(items, columns, sort);
  const scroller = useRef<HTMLElement>(null);
  const first = useRestoreFocus(label, scroller, (at) => keyOf && rows[at] && keyOf(rows[at]));
  return (
    <>
      {isPrinting && (
        <PrintedTable
          label={label}
          sort={sort}
          columns={secondaryRow ? [...columns, secondaryRow] : columns}
          items={rows}
        />
      )}
      {/* A scrollable element must be reachable by keyboard. */}
      <section ref={scroller} className={classes.short} aria-labelledby={id} tabIndex={0}>
        <table className={classes.table} data-cards={!isTable || undefined}>
          <caption id={id} className={hide.visuallyHidden}>
            {label}
          </caption>
          {isTable && (
            <TableHead
              columns={columns}
              sort={sort}
              onSort={(next) =>
                setSort((before) => {
                  const sorted = next(before);
                  return sorted.length > 0 ? sorted : defaultSort;
                })
              }
            />
          )}
          <PlainRows
            columns={shown}
            secondaryRow={secondaryRow}
            items={rows}
            keyOf={keyOf}
            rowProps={rowProps}
            first={first}
          />
        </table>
      </section>
      {keyOf && <p className={classes.keys}>{keysText(columns, rowKeys)}</p>}
    </>
  );
}
