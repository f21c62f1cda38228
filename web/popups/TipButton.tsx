import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../buttons/IconButton.tsx';
import classes from './popups.module.css';
import { useAnchored } from './useAnchored.ts';

interface Props {
  /** The accessible name. */
  name: string;
  /** The text of the tooltip. */
  tip: string;
  icon: ReactNode;
}

/** Spec 2: a tooltip opens immediately and closes after 50 ms. */
const HIDE_DELAY = 50;

/** An icon with a tooltip that opens on hover, keyboard focus and touch. */
export function TipButton({ name, tip, icon }: Props) {
  const [isShown, setShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<number>(undefined);
  const id = useId();
  const show = () => {
    clearTimeout(timer.current);
    setShown(true);
  };
  const hide = () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setShown(false), HIDE_DELAY);
  };
  /** The pointer has left. The tooltip stays if the button has keyboard focus. */
  const leave = () => button.current?.matches(':focus-visible') || hide();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isShown) return undefined;
    // On the document, because a tooltip opened by hovering has no focus. Capturing, so that it runs before the Escape
    // handler of a surrounding dialog.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setShown(false);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [isShown]);
  return (
    <>
      <IconButton
        ref={button}
        name={name}
        icon={icon}
        aria-describedby={isShown ? id : undefined}
        onPointerEnter={show}
        onPointerLeave={leave}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      />
      {isShown && (
        // Stays open while the pointer is on it, so that a long text can be read and copied.
        <Tip id={id} anchor={button} onEnter={show} onLeave={leave}>
          {tip}
        </Tip>
      )}
    </>
  );
}

interface TipProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  onEnter: () => void;
  onLeave: () => void;
  children: string;
}

function Tip({ id, anchor, onEnter, onLeave, children }: TipProps) {
  const tip = useAnchored<HTMLDivElement>(anchor);
  return (
    <div
      ref={tip}
      id={id}
      role="tooltip"
      popover="manual"
      className={classes.tip}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      {children}
    </div>
  );
}
