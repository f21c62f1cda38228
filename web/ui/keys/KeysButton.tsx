import { useState } from 'react';
import { useLocation } from 'react-router';
import { errorsOf } from '../../lib/api.ts';
import { useLatePart } from '../lateParts.ts';
import { showErrors } from '../popups/popupStore.ts';
import { useShortcut } from './shortcut.ts';

const LABEL = 'Keyboard shortcuts';

/** Opens the list of shortcuts. Every navigation closes it. */
export function KeysButton() {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState('');
  const { Part: KeysDialog, loadPart } = useLatePart('KeysDialog');
  const open = async () => {
    try {
      await loadPart();
      setOpenedAt(key);
    } catch (error) {
      showErrors(errorsOf(error));
    }
  };
  return (
    <>
      <button type="button" onClick={() => void open()} {...useShortcut('?', LABEL)}>
        {LABEL}
      </button>
      {KeysDialog && <KeysDialog opened={openedAt === key} title={LABEL} onClose={() => setOpenedAt('')} />}
    </>
  );
}
