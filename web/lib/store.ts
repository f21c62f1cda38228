import { useSyncExternalStore } from 'react';

/** A value outside React that any code can change. Components that `use` it render again when it changes. */
export function createStore<Value>(start: Value) {
  let value = start;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const read = () => value;
  return {
    read,
    write(next: Value): void {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, read),
  };
}
