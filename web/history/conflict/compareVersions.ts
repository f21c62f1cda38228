import type { FieldFacts } from '../../../contract/field.ts';
import { type Form, factsOfForm } from '../../../contract/form.ts';
import type { InputValues } from '../../ui/form/inputValues.ts';

/** The three versions in a conflict: the one that the edit began with, the user's input, and the stored one. */
export interface States {
  base: InputValues;
  yours: InputValues;
  newer: InputValues;
}

/** A field whose stored value differs from the user's input or from the value that the edit began with. */
export interface Compared {
  name: string;
  facts: FieldFacts;
  /** Who has changed it: only other users, only this user, or both, to different values. */
  by: 'others' | 'you' | 'both';
}

/** The fields that matter in a conflict, in the order of the form. */
export function comparedOf(form: Form, { base, yours, newer }: States): Compared[] {
  return Object.entries(factsOfForm(form)).flatMap(([name, facts]) => {
    if (name === 'version') return [];
    const [was, own, now] = [base, yours, newer].map((values) => String(values[name]).trim());
    if (own === now) return [];
    const by = own === was ? 'others' : now === was ? 'you' : 'both';
    return [{ name, facts, by }];
  });
}

/** The stored version, with the fields that only the user has changed. */
export function merged(compared: readonly Compared[], { yours, newer }: States): InputValues {
  const own = compared.filter(({ by }) => by === 'you').map(({ name }) => [name, yours[name]]);
  return { ...newer, ...(Object.fromEntries(own) as InputValues) };
}
