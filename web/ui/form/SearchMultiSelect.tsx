import { Pill, PillsInput } from '@mantine/core';
import type { HTMLAttributes, KeyboardEvent } from 'react';
import { type Option, useOffered } from './options.ts';
import { rightSection } from './rightSection.tsx';
import type { InputAppearance } from './SearchSelect.tsx';
import { useOptionMenu } from './useOptionMenu.tsx';

interface Props extends InputAppearance {
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  placeholder?: string;
  /** Also gets the keys in the input. */
  wrapperProps?: Pick<HTMLAttributes<HTMLElement>, 'onKeyDown'>;
}

/**
 * Like `SearchSelect`, for several values. Choosing a value again removes it; Backspace in an empty input removes the
 * last one.
 */
export function SearchMultiSelect({
  options,
  value,
  onChange,
  placeholder,
  name,
  id,
  error,
  readOnly = false,
  ...inputProps
}: Props) {
  const { label, required } = inputProps;
  const offered = useOffered(options, value);
  const without = (one: string | undefined) => value.filter((other) => other !== one);
  const labelOf = (one: string) => offered.find((option) => option.value === one)?.label ?? one;
  const { typed, problem, clear, focus, input, withMenu } = useOptionMenu({
    id,
    label,
    options: offered,
    chosen: value,
    isMultiple: true,
    isReadOnly: readOnly,
    onChoose: (one) => onChange(value.includes(one) ? without(one) : [...value, one]),
    onClear: () => onChange([]),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && !event.repeat && !typed && !readOnly) onChange(without(value.at(-1)));
    input.onKeyDown(event);
  };
  return (
    <PillsInput
      {...inputProps}
      error={problem ?? error}
      inputContainer={withMenu}
      {...rightSection(label, readOnly || (value.length === 0 && !typed), clear)}
    >
      <Pill.Group>
        {value.map((one) => (
          <Pill
            key={one}
            translate="no"
            withRemoveButton={!readOnly}
            // No tab stop, as the clear button: Tab leads to the input, where Backspace or the menu removes a choice.
            removeButtonProps={{ 'aria-label': `Remove ${labelOf(one)}`, 'aria-hidden': false, tabIndex: -1 }}
            onRemove={() => {
              onChange(without(one));
              focus();
            }}
          >
            {labelOf(one)}
          </Pill>
        ))}
        <PillsInput.Field
          {...input}
          name={name}
          aria-required={required}
          // For screen readers, which do not reach the pills next to the cursor.
          aria-description={value.length > 0 ? `Selected: ${value.map(labelOf).join(', ')}` : undefined}
          value={typed ?? ''}
          onKeyDown={onKeyDown}
          {...(placeholder && value.length === 0 ? { placeholder } : {})}
        />
      </Pill.Group>
    </PillsInput>
  );
}
