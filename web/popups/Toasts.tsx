import { CloseButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import classes from './popups.module.css';
import { dismissToast, type Toast, useToasts } from './toasts.ts';

/** What has succeeded, at the top right (spec 2). The region is always there, or its first message would not be read out. */
export function Toasts() {
  const toasts = useToasts();
  return (
    // Not atomic, or each new one would have all of them read out again.
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
      // However it goes, the focus is not lost with it.
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
