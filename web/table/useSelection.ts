import { type HTMLAttributes, type KeyboardEvent, useCallback, useState } from 'react';

export type RowProps<Item> = (item: Item) => HTMLAttributes<HTMLTableRowElement>;

/** One row at a time is selected (spec 2): by a click, or by what has the focus in it; arrow keys go up and down. */
export function useSelection<Item>(keyOf: (item: Item) => unknown): RowProps<Item> {
  const [selected, setSelected] = useState<unknown>();
  return useCallback(
    (item) => {
      const key = keyOf(item);
      const select = () => setSelected(key);
      return { 'aria-selected': key === selected, onClick: select, onFocus: select, onKeyDown: moveByArrow };
    },
    [keyOf, selected],
  );
}

/** From a button in a row to the same button of the row above or below. */
function moveByArrow(event: KeyboardEvent<HTMLTableRowElement>): void {
  const row = event.currentTarget;
  const to =
    event.key === 'ArrowDown'
      ? row.nextElementSibling
      : event.key === 'ArrowUp' && row.previousElementSibling;
  if (!to) return;
  const at = [...row.querySelectorAll('button')].indexOf(event.target as HTMLButtonElement);
  const button = to.querySelectorAll('button')[at];
  if (!button) return;
  event.preventDefault();
  button.focus();
}
