import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { isDay } from '../../lib/days.ts';
import { hintBelow, type InputAppearance } from './SearchSelect.tsx';
import { unsettled } from './unsettled.ts';

interface Props extends InputAppearance {
  /** The validation message for `value`. */
  error?: string | undefined;
  /** A day, as `2025-10-31`; empty for none. */
  value: string;
  /** Called with a day, or with an empty text when the user deletes all of it. */
  onChange: (day: string) => void;
  /** The reason why a day cannot be chosen. */
  validate?: (day: string) => string | undefined;
  /** The user has left the field, and its content has not changed since `onChange`. */
  onSettle?: () => void;
}

/**
 * A field for a day. The user types its parts one after another, so the field keeps its text and passes on only a complete
 * day or an empty value. Any other text stays in the field, with a message.
 */
export function DayInput({ value, onChange, error, validate, onSettle, ...inputProps }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  // An incomplete day is not an error yet.
  const [isTyping, setTyping] = useState(false);
  const [first] = useState(value);
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setProblem(undefined);
  }
  // The browser keeps the text: setting a value, even the same, would delete the parts of a day in Firefox.
  useLayoutEffect(() => {
    if (box.current && box.current.value !== value) box.current.value = value;
  }, [value]);
  const take = (input: HTMLInputElement, isDone: boolean) => {
    const text = input.value;
    const found = problemOf(input) ?? (text === '' ? undefined : validate?.(text));
    setProblem(found);
    setTyping(!isDone);
    if (found === undefined && text !== value) onChange(text);
    else if (isDone) onSettle?.();
  };
  return (
    <TextInput
      {...inputProps}
      {...(problem !== undefined && unsettled)}
      ref={box}
      type="date"
      // With a longer year, Chrome would not move on from the year automatically.
      max="9999-12-31"
      inputWrapperOrder={hintBelow}
      defaultValue={first}
      error={problem === undefined ? error : !isTyping && problem}
      onChange={(event) => take(event.currentTarget, false)}
      onBlur={(event) => take(event.currentTarget, true)}
      onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget, true)}
      // The browser does not submit an invalid day. Its own message would disappear again.
      onInvalid={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
      }}
    />
  );
}

/** Undefined for a day, and for an empty field. */
function problemOf({ value, validity }: HTMLInputElement): string | undefined {
  if (validity.badInput) return 'Enter a month, a day and a year that exist, or clear all three';
  return value === '' || isDay(value) ? undefined : 'Enter a year from 1000 to 2999';
}
