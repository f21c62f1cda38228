import { useRef, useState } from 'react';

/**
 * The saves of a form in a dialog, one at a time. After one that has succeeded there is no other, because the form stays
 * while its dialog fades out, and a second press would save it twice.
 */
export function useSaveOnce() {
  const [isSaving, setSaving] = useState(false);
  // Synchronous, because a second click may come before the next render.
  const isBusy = useRef(false);
  /** Runs a save that shows its own errors, and resolves to whether it has succeeded. */
  const saveOnce = async (save: () => Promise<boolean>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSaving(true);
    if (await save()) return;
    isBusy.current = false;
    setSaving(false);
  };
  return { isSaving, isBusy, saveOnce };
}
