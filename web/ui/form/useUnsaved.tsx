import { type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Form } from '../../../contract/form.ts';
import { useSession } from '../../lib/session.ts';
import { showWarnings } from '../popups/popupStore.ts';
import { draftsOf } from './drafts.ts';
import classes from './form.module.css';
import { type FormState, useFormState } from './formState.ts';
import type { InputValues } from './inputValues.ts';
import type { FormHandle } from './SaveForm.tsx';
import { useLeaveConfirmation } from './useLeaveConfirmation.ts';
import { useSaveOnce } from './useSaveOnce.ts';

const UNSAVED = 'You have unsaved changes. Leave without saving?';

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

interface Settings {
  /** Its `leave` asks before it discards what was typed. */
  ref: Ref<FormHandle> | undefined;
  form: Form;
  start: InputValues;
  draftName: string;
  /** Nothing can be saved any more, so nothing is asked. */
  isGone?: boolean;
  onClose: () => void;
}

/**
 * The form of a small dialog, which saves in its own way: its state, its draft, and the question before it is left. The
 * fields that a restored draft has not changed have the values of now.
 */
export function useDialogForm({ ref, form, start, draftName, isGone = false, onClose }: Settings) {
  const { user } = useSession();
  const [drafts] = useState(() => draftsOf(user));
  const [restored] = useState(() => drafts.read(draftName, form, start));
  const [isOver, setOver] = useState(false);
  const { isSaving, isBusy, saveOnce } = useSaveOnce();
  const { state, formRef } = useFormState(
    form,
    start,
    restored && { ...start, ...changedOf(restored.base, restored.inputs) },
    {},
    isSaving || isGone,
  );
  const isUnsaved = state.isChanged && !isGone;
  const isOpen = !isSaving && !isOver;
  const askToLeave = useUnsaved({ state, drafts, draftName, isUnsaved, isOpen, end: () => setOver(true) });
  const leave = () => {
    if (!isBusy.current) askToLeave(onClose);
  };
  useImperativeHandle(ref, () => ({ leave }));
  return {
    state,
    formRef,
    isSaving,
    isBusy,
    leave,
    /** Runs a save that shows its own errors, and resolves to whether it has succeeded. */
    saveOnce: (save: () => Promise<boolean>) =>
      saveOnce(async () => {
        const isSaved = await save();
        if (isSaved) drafts.remove(draftName);
        return isSaved;
      }),
    note: <FormNote text={restored && RESTORED} />,
  };
}

/** What the form has been filled with. */
export const FormNote = ({ text }: { text: string | undefined }) =>
  text && (
    <p role="status" className={classes.note}>
      {text}
    </p>
  );

/** The values that the user has changed. */
export const changedOf = (saved: InputValues, inputs: InputValues): InputValues =>
  Object.fromEntries(
    Object.entries(inputs).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(saved[field])),
  );
