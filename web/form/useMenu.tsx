import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Menu } from './Menu.tsx';
import type { Option } from './options.ts';

interface Settings {
  label: string;
  options: readonly Option[];
  chosen: readonly string[];
  /** The menu stays open, for more than one to be chosen. */
  isMultiple?: boolean;
  onChoose: (value: string) => void;
  /** The text of the box has been taken out. */
  onEmptied?: () => void;
}

/** Spec 9: PageUp and PageDown move by five options. */
const PAGE = 5;
/** Where a key goes from an option; from none, which is -1, into the menu. */
const moves: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at, last) => (at < 0 ? last : at - 1),
  PageDown: (at) => at + PAGE,
  PageUp: (at, last) => (at < 0 ? last : at - PAGE),
  Home: () => 0,
  End: (_at, last) => last,
};
const fold = (text: string) => text.trim().toLocaleLowerCase('en-US');

interface State {
  isOpen: boolean;
  /** What has been typed; null: nothing yet, so the box may say what is chosen. */
  typed: string | null;
  /** The value of the option that the person has gone to, the only one that Enter chooses. */
  active: string | null;
  /** Enter was pressed on a text that names no option. */
  isRefused: boolean;
}

const atRest: State = { isOpen: false, typed: null, active: null, isRefused: false };

/**
 * The box of a dropdown that is searched by typing, and its menu: a combobox with a list and manual selection, as ARIA
 * describes it. A text alone chooses nothing, unless it is the whole name of one option: then the box already shows what
 * it will hold, and to go back to the last value on leaving would be the surprise.
 */
export function useMenu({ label, options, chosen, isMultiple = false, onChoose, onEmptied }: Settings) {
  const [{ isOpen, typed, active, isRefused }, setState] = useState(atRest);
  const change = (next: Partial<State>) => setState((now) => ({ ...now, isRefused: false, ...next }));
  const anchor = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const id = useId();
  const text = fold(typed ?? '');
  const found = text ? options.filter((option) => fold(option.label).includes(text)) : options;
  const activeAt = found.findIndex(({ value }) => value === active);
  // Where one is chosen, its neighbours are what one looks for.
  const start = isMultiple || text ? -1 : found.findIndex(({ value }) => chosen.includes(value));

  const close = () => setState(atRest);
  const choose = (value: string) => {
    onChoose(value);
    if (isMultiple) change({ typed: null });
    else close();
  };
  /** Takes a text that names one option; false where a text is left that names none. */
  const settle = (): boolean => {
    const [named, ...others] = text ? found.filter((option) => fold(option.label) === text) : [];
    if (!named || others.length > 0) return text === '';
    if (!chosen.includes(named.value)) onChoose(named.value);
    return true;
  };
  const enter = () => {
    const option = found[activeAt];
    if (option) choose(option.value);
    else if (settle()) close();
    else change({ isOpen: true, isRefused: true });
  };
  const goTo = (at: number) =>
    change({ isOpen: true, active: found[Math.max(0, Math.min(found.length - 1, at))]?.value ?? null });
  /** What a key does here; nothing: it is for the text, the form or the dialog around. */
  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (key === 'Enter') return isOpen || text ? enter : undefined;
    if (key === 'Escape') return isOpen || text ? close : undefined;
    if (altKey && isArrow) return () => change({ isOpen: key === 'ArrowDown', active: null });
    const move = altKey || shiftKey || ctrlKey || metaKey ? undefined : moves[key];
    const isFromText = activeAt < 0;
    if (!move || (isFromText && !isArrow && !(isOpen && key.startsWith('Page')))) return undefined;
    return () => goTo(isFromText && start >= 0 ? start : move(activeAt, found.length - 1));
  };

  return {
    typed,
    /** Takes back what was typed; the box has the focus. */
    restart: () => {
      change({ typed: null });
      box.current?.focus();
    },
    input: {
      ref: box,
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen && activeAt >= 0 ? `${id}-${activeAt}` : undefined,
      onClick: () => change({ isOpen: true }),
      onBlur: () => {
        settle();
        close();
      },
      onKeyDown: (event: KeyboardEvent) => {
        // Enter ends a word of an input method before it means anything else.
        if (event.nativeEvent.isComposing) return;
        // With these one goes on in the text.
        if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') change({ active: null });
        const act = actionOf(event);
        if (!act) return;
        event.preventDefault();
        act();
      },
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        const { value } = event.currentTarget;
        change({ isOpen: true, typed: value, active: null });
        if (!value.trim()) onEmptied?.();
      },
    },
    /** The box with its menu. */
    withMenu: (content: ReactNode) => (
      <div ref={anchor}>
        {content}
        {isOpen && (
          <Menu
            id={id}
            label={label}
            anchor={anchor}
            options={found}
            chosen={chosen}
            isMultiple={isMultiple}
            active={activeAt}
            start={start}
            isRefused={isRefused}
            onChoose={choose}
          />
        )}
      </div>
    ),
  } as const;
}
