import { TextInput } from '@mantine/core';
import { IconBan, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { isChanging } from '../lib/api.ts';
import { shortcut } from '../ui/keys/shortcut.ts';
import classes from './proposal.module.css';
import type { FileCell } from './proposal.ts';

interface Props {
  cell: FileCell;
  /** The number of its row in the file. */
  number: number | undefined;
  /** The ID of the element that explains the error. */
  reason: string;
  onCorrect: (text: string) => void;
}

/** A cell with an error, and an input to correct it. Enter and leaving the input accept the text, Escape restores it. */
export function Correction({ cell, number, reason, onCorrect }: Props) {
  const { label, text } = cell;
  const [typed, setTyped] = useState<string | null>(null);
  const name = `${label} in row ${number ?? ''}`;
  if (typed === null)
    return (
      <button
        type="button"
        className={classes.invalid}
        aria-label={`Correct ${name}: ${text || 'empty'}`}
        aria-describedby={reason}
        {...shortcut('E', 'Correct')}
        onClick={() => isChanging() || setTyped(text)}
      >
        <IconBan size={14} role="img" aria-label="Error:" />
        <span>{text || 'empty'}</span>
        <IconPencil size={14} aria-hidden />
      </button>
    );
  return (
    <TextInput
      ref={focus}
      size="xs"
      className={classes.correction}
      aria-label={name}
      aria-describedby={reason}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        // This leaves the input too, and goes on to apply the proposal.
        if (event.ctrlKey || event.metaKey) return;
        if (event.key === 'Escape') flushSync(() => setTyped(text));
        else if (event.key !== 'Enter') return;
        event.preventDefault();
        rowOf(event.currentTarget)?.focus();
      }}
      onBlur={() => {
        setTyped(null);
        if (typed !== text) onCorrect(typed);
      }}
    />
  );
}

/** The user has just clicked the cell. As in a spreadsheet, typing replaces its text. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

/** The row of an input, which may be on the second line of the row. */
function rowOf(input: HTMLElement): HTMLElement | null {
  const line = input.closest('tr');
  return (line?.matches('[data-below]') ? line.previousElementSibling : line) as HTMLElement | null;
}
