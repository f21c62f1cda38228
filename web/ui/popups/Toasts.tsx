import { Button, CloseButton } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ignoreSecondClick } from '../buttons/ignoreSecondClick.ts';
import { keyText, shortcut } from '../keys/shortcut.ts';
import classes from './popups.module.css';
import {
  dismissToast,
  holdToasts,
  type Toast,
  undoToast,
  useAreToastsHeld,
  useToasts,
} from './toastStore.ts';

/**
 * Success messages at the top right (spec 2). They stay while one is hovered or has the focus, and let clicks beside their
 * buttons through. Ctrl+Z undoes the newest change. The live region is always rendered; otherwise its first message would
 * not be read out.
 */
export function Toasts() {
  const toasts = useToasts();
  const region = useRef<HTMLDivElement>(null);
  useHoldByPointer(region, toasts.length > 0);
  useStayInPlace(region);
  return (
    // Not atomic: otherwise each new message would repeat all of them.
    <div
      ref={region}
      tabIndex={-1}
      role="status"
      aria-atomic="false"
      aria-label="Notifications"
      className={classes.toasts}
    >
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

/**
 * Holds the toasts while the pointer is over one. Their own events do not show this, because they go to the elements below.
 */
function useHoldByPointer(region: RefObject<HTMLElement | null>, isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const onMove = ({ clientX, clientY, pointerType }: PointerEvent) => {
      const boxes = [...(region.current?.children ?? [])].map((child) => child.getBoundingClientRect());
      const isIn = ({ left, right, top, bottom }: DOMRect) =>
        clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
      // A finger does not hover.
      holdToasts('pointer', pointerType !== 'touch' && boxes.some(isIn));
    };
    window.addEventListener('pointermove', onMove);
    return () => {
      window.removeEventListener('pointermove', onMove);
      holdToasts('pointer', false);
    };
  }, [region, isNeeded]);
}

/** The toasts are beside the actions of the screen, which can become wider: not while a click may already be on its way. */
function useStayInPlace(region: RefObject<HTMLElement | null>): void {
  const areHeld = useAreToastsHeld();
  useLayoutEffect(() => {
    const element = region.current;
    if (!areHeld || !element) return undefined;
    element.style.setProperty('right', getComputedStyle(element).right);
    return () => void element.style.removeProperty('right');
  }, [region, areHeld]);
}

const once = (act: () => void) => () => {
  ignoreSecondClick();
  act();
};

/** A toast is gone before the user has tabbed to it. */
const KEY = 'Control+Z';

const hold = { onFocus: () => holdToasts('focus', true), onBlur: () => holdToasts('focus', false) };

function OneToast({ toast }: { toast: Toast }) {
  const { id, text, undo, link } = toast;
  const own = useRef<HTMLDivElement>(null);
  useMoveFocusOnRemoval(own);
  return (
    <div ref={own} className={classes.toast} data-hint={link && true}>
      {link ? <IconInfoCircle size={20} aria-hidden /> : <IconCircleCheck size={20} aria-hidden />}
      <span>
        <span>{text}</span>{' '}
        {link && (
          <Link to={link.to} {...hold} onClick={() => dismissToast(id)}>
            {link.label}
          </Link>
        )}
      </span>
      {undo && <UndoButton onUndo={once(() => undoToast(id))} />}
      <CloseButton size={24} aria-label="Dismiss" {...hold} onClick={once(() => dismissToast(id))} />
    </div>
  );
}

function UndoButton({ onUndo }: { onUndo: () => void }) {
  const own = useRef<HTMLButtonElement>(null);
  useMoveFocusOnRemoval(own);
  return (
    <Button
      ref={own}
      size="compact-sm"
      variant="default"
      {...shortcut(KEY, 'Undo')}
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      rightSection={<kbd aria-hidden>{keyText(KEY)}</kbd>}
      {...hold}
      onClick={onUndo}
    >
      Undo
    </Button>
  );
}

/** Moves the focus to the region when the focused element is removed, instead of losing it. */
function useMoveFocusOnRemoval(own: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = own.current;
    const region = element?.closest<HTMLElement>('[role="status"]');
    return () => {
      if (!element?.contains(document.activeElement)) return;
      region?.focus();
      // React fires no focus event when it removes a focused element.
      holdToasts('focus', false);
    };
  }, [own]);
}
