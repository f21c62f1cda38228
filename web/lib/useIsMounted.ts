import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still shown, for callbacks that may run after the user has left the screen. */
export function useIsMounted(): Readonly<RefObject<boolean>> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
