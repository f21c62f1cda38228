import { type RefObject, useLayoutEffect } from 'react';

/** When the element goes and has the focus, moves it to what surrounds it and can have it, instead of losing it. */
export function useKeepFocus(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = element.current;
    const next = own?.parentElement?.closest<HTMLElement>('[tabindex]');
    return () => {
      if (own?.contains(document.activeElement)) next?.focus({ preventScroll: true });
    };
  }, [element]);
}
