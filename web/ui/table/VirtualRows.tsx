import { Fragment, memo, type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import { textOf } from '../../../contract/columns/dataColumn.ts';
import { Cells } from './Cells.tsx';
import type { Column } from './column.ts';
import { hasSecondaryRow, type SecondaryColumn, SecondaryRow } from './SecondaryRow.tsx';
import { useLinks } from './useLinks.ts';
import type { LeftState } from './useRestoreFocus.ts';
import { type KeyOf, useRowFocus } from './useRowFocus.ts';
import type { RowProps } from './useSelection.ts';

interface Props<Item> {
  columns: readonly Column<Item>[];
  secondaryRow?: SecondaryColumn<Item> | undefined;
  items: readonly Item[];
  keyOf?: KeyOf<Item> | undefined;
  words: readonly string[];
  rowProps?: RowProps<Item> | undefined;
  /** The row that has the focus at first. */
  first?: LeftState | undefined;
  scroller: RefObject<HTMLElement | null>;
  /** All lines have the same height, so positions need no measuring. */
  rowHeight?: number | undefined;
}

/** Same as in `table.module.css`. */
const ROW_HEIGHT = 36;
/** The rendered range moves in steps of this many rows, and extends one step beyond each edge. */
const STEP = 6;
/** A table with at most this many columns renders all of them. */
const WHOLE_UP_TO = 20;

/** Renders only the visible rows and columns. Empty rows and cells replace the others. */
export function VirtualRows<Item>({
  columns,
  secondaryRow,
  items,
  keyOf,
  words,
  rowProps,
  first,
  scroller,
  rowHeight = ROW_HEIGHT,
}: Props<Item>) {
  const { top, bottom, left, right } = useVisibleRange(scroller, rowHeight);
  const starts = useMemo(() => startsOf(items, secondaryRow), [items, secondaryRow]);
  const from = Math.max(0, Math.min(rowAt(starts, top), items.length - STEP));
  const to = rowAt(starts, bottom);
  // The row with the tab stop is rendered even when it is out of view, otherwise its focus would be lost. Once it has had
  // the focus, all its columns are rendered.
  const { at: stop, isUsed, props } = useRowFocus(items, keyOf, first);
  const links = useLinks();
  const before = stop < from ? [stop] : [];
  const after = stop >= to && stop < items.length ? [stop] : [];
  const rows: ReactNode[] = [];
  let next = 0;
  const space = (until: number) => {
    const lines = (starts[until] ?? 0) - (starts[next] ?? 0);
    if (lines > 0)
      rows.push(<tr key={`before ${until}`} aria-hidden style={{ height: lines * rowHeight }} />);
    next = until;
  };
  for (const at of [...before, ...range(from, to), ...after]) {
    const item = items[at] as Item;
    space(at);
    rows.push(
      <Fragment key={keyOf ? keyOf(item) : at}>
        {/* Row 1 is the header. */}
        <tr data-at={at} tabIndex={keyOf && -1} aria-rowindex={at + 2} {...rowProps?.(item)}>
          <Cells
            columns={columns}
            item={item}
            words={words}
            links={links}
            {...(isUsed && at === stop ? {} : { left, right })}
          />
        </tr>
        {secondaryRow && <SecondaryRow of={item} column={secondaryRow} span={columns.length} words={words} />}
      </Fragment>,
    );
    next = at + 1;
  }
  space(items.length);
  return (
    <tbody {...props} translate="no">
      {rows}
    </tbody>
  );
}

/** The line at which each row begins, followed by the number of lines. A row with a secondary row has two lines. */
function startsOf<Item>(
  items: readonly Item[],
  secondaryRow: SecondaryColumn<Item> | undefined,
): readonly number[] {
  let line = 0;
  const starts = items.map((item) => {
    const start = line;
    line += secondaryRow && hasSecondaryRow(item, secondaryRow) ? 2 : 1;
    return start;
  });
  return [...starts, line];
}

/** The row at a line; after the last line, the number of rows. */
function rowAt(starts: readonly number[], line: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** The visible lines and columns: the index of the first, and the index after the last. */
interface VisibleRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

function useVisibleRange(scroller: RefObject<HTMLElement | null>, rowHeight: number): VisibleRange {
  const [visibleRange, setVisibleRange] = useState<VisibleRange>(() => ({
    ...rowsIn({ scrollTop: 0, clientHeight: window.innerHeight }, rowHeight),
    left: 0,
    right: WHOLE_UP_TO,
  }));
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () =>
      setVisibleRange((last) => {
        const next = { ...rowsIn(element, rowHeight), ...columnsIn(element) };
        const isSame = (Object.keys(next) as (keyof VisibleRange)[]).every(
          (edge) => next[edge] === last[edge],
        );
        return isSame ? last : next;
      });
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    // The table's width changes with its columns.
    for (const table of element.children) resized.observe(table);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller, rowHeight]);
  return visibleRange;
}

function rowsIn(
  { scrollTop, clientHeight }: Pick<HTMLElement, 'scrollTop' | 'clientHeight'>,
  rowHeight: number,
): Pick<VisibleRange, 'top' | 'bottom'> {
  const step = Math.floor(scrollTop / rowHeight / STEP);
  const rows = Math.ceil(clientHeight / rowHeight);
  return { top: Math.max(0, (step - 1) * STEP), bottom: (step + 2) * STEP + rows };
}

/**
 * Extended by one on each side, so that the next column is rendered before it scrolls into view. Pinned columns are always
 * rendered, so their positions are ignored.
 */
function columnsIn(element: HTMLElement): Pick<VisibleRange, 'left' | 'right'> {
  const { scrollLeft, clientWidth } = element;
  const headers = [...element.querySelectorAll<HTMLElement>('thead th')];
  if (headers.length <= WHOLE_UP_TO) return { left: 0, right: Infinity };
  const left = headers.findIndex(
    ({ dataset, offsetLeft, offsetWidth }) => !dataset.stays && offsetLeft + offsetWidth > scrollLeft,
  );
  const right = headers.findLastIndex(
    ({ dataset, offsetLeft }) => !dataset.stays && offsetLeft < scrollLeft + clientWidth,
  );
  return { left: Math.max(0, left - 1), right: right + 2 };
}

interface WidthsProps<Item> {
  columns: readonly Column<Item>[];
  items: readonly Item[];
}

/**
 * Makes each column as wide as its longest text. The browser cannot do this with virtual rows, and columns would change
 * width while scrolling. Computed again only when the columns or items change.
 */
export const ColumnWidths = memo(function ColumnWidths<Item>({ columns, items }: WidthsProps<Item>) {
  return (
    <colgroup>
      {columns.map(({ id, header, value }) => {
        // Leaves room for the sort icon.
        let longest = header.length + 4;
        for (const item of items) longest = Math.max(longest, textOf(value(item)).length);
        return <col key={id} style={{ width: `calc(${longest}ch + 1.5rem)` }} />;
      })}
    </colgroup>
  );
}) as <Item>(props: WidthsProps<Item>) => ReactNode;
