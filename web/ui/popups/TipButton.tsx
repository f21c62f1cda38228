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
  const { show, shows, tip } = useTip((target) => {
    const button = target.closest('button');
    return button && { of: button, beside: button, text };
  });
  return (
    <>
      <IconButton name={name} icon={icon} {...shows} onClick={show} />
      {tip}
    </>
  );
}
