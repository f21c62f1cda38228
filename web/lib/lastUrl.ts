import { base } from './base.ts';

const PREFIX = 'address:';

/**
 * Keeps the query string of a screen in this tab, so that another screen can lead back to it as it was. Called for every
 * address, also for one that is left before it has been drawn: a filter is in the address only once its box is left.
 */
export function keepLastUrl({ pathname, search }: { pathname: string; search: string }): void {
  try {
    sessionStorage.setItem(PREFIX + pathname.slice(base.length), search);
  } catch {
    // Session storage may be disabled or full. Then the way back leads to the screen as it is at first.
  }
}

/** The address with which a screen was last shown in this tab. */
export function lastUrlOf(path: string): string {
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
