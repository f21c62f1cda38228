import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { Dialog } from './Dialog.tsx';
import { Messages } from './Messages.tsx';
import classes from './popups.module.css';
import { dismissRefusal, useRefusal } from './refusal.ts';
import { useLast } from './useLast.ts';

/** The dialog of a refusal, rendered once for the whole application. */
export function Refused() {
  const refusal = useRefusal();
  const shown = useLast(refusal, refusal !== null);
  const id = useId();
  if (!shown) return null;
  return (
    <Dialog
      opened={refusal !== null}
      title={shown.title}
      width="36rem"
      describedBy={id}
      onClose={dismissRefusal}
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
                <Link to={to} onClick={dismissRefusal}>
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
        <Button data-start onClick={dismissRefusal}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
