import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { showWarnings } from '../popups/popupStore.ts';
import type { draftsOf } from './drafts.ts';
import classes from './form.module.css';
import type { FormState } from './formState.ts';
import { UNSAVED } from './unsaved.ts';
import { useLeaveConfirmation } from './useLeaveConfirmation.ts';

export const RESTORED = 'Your unsaved changes have been restored.';

interface Unsaved {
  state: FormState;
  drafts: ReturnType<typeof draftsOf>;
  /** Identifies the draft among the drafts of this page's forms. */
  draftName: string;
  /** The reason for the change, which the draft keeps. */
  reason?: string;
  isUnsaved: boolean;
  /** The form is neither being saved nor over. */
  isOpen: boolean;
  /** Marks the form as over. */
  end: () => void;
  subject?: string | undefined;
}

/**
 * Keeps the input of a form as a draft until it is saved or discarded, and has a question asked before the page is left.
 * Returns the function that asks and, if the user agrees, discards the input and goes on.
 */
export function useUnsaved({
  state: { inputs, saved, isChanged },
  drafts,
  draftName,
  reason = '',
  isUnsaved,
  isOpen,
  end,
  subject,
}: Unsaved) {
  useEffect(() => {
    if (isChanged || reason) drafts.write(draftName, { inputs, base: saved }, reason);
    else drafts.remove(draftName);
  }, [drafts, draftName, inputs, saved, isChanged, reason]);
  const askToLeave = (goOn: () => void, remain?: () => void) => {
    const discard = () => {
      drafts.remove(draftName);
      // Synchronous, because a navigation may come before the next render.
      flushSync(end);
      goOn();
    };
    if (isUnsaved) showWarnings([UNSAVED], discard, remain, { subject });
    else discard();
  };
  useLeaveConfirmation(isUnsaved && isOpen, askToLeave);
  return askToLeave;
}

/** What the form has been filled with. */
export const FormNote = ({ text }: { text: string | undefined }) =>
  text && (
    <p role="status" className={classes.note}>
      {text}
    </p>
  );
