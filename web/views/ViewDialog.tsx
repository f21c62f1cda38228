import { type ComponentProps, useRef, useState } from 'react';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { type LeaveHandle, ViewForm } from './ViewForm.tsx';

interface Props extends Omit<ComponentProps<typeof ViewForm>, 'ref'> {
  opened: boolean;
}

/** Saves a new view, or renames, shares or deletes one. Each opening starts with a fresh form. */
export function ViewDialog({ opened, ...form }: Props) {
  const [opening, setOpening] = useState(0);
  const [wasOpened, setWasOpened] = useState(false);
  const handle = useRef<LeaveHandle>(null);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setOpening(opening + 1);
  }
  return (
    <Dialog
      opened={opened}
      title={form.view ? 'Edit view' : 'Save view'}
      subject={form.view?.name}
      onClose={() => handle.current?.leave()}
    >
      {opening > 0 && <ViewForm key={opening} ref={handle} {...form} />}
    </Dialog>
  );
}
