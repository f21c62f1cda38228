import { Button, Loader } from '@mantine/core';
import { type FormEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ErrorItem } from '../../contract/errors.ts';
import type { Form, FormValues } from '../../contract/form.ts';
import { errorsOf } from '../api.ts';
import { Cancelled, confirmed, showErrors, showWarnings } from '../popups/popups.ts';
import { useSession } from '../session.ts';
import type { BoxValues } from './boxValues.ts';
import { draftsOf } from './drafts.ts';
import classes from './form.module.css';
import { FormStateProvider, useFormState } from './formState.ts';
import { useStay } from './useStay.ts';

export interface FormHandle {
  /** Asks to leave, as Cancel does: what is not saved is not lost without a question. */
  leave: () => void;
}

interface Props<F extends Form, Answer> {
  ref?: Ref<FormHandle>;
  form: F;
  /** What it starts with, see `boxValues`. */
  start: BoxValues;
  /** What keeps apart the drafts of the forms of a page. */
  draftName: string;
  /** Saves; with the override, after the person has seen the server's warnings. */
  save: (values: FormValues<F>, override: boolean) => Promise<Answer>;
  /** It is saved, also when one has gone elsewhere meanwhile. */
  onSaved: (answer: Answer) => void;
  /** Closes it, or goes to another page: after a save with its answer, else without. */
  onLeave: (answer?: Answer) => void;
  /** More than the fields has been changed, and would be lost as well. */
  isMoreChanged?: boolean;
  /** Takes errors that are for neither a field nor the error popup; answers those that are left. */
  takeErrors?: (errors: readonly ErrorItem[], boxes: BoxValues) => readonly ErrorItem[];
  children: ReactNode;
}

/** Over: saved or given up. What it holds is there to see only, while its dialog fades. */
type Stage = 'open' | 'saving' | 'over';

const UNSAVED = 'What you have changed is not saved yet. Continue without saving it?';

/**
 * A form with Save and Cancel. It saves once, however often Save is pressed; puts errors at the boxes of their fields and
 * the others into the popup; asks the server's questions; and keeps what was typed until it is saved or given up.
 */
export function SaveForm<F extends Form, Answer>({
  ref,
  form,
  start,
  draftName,
  save,
  onSaved,
  onLeave,
  isMoreChanged = false,
  takeErrors = (errors) => errors,
  children,
}: Props<F, Answer>) {
  const { user } = useSession();
  const [drafts] = useState(() => draftsOf(user));
  const [typedBefore] = useState(() => drafts.read(draftName, form, start));
  const { state, box } = useFormState(form, start, typedBefore);
  const { boxes, isChanged } = state;
  const isUnsaved = isChanged || isMoreChanged;
  const [stage, setStage] = useState<Stage>('open');
  // At once: a second press, or the way to another page, may come before the next rendering.
  const enter = (next: Stage) => flushSync(() => setStage(next));

  useEffect(() => {
    if (isChanged) drafts.write(draftName, boxes);
    else drafts.remove(draftName);
  }, [drafts, draftName, boxes, isChanged]);

  const askToLeave = (goOn: () => void, remain?: () => void) => {
    const giveUp = () => {
      drafts.remove(draftName);
      enter('over');
      goOn();
    };
    if (isUnsaved) showWarnings([UNSAVED], giveUp, remain);
    else giveUp();
  };
  useStay(isUnsaved && stage === 'open', askToLeave);
  const leave = () => {
    if (stage === 'open') askToLeave(onLeave);
  };
  useImperativeHandle(ref, () => ({ leave }));

  /** There is no box for the version, for one, and none at all once one has gone elsewhere. */
  const hasBox = ({ field }: ErrorItem) =>
    field !== undefined && Boolean(box.current?.elements.namedItem(field));
  const tellOthers = (errors: readonly ErrorItem[]) => {
    const others = errors.filter((one) => !hasBox(one));
    if (others.length > 0) showErrors(others);
  };

  const submit = async () => {
    if (stage !== 'open') return;
    const { values, errors } = state.check();
    tellOthers(errors);
    if (!values) return;
    enter('saving');
    try {
      const answer = await confirmed((override) => save(values as FormValues<F>, override));
      drafts.remove(draftName);
      onSaved(answer);
      enter('over');
      if (box.current) onLeave(answer);
    } catch (error) {
      enter('open');
      if (error instanceof Cancelled) return;
      const refused = errorsOf(error);
      const left = box.current ? takeErrors(refused, boxes) : refused;
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
            aria-busy={stage === 'saving'}
            leftSection={stage === 'saving' ? <Loader size={14} color="white" /> : undefined}
          >
            {stage === 'saving' ? 'Saving' : 'Save'}
          </Button>
        </div>
      </form>
    </FormStateProvider>
  );
}
