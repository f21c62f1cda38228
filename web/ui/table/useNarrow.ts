import { useSyncExternalStore } from 'react';

// Paper always gets a table, however narrow it is.
const NARROW = 'screen and (width < 40em)';

/** Whether the window is as narrow as a phone. */
export const useNarrow = () => useSyncExternalStore(listen, () => window.matchMedia(NARROW).matches);

function listen(onChange: () => void) {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
