import { Button, Checkbox, Loader } from '@mantine/core';
import { type FormEvent, useId } from 'react';
import { counted } from '../lib/counted.ts';
import { ignoreSecondClick } from '../ui/buttons/ignoreSecondClick.ts';
import { focusUnsettled } from '../ui/form/unsettled.ts';
import { shortcut } from '../ui/keys/shortcut.ts';
import { ReasonInput } from '../ui/reason/ReasonInput.tsx';
import classes from './proposal.module.css';

interface Props {
  /** The number of rows that change something as selected, and of all rows that could. */
  changes: number;
  total: number;
  /** The number of rows with warnings, and whether all of these are selected. */
  warningCount: number;
  areWarningsConfirmed: boolean;
  onConfirmWarnings: (areConfirmed: boolean) => void;
  /** The reason why the proposal cannot be saved now, and what to do. */
  conflict: string | null;
  /** What will not be saved. */
  note: string | null;
  reason: string;
  onReason: (reason: string) => void;
  isSaving: boolean;
  onApply: () => void;
  onCancel: () => void;
}

/** The end of a proposal: its reason, the warnings to confirm, Cancel and Apply. */
export function ApplyBar({
  changes,
  total,
  warningCount,
  areWarningsConfirmed,
  onConfirmWarnings,
  conflict,
  note,
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
    if (conflict !== null) return;
    ignoreSecondClick();
    onApply();
  };
  return (
    <form noValidate className={classes.applyBar} onSubmit={submit}>
      <ReasonInput value={reason} onChange={onReason} readOnly={isSaving} />
      <div className={classes.decision}>
        {warningCount > 0 && (
          <Checkbox
            label={`Save rows with warnings (${numberText(warningCount)})`}
            checked={areWarningsConfirmed}
            onChange={(event) => onConfirmWarnings(event.currentTarget.checked)}
          />
        )}
        <output id={id}>{conflict ?? note}</output>
        <div className={classes.actions}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          {/* Not disabled, so that a screen reader can find the reason, and that it keeps the focus during the save. */}
          <Button
            type="submit"
            {...shortcut('Control+Enter', 'Apply')}
            aria-disabled={conflict !== null}
            data-disabled={conflict !== null}
            aria-describedby={id}
            aria-busy={isSaving}
            leftSection={isSaving ? <Loader size={14} color="white" /> : undefined}
          >
            {isSaving ? `Saving ${changesText(changes)}` : applyText(changes, total)}
          </Button>
        </div>
      </div>
    </form>
  );
}

const numberText = (count: number) => count.toLocaleString('en-US');

/** '412 changes'. */
export const changesText = (count: number): string => counted(count, 'change');

const applyText = (changes: number, total: number) =>
  changes === total
    ? `Apply ${changesText(changes)}`
    : `Apply ${numberText(changes)} of ${numberText(total)}`;
