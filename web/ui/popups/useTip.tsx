import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import classes from './popups.module.css';
import { useAnchored } from './useAnchored.ts';

/** Spec 2: a tooltip opens immediately and closes after 50 ms. */
const HIDE_DELAY = 50;

/** Closes the open tooltip. Only one is open at a time, even if the pointer and the focus are on different elements. */
let closeOpen: () => void = () => {};

/** An element with a tooltip, the element to place it next to, and its text. */
export interface Tip {
  of: Element;
  beside: Element;
  text: string;
}

/** The common properties of pointer and focus events. */
interface PointerOrFocusEvent {
  target: EventTarget;
  relatedTarget: EventTarget | null;
}

/**
 * Tooltips for one element or many: `tipOf` finds the tooltip that an element belongs to. A tooltip opens on hover and
 * keyboard focus inside the element that gets the `shows` props, describes its target while it is open, and stays open while
 * the pointer is on it, so that a long text can be read and copied.
 */
export function useTip(tipOf: (target: Element) => Tip | null) {
  const [shown, setShown] = useState<Tip | null>(null);
  const timer = useRef<number>(undefined);
  const id = useId();
  const close = useCallback(() => setShown(null), []);
  const cancelHide = () => clearTimeout(timer.current);
  const hide = (of: Element) => {
    cancelHide();
    timer.current = window.setTimeout(() => setShown((now) => (now?.of === of ? null : now)), HIDE_DELAY);
  };
  /** The pointer has left. The tooltip stays if its target has keyboard focus. */
  const leave = (of: Element) => of.matches(':focus-visible') || hide(of);
  /** The target that the pointer or the focus enters or leaves; null if it moves within the target. */
  const enteredOrLeft = ({ target, relatedTarget }: PointerOrFocusEvent) => {
    const tooltip = tipOf(target as Element);
    return tooltip?.of.contains(relatedTarget as Node | null) ? null : tooltip;
  };
  const show = (event: PointerOrFocusEvent) => {
    const tooltip = enteredOrLeft(event);
    if (!tooltip) return;
    cancelHide();
    if (closeOpen !== close) closeOpen();
    closeOpen = close;
    setShown(tooltip);
  };
  const onPointerOut = (event: PointerOrFocusEvent) => {
    const tooltip = enteredOrLeft(event);
    if (tooltip) leave(tooltip.of);
  };
  const onBlur = (event: PointerOrFocusEvent) => {
    const tooltip = enteredOrLeft(event);
    if (tooltip) hide(tooltip.of);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!shown) return undefined;
    // Set directly, so that the target need not render again.
    shown.of.setAttribute('aria-describedby', id);
    // On the document, because a tooltip opened by hovering has no focus. Capturing, so that it runs before the Escape
    // handler of a surrounding dialog.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialog that has opened over the target takes the key itself.
      const isBehind = document.querySelector('dialog:modal') && !shown.of.closest('dialog:modal');
      if (!isBehind) event.preventDefault();
      setShown(null);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      shown.of.removeAttribute('aria-describedby');
      document.removeEventListener('keydown', onKeyDown, true);
    };
  }, [shown, id]);
  return {
    show,
    shows: { onPointerOver: show, onPointerOut, onFocus: show, onBlur },
    tip: shown && (
      <Tip id={id} beside={shown.beside} onPointerEnter={cancelHide} onPointerLeave={() => leave(shown.of)}>
        {shown.text}
      </Tip>
    ),
  };
}

interface TipProps {
  id: string;
  beside: Element;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  children: string;
}

function Tip({ beside, ...props }: TipProps) {
  const tip = useAnchored<HTMLDivElement>(useMemo(() => ({ current: beside }), [beside]));
  return <div ref={tip} role="tooltip" popover="manual" className={classes.tip} {...props} />;
}
