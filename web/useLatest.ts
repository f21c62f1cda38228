import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What was given at the last rendering, for what is called later than it was made. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
