import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Menu } from './Menu.tsx';
import type { Option } from './options.ts';

interface Settings {
  label: string;
  options: readonly Option[];
  chosen: readonly string[];
  onChoose: (value: string) => void;
}

/** Spec 9: PageUp and PageDown move by five options. */
const PAGE = 5;
const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };
const fold = (text: string) => text.toLocaleLowerCase('en-US');

/** The box of a dropdown that is searched by typing, and its menu: a combobox with a list, as ARIA describes it. */
export function useMenu({ label, options, chosen, onChoose }: Settings) {
  const [opened, setOpened] = useState(false);
  /** What has been typed; null: nothing yet, so the box may say what is chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const anchor = useRef<HTMLDivElement>(null);
  const id = useId();
  const found = typed ? options.filter((option) => fold(option.label).includes(fold(typed.trim()))) : options;

  const open = () => {
    if (opened) return;
    setOpened(true);
    setActive(found.findIndex(({ value }) => chosen.includes(value)));
  };
  const close = () => {
    setOpened(false);
    setTyped(null);
  };
  const choose = (value: string) => {
    onChoose(value);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      if (opened) setActive(Math.max(0, Math.min(found.length - 1, active + move)));
      else open();
    } else if (event.key === 'Enter' && opened) {
      // It chooses; it must not send the form that the box is in.
      event.preventDefault();
      const option = found[active];
      if (option) choose(option.value);
    } else if (event.key === 'Escape' && opened) {
      // It closes the menu before the dialog that it is in.
      event.preventDefault();
      close();
    }
  };

  return {
    typed,
    input: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': opened,
      'aria-controls': opened ? id : undefined,
      'aria-activedescendant': opened && found[active] ? `${id}-${active}` : undefined,
      onClick: open,
      onBlur: close,
      onKeyDown,
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        setTyped(event.currentTarget.value);
        setOpened(true);
        setActive(0);
      },
    },
    /** The box with its menu. */
    withMenu: (box: ReactNode) => (
      <div ref={anchor}>
        {box}
        {opened && (
          <Menu
            id={id}
            label={label}
            anchor={anchor}
            options={found}
            chosen={chosen}
            active={active}
            onChoose={choose}
          />
        )}
      </div>
    ),
  } as const;
}
