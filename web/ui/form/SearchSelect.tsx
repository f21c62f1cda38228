import { TextInput } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { type Option, type Order, useOffered } from './options.ts';
import { rightSection } from './rightSection.tsx';
import { useOptionMenu } from './useOptionMenu.tsx';

/** What an input shows besides its value. */
export interface BoxLook {
  id?: string;
  label: string;
  description?: ReactNode;
  required?: boolean;
  error?: string | undefined;
  style?: CSSProperties;
  inputWrapperOrder?: ('label' | 'input' | 'description' | 'error')[];
  name?: string;
  /** It can be focused and read, and not changed. */
  readOnly?: boolean;
}

/** With the hint below the input, the inputs of a row line up whether they have one or not. */
export const hintBelow: NonNullable<BoxLook['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
];

interface Props extends BoxLook {
  options: readonly Option[];
  value: string | null;
  onChange: (value: string | null) => void;
  placeholder?: string;
  /** The value of the option that the menu opens at when none is chosen. */
  near?: string;
  /** Of the options. By label if there is none. Must be stable. */
  order?: Order;
}

/** A searchable, clearable dropdown (spec 9). */
export function SearchSelect({
  options,
  value,
  onChange,
  placeholder,
  near,
  order,
  id,
  error,
  readOnly = false,
  ...look
}: Props) {
  const { label } = look;
  const chosen = value === null ? [] : [value];
  const offered = useOffered(options, chosen, order);
  const { typed, problem, input, clear, withMenu } = useOptionMenu({
    id,
    label,
    options: offered,
    chosen,
    near,
    isReadOnly: readOnly,
    onChoose: onChange,
    onClear: () => onChange(null),
  });
  const shown = offered.find((option) => option.value === value)?.label ?? '';
  return (
    <TextInput
      {...look}
      {...input}
      value={typed || shown}
      error={problem ?? error}
      {...(placeholder ? { placeholder } : {})}
      inputContainer={withMenu}
      {...rightSection(label, readOnly || (value === null && !typed), clear)}
    />
  );
}
