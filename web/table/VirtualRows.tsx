import { memo, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Cells } from './Cells.tsx';
import { type Column, textOf } from './column.ts';
import type { RowProps } from './useSelection.ts';

interface Props<Item> {
  columns: readonly Column<Item>[];
  items: readonly Item[];
  rowProps?: RowProps<Item> | undefined;
  scroller: RefObject<HTMLElement | null>;
}

/** Same as in `table.module.css`. All rows have the same height, so positions need no measuring. */
const ROW_HEIGHT = 36;
/** The rendered range moves in steps of this many rows, and extends one step beyond each edge. */
const STEP = 6;
/** A table with at most this many columns renders all of them. */
const WHOLE_UP_TO = 20;

/** Renders only the visible rows and columns. Empty rows and cells take the place of the others. */
export function VirtualRows<Item>({ columns, items, rowProps, scroller }: Props<Item>) {
  const { top, bottom, left, right } = useInSight(scroller);
  const from = Math.max(0, Math.min(top, items.length - STEP));
  const to = Math.min(items.length, bottom);
  // The focused row stays rendered when it is out of view; otherwise the focus would be lost. So do its neighbours,
  // where the arrow keys lead.
  const [focused, setFocused] = useState(Number.NaN);
  const kept = Number.isNaN(focused) ? [] : range(focused - 1, focused + 2);
  const before = kept.filter((at) => at >= 0 && at < from);
  const after = kept.filter((at) => at >= to && at < items.length);
  const rows: ReactNode[] = [];
  let next = 0;
  const space = (until: number) => {
    if (until > next)
      rows.push(<tr key={`before ${until}`} aria-hidden style={{ height: (until - next) * ROW_HEIGHT }} />);
    next = until;
  };
  for (const at of [...before, ...range(from, to), ...after]) {
    const item = items[at] as Item;
    space(at);
    rows.push(
      // Row 1 is the header.
      <tr key={at} data-at={at} aria-rowindex={at + 2} {...rowProps?.(item)}>
        <Cells columns={columns} item={item} left={left} right={right} />
      </tr>,
    );
    next = at + 1;
  }
  space(items.length);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only tracks the focus
    <tbody
      onFocus={({ target }) => setFocused(Number(target.closest('tr')?.dataset.at))}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || setFocused(Number.NaN)
      }
    >
      {rows}
    </tbody>
  );
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** The visible rows and columns: the index of the first, and the index after the last. */
interface InSight {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

function useInSight(scroller: RefObject<HTMLElement | null>): InSight {
  const [inSight, setInSight] = useState<InSight>(() => ({
    ...rowsIn({ scrollTop: 0, clientHeight: window.innerHeight }),
    left: 0,
    right: WHOLE_UP_TO,
  }));
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () =>
      setInSight((last) => {
        const next = { ...rowsIn(element), ...columnsIn(element) };
        const isSame = (Object.keys(next) as (keyof InSight)[]).every((edge) => next[edge] === last[edge]);
        return isSame ? last : next;
      });
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    // The table's width changes with its columns.
    for (const table of element.children) resized.observe(table);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return inSight;
}

function rowsIn({
  scrollTop,
  clientHeight,
}: Pick<HTMLElement, 'scrollTop' | 'clientHeight'>): Pick<InSight, 'top' | 'bottom'> {
  const step = Math.floor(scrollTop / ROW_HEIGHT / STEP);
  const rows = Math.ceil(clientHeight / ROW_HEIGHT);
  return { top: Math.max(0, (step - 1) * STEP), bottom: (step + 2) * STEP + rows };
}

/** One more on each side, so that the next column is rendered before it scrolls into view. */
function columnsIn(element: HTMLElement): Pick<InSight, 'left' | 'right'> {
  const { scrollLeft, clientWidth } = element;
  const headers = [...element.querySelectorAll<HTMLElement>('thead th:not([data-stays])')];
  if (headers.length <= WHOLE_UP_TO) return { left: 0, right: Infinity };
  const left = headers.findIndex(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth > scrollLeft);
  const right = headers.findLastIndex(({ offsetLeft }) => offsetLeft < scrollLeft + clientWidth);
  return { left: Math.max(0, left - 1), right: right + 2 };
}

interface WidthsProps<Item> {
  columns: readonly Column<Item>[];
  items: readonly Item[];
}

/**
 * Makes each column as wide as its longest text. With rows that come and go the browser cannot do this, and columns
 * would change width while scrolling. Computed again only when the columns or items change.
 */
export const ColumnWidths = memo(function ColumnWidths<Item>({ columns, items }: WidthsProps<Item>) {
  return (
    <colgroup>
      {columns.map(({ id, header, value, cell }) => {
        // Leaves room for the sort icon. Columns with custom cells are narrow.
        let longest = header.length + 4;
        if (!cell) for (const item of items) longest = Math.max(longest, textOf(value(item)).length);
        return <col key={id} style={{ width: `calc(${longest}ch + 1.5rem)` }} />;
      })}
    </colgroup>
  );
}) as <Item>(props: WidthsProps<Item>) => ReactNode;
