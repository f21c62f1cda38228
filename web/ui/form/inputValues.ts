import { type FieldFacts, factsOf } from '../../../contract/field.ts';
import { type Form, partOf } from '../../../contract/form.ts';

/** The raw input values of a form. A number is the text as typed; an empty text input is ''. */
export type InputValues = Record<string, unknown>;

const isNumber = ({ decimals }: FieldFacts) => decimals !== undefined;

/** The initial values of a form: the given ones, and defaults for all other fields. */
export function inputValues(form: Form, values: object): InputValues {
  const given = values as InputValues;
  return mapFields(
    form,
    (name, facts) => {
      const value = given[name] ?? null;
      if (facts.byDefault !== undefined) return value ?? facts.byDefault;
      if (facts.list) return value ?? [];
      if (name === 'version' || facts.lookup || facts.options) return value;
      return typeof value === 'number' ? String(value) : (value ?? '');
    },
    (name, inner) => inputValues(inner, given[name] ?? {}),
  );
}

/** The values to send. A valid number becomes a number; an invalid one stays text, so that validation rejects it. */
export function sentValues(form: Form, inputs: InputValues): Record<string, unknown> {
  return mapFields(
    form,
    (name, facts) => {
      const value = inputs[name];
      return isNumber(facts) && typeof value === 'string' ? readNumber(value) : value;
    },
    (name, inner) => sentValues(inner, (inputs[name] ?? {}) as InputValues),
  );
}

/** Parses a plain decimal number: '5', but not '5e3', '0x5' or '1,000'. Null if empty; other text comes back trimmed. */
function readNumber(typed: string): number | string | null {
  const text = typed.trim();
  if (text === '') return null;
  return /^[+-]?\d+(\.\d*)?$/.test(text) ? Number(text) : text;
}

/**
 * The values of a stored draft, adapted to the current form. A value that does not fit its field (written by an older
 * version of the form, or corrupt) is replaced with the initial one. Undefined if the draft no longer differs, for instance
 * because it has been saved, or if the draft of an edit has lost its version: without it, a save could overwrite the changes
 * of other users.
 */
export function restoredValues(form: Form, start: InputValues, typed: unknown): InputValues | undefined {
  if (typeof start.version === 'number' && typeof inputsIn(typed).version !== 'number') return undefined;
  const values = fittingValues(form, start, typed);
  return textOf(values) === textOf(start) ? undefined : values;
}

const textOf = (values: InputValues) =>
  JSON.stringify(values, (name, value: unknown) => (name === 'version' ? undefined : value));

const fittingValues = (form: Form, start: InputValues, typed: unknown): InputValues =>
  mapFields(
    form,
    (name, facts) => {
      const value = inputsIn(typed)[name];
      if (name === 'version') return start[name] === null ? null : value;
      return fits(facts, value) ? value : start[name];
    },
    (name, inner) => fittingValues(inner, start[name] as InputValues, inputsIn(typed)[name]),
  );

const inputsIn = (typed: unknown): InputValues => (typeof typed === 'object' ? { ...typed } : {});

/** Whether the field's input can show the value, see `inputValues`. */
function fits({ byDefault, list, lookup, options }: FieldFacts, value: unknown): boolean {
  if (byDefault !== undefined) return typeof value === 'boolean';
  if (list) return Array.isArray(value) && value.every((one) => ['string', 'number'].includes(typeof one));
  return typeof value === 'string' || (value === null && Boolean(lookup ?? options));
}

function mapFields(
  form: Form,
  plain: (name: string, facts: FieldFacts) => unknown,
  inner: (name: string, form: Form) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(form.fields).map(([name, field]) => {
      const part = partOf(field);
      return [name, part ? inner(name, part) : plain(name, factsOf(field))];
    }),
  );
}
