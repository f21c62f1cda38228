import { useState } from 'react';
import { showErrors } from '../ui/popups/popupStore.ts';

type Tools = typeof import('./viewTools.ts');

const NOT_LOADED = {
  code: 'VIEWS_NOT_LOADED',
  message: 'This part of the page could not be loaded. Check your connection, reload the page and try again.',
};

/** The dialog and the changes of views, which most tabs never need; null until `use` has loaded them. */
export function useViewTools() {
  const [tools, setTools] = useState<Tools | null>(null);
  const use = (act: (loaded: Tools) => unknown) =>
    void import('./viewTools.ts').then(
      (loaded) => {
        setTools(loaded);
        act(loaded);
      },
      () => showErrors([NOT_LOADED]),
    );
  return { tools, use };
}
