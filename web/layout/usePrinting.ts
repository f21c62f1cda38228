import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Since when the page is being printed, by Ctrl+P or otherwise; null if it is not. What depends on it is there before
 * the browser lays out the paper.
 */
export function usePrinting(): Date | null {
  const [begun, setBegun] = useState<Date | null>(null);
  useEffect(() => {
    const begin = () => flushSync(() => setBegun(new Date()));
    const end = () => setBegun(null);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return begun;
}
