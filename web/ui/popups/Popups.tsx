import { Button } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type ShownError, SIGNED_IN_AS_ANOTHER } from '../../lib/api.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import { ReasonInput } from '../reason/ReasonInput.tsx';
import { problemOf } from '../reason/reason.ts';
import hide from '../visuallyHidden.module.css';
import { Dialog } from './Dialog.tsx';
import { Messages } from './Messages.tsx';
import { continueAfterWarning, dismissPopups, type Question, usePopups } from './popupStore.ts';
import classes from './popups.module.css';
import { useLastShown } from './useLastShown.ts';

interface Props {
  /** The way to continue if the session no longer belongs to the page's user. */
  anotherUser: ReactNode;
}

/** The error popup and the warning popup (spec 2), rendered once for the whole application. */
export function Popups({ anotherUser }: Props) {
  const { errors, showErrorModal, warnings, question, showWarningModal } = usePopups();
  const shownErrors = useLastShown(errors, showErrorModal);
  const shownWarnings = useLastShown(warnings, showWarningModal);
  const shownQuestion = useLastShown(question, showWarningModal);
  const { subject, links } = shownQuestion;
  const id = useId();
  const [errorsId, warningsId] = [`${id}-errors`, `${id}-warnings`];
  return (
    <>
      <Dialog opened={showErrorModal} title="Error" describedBy={errorsId} onClose={dismissPopups}>
        <Messages
          id={errorsId}
          texts={shownErrors.map(({ message }) => message)}
          className={classes.error}
          icon={<IconAlertCircle size={20} />}
        />
        <RequestId errors={shownErrors} />
        {shownErrors.some(({ code }) => code === SIGNED_IN_AS_ANOTHER) ? (
          anotherUser
        ) : (
          <div className={classes.actions}>
            <Button data-start onClick={dismissPopups}>
              Close
            </Button>
          </div>
        )}
      </Dialog>
      <Dialog
        opened={showWarningModal}
        title="Warning"
        subject={subject}
        describedBy={warningsId}
        onClose={dismissPopups}
      >
        <Messages
          id={warningsId}
          texts={shownWarnings}
          links={links}
          className={classes.warning}
          icon={<IconAlertTriangle size={20} />}
        />
        <QuestionForm question={shownQuestion} />
      </Dialog>
    </>
  );
}

/** The buttons of a question, and the reason if it asks for one. */
function QuestionForm({ question }: { question: Question }) {
  const { isDestructive, reason: typedBefore = '' } = question;
  const [asked, setAsked] = useState(question);
  const [reason, setReason] = useState(typedBefore);
  if (question !== asked) {
    setAsked(question);
    setReason(typedBefore);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problemOf(reason) === undefined) continueAfterWarning(reason);
  };
  return (
    <form className={classes.questionForm} onSubmit={submit}>
      {question.reason !== undefined && <ReasonInput value={reason} onChange={setReason} />}
      <div className={classes.actions}>
        <Button variant="default" data-start onClick={dismissPopups}>
          Cancel
        </Button>
        <Button type="submit" className={isDestructive ? classes.danger : undefined}>
          Continue
        </Button>
      </div>
    </form>
  );
}

/** The IDs of the failed requests, which an operator can find in the log. */
function RequestId({ errors }: { errors: readonly ShownError[] }) {
  const [copied, setCopied] = useState('');
  const ids = [...new Set(errors.flatMap(({ requestId }) => requestId ?? []))].join(', ');
  if (!ids) return null;
  const copy = () => navigator.clipboard.writeText(ids).then(() => setCopied(ids));
  const isCopied = copied === ids;
  return (
    <p className={classes.request}>
      Request ID <code>{ids}</code>
      {/* A page served over plain HTTP has no clipboard. */}
      {window.isSecureContext && (
        <IconButton
          name="Copy the request ID"
          icon={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => void copy().catch(() => {})}
        />
      )}
      <output className={hide.visuallyHidden}>{isCopied && 'Copied'}</output>
    </p>
  );
}
