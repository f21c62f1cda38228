import { useEffect, useRef } from 'react';
import { focusOrMore } from './More.tsx';

/** Returns the focus to an element that had it, and that is not there while the page loads. */
export function useFocusAfterLoading(id: string, isLoading: boolean): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    if (isLoading) return undefined;
    if (hadFocus.current && document.activeElement === document.body) focusOrMore(id);
    const note = ({ target }: FocusEvent) => {
      hadFocus.current = target instanceof Element && target.id === id;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [id, isLoading]);
}
