import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, type Ref, useState } from 'react';
import { type Finding, type WaiverForm as Waiver, waiverForm } from '../../contract/quality.ts';
import { errorsOf } from '../lib/api.ts';
import { useQuarter } from '../terms/lookups.ts';
import { plainFieldsOf } from '../ui/form/fields.tsx';
import layout from '../ui/form/form.module.css';
import { FormStateProvider } from '../ui/form/formState.ts';
import { inputValues } from '../ui/form/inputValues.ts';
import type { FormHandle } from '../ui/form/SaveForm.tsx';
import { useDialogForm } from '../ui/form/useDialogForm.tsx';
import { shortcut } from '../ui/keys/shortcut.ts';
import { showErrors } from '../ui/popups/popupStore.ts';
import { factTexts } from './factsOfFinding.ts';
import { currentFinding, type FoundBy, readFindings, saveWaiver } from './waiverChanges.ts';

const F = plainFieldsOf(waiverForm);

interface Props {
  ref?: Ref<FormHandle>;
  foundBy: FoundBy;
  finding: Finding;
  onClose: () => void;
}

/** The error code of a finding whose values have changed, or that is gone. */
const NOT_FOUND = 'FINDING_NOT_FOUND';

/**
 * The note of a waiver. What was typed is kept after every error. If the values of the finding have changed, the form shows
 * them and goes on with the finding as it is now.
 */
export function WaiverForm({ ref, foundBy, finding, onClose }: Props) {
  // The finding with the same items as read after an error; null if there is none.
  const [current, setCurrent] = useState<Finding | null>(finding);
  const { state, formRef, isSaving, isBusy, leave, saveOnce, note } = useDialogForm({
    ref,
    form: waiverForm,
    start: inputValues(waiverForm, finding.waiver ?? {}),
    draftName: `waiver:${finding.fingerprint}`,
    isGone: !current,
    onClose,
  });

  const showFailure = (error: unknown) => {
    const errors = errorsOf(error);
    state.showServerErrors(errors.filter(({ field }) => field === 'note'));
    const others = errors.filter(({ field }) => field !== 'note');
    if (others.length > 0) showErrors(others);
    void readFindings();
  };
  const save = async (of: Finding, waiver: Waiver) => {
    try {
      await saveWaiver(foundBy, of, waiver.note);
      onClose();
      return true;
    } catch (error) {
      if (errorsOf(error).some(({ code }) => code === NOT_FOUND))
        await currentFinding(foundBy, of).then((found) => setCurrent(found ?? null), showFailure);
      else showFailure(error);
      return false;
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy.current || !current) return;
    const { values } = state.check();
    if (values) void saveOnce(() => save(current, values as Waiver));
  };
  return (
    <FormStateProvider value={state}>
      <form ref={formRef} noValidate onSubmit={submit} className={layout.form}>
        {note}
        <p className={layout.note}>
          A waived finding does not count as long as its values stay the same. Write why it is correct.
        </p>
        <F.Text name="note" />
        {current !== finding && <Changed current={current} />}
        <div className={layout.actions}>
          <Button variant="default" onClick={leave}>
            {current ? 'Cancel' : 'Close'}
          </Button>
          {current && (
            <Button type="submit" {...shortcut('Control+Enter', textOf(current))} aria-busy={isSaving}>
              {isSaving ? 'Saving' : textOf(current)}
            </Button>
          )}
        </div>
      </form>
    </FormStateProvider>
  );
}

const textOf = ({ waiver }: Finding) => (waiver ? 'Save' : 'Waive');

/** What has become of the finding since it was shown. */
function Changed({ current }: { current: Finding | null }): ReactNode {
  const quarter = useQuarter();
  if (!current)
    return (
      <p role="alert" className={layout.note}>
        This is no longer found, so there is nothing to waive.
      </p>
    );
  return (
    <p role="alert" className={layout.note}>
      The values have changed in the meantime (
      <span translate="no">{factTexts(current, quarter).join('; ')}</span>).{' '}
      <span>
        {current.waiver
          ? `They have a waiver: “${current.waiver.note}”. Replace its note?`
          : 'Waive it with these values?'}
      </span>
    </p>
  );
}
