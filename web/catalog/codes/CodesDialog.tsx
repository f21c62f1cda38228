import { type ComponentProps, useState } from 'react';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { CodesForm } from './CodesForm.tsx';

interface Props<Item> extends ComponentProps<typeof CodesForm<Item>> {
  opened: boolean;
  /** The heading of the list. */
  heading: string;
}

/** Filters a list by the codes in a pasted text. Each opening starts with the current codes. */
export function CodesDialog<Item>({ opened, heading, ...form }: Props<Item>) {
  const [opening, setOpening] = useState(0);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setOpening(opening + 1);
  }
  return (
    <Dialog opened={opened} title="Filter by codes" subject={heading} width="40rem" onClose={form.onClose}>
      {opening > 0 && <CodesForm key={opening} {...form} />}
    </Dialog>
  );
}
