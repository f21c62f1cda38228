import { useMemo } from 'react';

/** An option of a dropdown. A `retired` one is offered only where it is already chosen. */
export interface Option {
  value: string;
  label: string;
  retired?: boolean;
}

const collator = new Intl.Collator('en-US', { numeric: true });

/**
 * The options to offer, sorted by label (spec 9). A chosen value that is retired or not in the list is still shown,
 * with a mark, because it is what is stored.
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

/** `offered`, memoized. */
export function useOffered(options: readonly Option[], chosen: readonly string[]): Option[] {
  const key = chosen.join('\n');
  return useMemo(() => offered(options, key ? key.split('\n') : []), [options, key]);
}
