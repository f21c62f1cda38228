import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useLatest } from '../../lib/useLatest.ts';

/** Asks before navigating to another page, also by Back, and has the browser ask before the tab is closed. */
export function useLeaveConfirmation(
  isNeeded: boolean,
  ask: (goOn: () => void, remain: () => void) => void,
): void {
  const needed = useLatest(isNeeded);
  const latest = useLatest(ask);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      needed.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state === 'blocked') latest.current(blocker.proceed, blocker.reset);
  }, [blocker, latest]);
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if (needed.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [needed]);
}
