import { type Ref, useImperativeHandle, useState } from 'react';
import type { Form } from '../../../contract/form.ts';
import { useSession } from '../../lib/session.ts';
import { draftsOf } from './drafts.ts';
import { useFormState } from './formState.ts';
import type { InputValues } from './inputValues.ts';
import type { FormHandle } from './SaveForm.tsx';
import { useSaveOnce } from './useSaveOnce.ts';
import { FormNote, RESTORED, useUnsaved } from './useUnsaved.tsx';

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

/** The values that the user has changed. */
export const changedOf = (saved: InputValues, inputs: InputValues): InputValues =>
  Object.fromEntries(
    Object.entries(inputs).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(saved[field])),
  );
