import { Fragment, type ReactNode } from 'react';
import { textOf } from '../../../contract/columns/dataColumn.ts';
import type { SortedBy } from '../../../contract/columns/sortRows.ts';
import { counted } from '../../lib/counted.ts';
import type { Column } from './column.ts';
import classes from './printed.module.css';

interface Props<Item> {
  label: string;
  /** The active filters, in words. */
  filters?: readonly string[];
  sort: readonly SortedBy[];
  columns: readonly Column<Item>[];
  /** The columns that the rows can be sorted by, if there are more than are shown. */
  sortColumns?: readonly Column<Item>[];
  items: readonly Item[];
}

/** More columns than this would be too narrow on paper. The others follow below their row, each with its name. */
const MAX_COLUMNS = 12;
/** With more columns than this, the paper is in landscape format. */
const MAX_PORTRAIT_COLUMNS = 7;

/**
 * The printed version of a table: all rows of all pages, without controls. Rendered only while the page is printed, so that
 * thousands of rows cost nothing before.
 */
export function PrintedTable<Item>({
  label,
  filters = [],
  sort,
  columns,
  sortColumns = columns,
  items,
}: Props<Item>) {
  const printed = columns.filter(({ csv }) => csv !== false);
  const [beside, below] = [printed.slice(0, MAX_COLUMNS), printed.slice(MAX_COLUMNS)];
  return (
    <div className={classes.printed} data-wide={beside.length > MAX_PORTRAIT_COLUMNS || undefined}>
      <p>{[...filters, ...sortText(sort, sortColumns), counted(items.length, 'row')].join(' · ')}</p>
      <table aria-label={label}>
        <thead>
          <tr>
            {beside.map(({ id, header }) => (
              <th key={id} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {items.map((item, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the rows do not change while they are printed
          <tbody key={at} translate="no">
            <tr>
              {beside.map((column) => (
                <td key={column.id}>
                  <span>{textOf(column.value(item))}</span>
                  {column.mark?.(item)}
                </td>
              ))}
            </tr>
            <OverflowRow columns={below} item={item} span={beside.length} />
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface OverflowRowProps<Item> {
  columns: readonly Column<Item>[];
  item: Item;
  span: number;
}

/** A second line for the columns that do not fit on the paper. Empty values are omitted. */
function OverflowRow<Item>({ columns, item, span }: OverflowRowProps<Item>): ReactNode {
  const filled = columns.flatMap(({ id, header, value }) => {
    const text = textOf(value(item));
    return text ? [{ id, header, text }] : [];
  });
  if (filled.length === 0) return null;
  return (
    <tr>
      <td colSpan={span}>
        {filled.map(({ id, header, text }) => (
          <Fragment key={id}>
            <b>{header}</b> <span>{text}</span>{' '}
          </Fragment>
        ))}
      </td>
    </tr>
  );
}

/** 'Sorted by Title 20, Start Qtr (descending)'. Empty if the items are in their own order. */
function sortText<Item>(sort: readonly SortedBy[], columns: readonly Column<Item>[]): string[] {
  const names = sort.flatMap(({ id, desc }) => {
    const header = columns.find((column) => column.id === id)?.header;
    return header ? [desc ? `${header} (descending)` : header] : [];
  });
  return names.length > 0 ? [`Sorted by ${names.join(', ')}`] : [];
}
