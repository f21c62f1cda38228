import { Button, Checkbox, Loader } from '@mantine/core';
import { type FormEvent, useId } from 'react';
import { focusUnsettled } from '../ui/form/unsettled.ts';
import { ReasonInput } from '../ui/reason/ReasonInput.tsx';
import classes from './proposal.module.css';

/** The user's consent before a proposal is saved. */
export interface ApplyOptions {
  skipErrors: boolean;
  saveWarnings: boolean;
}

interface Props {
  /**
   * The number of rows with errors, of rows with unconfirmed warnings, and of rows that change something with the current
   * choices.
   */
  errorCount: number;
  warningCount: number;
  changes: number;
  /** Some rows that change something are not included. */
  isPartial: boolean;
  /** The reason why the proposal cannot be saved now, and what to do. */
  conflict: string | null;
  consent: ApplyOptions;
  onConsent: (consent: ApplyOptions) => void;
  reason: string;
  onReason: (reason: string) => void;
  isSaving: boolean;
  onApply: () => void;
  onCancel: () => void;
}

/** The end of a proposal: its reason, the rows to skip or confirm, Cancel and Apply. */
export function ApplyBar({
  errorCount,
  warningCount,
  changes,
  isPartial,
  conflict,
  consent,
  onConsent,
  reason,
  onReason,
  isSaving,
  onApply,
  onCancel,
}: Props) {
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The content of the proposal is chosen above, in other forms.
    if (isSaving || focusUnsettled(document)) return;
    if (conflict === null) onApply();
  };
  return (
    <form noValidate className={classes.applyBar} onSubmit={submit}>
      <ReasonInput value={reason} onChange={onReason} readOnly={isSaving} />
      <div className={classes.decision}>
        <div>
          {errorCount > 0 && (
            <Checkbox
              label={`Skip rows with errors (${numberText(errorCount)})`}
              checked={consent.skipErrors}
              onChange={(event) => onConsent({ ...consent, skipErrors: event.currentTarget.checked })}
            />
          )}
          {warningCount > 0 && (
            <Checkbox
              label={`Save rows with warnings (${numberText(warningCount)})`}
              checked={consent.saveWarnings}
              onChange={(event) => onConsent({ ...consent, saveWarnings: event.currentTarget.checked })}
            />
          )}
        </div>
        <output id={id}>{conflict}</output>
        <div className={classes.actions}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          {/* Not disabled, so that a screen reader can find the reason, and that it keeps the focus during the save. */}
          <Button
            type="submit"
            aria-disabled={conflict !== null}
            data-disabled={conflict !== null}
            aria-describedby={id}
            aria-busy={isSaving}
            leftSection={isSaving ? <Loader size={14} color="white" /> : undefined}
          >
            {isSaving ? `Saving ${changesText(changes)}` : applyText(changes, isPartial)}
          </Button>
        </div>
      </div>
    </form>
  );
}

const numberText = (count: number) => count.toLocaleString('en-US');

/** '3 rows'. */
export const rowsText = (count: number): string => `${numberText(count)} ${count === 1 ? 'row' : 'rows'}`;

/** '412 changes'. */
export const changesText = (count: number): string =>
  `${numberText(count)} ${count === 1 ? 'change' : 'changes'}`;

const applyText = (changes: number, isPartial: boolean) =>
  isPartial
    ? `Apply the ${numberText(changes)} that ${changes === 1 ? 'passes' : 'pass'}`
    : `Apply ${changesText(changes)}`;
