import { useState } from 'react';

/** The current value, or the last value while a popup fades out. */
export function useLastShown<Value>(value: Value, isShown: boolean): Value {
  const [last, setLast] = useState(value);
  if (isShown && value !== last) setLast(value);
  return isShown ? value : last;
}
