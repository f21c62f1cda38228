import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import classes from './popups.module.css';
import { useAnchored } from './useAnchored.ts';

/** Spec 2: a tooltip opens immediately and closes after 50 ms. */
const HIDE_DELAY = 50;

/** Closes the open tooltip. There is one at a time, also where the pointer is on one thing and the focus on another. */
let closeOpen: () => void = () => {};

/** What has a tooltip, what that stands beside, and what it says. */
export interface Tipped {
  of: Element;
  beside: Element;
  text: string;
}

/** What the events of the pointer and of the focus have in common. */
interface Passing {
  target: EventTarget;
  relatedTarget: EventTarget | null;
}

/**
 * The tooltip of one thing or of many: `tipOf` finds the one that an element belongs to. It opens on hover and keyboard
 * focus of what is in whatever is given `shows`, describes it while it is open, and stays open while the pointer is on
 * the tooltip, so that a long text can be read and copied.
 */
export function useTip(tipOf: (target: Element) => Tipped | null) {
  const [shown, setShown] = useState<Tipped | null>(null);
  const timer = useRef<number>(undefined);
  const id = useId();
  const close = useCallback(() => setShown(null), []);
  const keep = () => clearTimeout(timer.current);
  const hide = (of: Element) => {
    keep();
    timer.current = window.setTimeout(() => setShown((now) => (now?.of === of ? null : now)), HIDE_DELAY);
  };
  /** The pointer has left. The tooltip stays if what shows it has keyboard focus. */
  const leave = (of: Element) => of.matches(':focus-visible') || hide(of);
  /** What is entered or left, where the pointer or the focus comes from outside it or goes there. */
  const passed = ({ target, relatedTarget }: Passing) => {
    const tipped = tipOf(target as Element);
    return tipped?.of.contains(relatedTarget as Node | null) ? null : tipped;
  };
  const show = (event: Passing) => {
    const tipped = passed(event);
    if (!tipped) return;
    keep();
    if (closeOpen !== close) closeOpen();
    closeOpen = close;
    setShown(tipped);
  };
  const onPointerOut = (event: Passing) => {
    const tipped = passed(event);
    if (tipped) leave(tipped.of);
  };
  const onBlur = (event: Passing) => {
    const tipped = passed(event);
    if (tipped) hide(tipped.of);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!shown) return undefined;
    // Here, so that what shows the tooltip need not be rendered again.
    shown.of.setAttribute('aria-describedby', id);
    // On the document, because a tooltip opened by hovering has no focus. Capturing, so that it runs before the Escape
    // handler of a surrounding dialog.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
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
      <Tip id={id} beside={shown.beside} onPointerEnter={keep} onPointerLeave={() => leave(shown.of)}>
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
