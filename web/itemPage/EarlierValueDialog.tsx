import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { earlierValueEditForms } from '../../contract/earlierValueEditForms.ts';
import type { EarlierValue } from '../../contract/earlierValues.ts';
import { factsOfForm } from '../../contract/form.ts';
import { kindForms } from '../../contract/kindForms.ts';
import type { ItemKind } from '../../contract/kinds.ts';
import { Conflict, SavedBy } from '../history/conflict/Conflict.tsx';
import { useConflict } from '../history/conflict/useConflict.ts';
import type { Subject } from '../history/describeChange.ts';
import { useChangeToast } from '../history/useChangeToast.ts';
import { fieldsOf } from '../terms/lookupFields.tsx';
import { counter } from '../ui/form/counter.tsx';
import { FieldGrid } from '../ui/form/FieldGrid.tsx';
import { useFieldValue } from '../ui/form/fields.tsx';
import classes from '../ui/form/form.module.css';
import { useCurrentForm } from '../ui/form/formState.ts';
import { type FormHandle, SaveForm } from '../ui/form/SaveForm.tsx';
import { hintBelow, SearchSelect } from '../ui/form/SearchSelect.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { useOpening } from '../ui/popups/useOpening.ts';
import { mergeEarlierValue, readEarlierValue, saveEarlierValue } from './earlierValueChanges.ts';
import { earlierDraft } from './earlierValueDrafts.ts';

export interface EarlierValueDialogProps {
  opened: boolean;
  of: Subject;
  /** What the dialog is about: the item's label, or the name of the earlier value. */
  subject: string;
  /** The earlier value to edit, or null to add one. */
  saved: EarlierValue | null;
  onClose: () => void;
}

/** Adds an earlier value of an item, or edits one. Each opening starts with a fresh form. */
export function EarlierValueDialog({ opened, subject, ...props }: EarlierValueDialogProps) {
  const opening = useOpening(opened);
  const form = useRef<FormHandle>(null);
  return (
    <Dialog
      opened={opened}
      width="40rem"
      title={`${props.saved ? 'Edit' : 'Add'} Earlier Value`}
      subject={subject}
      onClose={() => form.current?.leave()}
    >
      {opening > 0 && <EarlierValueForm key={opening} ref={form} {...props} />}
    </Dialog>
  );
}

interface FormProps extends Pick<EarlierValueDialogProps, 'of' | 'saved' | 'onClose'> {
  ref: React.Ref<FormHandle>;
}

const parts = {
  school: fieldsOf(earlierValueEditForms.school),
  department: fieldsOf(earlierValueEditForms.department),
  degree: fieldsOf(earlierValueEditForms.degree),
  major: fieldsOf(earlierValueEditForms.major),
} satisfies Record<ItemKind, unknown>;

function EarlierValueForm({ ref, of, saved, onClose }: FormProps) {
  const showChangeToast = useChangeToast();
  const { [of.kind]: form } = earlierValueEditForms;
  const { [of.kind]: F } = parts;
  const conflict = useConflict(async () => (saved ? await readEarlierValue(of, saved) : undefined));
  return (
    <SaveForm
      ref={ref}
      {...earlierDraft(of, saved)}
      save={(values, how) => saveEarlierValue(of, values, how)}
      onSaved={({ data, requestId }) => {
        mergeEarlierValue(of, data);
        showChangeToast(`The earlier value has been successfully ${saved ? 'updated' : 'added'}`, requestId);
      }}
      onLeave={onClose}
      takeErrors={conflict.takeErrors}
    >
      {conflict.found && (
        <Conflict key={conflict.found.theirs.version} form={form} found={conflict.found}>
          <SavedBy
            noun="earlier value"
            by={conflict.found.theirs.lastModifiedBy}
            at={conflict.found.theirs.lastModified}
          />
        </Conflict>
      )}
      {!saved && (
        <p className={classes.note}>
          The value applies in all terms through the last one, back to the earlier value before it.
        </p>
      )}
      <FieldGrid>
        {!saved && (
          <>
            <F.Choice name="field" span={2} />
            <F.Term name="lastTerm" span={2} />
          </>
        )}
        <ValueField kind={of.kind} />
      </FieldGrid>
    </SaveForm>
  );
}

const NAME = 'value';

/** The value, with the options and the hint of the field that had it. */
function ValueField({ kind }: { kind: ItemKind }) {
  const { set, messageAt, isReadOnly } = useCurrentForm();
  const field = String(useFieldValue('field'));
  const value = useFieldValue(NAME) as string | null;
  const { [field]: facts } = factsOfForm(kindForms[kind].editForm);
  const error = messageAt(NAME);
  const shared = {
    name: NAME,
    label: 'Value',
    description: facts?.hint && error?.includes(facts.hint) ? undefined : facts?.hint,
    required: facts?.required ?? false,
    error,
    readOnly: isReadOnly,
    inputWrapperOrder: hintBelow,
    style: { '--span': 4 } as React.CSSProperties,
  };
  return facts?.options ? (
    <SearchSelect
      {...shared}
      options={facts.options.map((option) => ({ ...option, code: option.value }))}
      value={value || null}
      onChange={(next) => set(NAME, next ?? '')}
    />
  ) : (
    <TextInput
      {...shared}
      {...counter(value ?? '', facts?.maxLength)}
      autoComplete="off"
      value={value ?? ''}
      onChange={(event) => set(NAME, event.currentTarget.value)}
    />
  );
}
