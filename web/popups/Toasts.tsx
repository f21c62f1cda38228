import { CloseButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import classes from './popups.module.css';
import { dismissToast, useToasts } from './toasts.ts';

/** What has succeeded, at the top right (spec 2). The region is always there, or its first message would not be read out. */
export function Toasts() {
  const toasts = useToasts();
  return (
    // Not atomic, or each new one would have all of them read out again.
    <div role="status" aria-atomic="false" aria-label="Notifications" className={classes.toasts}>
      {toasts.map(({ id, text }) => (
        <div key={id} className={classes.toast}>
          <IconCircleCheck size={20} aria-hidden />
          <span>{text}</span>
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  );
}
