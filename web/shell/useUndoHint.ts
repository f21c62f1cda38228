import { useEffect } from 'react';
import { paths } from '../lib/paths.ts';
import { isBox, keyOf } from '../ui/keys/runShortcut.ts';
import { showHint } from '../ui/popups/toastStore.ts';

/**
 * Says where earlier saves can be undone when Ctrl+Z finds no message with Undo. In a text box the key undoes typing, and in
 * a dialog it belongs to the dialog.
 */
export function useUndoHint(mayUndo: boolean): void {
  useEffect(() => {
    if (!mayUndo) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || keyOf(event) !== 'Control+Z') return;
      if (isBox(event.target as HTMLElement) || document.querySelector('dialog:modal')) return;
      showHint('To undo an earlier save, open', { to: paths.changes, label: 'Changes' });
    };
    // After the document, whose listener presses Undo.
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [mayUndo]);
}
