import { type RefObject, useLayoutEffect } from 'react';

/** Moves the focus to the nearest focusable ancestor when the focused element is removed, instead of losing it. */
export function useKeepFocus(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = element.current;
    const next = own?.parentElement?.closest<HTMLElement>('[tabindex]');
    return () => {
      if (own?.contains(document.activeElement)) next?.focus({ preventScroll: true });
    };
  }, [element]);
}
