import { useEffect, useRef } from 'react';

/** Do not scroll if this many pixels are already visible. */
const ENOUGH = 100;

/**
 * After the returned function has been called, scrolls the element into view if it starts below the visible area, as on a
 * phone. Repeats on each render until `isThere`.
 */
export function useScrollIntoView(isThere: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const isRequested = useRef(false);
  useEffect(() => {
    if (!isRequested.current || !place.current) return;
    if (place.current.getBoundingClientRect().top > window.innerHeight - ENOUGH)
      place.current.scrollIntoView();
    if (isThere) isRequested.current = false;
  });
  const requestScroll = () => {
    isRequested.current = true;
  };
  return [place, requestScroll] as const;
}
