import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { serverNow } from './serverTime.ts';

let begun: string | null = null;
window.addEventListener('beforeprint', () => (begun = serverNow()));
window.addEventListener('afterprint', () => (begun = null));

/**
 * Since when the page is being printed, by Ctrl+P or otherwise; null if it is not. What depends on it is there before
 * the browser lays out the paper.
 */
export function usePrinting(): string | null {
  // What is shown only on paper mounts after the event.
  const [since, setSince] = useState(() => begun);
  useEffect(() => {
    const tell = () => flushSync(() => setSince(begun));
    window.addEventListener('beforeprint', tell);
    window.addEventListener('afterprint', tell);
    return () => {
      window.removeEventListener('beforeprint', tell);
      window.removeEventListener('afterprint', tell);
    };
  }, []);
  return since;
}
