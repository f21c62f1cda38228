import { createStore } from '../../lib/store.ts';

const NAME = 'single-keys';

/** Whether shortcuts of a single key are on, in this browser (WCAG 2.1.4). */
const isOn = createStore(read());
export const useSingleKeys = isOn.use;

export function setSingleKeys(on: boolean): void {
  isOn.write(on);
  try {
    if (on) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, 'off');
  } catch {
    // Local storage may be disabled or full. The choice then holds until the page is closed.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off';
  } catch {
    return true;
  }
}
