import { TextInput } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { isDay } from '../../lib/days.ts';
import { hintBelow } from './SearchSelect.tsx';
import { unsettled } from './unsettled.ts';

interface Props {
  label: string;
  description?: ReactNode;
  /** What is wrong with `value`. */
  error?: string | undefined;
  /** A day, as `2025-10-31`; empty for none. */
  value: string;
  /** Called with a day, or with an empty text when all of it is deleted. */
  onChange: (day: string) => void;
  /** Why a day cannot be chosen. */
  refusalOf?: (day: string) => string | undefined;
  /** The user has left the field and nothing in it has changed since `onChange`. */
  onSettle?: () => void;
}

/**
 * A field for a day. Its parts are typed one after another, so it keeps what is typed and passes on only a day, or that
 * there is none. What is neither stays in it, with a message.
 */
export function DayInput({ value, onChange, error, refusalOf, onSettle, ...look }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  // A day that is not complete yet is no mistake.
  const [isTyping, setTyping] = useState(false);
  const [first] = useState(value);
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setProblem(undefined);
  }
  // The browser keeps the text: a value given to it, even the same, would delete the parts of a day in Firefox.
  useLayoutEffect(() => {
    if (box.current && box.current.value !== value) box.current.value = value;
  }, [value]);
  const take = (input: HTMLInputElement, isDone: boolean) => {
    const text = input.value;
    const found = problemOf(input) ?? (text === '' ? undefined : refusalOf?.(text));
    setProblem(found);
    setTyping(!isDone);
    if (found === undefined && text !== value) onChange(text);
    else if (isDone) onSettle?.();
  };
  return (
    <TextInput
      {...look}
      {...(problem !== undefined && unsettled)}
      ref={box}
      type="date"
      // With a longer year, Chrome would not go on from it by itself.
      max="9999-12-31"
      inputWrapperOrder={hintBelow}
      defaultValue={first}
      error={problem === undefined ? error : !isTyping && problem}
      onChange={(event) => take(event.currentTarget, false)}
      onBlur={(event) => take(event.currentTarget, true)}
      onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget, true)}
      // The browser refuses to submit what is no day. Its own message would go away again.
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
