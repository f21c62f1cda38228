import type { FieldFacts } from '../../contract/field.ts';
import { useQuarter } from './lookups.ts';

/** Formats a field's value for reading: the label of an option, the quarter of a term. An empty value is ''. */
export function useFormatValue() {
  const quarter = useQuarter();
  return ({ lookup, options, byDefault }: FieldFacts, value: unknown): string => {
    if (byDefault !== undefined) return value ? 'Yes' : 'No';
    if (value === null || value === '') return '';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (lookup === 'term') return quarter(text) ?? text;
    return options?.find((option) => option.value === text)?.label ?? text;
  };
}
