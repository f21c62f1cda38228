import { Button, Checkbox, Loader } from '@mantine/core';
import { type FormEvent, useId } from 'react';
import { focusUnsettled } from '../ui/form/unsettled.ts';
import { ReasonInput } from '../ui/reason/ReasonInput.tsx';
import classes from './proposal.module.css';

/** What the user agrees to before a proposal is saved. */
export interface Agreed {
  /** The refused rows are left out. */
  refused: boolean;
  /** The rows that the server warns about are saved all the same. */
  warned: boolean;
}

interface Props {
  /** How many rows are refused, are to be confirmed, and change something as long as the ticks stand as they do. */
  refused: number;
  warned: number;
  changes: number;
  /** Not all rows that change something are among these. */
  areSomeLeftOut: boolean;
  /** Why nothing can be saved now, and what to do. */
  conflict: string | null;
  agreed: Agreed;
  onAgree: (agreed: Agreed) => void;
  reason: string;
  onReason: (reason: string) => void;
  isSaving: boolean;
  onApply: () => void;
  onCancel: () => void;
}

/** The end of a proposal: why it is made, what is left out or confirmed, Cancel and Apply. */
export function ApplyBar({
  refused,
  warned,
  changes,
  areSomeLeftOut,
  conflict: conflict,
  agreed,
  onAgree,
  reason,
  onReason,
  isSaving,
  onApply,
  onCancel,
}: Props) {
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // What is proposed is chosen above, in other forms.
    if (isSaving || focusUnsettled(document)) return;
    if (conflict === null) onApply();
  };
  return (
    <form noValidate className={classes.foot} onSubmit={submit}>
      <ReasonInput value={reason} onChange={onReason} readOnly={isSaving} />
      <div className={classes.decision}>
        <div>
          {refused > 0 && (
            <Checkbox
              label={`Leave out the ${rowsText(refused, 'refused')}`}
              checked={agreed.refused}
              onChange={(event) => onAgree({ ...agreed, refused: event.currentTarget.checked })}
            />
          )}
          {warned > 0 && (
            <Checkbox
              label={`Save the ${rowsText(warned)} to confirm all the same`}
              checked={agreed.warned}
              onChange={(event) => onAgree({ ...agreed, warned: event.currentTarget.checked })}
            />
          )}
        </div>
        <output id={id}>{conflict}</output>
        <div className={classes.actions}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          {/* Not disabled: a screen reader finds out why nothing can be saved, and it keeps the focus while it saves. */}
          <Button
            type="submit"
            aria-disabled={conflict !== null}
            data-disabled={conflict !== null}
            aria-describedby={id}
            aria-busy={isSaving}
            leftSection={isSaving ? <Loader size={14} color="white" /> : undefined}
          >
            {isSaving ? `Saving ${changesText(changes)}` : applyText(changes, areSomeLeftOut)}
          </Button>
        </div>
      </div>
    </form>
  );
}

const numberText = (count: number) => count.toLocaleString('en-US');

/** '3 refused rows'. */
export const rowsText = (count: number, which = '') =>
  `${numberText(count)} ${which}${which && ' '}${count === 1 ? 'row' : 'rows'}`;

/** '412 changes'. */
export const changesText = (count: number): string =>
  `${numberText(count)} ${count === 1 ? 'change' : 'changes'}`;

const applyText = (changes: number, areSomeLeftOut: boolean) =>
  areSomeLeftOut
    ? `Apply the ${numberText(changes)} that ${changes === 1 ? 'passes' : 'pass'}`
    : `Apply ${changesText(changes)}`;
