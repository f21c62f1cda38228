import { type HTMLAttributes, useCallback, useState } from 'react';
import type { KeyOf } from './useRowFocus.ts';

/** The attributes of a row. The text of a `data-quiet` one stands back behind the others. */
export type RowProps<Item> = (
  item: Item,
) => HTMLAttributes<HTMLTableRowElement> & { 'data-quiet'?: true | undefined };

/** Selects one row at a time (spec 2), on click or when something in it gets the focus. */
export function useSelection<Item>(keyOf: KeyOf<Item>): RowProps<Item> {
  const [selected, setSelected] = useState<unknown>();
  return useCallback(
    (item) => {
      const key = keyOf(item);
      const select = () => setSelected(key);
      return { 'aria-selected': key === selected, onClick: select, onFocus: select };
    },
    [keyOf, selected],
  );
}
