import { CloseButton } from '@mantine/core';
import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './popups.module.css';

interface Props {
  opened: boolean;
  title: string;
  /** Of a dialog that holds more than a question. */
  width?: string;
  /** The id of what tells what it is about, to be read out as it opens. */
  describedBy?: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog with a header and a close button (spec 2), the browser's own: it holds the focus and gives it back. Whether
 * Escape and the button close it is for its owner to say. Keep it mounted and toggle `opened`, or it does not fade.
 */
export function Dialog({ opened, title, width, describedBy, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (opened && !dialog.current?.open) dialog.current?.showModal();
    if (!opened) dialog.current?.close();
  }, [opened]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is its own key
    <dialog
      ref={dialog}
      className={classes.dialog}
      // While it fades it is there to see only.
      inert={!opened}
      style={{ '--width': width } as CSSProperties}
      aria-labelledby={id}
      aria-describedby={describedBy}
      onKeyDown={(event) => {
        // Not left to the browser: it closes a dialog by itself at the second Escape.
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
      </div>
      <div className={classes.body}>{children}</div>
      {/* Last, so that the focus begins in the body. */}
      <CloseButton className={classes.close} aria-label={`Close ${title}`} onClick={onClose} />
    </dialog>
  );
}
