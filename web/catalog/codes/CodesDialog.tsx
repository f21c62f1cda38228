import { type ComponentProps, useRef } from 'react';
import type { FormHandle } from '../../ui/form/SaveForm.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { useOpening } from '../../ui/popups/useOpening.ts';
import { CodesForm } from './CodesForm.tsx';

interface Props<Item> extends Omit<ComponentProps<typeof CodesForm<Item>>, 'ref'> {
  /** The heading of the list. */
  heading: string;
}

/** Filters a list by the codes in a pasted text. Each opening starts with the current codes. */
export function CodesDialog<Item>({ heading, ...form }: Props<Item>) {
  const { opened } = form;
  const opening = useOpening(opened);
  const handle = useRef<FormHandle>(null);
  return (
    <Dialog
      opened={opened}
      title="Filter by codes"
      subject={heading}
      width="40rem"
      onClose={() => handle.current?.leave()}
    >
      {opening > 0 && <CodesForm key={opening} ref={handle} {...form} />}
    </Dialog>
  );
}
