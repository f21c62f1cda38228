import { useState } from 'react';

/** Counts the openings of a dialog, so that each can start with a fresh form. 0 before the first. */
export function useOpening(opened: boolean): number {
  const [opening, setOpening] = useState(0);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setOpening(opening + 1);
  }
  return opening;
}
