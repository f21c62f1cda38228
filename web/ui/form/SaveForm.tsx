import { Button, Loader } from '@mantine/core';
import { type FormEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ErrorItem } from '../../../contract/errors.ts';
import type { Form, FormValues } from '../../../contract/form.ts';
import { type Changed, errorsOf } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { Canceled, confirmed, type SaveOptions, showErrors, showWarnings } from '../popups/popupStore.ts';
import { ReasonInput } from '../reason/ReasonInput.tsx';
import { problemOf } from '../reason/reason.ts';
import { draftsOf } from './drafts.ts';
import classes from './form.module.css';
import { type DerivedDefaults, FormStateProvider, useFormState } from './formState.ts';
import type { InputValues } from './inputValues.ts';
import { focusUnsettled } from './unsettled.ts';
import { useLeaveConfirmation } from './useLeaveConfirmation.ts';

export interface FormHandle {
  /** Does what Cancel does: asks before it discards unsaved changes. */
  leave: () => void;
}

/** What a form starts with that is not saved, and what it says about that. */
export interface Filled {
  inputs: InputValues;
  note: string;
}

interface Props<F extends Form, Answer> {
  ref?: Ref<FormHandle>;
  form: F;
  /** The initial values, see `inputValues`. */
  start: InputValues;
  /** The fields that take values over from others. */
  follows?: DerivedDefaults | undefined;
  /** Identifies the draft among those of the forms on this page. */
  draftName: string;
  /** Instead of a draft. It counts as typed: leaving asks. */
  filled?: Filled | undefined;
  /** What is edited, for questions about it. */
  subject?: string | undefined;
  save: (values: FormValues<F>, how: SaveOptions) => Promise<Changed<Answer>>;
  /** Called after every successful save, even if the user has left the page by then. */
  onSaved: (changed: Changed<Answer>) => void;
  /** Closes the form or goes to another page. Gets the response if the form was saved. */
  onLeave: (response?: Answer) => void;
  /** Something other than the fields has changed and would be lost too. */
  isMoreChanged?: boolean;
  /** Handles errors that belong neither to a field nor in the error popup, and returns the rest. */
  takeErrors?: (errors: readonly ErrorItem[], inputs: InputValues) => readonly ErrorItem[];
  children: ReactNode;
}

/** 'over' means saved or discarded: the form is shown, inert, while its dialog fades out. */
type Stage = 'open' | 'saving' | 'over';

const UNSAVED = 'You have unsaved changes. Leave without saving?';

const RESTORED = 'Your unsaved changes have been restored.';

/**
 * A form with Save and Cancel. Pressing Save repeatedly saves once. Errors of fields appear at their inputs, all others
 * in the popup. The server's warnings are shown for confirmation. While it is being saved, nothing can be typed. What was typed is kept as a draft until it is saved
 * or discarded. A reason alone is no unsaved change: nothing asks before it is left, and the draft keeps it.
 */
export function SaveForm<F extends Form, Answer>({
  ref,
  form,
  start,
  follows,
  draftName,
  filled,
  subject,
  save,
  onSaved,
  onLeave,
  isMoreChanged = false,
  takeErrors = (errors) => errors,
  children,
}: Props<F, Answer>) {
  const { user } = useSession();
  const [drafts] = useState(() => draftsOf(user));
  const [restored] = useState(() => (filled ? undefined : drafts.read(draftName, form, start)));
  const [reason, setReason] = useState(() => drafts.reasonOf(draftName));
  const [stage, setStage] = useState<Stage>('open');
  const isSaving = stage === 'saving';
  const { state, formRef } = useFormState(
    form,
    restored?.base ?? start,
    (filled ?? restored)?.inputs,
    follows,
    isSaving,
  );
  const { inputs, saved, isChanged } = state;
  const note = filled ? filled.note : restored && RESTORED;
  const isUnsaved = isChanged || isMoreChanged;
  // Synchronous, because a second click or a navigation may come before the next render.
  const enter = (next: Stage) => flushSync(() => setStage(next));

  useEffect(() => {
    if (isChanged || reason) drafts.write(draftName, { inputs, base: saved }, reason);
    else drafts.remove(draftName);
  }, [drafts, draftName, inputs, saved, isChanged, reason]);

  const askToLeave = (goOn: () => void, remain?: () => void) => {
    const giveUp = () => {
      drafts.remove(draftName);
      enter('over');
      goOn();
    };
    if (isUnsaved) showWarnings([UNSAVED], giveUp, remain, { subject });
    else giveUp();
  };
  useLeaveConfirmation(isUnsaved && stage === 'open', askToLeave);
  const leave = () => {
    if (stage === 'open') askToLeave(onLeave);
  };
  useImperativeHandle(ref, () => ({ leave }));

  /** False for a field without an input, such as the version, and for every field once the form is unmounted. */
  const hasInput = ({ field }: ErrorItem) =>
    field !== undefined && Boolean(formRef.current?.elements.namedItem(field));
  const tellOthers = (errors: readonly ErrorItem[]) => {
    const others = errors.filter((one) => !hasInput(one));
    if (others.length > 0) showErrors(others);
  };

  const submit = async () => {
    if (stage !== 'open' || focusUnsettled(formRef.current)) return;
    const { values, errors } = state.check();
    tellOthers(errors);
    if (!values) return;
    if (problemOf(reason) !== undefined) {
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    enter('saving');
    try {
      const saveWith = (how: SaveOptions) => {
        setReason(how.reason);
        return save(values as FormValues<F>, how);
      };
      const changed = await drafts.whileSaving(draftName, confirmed(saveWith, reason, { subject }));
      drafts.remove(draftName);
      onSaved(changed);
      enter('over');
      if (formRef.current) onLeave(changed.answer);
    } catch (error) {
      enter('open');
      if (error instanceof Canceled) return;
      const refused = errorsOf(error);
      const left = formRef.current ? takeErrors(refused, inputs) : refused;
      tellOthers(left);
      state.refuse(left);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <FormStateProvider value={state}>
      <form ref={formRef} noValidate onSubmit={onSubmit} className={classes.form}>
        {note && (
          <p role="status" className={classes.note}>
            {note}
          </p>
        )}
        {children}
        <p className={classes.required}>*Required Field</p>
        <div className={classes.end}>
          <ReasonInput value={reason} onChange={setReason} readOnly={isSaving} />
          <div className={classes.actions}>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            {/* Not disabled while saving: that would lose the focus. */}
            <Button
              type="submit"
              aria-busy={isSaving}
              leftSection={isSaving ? <Loader size={14} color="white" /> : undefined}
            >
              {isSaving ? 'Saving' : 'Save'}
            </Button>
          </div>
        </div>
      </form>
    </FormStateProvider>
  );
}
