import { TextInput } from '@mantine/core';
import { changeForm } from '../../../contract/change.ts';
import { factsOfForm } from '../../../contract/form.ts';
import { counter } from '../form/counter.tsx';
import classes from './reason.module.css';
import { problemOf } from './reason.ts';

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** The change is being saved with the current reason. */
  readOnly?: boolean;
}

/**
 * Asks for the reason of a change: a single line, never required. The owner does not save while `problemOf` returns a
 * message.
 */
export function ReasonInput({ value, onChange, readOnly = false }: Props) {
  return (
    <TextInput
      className={classes.reason}
      size="xs"
      label="Reason (optional)"
      value={value}
      error={problemOf(value)}
      readOnly={readOnly}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      {...counter(value, factsOfForm(changeForm).reason?.maxLength)}
    />
  );
}
