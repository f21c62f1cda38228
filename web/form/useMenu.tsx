import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Menu } from './Menu.tsx';
import { findOptions, namedOptions, type Option } from './options.ts';

interface Settings {
  label: string;
  options: readonly Option[];
  chosen: readonly string[];
  /** The value of the option that the menu opens at when none is chosen. */
  near?: string | undefined;
  /** The menu stays open so that several options can be chosen. */
  isMultiple?: boolean;
  onChoose: (value: string) => void;
  /** The user has deleted the text of the input. */
  onEmptied?: () => void;
}

/** Spec 9: PageUp and PageDown move by five options. */
const PAGE = 5;
/** Maps each key to the next active index. -1 means that no option is active. */
const moves: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at, last) => (at < 0 ? last : at - 1),
  PageDown: (at) => at + PAGE,
  PageUp: (at, last) => (at < 0 ? last : at - PAGE),
  Home: () => 0,
  End: (_at, last) => last,
};

interface State {
  isOpen: boolean;
  /** What has been typed. Null: nothing yet, so the input shows the chosen value. */
  typed: string | null;
  /** The value of the option that the user has moved to. Enter chooses it, or else the option that the text names. */
  active: string | null;
  /** Enter was pressed while the text did not name an option. */
  isRefused: boolean;
}

const atRest: State = { isOpen: false, typed: null, active: null, isRefused: false };

/**
 * A searchable dropdown: the input and its menu. Follows the ARIA pattern for a combobox with a list popup and manual
 * selection. Typing alone chooses nothing, unless the text is the full name of exactly one option: the input then
 * already shows that option, and it would be surprising to go back to the previous value on blur.
 */
export function useMenu({ label, options, chosen, near, isMultiple = false, onChoose, onEmptied }: Settings) {
  const [{ isOpen, typed, active, isRefused }, setState] = useState(atRest);
  const change = (next: Partial<State>) => setState((now) => ({ ...now, isRefused: false, ...next }));
  const anchor = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const id = useId();
  const text = (typed ?? '').trim();
  const found = text ? findOptions(options, text) : options;
  const activeAt = found.findIndex(({ value }) => value === active);
  // With a value chosen, the menu opens there: the user probably wants an option nearby.
  const startValue = chosen[0] ?? near;
  const start = isMultiple || text ? -1 : found.findIndex(({ value }) => value === startValue);

  const close = () => setState(atRest);
  const choose = (value: string) => {
    onChoose(value);
    if (isMultiple) change({ typed: null });
    else close();
  };
  /** Chooses the option that the text names. Returns false if there is text that does not name exactly one option. */
  const settle = (): boolean => {
    const [named, ...others] = namedOptions(found, text);
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
  /** What a key does here. Undefined leaves it to the text, the form or the surrounding dialog. */
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
    /** Discards the typed text and focuses the input. */
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
        // During IME composition, Enter and the other keys belong to the input method.
        if (event.nativeEvent.isComposing) return;
        // These move the cursor in the text, so no option is active any more.
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
    /** Wraps the input and adds the menu. */
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
            isEmpty={options.length === 0}
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
