import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { serverNow } from './serverTime.ts';

let begun: string | null = null;
window.addEventListener('beforeprint', () => (begun = serverNow()));
window.addEventListener('afterprint', () => (begun = null));

/**
 * The time at which printing started, by Ctrl+P or otherwise; null if the page is not being printed. It is set before the
 * browser lays out the pages.
 */
export function usePrinting(): string | null {
  // A component that is shown only on paper mounts after the event.
  const [since, setSince] = useState(() => begun);
  useEffect(() => {
    const notify = () => flushSync(() => setSince(begun));
    window.addEventListener('beforeprint', notify);
    window.addEventListener('afterprint', notify);
    return () => {
      window.removeEventListener('beforeprint', notify);
      window.removeEventListener('afterprint', notify);
    };
  }, []);
  return since;
}
