import { CloseButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import classes from './popups.module.css';
import { dismissToast, type Toast, useToasts } from './toasts.ts';

/**
 * Success messages at the top right (spec 2). The live region is always rendered; otherwise its first message would not
 * be read out.
 */
export function Toasts() {
  const toasts = useToasts();
  return (
    // Not atomic: otherwise each new message would have all of them read out again.
    <div
      tabIndex={-1}
      role="status"
      aria-atomic="false"
      aria-label="Notifications"
      className={classes.toasts}
    >
      {toasts.map((toast) => (
        <OneToast key={toast.id} {...toast} />
      ))}
    </div>
  );
}

function OneToast({ id, text }: Toast) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = own.current;
    const region = element?.parentElement;
    return () => {
      // If the toast had the focus, move it to the region instead of losing it.
      if (element?.contains(document.activeElement)) region?.focus();
    };
  }, []);
  return (
    <div ref={own} className={classes.toast}>
      <IconCircleCheck size={20} aria-hidden />
      <span>{text}</span>
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismissToast(id)} />
    </div>
  );
}
