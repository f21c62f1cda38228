import type { FieldFacts } from '../../contract/field.ts';
import { useQuarter } from './lookups.ts';

/** A value of a field as a person reads it: of a list by its label, a term by its quarter. What is empty is no text. */
export function useReading() {
  const quarter = useQuarter();
  return ({ lookup, options, byDefault }: FieldFacts, value: unknown): string => {
    if (byDefault !== undefined) return value ? 'Yes' : 'No';
    if (value === null || value === '') return '';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (lookup === 'term') return quarter(text) ?? text;
    return options?.find((option) => option.value === text)?.label ?? text;
  };
}
