import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isReturn } from '../../lib/lastUrl.ts';
import { useLatest } from '../../lib/useLatest.ts';

/** The clicked row, and the scroll position of the screen. */
export interface LeftState {
  key: string | number;
  /** The index of the row. */
  at: number;
  /** The scroll positions of the table and the window. */
  top: number;
  scrolled: number;
}

/** The row that was left, and its history entry. */
interface StoredRow extends LeftState {
  entry: string;
}

const PREFIX = 'left:';

/**
 * Remembers in this tab the row of a table from which the user went to another screen. Returns that row when the user comes
 * back, and restores the scroll positions of the table and the window.
 */
export function useRestoreFocus(
  table: string,
  scroller: RefObject<HTMLElement | null>,
  keyAt: (at: number) => string | number | undefined,
): LeftState | undefined {
  const { pathname, key: entry, state } = useLocation();
  const name = `${PREFIX}${pathname}:${table}`;
  const [left] = useState(() => {
    const stored = read(name);
    return stored && (stored.entry === entry || isReturn(state)) ? stored : undefined;
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
    let clicked: StoredRow | undefined;
    const onClick = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-at]') : null;
      const { entry, keyAt } = latest.current;
      const at = Number(row?.dataset.at);
      const key = scroller.current?.contains(row) ? keyAt(at) : undefined;
      const top = scroller.current?.scrollTop ?? 0;
      clicked = key === undefined ? undefined : { key, at, top, scrolled: window.scrollY, entry };
    };
    document.addEventListener('click', onClick, true);
    return () => {
      document.removeEventListener('click', onClick, true);
      write(name, clicked);
    };
  }, [name, scroller, latest]);
  return left;
}

function read(name: string): StoredRow | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function write(name: string, stored: StoredRow | undefined): void {
  try {
    if (stored) sessionStorage.setItem(name, JSON.stringify(stored));
    else sessionStorage.removeItem(name);
  } catch {
    // Session storage may be disabled or full. The table then starts at its beginning.
  }
}
