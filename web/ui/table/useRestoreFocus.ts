import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isReturn } from '../../lib/lastUrl.ts';
import { useLatest } from '../../lib/useLatest.ts';

/** A row that was pressed, and how far the screen was scrolled. */
export interface Left {
  key: string | number;
  /** The index of the row. */
  at: number;
  /** How far the table and the window were scrolled. */
  top: number;
  scrolled: number;
}

/** A row that one left, and the entry of the history where that was. */
interface Kept extends Left {
  entry: string;
}

const PREFIX = 'left:';

/**
 * Remembers in this tab from which row of a table one has left for another screen. Returns that row when one comes back,
 * and scrolls the table and the window to where they were.
 */
export function useRestoreFocus(
  table: string,
  scroller: RefObject<HTMLElement | null>,
  keyAt: (at: number) => string | number | undefined,
): Left | undefined {
  const { pathname, key: entry, state } = useLocation();
  const name = `${PREFIX}${pathname}:${table}`;
  const [left] = useState(() => {
    const kept = read(name);
    return kept && (kept.entry === entry || isReturn(state)) ? kept : undefined;
  });
  const latest = useLatest({ entry, keyAt });
  useLayoutEffect(() => {
    if (!left || !scroller.current) return;
    scroller.current.scrollTo({ top: left.top });
    window.scrollTo({ top: left.scrolled });
    // The window may have another size by now.
    if (scroller.current.contains(document.activeElement))
      document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [left, scroller]);
  useEffect(() => {
    let pressed: Kept | undefined;
    const onClick = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-at]') : null;
      const { entry, keyAt } = latest.current;
      const at = Number(row?.dataset.at);
      const key = scroller.current?.contains(row) ? keyAt(at) : undefined;
      const top = scroller.current?.scrollTop ?? 0;
      pressed = key === undefined ? undefined : { key, at, top, scrolled: window.scrollY, entry };
    };
    document.addEventListener('click', onClick, true);
    return () => {
      document.removeEventListener('click', onClick, true);
      write(name, pressed);
    };
  }, [name, scroller, latest]);
  return left;
}

function read(name: string): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function write(name: string, kept: Kept | undefined): void {
  try {
    if (kept) sessionStorage.setItem(name, JSON.stringify(kept));
    else sessionStorage.removeItem(name);
  } catch {
    // Session storage may be disabled or full. Then one comes back to the start of the table.
  }
}
