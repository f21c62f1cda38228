import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Form } from '../../../contract/form.ts';
import { useUserLabel } from '../../lib/knownUsers.ts';
import { timeOf } from '../../lib/time.ts';
import { useFormatValue } from '../../terms/useFormatValue.ts';
import { useCurrentForm } from '../../ui/form/formState.ts';
import { inputValues } from '../../ui/form/inputValues.ts';
import { comparedOf, merged } from './compareVersions.ts';
import classes from './conflict.module.css';
import type { FoundConflict } from './useConflict.ts';

interface Props<Saved> {
  form: Form;
  found: FoundConflict<Saved>;
  /** A sentence that says who saved the newer version. */
  children: ReactNode;
}

interface SavedByProps {
  /** The kind of the edited item, such as 'school'. */
  noun: string;
  /** The network ID of the user who saved it. */
  by: string;
  at: string;
}

/** The sentence for a version that names its user and time. */
export function SavedBy({ noun, by, at }: SavedByProps) {
  const user = useUserLabel(by);
  return (
    <>
      This <span>{noun}</span> was saved by <b>{user}</b> at <time dateTime={at}>{timeOf(at)}</time> in the
      meantime.
    </>
  );
}

const KEPT = 'Your changes are kept below but not saved.';
// Happens after the user's own save if its response was lost.
const SAME = 'It already contains everything you typed, so there is nothing left to save.';
const LOADED = 'The newer version is loaded below, with what only you had changed. Save to keep it.';
const NOTHING_KEPT = 'The newer version is loaded below.';
const EMPTY = '(empty)';

/**
 * Shows who saved a newer version and which fields differ, and loads the newer version without losing the user's input:
 * fields that only the user has changed are kept, and the user chooses between the values of fields that both have changed.
 */
export function Conflict<Saved extends object>({ form, found: { theirs, yours }, children }: Props<Saved>) {
  const state = useCurrentForm();
  const [isLoaded, setLoaded] = useState(false);
  const box = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => box.current?.focus(), []);
  const format = useFormatValue();
  // The version that the edit began with, before the newer version is loaded.
  const [base] = useState(state.saved);
  const states = { base, yours, newer: inputValues(form, theirs) };
  const compared = comparedOf(form, states);
  const isMine = compared.some(({ by }) => by !== 'others');
  const load = () => {
    state.restart(states.newer, merged(compared, states));
    setLoaded(true);
    box.current?.focus();
  };
  const loaded = compared.some(({ by }) => by === 'you') ? LOADED : NOTHING_KEPT;
  return (
    <section ref={box} tabIndex={-1} role="alert" aria-label="Edit conflict" className={classes.conflict}>
      <p>
        {children} <span>{isLoaded ? loaded : isMine ? KEPT : SAME}</span>
      </p>
      {compared.length > 0 && (
        <table className={classes.differences}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Newer version</th>
              <th scope="col">Yours</th>
              {isLoaded && isMine && <th scope="col">Choose</th>}
            </tr>
          </thead>
          <tbody translate="no">
            {compared.map(({ name, facts, by }) => (
              <tr key={name}>
                <th id={`${id}-${name}`} scope="row">
                  {facts.label}
                </th>
                <td>{format(facts, states.newer[name]) || EMPTY}</td>
                {by === 'others' ? (
                  <td className={classes.quiet}>(unchanged, uses the newer version)</td>
                ) : (
                  <td>{format(facts, yours[name]) || EMPTY}</td>
                )}
                {isLoaded && isMine && (
                  <td>
                    {by !== 'others' &&
                      (
                        [
                          ['Use newer', states.newer[name]],
                          ['Use mine', yours[name]],
                        ] as const
                      ).map(([text, value]) => (
                        <Button
                          key={text}
                          size="compact-xs"
                          variant="default"
                          mr="xs"
                          aria-describedby={`${id}-${name}`}
                          aria-pressed={state.inputs[name] === value}
                          onClick={() => state.set(name, value)}
                        >
                          {text}
                        </Button>
                      ))}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!isLoaded && (
        <Button size="xs" mt="xs" onClick={load}>
          Combine with the newer version
        </Button>
      )}
    </section>
  );
}
