import { useMemo } from 'react';
import { put, useUrlParams } from '../../lib/searchParams.ts';
import { CODES, type Coded, filterByCodes, writtenCodes } from './codeFilter.ts';

/**
 * The filter by codes of a list, which is in its URL. Null without codes, and for a list whose items have none. `items` must
 * be stable.
 */
export function useCodeFilter<Item>(items: readonly Item[], coded: Coded<Item> | undefined) {
  const { params, change } = useUrlParams();
  const written = params.get(CODES);
  const filter = useMemo(
    () => (coded && written ? filterByCodes(items, coded, written) : null),
    [items, coded, written],
  );
  /** Goes to the first page of the items with these codes, with a new history entry. Without codes, of all items. */
  const set = (codes: readonly string[]) => {
    const next = writtenCodes(codes);
    if (next === (written ?? '')) return;
    change((now) => {
      put(now, CODES, next);
      now.delete('page');
    });
  };
  return { filter, set };
}
