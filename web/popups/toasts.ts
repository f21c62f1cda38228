import { storeOf } from '../store.ts';

export interface Toast {
  id: number;
  text: string;
}

/** Spec 2: a toast closes by itself after 5000 ms. */
const SHOWN_FOR = 5000;

const toasts = storeOf<readonly Toast[]>([]);
export const useToasts = toasts.use;

let last = 0;

export const dismissToast = (id: number) => toasts.write(toasts.read().filter((toast) => toast.id !== id));

/** Says that something has succeeded; from wherever that is known. */
export function showToast(text: string): void {
  last += 1;
  const id = last;
  toasts.write([...toasts.read(), { id, text }]);
  window.setTimeout(() => dismissToast(id), SHOWN_FOR);
}
