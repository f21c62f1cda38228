import { Button } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Dialog } from './Dialog.tsx';
import classes from './popups.module.css';
import { continueAfterWarning, dismissPopups, usePopups } from './popups.ts';

/** The error popup and the warning popup (spec 2), rendered once for the whole application. */
export function Popups() {
  const { errors, showErrorModal, warnings, showWarningModal } = usePopups();
  const shownErrors = useLast(errors.map(({ message }) => message));
  const shownWarnings = useLast(warnings);
  const id = useId();
  const [errorsId, warningsId] = [`${id}-errors`, `${id}-warnings`];
  return (
    <>
      <Dialog opened={showErrorModal} title="Error" describedBy={errorsId} onClose={dismissPopups}>
        <Messages
          id={errorsId}
          texts={shownErrors}
          className={classes.error}
          icon={<IconAlertCircle size={20} />}
        />
        <div className={classes.actions}>
          <Button onClick={dismissPopups}>Close</Button>
        </div>
      </Dialog>
      <Dialog opened={showWarningModal} title="Warning" describedBy={warningsId} onClose={dismissPopups}>
        <Messages
          id={warningsId}
          texts={shownWarnings}
          className={classes.warning}
          icon={<IconAlertTriangle size={20} />}
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={dismissPopups}>
            Cancel
          </Button>
          <Button onClick={continueAfterWarning}>Continue</Button>
        </div>
      </Dialog>
    </>
  );
}

interface MessagesProps {
  id: string;
  texts: readonly string[];
  icon: ReactNode;
  className: string | undefined;
}

function Messages({ id, texts, icon, className }: MessagesProps) {
  return (
    <ul id={id} className={`${classes.messages} ${className}`}>
      {texts.map((text, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two errors may have the same text
        <li key={at}>
          {icon}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** The last non-empty texts, so that a dialog does not become empty while it fades out. */
function useLast(texts: readonly string[]): readonly string[] {
  const [last, setLast] = useState(texts);
  if (texts.length > 0 && texts.join('\n') !== last.join('\n')) setLast(texts);
  return texts.length > 0 ? texts : last;
}
