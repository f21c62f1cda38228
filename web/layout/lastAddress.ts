import { useEffect } from 'react';
import { useLocation } from 'react-router';

const PREFIX = 'address:';

/** Keeps the query string of each screen in this tab, so that another screen can lead back to it as it was. */
export function useKeepAddress(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    try {
      sessionStorage.setItem(PREFIX + pathname, search);
    } catch {
      // Session storage may be disabled or full. Then the way back leads to the screen as it is at first.
    }
  }, [pathname, search]);
}

/** The address with which a screen was last shown in this tab. */
export function lastAddressOf(path: string): string {
  try {
    return path + (sessionStorage.getItem(PREFIX + path) ?? '');
  } catch {
    return path;
  }
}

/** The state of a link that leads back to a screen, which is then shown as it was left. */
export const returning = { isReturn: true };

export const isReturn = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isReturn' in state;
