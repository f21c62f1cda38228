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

/** The row with the current or last focus. */
interface Place {
  key: string | number | undefined;
  /** The index of the row. */
  at: number;
  /** The index among the focusable elements of the row. */
  stopIndex: number;
  /** The focus has left the rows, and is not in a dialog. */
  isAway: boolean;
  /** The focus has yet to move there: the row may not be rendered. */
  isAwaited: boolean;
}

const start: Place = { key: undefined, at: 0, stopIndex: 0, isAway: true, isAwaited: false };

/** The index of the row to which a key moves. `page` is the number of rows in view. */
const moves: Record<string, (at: number, last: number, page: number) => number> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  PageUp: (at, _last, page) => at - page,
  PageDown: (at, _last, page) => at + page,
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * Makes the rows of a table a single tab stop (roving `tabIndex`). Up, Down, Home, End and the page keys move between rows,
 * Left and Right within a row. Enter opens the row's item, or its second line; Space clicks its checkbox or radio button, and `runShortcut` runs the shortcuts of
 * its controls. When the focused row is removed, the focus moves to the row that replaces it.
 *
 * Returns the index of the row with the tab stop, which must be rendered, whether it has had the focus, and the attributes
 * of the `tbody`. `first` is the row that has the focus at first. Each row needs `data-at`, its index, and a `tabIndex` of
 * -1. Without `keyOf` the hook does nothing.
 */
export function useRowFocus<Item>(
  items: readonly Item[],
  keyOf: KeyOf<Item> | undefined,
  first?: Pick<Place, 'key' | 'at'>,
) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [place, setPlace] = useState(() =>
    first ? { key: first.key, at: first.at, stopIndex: 0, isAway: false, isAwaited: true } : start,
  );
  const found = keyOf ? indexOfPlace(place, items, keyOf) : 0;
  const at = Math.max(0, found);

  const placeAt = (index: number, stopIndex: number, isAwaited: boolean): Place => {
    const item = items[index];
    const key = item === undefined ? undefined : keyOf?.(item);
    return key === undefined
      ? { ...start, isAwaited }
      : { key, at: index, stopIndex, isAway: false, isAwaited };
  };
  const inRange = (index: number) => Math.max(0, Math.min(index, items.length - 1));

  // The row is gone: another page, another filter, or the item was deleted.
  if (place.key !== undefined && found < 0)
    setPlace(place.isAway ? start : placeAt(inRange(place.at), 0, true));

  useLayoutEffect(() => {
    if (keyOf && body.current) setTabStop(body.current, at, place.stopIndex);
  });
  useLayoutEffect(() => {
    // Without rows, the surrounding scroll area takes the focus.
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

  /** Handles a key. Returns whether the key has a function in the row. */
  const handleKey = (key: string, target: HTMLElement, row: HTMLTableRowElement): boolean => {
    const stops = stopsOf(row);
    const stopIndex = Math.max(0, stops.indexOf(target));
    const next = moves[key]?.(indexOf(row), items.length - 1, rowsInView(row));
    if (next !== undefined) {
      setPlace(placeAt(inRange(next), stopIndex, true));
      return true;
    }
    const beside =
      key === 'ArrowRight' ? stops[stopIndex + 1] : key === 'ArrowLeft' ? stops[stopIndex - 1] : undefined;
    beside?.focus();
    const control =
      key === 'Enter'
        ? target === row && row.querySelector<HTMLElement>(OPENS)
        : key === ' '
          ? target === row && row.querySelector<HTMLElement>(CHOICE)
          : undefined;
    if (control) control.click();
    // The browser would select the next of its radio buttons.
    const isRadio = key.startsWith('Arrow') && target.matches('[type="radio"]');
    return isRadio || Boolean(beside ?? control);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target as HTMLElement;
    // There the keys edit the text.
    if (target.matches(TEXT_BOXES)) return;
    const row = rowOf(target);
    if (row && handleKey(event.key, target, row)) event.preventDefault();
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
 * Calls `leave` when an element outside gets the focus, unless it is in a dialog, and `restore` when a dialog closes and the
 * previously focused element is gone.
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
      // The dialog may keep the focus until the browser next renders the page.
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

/** The control that Space clicks. A disabled one ignores it, and the page does not scroll. */
const CHOICE = 'input:is([type="checkbox"], [type="radio"])';
/** What Space can change. */
export const SELECTS = `${CHOICE}:enabled`;
/** The control that Enter clicks: a link, or a button that unfolds something below the row. */
export const OPENS = 'a, button[aria-expanded]:not([aria-haspopup])';
const TEXT_BOXES = `input:not(${CHOICE}), select`;
const CONTROLS = 'a[href], button, input, select';

/** The focusable elements of a row: its controls, preceded by the row itself unless it begins with a link. */
function stopsOf(row: HTMLTableRowElement): HTMLElement[] {
  const controls = [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => !control.matches(':disabled'),
  );
  return controls[0]?.matches('a') ? controls : [row, ...controls];
}

/** The element with the tab stop of the rows. */
export const focusableRow = (table: Element | null) =>
  table?.querySelector<HTMLElement>('tr[data-at][tabindex="0"], tr[data-at] [tabindex="0"]') ?? null;

/** Leaves a single tab stop in the rows. Set in the DOM instead of in each control: there are hundreds of them. */
function setTabStop(body: Element, at: number, stopIndex: number): void {
  const row = body.querySelector<HTMLTableRowElement>(`tr[data-at="${at}"]`);
  const stops = row ? stopsOf(row) : [];
  const chosen = stops[Math.min(stopIndex, stops.length - 1)];
  for (const one of body.querySelectorAll<HTMLElement>(`tr[data-at], tr[data-at] :is(${CONTROLS})`)) {
    const tabIndex = one === chosen ? '0' : '-1';
    if (one.getAttribute('tabindex') !== tabIndex) one.setAttribute('tabindex', tabIndex);
  }
}

/** How many rows the page keys move by: the rows in view below the header, minus one. */
function rowsInView(row: HTMLTableRowElement): number {
  const height = Math.min(scrollerOf(row)?.clientHeight ?? 0, window.innerHeight);
  return Math.max(1, Math.floor(height / row.offsetHeight) - 2);
}
