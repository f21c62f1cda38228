import type { ReactNode } from 'react';
import { IconButton } from '../buttons/IconButton.tsx';
import { useTip } from './useTip.tsx';

interface Props {
  /** The accessible name. */
  name: string;
  /** The text of the tooltip. */
  tip: string;
  icon: ReactNode;
}

/** An icon with a tooltip that opens on hover, keyboard focus and touch. */
export function TipButton({ name, tip: text, icon }: Props) {
  const { anchor, describedBy, show, shows, tip } = useTip<HTMLButtonElement>(text);
  return (
    <>
      <IconButton
        ref={anchor}
        name={name}
        icon={icon}
        aria-describedby={describedBy}
        {...shows}
        onClick={show}
      />
      {tip}
    </>
  );
}
