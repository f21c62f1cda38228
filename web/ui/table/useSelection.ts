import { type HTMLAttributes, useCallback, useState } from 'react';
import type { KeyOf } from './useRowFocus.ts';

/** The attributes of a row. A `data-quiet` row has muted text. */
export type RowProps<Item> = (
  item: Item,
) => HTMLAttributes<HTMLTableRowElement> & { 'data-quiet'?: true | undefined };

/** Selects one row at a time (spec 2), on click or when an element in it gets the focus. */
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
