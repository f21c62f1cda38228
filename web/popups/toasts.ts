import { createStore } from '../store.ts';

export interface Toast {
  id: number;
  text: string;
}

/** Spec 2: a toast closes after 5000 ms. */
const SHOWN_FOR = 5000;

const toasts = createStore<readonly Toast[]>([]);
export const useToasts = toasts.use;

let last = 0;

export const dismissToast = (id: number) => toasts.write(toasts.read().filter((toast) => toast.id !== id));

/** Shows a success message. Can be called from anywhere. */
export function showToast(text: string): void {
  last += 1;
  const id = last;
  toasts.write([...toasts.read(), { id, text }]);
  window.setTimeout(() => dismissToast(id), SHOWN_FOR);
}
