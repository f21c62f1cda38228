import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import classes from './popups.module.css';
import { useAnchored } from './useAnchored.ts';

/** Spec 2: a tooltip opens immediately and closes after 50 ms. */
const HIDE_DELAY = 50;

/** Closes the open tooltip. There is one at a time, also where the pointer is on one thing and the focus on another. */
let closeOpen: () => void = () => {};

/**
 * A tooltip beside its anchor. It opens on hover and keyboard focus of whatever is given `shows`, and stays open while
 * the pointer is on it, so that a long text can be read and copied.
 */
export function useTip<Anchor extends Element>(text: string) {
  const [isShown, setShown] = useState(false);
  const anchor = useRef<Anchor>(null);
  const focused = useRef<Element>(null);
  const timer = useRef<number>(undefined);
  const id = useId();
  const close = useCallback(() => setShown(false), []);
  const show = () => {
    clearTimeout(timer.current);
    if (closeOpen !== close) closeOpen();
    closeOpen = close;
    setShown(true);
  };
  const hide = () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(close, HIDE_DELAY);
  };
  /** The pointer has left. The tooltip stays if what shows it has keyboard focus. */
  const leave = () => focused.current?.matches(':focus-visible') || hide();
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
  const hovers = { onPointerEnter: show, onPointerLeave: leave };
  return {
    anchor,
    describedBy: isShown ? id : undefined,
    show,
    hovers,
    shows: {
      ...hovers,
      onFocus: ({ currentTarget }: { currentTarget: Element }) => {
        focused.current = currentTarget;
        show();
      },
      onBlur: hide,
    },
    tip: isShown && (
      <Tip id={id} anchor={anchor} {...hovers}>
        {text}
      </Tip>
    ),
  };
}

interface TipProps {
  id: string;
  anchor: RefObject<Element | null>;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  children: string;
}

function Tip({ anchor, ...props }: TipProps) {
  const tip = useAnchored<HTMLDivElement>(anchor);
  return <div ref={tip} role="tooltip" popover="manual" className={classes.tip} {...props} />;
}
