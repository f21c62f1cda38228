import { type RefObject, useEffect, useState } from 'react';
import { Cells } from './Cells.tsx';
import { type Column, textOf } from './column.ts';
import type { RowProps } from './useSelection.ts';

interface Props<Item> {
  columns: readonly Column<Item>[];
  items: readonly Item[];
  rowProps?: RowProps<Item> | undefined;
  scroller: RefObject<HTMLElement | null>;
}

/** As in `table.module.css`: all rows are of one height, so where each is needs no measuring. */
const ROW_HEIGHT = 36;
/** Rows are built in steps of so many, and so many beyond each edge. */
const STEP = 12;

/** Only the rows in sight; two empty rows hold the place of the others. */
export function VirtualRows<Item>({ columns, items, rowProps, scroller }: Props<Item>) {
  const [first, last] = useInSight(scroller);
  const from = Math.max(0, Math.min(first, items.length - STEP));
  const to = Math.min(items.length, last);
  return (
    <tbody>
      <Spacer rows={from} />
      {items.slice(from, to).map((item, at) => (
        // The header is the first row.
        <tr key={from + at} aria-rowindex={from + at + 2} {...rowProps?.(item)}>
          <Cells columns={columns} item={item} />
        </tr>
      ))}
      <Spacer rows={items.length - to} />
    </tbody>
  );
}

function Spacer({ rows }: { rows: number }) {
  return rows > 0 && <tr aria-hidden style={{ height: rows * ROW_HEIGHT }} />;
}

function useInSight(scroller: RefObject<HTMLElement | null>): [number, number] {
  const [step, setStep] = useState(0);
  const [height, setHeight] = useState(window.innerHeight);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => {
      setStep(Math.floor(element.scrollTop / ROW_HEIGHT / STEP));
      setHeight(element.clientHeight);
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);
  const rows = Math.ceil(height / ROW_HEIGHT);
  return [Math.max(0, (step - 1) * STEP), (step + 2) * STEP + rows];
}

/**
 * The width of each column for its longest text. With rows that come and go the browser cannot find it, and columns
 * would jump while scrolling.
 */
export function widthsOf<Item>(columns: readonly Column<Item>[], items: readonly Item[]): [string, string][] {
  return columns.map(({ header, value, cell }) => {
    // Room for the icon beside a header; what has a look of its own is small.
    let longest = header.length + 4;
    if (!cell) for (const item of items) longest = Math.max(longest, textOf(value(item)).length);
    return [header, `calc(${longest}ch + 1.5rem)`];
  });
}
