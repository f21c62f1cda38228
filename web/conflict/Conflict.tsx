import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type Form, factsOfForm } from '../../contract/form.ts';
import { useCurrentForm } from '../form/formState.ts';
import { inputValues } from '../form/inputValues.ts';
import { useFormatValue } from '../lookups/useFormatValue.ts';
import classes from './conflict.module.css';
import type { FoundConflict } from './useConflict.ts';

interface Props<Saved> {
  /** The kind of thing being edited, such as 'school'. */
  noun: string;
  form: Form;
  found: FoundConflict<Saved>;
  savedBy: (saved: Saved) => string;
}

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

const KEPT = 'Your changes are kept below but not saved.';
// Happens after the user's own save if its response was lost.
const SAME = 'It already contains everything you typed, so there is nothing left to save.';
const EMPTY = '(empty)';

/** Shows who saved in the meantime and what differs, and loads the newer version without losing what was typed. */
export function Conflict<Saved extends { lastModified: string }>({
  noun,
  form,
  found: { theirs, yours },
  savedBy,
}: Props<Saved>) {
  const state = useCurrentForm();
  const [isLoaded, setLoaded] = useState(false);
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const format = useFormatValue();
  const newer = inputValues(form, theirs);
  const facts = Object.entries(factsOfForm(form)).filter(([name]) => name !== 'version');
  const differing = facts.filter(([name]) => String(newer[name]) !== String(yours[name]).trim());
  const load = () => {
    state.restart(newer);
    setLoaded(true);
    box.current?.focus();
  };
  return (
    <section ref={box} tabIndex={-1} role="alert" aria-label="Edit conflict" className={classes.conflict}>
      <p>
        This {noun} was saved by <b>{savedBy(theirs)}</b> at{' '}
        <time dateTime={theirs.lastModified}>{time.format(new Date(theirs.lastModified))}</time> in the
        meantime. {isLoaded ? 'The newer version is loaded below.' : differing.length === 0 ? SAME : KEPT}
      </p>
      {differing.length > 0 && (
        <table className={classes.differences}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Newer version</th>
              <th scope="col">Yours</th>
              {isLoaded && <th scope="col">Choose</th>}
            </tr>
          </thead>
          <tbody>
            {differing.map(([name, about]) => (
              <tr key={name}>
                <th scope="row">{about.label}</th>
                <td>{format(about, newer[name]) || EMPTY}</td>
                <td>{format(about, yours[name]) || EMPTY}</td>
                {isLoaded && (
                  <td>
                    <Button size="compact-xs" variant="default" onClick={() => state.set(name, yours[name])}>
                      Use mine
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!isLoaded && (
        <Button size="xs" mt="xs" onClick={load}>
          Load the newer version
        </Button>
      )}
    </section>
  );
}
