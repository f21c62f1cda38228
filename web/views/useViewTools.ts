import { errorsOf } from '../lib/api.ts';
import { useLatePart } from '../ui/lateParts.ts';
import { showErrors } from '../ui/popups/popupStore.ts';

type Tools = typeof import('./viewTools.ts');

declare module '../ui/lateParts.ts' {
  interface LateParts {
    viewTools: Tools;
  }
}

/** The dialog and the changes of views, which most tabs never need; undefined until `use` has loaded them. */
export function useViewTools() {
  const { Part: tools, loadPart } = useLatePart('viewTools');
  const use = (act: (loaded: Tools) => unknown) =>
    void loadPart().then(act, (error: unknown) => showErrors(errorsOf(error)));
  return { tools, use };
}
