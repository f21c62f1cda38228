import { type ComponentProps, useRef } from 'react';
import type { FormHandle } from '../ui/form/SaveForm.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { useOpening } from '../ui/popups/useOpening.ts';
import { ViewForm } from './ViewForm.tsx';

interface Props extends Omit<ComponentProps<typeof ViewForm>, 'ref'> {
  opened: boolean;
}

/** Saves a new view, or renames, shares or deletes one. Each opening starts with a fresh form. */
export function ViewDialog({ opened, ...form }: Props) {
  const opening = useOpening(opened);
  const handle = useRef<FormHandle>(null);
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
