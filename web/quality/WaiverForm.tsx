import { Button } from '@mantine/core';
import { type FormEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { type Finding, type WaiverForm as Waiver, waiverForm } from '../../contract/quality.ts';
import { errorsOf } from '../lib/api.ts';
import { plainFieldsOf } from '../ui/form/fields.tsx';
import layout from '../ui/form/form.module.css';
import { FormStateProvider, useFormState } from '../ui/form/formState.ts';
import { inputValues } from '../ui/form/inputValues.ts';
import { shortcut } from '../ui/keys/shortcut.ts';
import { showErrors, showWarnings } from '../ui/popups/popupStore.ts';
import { type FoundBy, readFindings, saveWaiver } from './waiverChanges.ts';

const F = plainFieldsOf(waiverForm);

export interface WaiverHandle {
  /** Works like Cancel: asks before it discards what was typed. */
  leave: () => void;
}

interface Props {
  ref?: Ref<WaiverHandle>;
  foundBy: FoundBy;
  finding: Finding;
  onClose: () => void;
}

const UNSAVED = 'You have unsaved changes. Leave without saving?';

/** The note of a waiver. What was typed is kept after every error. */
export function WaiverForm({ ref, foundBy, finding, onClose }: Props) {
  const [isSaving, setSaving] = useState(false);
  // Synchronous, because a second click may come before the next render.
  const isBusy = useRef(false);
  const start = inputValues(waiverForm, finding.waiver ?? {});
  const { state, formRef } = useFormState(waiverForm, start, undefined, {}, isSaving);

  const leave = () => {
    if (isBusy.current) return;
    if (state.isChanged) showWarnings([UNSAVED], onClose);
    else onClose();
  };
  useImperativeHandle(ref, () => ({ leave }));

  const save = async ({ note }: Waiver) => {
    isBusy.current = true;
    setSaving(true);
    try {
      await saveWaiver(foundBy, finding, note);
      onClose();
    } catch (error) {
      const errors = errorsOf(error);
      state.showServerErrors(errors.filter(({ field }) => field === 'note'));
      const others = errors.filter(({ field }) => field !== 'note');
      if (others.length > 0) showErrors(others);
      // The finding may be gone.
      void readFindings();
    }
    isBusy.current = false;
    setSaving(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy.current) return;
    const { values } = state.check();
    if (values) void save(values as Waiver);
  };
  const text = finding.waiver ? 'Save' : 'Waive';
  return (
    <FormStateProvider value={state}>
      <form ref={formRef} noValidate onSubmit={submit} className={layout.form}>
        <p className={layout.note}>
          A waived finding does not count as long as its values stay the same. Write why it is correct.
        </p>
        <F.Text name="note" />
        <div className={layout.actions}>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" {...shortcut('Control+Enter', text)} aria-busy={isSaving}>
            {isSaving ? 'Saving' : text}
          </Button>
        </div>
      </form>
    </FormStateProvider>
  );
}
