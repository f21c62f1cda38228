import { createStore } from '../../lib/store.ts';
import { tryStorage } from '../../lib/userStorage.ts';

export const SINGLE_KEYS = 'single-keys';

/** Whether shortcuts of a single key are on, in this browser (WCAG 2.1.4). `KeysDialog` turns them off. */
export const singleKeys = createStore(tryStorage(() => localStorage.getItem(SINGLE_KEYS)) !== 'off');
