import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FieldFacts } from '../../../contract/field.ts';
import type { ItemKind } from '../../../contract/kinds.ts';
import type { ItemView } from '../../catalog/items/itemView.ts';
import { isChanging } from '../../lib/api.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import { useAwardOptions, useTermOptions } from '../../terms/lookups.ts';
import { runningTerm } from '../../terms/runningTerm.ts';
import { counter } from '../../ui/form/counter.tsx';
import { LinesInput } from '../../ui/form/LinesInput.tsx';
import { hintBelow, SearchSelect } from '../../ui/form/SearchSelect.tsx';
import { focusUnsettled } from '../../ui/form/unsettled.ts';
import { shortcut } from '../../ui/keys/shortcut.ts';
import classes from '../proposal.module.css';
import { changeableFields, readValue } from './filteredItems.ts';

interface Props {
  view: Pick<ItemView<ItemKind>, 'kind' | 'editForm'>;
  typed: Typed;
  onType: (typed: Typed) => void;
  /** The changes are shown for what is typed. */
  isShown: boolean;
}

/** The field that is chosen, and the text of its new value. */
export interface Typed {
  name: string | null;
  value: string;
}

/** Chooses a field and its new value. Both are written to the URL on submit. */
export function ChangeForm({ view, typed: { name, value: typed }, onType, isShown }: Props) {
  const { change } = useUrlParams();
  const [message, setMessage] = useState<string>();
  const fields = changeableFields(view);
  const facts = fields.find(([one]) => one === name)?.[1];
  const type = (next: Typed) => {
    onType(next);
    setMessage(undefined);
  };
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isChanging() || focusUnsettled(event.currentTarget)) return;
    const read = readValue(view.editForm, name ?? '', typed);
    setMessage('message' in read ? read.message : undefined);
    if ('message' in read || name === null) return;
    change((now) => {
      now.set('field', name);
      now.set('value', typed);
    });
  };
  return (
    <form noValidate className={classes.choice} onSubmit={show}>
      <SearchSelect
        label="Field"
        required
        placeholder="Select a Field"
        options={fields.map(([value, { label }]) => ({ value, label }))}
        value={name}
        error={facts ? undefined : message}
        onChange={(next) => type({ name: next, value: '' })}
      />
      {facts && (
        <ValueBox facts={facts} value={typed} error={message} onChange={(value) => type({ name, value })} />
      )}
      {/* Once they are shown, the key applies them. */}
      <Button type="submit" {...(isShown ? {} : shortcut('Control+Enter', 'Show the changes'))}>
        Show the changes
      </Button>
    </form>
  );
}

interface BoxProps {
  facts: FieldFacts;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

const flags = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** The input for a value of any field. An empty input clears the field. */
function ValueBox({ facts, value, error, onChange }: BoxProps) {
  const { byDefault, lookup, options, lines, required, hint, maxLength } = facts;
  const offered = { term: useTermOptions(), award: useAwardOptions() };
  const isFlag = byDefault !== undefined;
  const chosenFrom = isFlag ? flags : lookup === 'term' || lookup === 'award' ? offered[lookup] : options;
  const shared = {
    label: 'New Value',
    required: required || isFlag,
    error,
    description: hint ?? (required || isFlag ? undefined : 'Leave empty to clear the field.'),
    inputWrapperOrder: hintBelow,
  };
  if (chosenFrom)
    return (
      <SearchSelect
        {...shared}
        options={chosenFrom}
        value={value || null}
        {...(lookup === 'term' ? { near: runningTerm } : {})}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  const inputProps = {
    ...shared,
    value,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return lines ? (
    <LinesInput {...inputProps} />
  ) : (
    <TextInput {...inputProps} {...counter(value, maxLength)} />
  );
}
