import { TextInput } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { type Option, type Order, useOffered } from './options.ts';
import { rightSection } from './rightSection.tsx';
import { useOptionMenu } from './useOptionMenu.tsx';

/** The appearance of an input, apart from its value. */
export interface InputAppearance {
  id?: string;
  label: string;
  description?: ReactNode;
  required?: boolean;
  error?: string | undefined;
  style?: CSSProperties;
  inputWrapperOrder?: ('label' | 'input' | 'description' | 'error')[];
  name?: string;
  /** The input can be focused and read, but not changed. */
  readOnly?: boolean;
}

/** With the hint below the input, the inputs in a row line up even if only some have a hint. */
export const hintBelow: NonNullable<InputAppearance['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
];

interface Props extends InputAppearance {
  options: readonly Option[];
  value: string | null;
  onChange: (value: string | null) => void;
  placeholder?: string;
  /** The value of the option that means no value. It is shown instead of a placeholder. */
  none?: string;
  /** The value of the option at which the menu opens when none is chosen. */
  near?: string;
  /** The order of the options; by label if there is none. Must be stable. */
  order?: Order;
}

/** A searchable, clearable dropdown (spec 9). */
export function SearchSelect({
  options,
  value,
  onChange,
  placeholder,
  none,
  near,
  order,
  id,
  error,
  readOnly = false,
  ...inputProps
}: Props) {
  const { label } = inputProps;
  const shownValue = value ?? none;
  const chosen = shownValue === undefined ? [] : [shownValue];
  const offered = useOffered(options, chosen, order);
  const { typed, problem, input, clear, withMenu } = useOptionMenu({
    id,
    label,
    options: offered,
    chosen,
    near,
    isReadOnly: readOnly,
    onChoose: (option) => onChange(option === none ? null : option),
    onClear: () => onChange(null),
  });
  const shown = offered.find((option) => option.value === shownValue)?.label ?? '';
  return (
    <TextInput
      {...inputProps}
      {...input}
      value={typed ?? shown}
      error={problem ?? error}
      {...(placeholder ? { placeholder } : {})}
      inputContainer={withMenu}
      {...rightSection(label, readOnly || (value === null && !typed), clear)}
    />
  );
}
