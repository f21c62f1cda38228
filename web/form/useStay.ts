import { useEffect, useLayoutEffect, useRef } from 'react';
import { useBlocker } from 'react-router';

/** Asks before another page is gone to, by Back too, and lets the browser ask before its tab closes. */
export function useStay(isNeeded: boolean, ask: (goOn: () => void, remain: () => void) => void): void {
  const needed = useRef(isNeeded);
  const latest = useRef(ask);
  useLayoutEffect(() => {
    needed.current = isNeeded;
    latest.current = ask;
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      needed.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state === 'blocked') latest.current(blocker.proceed, blocker.reset);
  }, [blocker]);
  useEffect(() => {
    const keep = (event: BeforeUnloadEvent) => {
      if (needed.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', keep);
    return () => window.removeEventListener('beforeunload', keep);
  }, []);
}
