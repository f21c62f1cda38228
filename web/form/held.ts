import { type FieldFacts, factsOf } from '../../contract/field.ts';
import { type Form, partOf } from '../../contract/form.ts';

/** What the boxes of a form hold while it is filled in: a number as it was typed, nothing as an empty text. */
export type Held = Record<string, unknown>;

const isNumber = ({ decimals }: FieldFacts) => decimals !== undefined;

/** What a form starts with: the values given, and of each other field what a new one has. */
export function heldValues(form: Form, values: object): Held {
  const given = values as Held;
  return mapFields(
    form,
    (name, facts) => {
      const value = given[name] ?? null;
      if (facts.byDefault !== undefined) return value ?? facts.byDefault;
      if (facts.list) return value ?? [];
      if (name === 'version' || facts.lookup || facts.options) return value;
      return typeof value === 'number' ? String(value) : (value ?? '');
    },
    (name, inner) => heldValues(inner, given[name] ?? {}),
  );
}

/** What is sent of that: what reads as a number as one, what does not as it was typed, for the form to refuse. */
export function sentValues(form: Form, held: Held): Record<string, unknown> {
  return mapFields(
    form,
    (name, facts) => {
      const value = held[name];
      return isNumber(facts) && typeof value === 'string' ? readNumber(value) : value;
    },
    (name, inner) => sentValues(inner, (held[name] ?? {}) as Held),
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
export function restoredValues(form: Form, start: Held, typed: unknown): Held | undefined {
  if (typeof start.version === 'number' && typeof heldIn(typed).version !== 'number') return undefined;
  const values = fittingValues(form, start, typed);
  return JSON.stringify(values) === JSON.stringify(start) ? undefined : values;
}

const fittingValues = (form: Form, start: Held, typed: unknown): Held =>
  mapFields(
    form,
    (name, facts) => {
      const value = heldIn(typed)[name];
      if (name === 'version') return start[name] === null ? null : value;
      return fits(facts, value) ? value : start[name];
    },
    (name, inner) => fittingValues(inner, start[name] as Held, heldIn(typed)[name]),
  );

const heldIn = (typed: unknown): Held => (typeof typed === 'object' && typed !== null ? { ...typed } : {});

/** Whether the box of a field can hold a value, see `heldValues`. */
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
