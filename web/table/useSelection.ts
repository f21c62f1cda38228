import { type HTMLAttributes, type KeyboardEvent, useCallback, useState } from 'react';

export type RowProps<Item> = (item: Item) => HTMLAttributes<HTMLTableRowElement>;

/**
 * Selects one row at a time (spec 2), on click or when something in it gets the focus. The arrow keys move up and down.
 */
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

/** Moves from a button in one row to the same button in the row above or below. */
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
