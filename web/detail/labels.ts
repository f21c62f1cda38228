import type { FieldFacts, Option } from '../../contract/field.ts';
import { type Fields, type Form, factsOfForm } from '../../contract/form.ts';

/** What a form calls its fields: a detail screen calls them the same. */
export function labelsOf<F extends Fields>(form: Form<F>): Record<keyof F, string> {
  const labels = Object.entries<FieldFacts>(factsOfForm(form as unknown as Form)).map(([name, { label }]) => [
    name,
    label,
  ]);
  return Object.fromEntries(labels) as Record<keyof F, string>;
}

/** A value of a fixed list by its label; one that the list does not have as it is. */
export const optionLabel = (options: readonly Option[], value: string | null): string | null =>
  options.find((option) => option.value === value)?.label ?? value;
