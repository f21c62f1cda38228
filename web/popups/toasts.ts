import { useSyncExternalStore } from 'react';

export interface Toast {
  id: number;
  text: string;
}

/** Spec 2: a toast closes by itself after 5000 ms. */
const SHOWN_FOR = 5000;

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => toasts);

export const dismissToast = (id: number) => show(toasts.filter((toast) => toast.id !== id));

/** Says that something has succeeded; from wherever that is known. */
export function showToast(text: string): void {
  last += 1;
  const id = last;
  show([...toasts, { id, text }]);
  window.setTimeout(() => dismissToast(id), SHOWN_FOR);
}
