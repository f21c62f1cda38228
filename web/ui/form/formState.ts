import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';
import { type ErrorItem, formErrors } from '../../../contract/errors.ts';
import type { Form } from '../../../contract/form.ts';
import { type InputValues, sentValues } from './inputValues.ts';

/** The state of a form. Fields are addressed by path: `title`, or `major.title` inside a part. */
export interface FormState {
  inputs: InputValues;
  /** The saved values that the inputs are based on. */
  saved: InputValues;
  isChanged: boolean;
  messageAt: (path: string) => string | undefined;
  set: (path: string, value: unknown) => void;
  /** The form is being saved, so further input would be lost. */
  isReadOnly: boolean;
  /** Starts over with new saved values, and with inputs that may differ from them. */
  restart: (saved: InputValues, inputs: InputValues) => void;
  /** Validates. Returns the values to send, or the errors, which are then shown at their fields. */
  check: () => Reading;
  /** Shows the server's errors at their fields. */
  showServerErrors: (errors: readonly ErrorItem[]) => void;
}

/** The values of a form, or its errors if it is invalid. */
interface Reading {
  values?: object;
  errors: readonly ErrorItem[];
}

/**
 * Fields whose default follows other fields until the user sets them. Maps the path of each to a function that returns the
 * default; the field is updated when the result changes.
 */
export type DerivedDefaults = Readonly<Record<string, (inputs: InputValues) => unknown>>;

type Messages = ReadonlyMap<string, string>;
const none: Messages = new Map();

/**
 * Keeps the inputs of a form. After the first failed save it validates on every change against the contract's form, so that
 * the messages are the same as the server's. `formRef` is the ref for the form element; the first invalid field gets the
 * focus. While the form is read-only, the inputs do not change.
 */
export function useFormState(
  form: Form,
  start: InputValues,
  typedBefore: InputValues | undefined,
  derivedDefaults: DerivedDefaults = {},
  isReadOnly = false,
) {
  const [saved, setSaved] = useState(start);
  const [inputs, setInputs] = useState(typedBefore ?? start);
  // Restored input may have been typed into any field that differs, also from its default.
  const [typed] = useState(() => {
    const entries = Object.entries(derivedDefaults).filter(
      ([path, of]) => ![valueAt(start, path), of(inputs)].map(textOf).includes(textOf(valueAt(inputs, path))),
    );
    return new Set(entries.map(([path]) => path));
  });
  const [attempts, setAttempts] = useState(0);
  const [serverMessages, setServerMessages] = useState(none);
  const validationMessages = useMemo(
    () => (attempts > 0 ? messagesByField(read(form, inputs).errors) : none),
    [form, inputs, attempts],
  );
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  const state: FormState = {
    inputs,
    saved,
    isChanged: textOf(inputs) !== textOf(saved),
    messageAt: (path) => validationMessages.get(path) ?? serverMessages.get(path),
    isReadOnly,
    set(path, value) {
      if (isReadOnly) return;
      typed.add(path);
      const derived = Object.entries(derivedDefaults).filter(([derivedPath]) => !typed.has(derivedPath));
      setInputs((now) => withDerivedDefaults(derived, now, withValue(now, path, value)));
      setServerMessages((now) => new Map([...now].filter(([other]) => other !== path)));
    },
    restart(nextSaved, nextInputs) {
      if (isReadOnly) return;
      setSaved(nextSaved);
      setInputs(nextInputs);
      setAttempts(0);
      setServerMessages(none);
    },
    check() {
      const reading = read(form, inputs);
      setServerMessages(none);
      if (!reading.values) setAttempts((now) => now + 1);
      return reading;
    },
    showServerErrors(errors) {
      setServerMessages(messagesByField(errors));
      setAttempts((now) => now + 1);
    },
  };
  return { state, formRef };
}

const Current = createContext<FormState | null>(null);
export const FormStateProvider = Current;

/** The state of the surrounding form. */
export function useCurrentForm(): FormState {
  const state = use(Current);
  if (!state) throw new Error('Used outside a form');
  return state;
}

function read(form: Form, inputs: InputValues): Reading {
  const result = form.schema.safeParse(sentValues(form, inputs));
  return result.success
    ? { values: result.data, errors: [] }
    : { errors: formErrors(form, result.error.issues) };
}

const textOf = (value: unknown) => JSON.stringify(value);

/** The next inputs, with the derived defaults updated. */
const withDerivedDefaults = (
  derived: readonly [string, DerivedDefaults[string]][],
  now: InputValues,
  next: InputValues,
) =>
  derived.reduce(
    (inputs, [path, of]) => (of(next) === of(now) ? inputs : withValue(inputs, path, of(next))),
    next,
  );

/** The first message for each field, by path. */
function messagesByField(errors: readonly ErrorItem[]): Messages {
  const messages = new Map<string, string>();
  for (const { field, message } of errors) if (field && !messages.has(field)) messages.set(field, message);
  return messages;
}

/** The value at a path such as `major.title`. */
export function valueAt(inputs: InputValues, path: string): unknown {
  const [first = '', ...rest] = path.split('.');
  return rest.length === 0 ? inputs[first] : valueAt(inputs[first] as InputValues, rest.join('.'));
}

function withValue(inputs: InputValues, path: string, value: unknown): InputValues {
  const [first = '', ...rest] = path.split('.');
  return {
    ...inputs,
    [first]: rest.length === 0 ? value : withValue(inputs[first] as InputValues, rest.join('.'), value),
  };
}
