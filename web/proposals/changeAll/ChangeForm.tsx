import { Button } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { hasEarlierValues } from '../../../contract/earlierValues.ts';
import type { ItemKind } from '../../../contract/kinds.ts';
import { EffectiveSelect } from '../../catalog/items/Effective.tsx';
import { EFFECTIVE } from '../../catalog/items/editForm.ts';
import { effectiveNote } from '../../catalog/items/effectiveNote.ts';
import type { ItemView } from '../../catalog/items/itemView.ts';
import { isChanging } from '../../lib/api.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { FieldGrid } from '../../ui/form/FieldGrid.tsx';
import { type FormState, FormStateProvider, useCurrentForm } from '../../ui/form/formState.ts';
import { OnlyField } from '../../ui/form/onlyField.ts';
import { hintBelow, SearchSelect } from '../../ui/form/SearchSelect.tsx';
import { focusUnsettled } from '../../ui/form/unsettled.ts';
import { noteStep } from '../../ui/keys/runShortcut.ts';
import { shortcut } from '../../ui/keys/shortcut.ts';
import { focusableRow } from '../../ui/table/useRowFocus.ts';
import classes from '../proposal.module.css';
import { flags, typedIn } from './changeForms.ts';
import { changeableFields } from './filteredItems.ts';

interface Props {
  view: Pick<ItemView<ItemKind>, 'kind' | 'editForm' | 'EditFields'>;
  formRef: RefObject<HTMLFormElement | null>;
  /** The inputs of the form of the chosen field (`changeFormOf`). */
  state: FormState;
  /** The chosen field. */
  name: string | null;
  onChoose: (name: string | null) => void;
  /** The changes are shown for these inputs. */
  isShown: boolean;
  /** Called if a field is chosen and its new value is valid, unless the changes are shown. The focus then moves to them. */
  onShow: () => void;
}

/** Chooses a field and its new value, with the inputs that the edit form has for it. */
export function ChangeForm({ view, formRef, state, name, onChoose, isShown, onShow }: Props) {
  const [isMissing, setMissing] = useState(false);
  const fields = changeableFields(view);
  const facts = fields.find(([one]) => one === name)?.[1];
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isChanging() || focusUnsettled(event.currentTarget)) return;
    setMissing(!facts);
    if (!state.check().values || !facts) return;
    if (isShown) focusableRow(document.querySelector('main'))?.focus();
    else {
      noteStep();
      onShow();
    }
  };
  // Enter in an empty input is more often too early than a wish to clear the field of all items. The button does that.
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, target, defaultPrevented, nativeEvent } = event;
    const isEnter = key === 'Enter' && !ctrlKey && !metaKey && !nativeEvent.isComposing;
    if (!isEnter || !(target instanceof HTMLInputElement)) return;
    if (defaultPrevented) {
      if (target.name === name) goOnUnlessChanged(target);
      return;
    }
    if (
      !facts ||
      facts.required ||
      facts.byDefault !== undefined ||
      name === null ||
      typedIn(name, state.inputs).value.trim() !== ''
    )
      return;
    event.preventDefault();
    state.showServerErrors([{ code: 'VALUE_REQUIRED', field: name, message: NO_VALUE }]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in its inputs
    <form ref={formRef} noValidate className={classes.choice} onSubmit={show} onKeyDown={onKeyDown}>
      <FieldGrid>
        <SearchSelect
          label="Field"
          required
          placeholder="Select a Field"
          options={fields.map(([value, { label }]) => ({ value, label }))}
          value={name}
          error={isMissing && !facts ? 'Choose a field' : undefined}
          onChange={onChoose}
        />
        <FormStateProvider value={state}>
          {facts && name !== null && (
            <>
              {facts.byDefault === undefined ? (
                <OnlyField value={{ name, label: LABEL, ...(facts.required ? {} : { hint: CLEARS }) }}>
                  <view.EditFields />
                </OnlyField>
              ) : (
                <FlagSelect name={name} />
              )}
              {hasEarlierValues(view.kind, name) && <BulkEffective />}
            </>
          )}
        </FormStateProvider>
      </FieldGrid>
      {/* Once they are shown, the key applies them. */}
      <Button type="submit" {...(isShown ? {} : shortcut('Control+Enter', 'Show the changes'))}>
        Show the changes
      </Button>
    </form>
  );
}

/**
 * An Enter that takes an option leaves the form as it is, so that the user sees first what was taken. With the option's text
 * typed in full there is nothing to see, and the Enter goes on.
 */
function goOnUnlessChanged(input: HTMLInputElement): void {
  const { value } = input;
  setTimeout(() => value !== '' && input.value === value && input.form?.requestSubmit());
}

const LABEL = 'New Value';
const NO_VALUE = 'Enter a value. To clear the field, choose ‘Show the changes’.';
const CLEARS = 'Leave empty to clear the field.';

/** A checkbox would have a value before the user has chosen one. */
function FlagSelect({ name }: { name: string }) {
  const { inputs, set, messageAt } = useCurrentForm();
  return (
    <SearchSelect
      label={LABEL}
      required
      options={flags}
      value={inputs[name] as string | null}
      error={messageAt(name)}
      inputWrapperOrder={hintBelow}
      onChange={(next) => set(name, next)}
    />
  );
}

function BulkEffective() {
  const { inputs } = useCurrentForm();
  const quarter = useQuarter();
  return <EffectiveSelect note={effectiveNote([], quarter(inputs[EFFECTIVE] as string | null))} />;
}
