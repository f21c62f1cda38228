import type { FieldFacts } from '../../../contract/field.ts';
import { type Form, factsOfForm } from '../../../contract/form.ts';
import type { InputValues } from '../../ui/form/inputValues.ts';

/** The three states of a conflict: what the edit began with, what was typed, and what is saved by now. */
export interface States {
  base: InputValues;
  yours: InputValues;
  newer: InputValues;
}

/** A field in which the newer version differs from what was typed or from what the edit began with. */
export interface Compared {
  name: string;
  facts: FieldFacts;
  /** Who has changed it: only the others, only the user, or both, to different values. */
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

/** The newer version, with what only the user has changed. */
export function merged(compared: readonly Compared[], { yours, newer }: States): InputValues {
  const own = compared.filter(({ by }) => by === 'you').map(({ name }) => [name, yours[name]]);
  return { ...newer, ...(Object.fromEntries(own) as InputValues) };
}
