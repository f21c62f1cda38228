import { base } from './base.ts';

const PREFIX = 'address:';

/**
 * Keeps the query string of a screen in this tab, so that another screen can link back to the same state. Called for every
 * URL, even for one that is left before it is rendered: the URL gets a filter only when its input loses the focus.
 */
export function keepLastUrl({ pathname, search }: { pathname: string; search: string }): void {
  try {
    sessionStorage.setItem(PREFIX + pathname.slice(base.length), search);
  } catch {
    // Session storage may be disabled or full. The link back then opens the screen in its initial state.
  }
}

/** The URL at which a screen was last shown in this tab. */
export function lastUrlOf(path: string): string {
  try {
    return path + (sessionStorage.getItem(PREFIX + path) ?? '');
  } catch {
    return path;
  }
}

/** The state of a link that leads back to a screen, which then restores scroll and focus. */
export const restoreState = { isReturn: true };

export const isReturn = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isReturn' in state;
