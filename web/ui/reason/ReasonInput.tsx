import { TextInput } from '@mantine/core';
import classes from './reason.module.css';
import { problemOf } from './reason.ts';

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** The change is being saved with the reason as it is. */
  readOnly?: boolean;
}

/** Asks why a change is made: one line, never required. The owner sends nothing while `problemOf` finds a problem. */
export function ReasonInput({ value, onChange, readOnly = false }: Props) {
  return (
    <TextInput
      className={classes.why}
      size="xs"
      label="Why? (optional)"
      value={value}
      error={problemOf(value)}
      readOnly={readOnly}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
    />
  );
}
