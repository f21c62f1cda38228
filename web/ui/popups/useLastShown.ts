import { useState } from 'react';

/** What a popup shows, and while it fades out what it has shown last. */
export function useLastShown<Value>(value: Value, isShown: boolean): Value {
  const [last, setLast] = useState(value);
  if (isShown && value !== last) setLast(value);
  return isShown ? value : last;
}
