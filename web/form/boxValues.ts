import { type FieldFacts, factsOf } from '../../contract/field.ts';
import { type Form, partOf } from '../../contract/form.ts';

/** What the boxes of a form hold while it is filled in: a number as it was typed, nothing as an empty text. */
export type BoxValues = Record<string, unknown>;

const isNumber = ({ decimals }: FieldFacts) => decimals !== undefined;

/** What a form starts with: the values given, and of each other field what a new one has. */
export function boxValues(form: Form, values: object): BoxValues {
  const given = values as BoxValues;
  return mapFields(
    form,
    (name, facts) => {
      const value = given[name] ?? null;
      if (facts.byDefault !== undefined) return value ?? facts.byDefault;
      if (facts.list) return value ?? [];
      if (name === 'version' || facts.lookup || facts.options) return value;
      return typeof value === 'number' ? String(value) : (value ?? '');
    },
    (name, inner) => boxValues(inner, given[name] ?? {}),
  );
}

/** What is sent of that: what reads as a number as one, what does not as it was typed, for the form to refuse. */
export function sentValues(form: Form, boxes: BoxValues): Record<string, unknown> {
  return mapFields(
    form,
    (name, facts) => {
      const value = boxes[name];
      return isNumber(facts) && typeof value === 'string' ? readNumber(value) : value;
    },
    (name, inner) => sentValues(inner, (boxes[name] ?? {}) as BoxValues),
  );
}

/** A decimal number and nothing else: '5', not '5e3', '0x5' or '1,000'. */
function readNumber(typed: string): number | string | null {
  const text = typed.trim();
  if (text === '') return null;
  return /^[+-]?\d+(\.\d*)?$/.test(text) ? Number(text) : text;
}

/**
 * What was typed before, as the form holds it today: what does not fit its field (an older version of the form wrote
 * it, or it is broken) is as the form starts. Undefined where nothing of it is left, and for an edit that has lost the
 * version that it was made on: it could save over what others have saved since.
 */
export function restoredValues(form: Form, start: BoxValues, typed: unknown): BoxValues | undefined {
  if (typeof start.version === 'number' && typeof boxesIn(typed).version !== 'number') return undefined;
  const values = fittingValues(form, start, typed);
  return JSON.stringify(values) === JSON.stringify(start) ? undefined : values;
}

const fittingValues = (form: Form, start: BoxValues, typed: unknown): BoxValues =>
  mapFields(
    form,
    (name, facts) => {
      const value = boxesIn(typed)[name];
      if (name === 'version') return start[name] === null ? null : value;
      return fits(facts, value) ? value : start[name];
    },
    (name, inner) => fittingValues(inner, start[name] as BoxValues, boxesIn(typed)[name]),
  );

const boxesIn = (typed: unknown): BoxValues =>
  typeof typed === 'object' && typed !== null ? { ...typed } : {};

/** Whether the box of a field can hold a value, see `boxValues`. */
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
