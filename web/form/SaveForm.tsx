import { Button, Loader } from '@mantine/core';
import {
  type FormEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { ErrorItem } from '../../contract/errors.ts';
import type { Form, FormValues } from '../../contract/form.ts';
import { errorsOf } from '../api.ts';
import { Cancelled, confirmed, showErrors, showWarnings } from '../popups/popups.ts';
import { useSession } from '../session.ts';
import { draftsOf } from './drafts.ts';
import { FillingProvider, useFilling } from './filling.ts';
import classes from './form.module.css';
import { factsAt, type Held } from './held.ts';
import { useStay } from './useStay.ts';

export interface FormHandle {
  /** Asks to leave, as Cancel does: what is not saved is not lost without a question. */
  leave: () => void;
}

interface Props<F extends Form, Answer> {
  ref?: Ref<FormHandle>;
  form: F;
  /** What it starts with, see `heldValues`. */
  start: Held;
  /** What keeps apart the drafts of the forms of a page. */
  draftName: string;
  /** Saves; with the override, after the person has seen the server's warnings. */
  save: (values: FormValues<F>, override: boolean) => Promise<Answer>;
  onSaved: (answer: Answer) => void;
  onCancel: () => void;
  /** More than the fields has been changed, and would be lost as well. */
  isMoreChanged?: boolean;
  /** Takes errors that are for neither a field nor the error popup; answers those that are left. */
  takeErrors?: (errors: readonly ErrorItem[], held: Held) => readonly ErrorItem[];
  children: ReactNode;
}

const UNSAVED = 'What you have changed is not saved yet. Continue without saving it?';

/**
 * A form with Save and Cancel. It saves once, however often Save is pressed; puts errors at their fields and the others
 * into the popup; asks the server's questions; and keeps what was typed until it is saved or given up.
 */
export function SaveForm<F extends Form, Answer>({
  ref,
  form,
  start,
  draftName,
  save,
  onSaved,
  onCancel,
  isMoreChanged = false,
  takeErrors = (errors) => errors,
  children,
}: Props<F, Answer>) {
  const { user } = useSession();
  const [drafts] = useState(() => draftsOf(user));
  const [typedBefore] = useState(() => drafts.read(draftName));
  const { filling, box } = useFilling(form, start, typedBefore);
  const { held, isChanged } = filling;
  const isUnsaved = isChanged || isMoreChanged;
  const [isSaving, setSaving] = useState(false);
  // Beside the state: a second press may come before the next rendering.
  const saving = useRef(false);

  useEffect(() => {
    if (isChanged) drafts.write(draftName, held);
    else drafts.remove(draftName);
  }, [drafts, draftName, held, isChanged]);

  const askToLeave = (goOn: () => void, remain?: () => void) => {
    const giveUp = () => {
      drafts.remove(draftName);
      goOn();
    };
    if (isUnsaved) showWarnings([UNSAVED], giveUp, remain);
    else giveUp();
  };
  const stay = useStay(isUnsaved && !isSaving, askToLeave);
  const leave = () => {
    if (saving.current) return;
    askToLeave(() => {
      // Where that goes to another page, it is not to be asked again.
      stay.release();
      onCancel();
    });
  };
  useImperativeHandle(ref, () => ({ leave }));

  const submit = async () => {
    const values = saving.current ? undefined : filling.check();
    if (!values) return;
    saving.current = true;
    setSaving(true);
    try {
      const answer = await confirmed((override) => save(values as FormValues<F>, override));
      drafts.remove(draftName);
      stay.release();
      onSaved(answer);
    } catch (error) {
      if (error instanceof Cancelled) return;
      const errors = takeErrors(errorsOf(error), held);
      const others = errors.filter((one) => !isAtField(form, one));
      if (others.length > 0) showErrors(others);
      filling.refuse(errors);
    } finally {
      saving.current = false;
      setSaving(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <FillingProvider value={filling}>
      <form ref={box} noValidate onSubmit={onSubmit} className={classes.form}>
        {typedBefore && (
          <p role="status" className={classes.note}>
            What you typed here before is back. It is not saved yet.
          </p>
        )}
        {children}
        <p className={classes.required}>*Required Field</p>
        <div className={classes.actions}>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          {/* Not disabled meanwhile: that would lose the focus. */}
          <Button
            type="submit"
            aria-busy={isSaving}
            leftSection={isSaving ? <Loader size={14} color="white" /> : undefined}
          >
            {isSaving ? 'Saving' : 'Save'}
          </Button>
        </div>
      </form>
    </FillingProvider>
  );
}

/** An error about a field that has a box; the version has none. */
const isAtField = (form: Form, { field }: ErrorItem) =>
  field !== undefined && field !== 'version' && factsAt(form, field) !== undefined;
