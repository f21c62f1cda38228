import { createStore } from '../../lib/store.ts';

export const SINGLE_KEYS = 'single-keys';

/** Whether shortcuts of a single key are on, in this browser (WCAG 2.1.4). `KeysDialog` turns them off. */
export const singleKeys = createStore(read());

function read(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== 'off';
  } catch {
    return true;
  }
}
