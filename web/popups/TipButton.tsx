import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../layout/IconButton.tsx';
import classes from './popups.module.css';
import { useBeside } from './useBeside.ts';

interface Props {
  /** What the button is called. */
  name: string;
  /** What it tells. */
  tip: string;
  icon: ReactNode;
}

/** Spec 2: a tooltip opens at once and closes after 50 ms. */
const HIDE_DELAY = 50;

/** An icon that tells something on hover, on keyboard focus and on touch. */
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
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <>
      <IconButton
        ref={button}
        name={name}
        icon={icon}
        aria-describedby={isShown ? id : undefined}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={(event) => event.key === 'Escape' && setShown(false)}
      />
      {isShown && (
        // It stays while the pointer is on it, so that a long text can be read and copied.
        <Tip id={id} anchor={button} onEnter={show} onLeave={hide}>
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
  const tip = useBeside<HTMLDivElement>(anchor);
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
