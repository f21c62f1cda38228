import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';
import { type ErrorItem, formErrors } from '../../contract/errors.ts';
import type { Form } from '../../contract/form.ts';
import { type Held, sentValues } from './held.ts';

/** A form that is being filled in. Fields are named by their path: `title`, or `major.title` within a part. */
interface Filling {
  held: Held;
  isChanged: boolean;
  messageAt: (path: string) => string | undefined;
  set: (path: string, value: unknown) => void;
  /** Begins anew: this is what is saved. */
  restart: (saved: Held) => void;
  /** What is to be sent; where something is wrong with it, that, which then stands at its fields. */
  check: () => Reading;
  /** Puts at their fields what the server has said about them. */
  refuse: (errors: readonly ErrorItem[]) => void;
}

/** The values of a form, or the errors for which there are none. */
interface Reading {
  values?: object;
  errors: readonly ErrorItem[];
}

type Messages = ReadonlyMap<string, string>;
const none: Messages = new Map();

/**
 * Holds what is typed, and after the first attempt to save holds it against the contract's form, so that the messages
 * are the server's own. `box` is for the form's element: the first field in error gets the focus.
 */
export function useFilling(form: Form, start: Held, typedBefore: Held | undefined) {
  const [saved, setSaved] = useState(start);
  const [held, setHeld] = useState(typedBefore ?? start);
  const [attempts, setAttempts] = useState(0);
  const [refused, setRefused] = useState(none);
  const own = useMemo(
    () => (attempts > 0 ? messagesByField(read(form, held).errors) : none),
    [form, held, attempts],
  );
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  const filling: Filling = {
    held,
    isChanged: JSON.stringify(held) !== JSON.stringify(saved),
    messageAt: (path) => own.get(path) ?? refused.get(path),
    set(path, value) {
      setHeld((now) => withValue(now, path, value));
      setRefused((now) => new Map([...now].filter(([other]) => other !== path)));
    },
    restart(next) {
      setSaved(next);
      setHeld(next);
      setAttempts(0);
      setRefused(none);
    },
    check() {
      const reading = read(form, held);
      setRefused(none);
      if (!reading.values) setAttempts((now) => now + 1);
      return reading;
    },
    refuse(errors) {
      setRefused(messagesByField(errors));
      setAttempts((now) => now + 1);
    },
  };
  return { filling, box };
}

const Current = createContext<Filling | null>(null);
export const FillingProvider = Current;

/** The form that this is within. */
export function useCurrentFilling(): Filling {
  const filling = use(Current);
  if (!filling) throw new Error('Not within a form');
  return filling;
}

function read(form: Form, held: Held): Reading {
  const result = form.schema.safeParse(sentValues(form, held));
  return result.success
    ? { values: result.data, errors: [] }
    : { errors: formErrors(form, result.error.issues) };
}

/** The first message about each field. */
function messagesByField(errors: readonly ErrorItem[]): Messages {
  const messages = new Map<string, string>();
  for (const { field, message } of errors) if (field && !messages.has(field)) messages.set(field, message);
  return messages;
}

export function valueAt(held: Held, path: string): unknown {
  const [first = '', ...rest] = path.split('.');
  return rest.length === 0 ? held[first] : valueAt(held[first] as Held, rest.join('.'));
}

function withValue(held: Held, path: string, value: unknown): Held {
  const [first = '', ...rest] = path.split('.');
  return {
    ...held,
    [first]: rest.length === 0 ? value : withValue(held[first] as Held, rest.join('.'), value),
  };
}
