import { Button, Loader } from '@mantine/core';
import { type FormEvent, type ReactNode, type Ref, useImperativeHandle, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ErrorItem } from '../../../contract/errors.ts';
import type { Form, FormValues } from '../../../contract/form.ts';
import { type Changed, errorsOf } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { shortcut } from '../keys/shortcut.ts';
import { Canceled, confirmed, type SaveOptions, showErrors } from '../popups/popupStore.ts';
import { ReasonInput } from '../reason/ReasonInput.tsx';
import { problemOf } from '../reason/reason.ts';
import { draftsOf } from './drafts.ts';
import classes from './form.module.css';
import { type DerivedDefaults, FormStateProvider, useFormState } from './formState.ts';
import type { InputValues } from './inputValues.ts';
import { focusUnsettled } from './unsettled.ts';
import { FormNote, RESTORED, useUnsaved } from './useUnsaved.tsx';

export interface FormHandle {
  /** Works like Cancel: asks before it discards unsaved changes. */
  leave: () => void;
}

/** Unsaved initial content of a form, and a note about it. */
export interface FilledValues {
  inputs: InputValues;
  note: string;
}

interface Props<F extends Form, Data> {
  ref?: Ref<FormHandle>;
  form: F;
  /** The initial values, see `inputValues`. */
  start: InputValues;
  /** The fields whose defaults derive from others. */
  derivedDefaults?: DerivedDefaults | undefined;
  /** Identifies the draft among the drafts of this page's forms. */
  draftName: string;
  /** Replaces a draft. It counts as typed: the form asks before it is left. */
  filled?: FilledValues | undefined;
  /** The name of the edited item, for confirmation dialogs. */
  subject?: string | undefined;
  save: (values: FormValues<F>, how: SaveOptions) => Promise<Changed<Data>>;
  /** Called after every successful save, even if the user has left the page by then. */
  onSaved: (changed: Changed<Data>) => void;
  /** Closes the form or goes to another page. Gets the response if the form was saved. */
  onLeave: (response?: Data) => void;
  /** Changes outside the fields, which would be lost too. */
  isMoreChanged?: boolean;
  /** Handles errors that belong neither to a field nor in the error popup, and returns the rest. */
  takeErrors?: (errors: readonly ErrorItem[], inputs: InputValues) => readonly ErrorItem[];
  children: ReactNode;
}

/** 'over' means saved or discarded: the form is still shown, inert, while its dialog fades out. */
type Stage = 'open' | 'saving' | 'over';

/**
 * A form with Save and Cancel. Repeated clicks on Save save only once. Field errors appear at their inputs, all others in
 * the popup. The server's warnings are shown for confirmation. The form is read-only while it is being saved. Unsaved input
 * is kept as a draft until it is saved or discarded. A reason alone does not count as an unsaved change: the form can be
 * left without a question, and the draft keeps the reason.
 */
export function SaveForm<F extends Form, Data>({
  ref,
  form,
  start,
  derivedDefaults,
  draftName,
  filled,
  subject,
  save,
  onSaved,
  onLeave,
  isMoreChanged = false,
  takeErrors = (errors) => errors,
  children,
}: Props<F, Data>) {
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
    derivedDefaults,
    isSaving,
  );
  const note = filled ? filled.note : restored && RESTORED;
  // Synchronous, because a second click or a navigation may come before the next render.
  const changeStage = (next: Stage) => flushSync(() => setStage(next));

  const askToLeave = useUnsaved({
    state,
    drafts,
    draftName,
    reason,
    isUnsaved: state.isChanged || isMoreChanged,
    isOpen: stage === 'open',
    end: () => setStage('over'),
    subject,
  });
  const leave = () => {
    if (stage === 'open') askToLeave(onLeave);
  };
  useImperativeHandle(ref, () => ({ leave }));

  /** False for a field without an input, such as the version, and for every field once the form is unmounted. */
  const hasInput = ({ field }: ErrorItem) =>
    field !== undefined && Boolean(formRef.current?.elements.namedItem(field));
  const showOtherErrors = (errors: readonly ErrorItem[]) => {
    const others = errors.filter((one) => !hasInput(one));
    if (others.length > 0) showErrors(others);
  };

  const submit = async () => {
    if (stage !== 'open' || focusUnsettled(formRef.current)) return;
    const { values, errors } = state.check();
    showOtherErrors(errors);
    if (!values) return;
    if (problemOf(reason) !== undefined) {
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    changeStage('saving');
    try {
      const saveWith = (how: SaveOptions) => {
        setReason(how.reason);
        return save(values as FormValues<F>, how);
      };
      const changed = await drafts.whileSaving(draftName, confirmed(saveWith, reason, { subject }));
      drafts.remove(draftName);
      onSaved(changed);
      changeStage('over');
      if (formRef.current) onLeave(changed.data);
    } catch (error) {
      changeStage('open');
      if (error instanceof Canceled) return;
      const serverErrors = errorsOf(error);
      const remainingErrors = formRef.current ? takeErrors(serverErrors, state.inputs) : serverErrors;
      showOtherErrors(remainingErrors);
      state.showServerErrors(remainingErrors);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <FormStateProvider value={state}>
      <form ref={formRef} noValidate onSubmit={onSubmit} className={classes.form}>
        <FormNote text={note} />
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
              {...shortcut('Control+Enter', 'Save')}
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
