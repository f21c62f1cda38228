import { useMemo } from 'react';

/** A choice of a dropdown; one that is no longer offered is `retired`, and stays only where it is already chosen. */
export interface Option {
  value: string;
  label: string;
  retired?: boolean;
}

const collator = new Intl.Collator('en-US', { numeric: true });

/**
 * The options to offer, sorted by label (spec 9). A chosen value that is retired or that the list does not have stays
 * shown, and marked: it is what is saved.
 */
export function offered(options: readonly Option[], chosen: readonly string[]): Option[] {
  const known = new Set(options.map(({ value }) => value));
  const missing = chosen.filter((value) => !known.has(value));
  return [
    ...options.filter(({ retired, value }) => !retired || chosen.includes(value)).map(marked),
    ...missing.map((value) => ({ value, label: `${value} (not in the list)` })),
  ].sort((one, other) => collator.compare(one.label, other.label));
}

const marked = ({ value, label, retired }: Option): Option => ({
  value,
  label: retired ? `${label} (inactive)` : label,
});

export function useOffered(options: readonly Option[], chosen: readonly string[]): Option[] {
  const key = chosen.join('\n');
  return useMemo(() => offered(options, key ? key.split('\n') : []), [options, key]);
}
