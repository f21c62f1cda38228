import { useEffect, useState } from 'react';

/** The time after the last letter, in ms. */
const DELAY = 500;

/**
 * The message for a live region: empty from each letter until half a second after the last one, so that a screen reader
 * reads it once the user has stopped typing, even if it is the same as before.
 */
export function useAnnounced(text: string, message: string): string {
  const [announced, setAnnounced] = useState({ text, message: '' });
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced({ text, message }), DELAY);
    return () => clearTimeout(timer);
  }, [text, message]);
  return announced.text === text ? announced.message : '';
}
