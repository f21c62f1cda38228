import { useEffect, useRef } from 'react';

/** So much of it is seen without any scrolling, in pixels. */
const ENOUGH = 100;

/** What was asked for is brought into sight where it begins below the screen, as on a phone, until it is there. */
export function useBroughtIntoSight(isThere: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current || !place.current) return;
    if (place.current.getBoundingClientRect().top > window.innerHeight - ENOUGH)
      place.current.scrollIntoView();
    if (isThere) isAsked.current = false;
  });
  const ask = () => {
    isAsked.current = true;
  };
  return [place, ask] as const;
}
