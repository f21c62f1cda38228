import { CloseButton } from '@mantine/core';
import { type CSSProperties, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import classes from './popups.module.css';

interface Props {
  opened: boolean;
  title: string;
  /** The subject of the dialog, shown beside the title. */
  subject?: string | undefined;
  /** Set for a dialog that contains more than a question. */
  width?: string;
  /** The ID of the element that describes the dialog, which a screen reader reads when it opens. */
  describedBy?: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Opens with the focus on the element with `data-start`, or on the first enabled element. The browser would also focus a
 * read-only input.
 */
function open(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
  const marked = dialog?.querySelector<HTMLElement>('[data-start]');
  if (marked) marked.focus();
  else if (document.activeElement?.matches('[readonly]'))
    dialog?.querySelector<HTMLElement>('input:not([readonly]), textarea:not([readonly])')?.focus();
}

/** The second Enter of a double press, in ms. It is meant for the dialog that has closed in the meantime. */
const DOUBLE = 500;

/**
 * For a moment, or until another key, keeps Enter from pressing the control that has got the focus back. A dialog that has
 * opened takes it.
 */
function ignoreDoubleEnter(): void {
  const ended = new AbortController();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return ended.abort();
    if ((event.target as Element).closest('dialog:modal')) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', onKeyDown, { capture: true, signal: ended.signal });
  window.setTimeout(() => ended.abort(), DOUBLE);
}

/**
 * A dialog with a header and a close button (spec 2). The native element traps the focus and restores it. The owner
 * decides whether Escape and the button close it. Keep it mounted and toggle `opened`, or it will not fade.
 */
export function Dialog({ opened, title, subject, width, describedBy, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** The last key pressed in the dialog, unless the pointer was used after it. */
  const lastKey = useRef('');
  const id = useId();
  const subjectId = `${id}-subject`;
  // Before the next key: it must not go to a dialog that has closed.
  useLayoutEffect(() => {
    if (opened && !dialog.current?.open) open(dialog.current);
    if (!opened && dialog.current?.open) {
      dialog.current.close();
      // With nothing to return to, the focus would stay in the hidden dialog for a moment, and take the next key.
      if (dialog.current.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
      if (lastKey.current === 'Enter') ignoreDoubleEnter();
      lastKey.current = '';
    }
  }, [opened]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only handles Escape
    <dialog
      ref={dialog}
      className={classes.dialog}
      // Not usable while it fades out.
      inert={!opened}
      style={{ '--width': width } as CSSProperties}
      aria-labelledby={id}
      aria-describedby={[subject && subjectId, describedBy].filter(Boolean).join(' ') || undefined}
      onKeyDownCapture={({ key }) => {
        lastKey.current = key;
      }}
      onPointerDownCapture={() => {
        lastKey.current = '';
      }}
      onKeyDown={(event) => {
        // Handled here because the browser closes a dialog on the second Escape, even if `cancel` is prevented.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {subject && (
          <p id={subjectId} translate="no">
            {subject}
          </p>
        )}
      </div>
      <div className={classes.body}>{children}</div>
      {/* Last, so that the focus starts in the body. */}
      <CloseButton className={classes.close} aria-label={`Close ${title}`} onClick={onClose} />
    </dialog>
  );
}
