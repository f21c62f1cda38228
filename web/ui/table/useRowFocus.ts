import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLatest } from '../../lib/useLatest.ts';

/** Identifies the item of a row. */
export type KeyOf<Item> = (item: Item) => string | number;

/** Where the focus is in the rows, or was last. */
interface Place {
  key: string | number | undefined;
  /** The index of the row. */
  at: number;
  /** The index among the stops of the row. */
  stop: number;
  /** The focus has left the rows, other than to a dialog. */
  isAway: boolean;
  /** The focus is yet to move there: the row may not be rendered. */
  isAwaited: boolean;
}

const start: Place = { key: undefined, at: 0, stop: 0, isAway: true, isAwaited: false };

/** Where a key leads from a row. `page` is the number of rows in view. */
const moves: Record<string, (at: number, last: number, page: number) => number> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  PageUp: (at, _last, page) => at - page,
  PageDown: (at, _last, page) => at + page,
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * Makes the rows of a table one tab stop. Up, Down, Home, End and the page keys move from row to row, Left and Right
 * within a row. Enter opens the item of the row. A control with `aria-keyshortcuts` is pressed by its key. When the row
 * with the focus goes away, the focus moves to the one that takes its place.
 *
 * Returns the index of the row with the tab stop, which must be rendered, whether it has had the focus, and the
 * attributes of the `tbody`. `first` is the row that has the focus at first. Each row needs `data-at`, its index, and a
 * `tabIndex` of -1. Without `keyOf` the rows are left alone.
 */
export function useRowFocus<Item>(
  items: readonly Item[],
  keyOf: KeyOf<Item> | undefined,
  first?: Pick<Place, 'key' | 'at'>,
) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [place, setPlace] = useState(() =>
    first ? { key: first.key, at: first.at, stop: 0, isAway: false, isAwaited: true } : start,
  );
  const found = keyOf ? indexOfPlace(place, items, keyOf) : 0;
  const at = Math.max(0, found);

  const placeAt = (index: number, stop: number, isAwaited: boolean): Place => {
    const item = items[index];
    const key = item === undefined ? undefined : keyOf?.(item);
    return key === undefined ? { ...start, isAwaited } : { key, at: index, stop, isAway: false, isAwaited };
  };
  const inRange = (index: number) => Math.max(0, Math.min(index, items.length - 1));

  // The row has gone: another page, another filter, or the item was deleted.
  if (place.key !== undefined && found < 0)
    setPlace(place.isAway ? start : placeAt(inRange(place.at), 0, true));

  useLayoutEffect(() => {
    if (keyOf && body.current) setTabStop(body.current, at, place.stop);
  });
  useLayoutEffect(() => {
    // Without rows, the area around them takes the focus.
    if (place.isAwaited) (focusableRow(body.current) ?? scrollerOf(body.current))?.focus();
  }, [place]);
  useFocusElsewhere(
    body,
    () => setPlace((now) => (now.isAway ? now : { ...now, isAway: true, isAwaited: false })),
    () => place.isAway || focusableRow(body.current)?.focus(),
  );

  if (!keyOf) return { at, isUsed: false, props: {} };

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = rowOf(target);
    if (row) setPlace(placeAt(indexOf(row), Math.max(0, stopsOf(row).indexOf(target)), false));
  };

  /** Returns whether the key means something in the row. */
  const press = (key: string, target: HTMLElement, row: HTMLTableRowElement): boolean => {
    const stops = stopsOf(row);
    const stop = Math.max(0, stops.indexOf(target));
    const next = moves[key]?.(indexOf(row), items.length - 1, rowsInView(row));
    if (next !== undefined) {
      setPlace(placeAt(inRange(next), stop, true));
      return true;
    }
    const beside = key === 'ArrowRight' ? stops[stop + 1] : key === 'ArrowLeft' ? stops[stop - 1] : undefined;
    beside?.focus();
    const pressed = key === 'Enter' ? target === row && row.querySelector('a') : controlFor(key, stops);
    if (pressed) pressed.click();
    return Boolean(beside ?? pressed);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target as HTMLElement;
    const row = rowOf(target);
    if (row && press(event.key, target, row)) event.preventDefault();
  };

  return { at, isUsed: found >= 0, props: { ref: body, onFocus, onKeyDown } };
}

/** The index of the row with the focus among the current rows, or -1. */
function indexOfPlace<Item>({ key, at }: Place, items: readonly Item[], keyOf: KeyOf<Item>): number {
  if (key === undefined) return -1;
  const item = items[at];
  return item !== undefined && keyOf(item) === key ? at : items.findIndex((one) => keyOf(one) === key);
}

/**
 * Calls `leave` when something outside of an element gets the focus, unless it is in a dialog, and `restore` when a
 * dialog closes and what had the focus before it is gone.
 */
function useFocusElsewhere(
  within: RefObject<HTMLElement | null>,
  leave: () => void,
  restore: () => void,
): void {
  const latest = useLatest({ leave, restore });
  useEffect(() => {
    const onFocus = ({ target }: Event) => {
      const isHere =
        target instanceof Element && (within.current?.contains(target) || target.closest('dialog'));
      if (!isHere) latest.current.leave();
    };
    const onClose = ({ target }: Event) => {
      // The dialog may keep the focus until the browser next draws the page.
      const isLost =
        document.activeElement === document.body || (target as Node).contains(document.activeElement);
      if (isLost) latest.current.restore();
    };
    document.addEventListener('focusin', onFocus);
    // Capturing, because the event does not bubble.
    document.addEventListener('close', onClose, true);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('close', onClose, true);
    };
  }, [within, latest]);
}

const rowOf = (target: Element) => target.closest<HTMLTableRowElement>('tr[data-at]');
const indexOf = (row: HTMLTableRowElement) => Number(row.dataset.at);
const scrollerOf = (within: Element | null) => within?.closest('section');

/** What takes the focus in a row: its links and buttons. A row that does not begin with a link takes it itself first. */
function stopsOf(row: HTMLTableRowElement): HTMLElement[] {
  const controls = [...row.querySelectorAll<HTMLElement>('a[href], button')];
  return controls[0]?.matches('a') ? controls : [row, ...controls];
}

const controlFor = (key: string, stops: readonly HTMLElement[]) =>
  stops.find((stop) => stop.getAttribute('aria-keyshortcuts')?.toLowerCase() === key.toLowerCase());

/** The tab stop of the rows. */
export const focusableRow = (table: Element | null) =>
  table?.querySelector<HTMLElement>('tr[data-at][tabindex="0"], tr[data-at] [tabindex="0"]') ?? null;

/** Leaves one tab stop in the rows. In the document instead of each control: there are hundreds of them. */
function setTabStop(body: Element, at: number, stop: number): void {
  const row = body.querySelector<HTMLTableRowElement>(`tr[data-at="${at}"]`);
  const stops = row ? stopsOf(row) : [];
  const chosen = stops[Math.min(stop, stops.length - 1)];
  for (const one of body.querySelectorAll<HTMLElement>('tr[data-at], a[href], button')) {
    const tabIndex = one === chosen ? '0' : '-1';
    if (one.getAttribute('tabindex') !== tabIndex) one.setAttribute('tabindex', tabIndex);
  }
}

/** How far the page keys move: the rows in view below the header, less one. */
function rowsInView(row: HTMLTableRowElement): number {
  const height = Math.min(scrollerOf(row)?.clientHeight ?? 0, window.innerHeight);
  return Math.max(1, Math.floor(height / row.offsetHeight) - 2);
}
