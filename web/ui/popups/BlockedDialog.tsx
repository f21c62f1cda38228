import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { dismissBlocked, useBlocked } from './blocked.ts';
import { Dialog } from './Dialog.tsx';
import { Messages } from './Messages.tsx';
import classes from './popups.module.css';
import { useLastShown } from './useLastShown.ts';

/** The dialog that explains why an action is blocked, rendered once for the whole application. */
export function BlockedDialog() {
  const refusal = useBlocked();
  const shown = useLastShown(refusal, refusal !== null);
  const id = useId();
  if (!shown) return null;
  return (
    <Dialog
      opened={refusal !== null}
      title={shown.title}
      width="36rem"
      describedBy={id}
      onClose={dismissBlocked}
    >
      <div id={id}>
        <p className={classes.outcome}>{shown.outcome}</p>
        <Messages
          texts={shown.reasons.map(({ text, to }) =>
            to === undefined ? (
              text
            ) : (
              <>
                <span>{text}</span>{' '}
                <Link to={to} onClick={dismissBlocked}>
                  Show this change
                </Link>
              </>
            ),
          )}
          className={classes.error}
          icon={<IconAlertCircle size={20} aria-hidden />}
        />
      </div>
      <div className={classes.actions}>
        <Button data-start onClick={dismissBlocked}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
