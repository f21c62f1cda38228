import { useIsFetching } from '@tanstack/react-query';
import { useCombobox } from 'downshift';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLatest } from '../../lib/useLatest.ts';
import { OptionMenu } from './OptionMenu.tsx';
import { findOptions, type Option, problemOf } from './options.ts';
import { unsettled } from './unsettled.ts';

interface Settings {
  /** Of the input, if the caller gives it one. */
  id: string | undefined;
  label: string;
  options: readonly Option[];
  chosen: readonly string[];
  /** The value of the option that the menu opens at when none is chosen. */
  near?: string | undefined;
  /** The menu stays open so that several options can be chosen. */
  isMultiple?: boolean;
  /** It can be focused and read, and nothing in it can be changed. */
  isReadOnly: boolean;
  onChoose: (value: string) => void;
  /** The user has pressed what clears the dropdown, or, if that is all it holds, deleted its text. */
  onClear: () => void;
}

/** Spec 9: PageUp and PageDown move by five options. */
const PAGE = 5;
/** Maps each key to the next index. -1 means that no option is highlighted. */
const moves: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at, last) => (at < 0 ? last : at - 1),
  PageDown: (at) => at + PAGE,
  PageUp: (at, last) => (at < 0 ? last : at - PAGE),
  Home: () => 0,
  End: (_at, last) => last,
};

const READING = 'The options are still being read.';

const types = useCombobox.stateChangeTypes;
const keyOf: Partial<Record<string | number, string>> = {
  [types.InputKeyDownArrowDown]: 'ArrowDown',
  [types.InputKeyDownArrowUp]: 'ArrowUp',
  [types.InputKeyDownPageDown]: 'PageDown',
  [types.InputKeyDownPageUp]: 'PageUp',
  [types.InputKeyDownHome]: 'Home',
  [types.InputKeyDownEnd]: 'End',
};

type Keys = KeyboardEvent<HTMLInputElement>;

/** The library then leaves an event to us, or to the text, the form and the surrounding dialog. */
const leaveAlone = ({ nativeEvent }: { nativeEvent: Event }) =>
  Object.assign(nativeEvent, { preventDownshiftDefault: true });

/**
 * A searchable dropdown: the input and its menu, a combobox with a list popup. While someone types, the best option is
 * highlighted. Enter, Tab and leaving take the option that the user has moved to, or else the one that the text
 * stands for: its code, or the only one of the best rank. Other text stays in the input with a message, and what it
 * belongs to is not saved or run (`focusUnsettled`). No text means no value.
 */
export function useOptionMenu(settings: Settings) {
  const { label, options, chosen, near, isMultiple = false, isReadOnly, onChoose, onClear } = settings;
  const [typed, setTyped] = useState('');
  /** The user has moved to the highlighted option. Otherwise it is only the best for the text. */
  const [isMoved, setMoved] = useState(false);
  /** An option has just been chosen: Escape then means a menu that is closed already. */
  const [hasChosen, setChosen] = useState(false);
  /** The text was left, or entered, and takes no option. */
  const [isLeft, setLeft] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const hasText = typed.trim() !== '';
  const found = useMemo(() => findOptions(options, typed), [options, typed]);
  const last = found.options.length - 1;
  // With a value chosen, the menu opens there: the user probably wants an option nearby.
  const startValue = chosen[0] ?? near;
  const start = isMultiple || hasText ? -1 : found.options.findIndex(({ value }) => value === startValue);
  const bestAt = found.options.indexOf(found.best[0] as Option);

  const ownId = useId();
  const menuId = `${ownId}-menu`;
  const combobox = useCombobox<Option>({
    inputId: settings.id ?? ownId,
    menuId,
    getItemId: (at) => `${menuId}-${at}`,
    items: found.options as Option[],
    itemToString: () => '',
    // What is chosen is the caller's: the library would write it into the input.
    selectedItem: null,
    inputValue: typed,
    // What scrolls is the popup around the list.
    scrollIntoView: (option) => option?.scrollIntoView({ block: 'nearest' }),
    stateReducer(state, { type, changes, altKey }) {
      const key = keyOf[type];
      const at = state.highlightedIndex;
      if (key && altKey) return { ...state, isOpen: key === 'ArrowDown', highlightedIndex: -1 };
      if (key) {
        // The first key after a text confirms what is highlighted.
        const stays = !isMoved && at >= 0;
        const opensAt = !isMoved && start >= 0 ? start : moves[key]?.(at, last);
        return { ...state, isOpen: true, highlightedIndex: stays ? at : within(opensAt ?? -1, last) };
      }
      switch (type) {
        case types.InputChange: {
          const next = findOptions(options, changes.inputValue ?? '');
          return { ...changes, isOpen: true, highlightedIndex: next.options.indexOf(next.best[0] as Option) };
        }
        case types.InputClick:
        case types.FunctionOpenMenu:
          return { ...state, isOpen: true };
        case types.FunctionCloseMenu:
          return { ...state, isOpen: false, highlightedIndex: -1 };
        case types.FunctionSetHighlightedIndex:
          return changes;
        default:
          // A pointer that happens to lie over the menu moves nothing, and leaving is up to us.
          return state;
      }
    },
  });
  const { isOpen, highlightedIndex, setHighlightedIndex, openMenu, closeMenu } = combobox;

  const isUnmoved = hasText && !isMoved;
  // The options may come after the text.
  useEffect(() => {
    if (isUnmoved) setHighlightedIndex(bestAt);
  }, [isUnmoved, bestAt, setHighlightedIndex]);

  const rest = () => {
    setTyped('');
    setMoved(false);
    setLeft(false);
  };
  const close = () => {
    rest();
    closeMenu();
  };
  const choose = ({ value }: Option, isMovedTo: boolean) => {
    onChoose(value);
    setChosen(true);
    if (!isMultiple) return close();
    rest();
    setMoved(isMovedTo);
    setHighlightedIndex(isMovedTo ? options.findIndex((option) => option.value === value) : -1);
  };
  /** Takes the option that the text stands for. Returns false if there is text and no such option. */
  const settle = (): boolean => {
    const option = hasText && isMoved ? found.options[highlightedIndex] : found.taken;
    if (hasText && !option) return false;
    if (option && !chosen.includes(option.value)) onChoose(option.value);
    setChosen(option !== undefined);
    close();
    return true;
  };
  const leave = useLatest(() => {
    if (!settle()) setLeft(true);
  });
  // The options may come after the text was left.
  const isLate = isLeft && found.taken !== undefined;
  useEffect(() => {
    if (isLate) leave.current();
  }, [isLate, leave]);
  const enter = () => {
    const option = isMoved ? found.options[highlightedIndex] : undefined;
    if (option) choose(option, true);
    else if (!settle()) {
      setLeft(true);
      openMenu();
    }
  };
  const clear = () => {
    onClear();
    rest();
  };
  const focus = () => anchor.current?.querySelector('input')?.focus();
  /** What a key does here. Undefined leaves it to the library, null to the text, the form or the surrounding dialog. */
  const actionOf = (event: Keys): (() => void) | null | undefined => {
    const { key, altKey, shiftKey, ctrlKey, metaKey, currentTarget } = event;
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (key === 'Enter') return isOpen || hasText ? enter : null;
    if (key === 'Escape') {
      if (isOpen || hasText) return close;
      // In a dialog the key belongs to the dialog.
      return chosen.length > 0 && !hasChosen && !currentTarget.closest('dialog') ? clear : null;
    }
    if (altKey && isArrow) return undefined;
    if (altKey || shiftKey || ctrlKey || metaKey || !(key in moves)) return null;
    // Otherwise they move the cursor in the text.
    return isArrow || isMoved || (isOpen && key.startsWith('Page')) ? undefined : null;
  };
  const onKeyDown = (event: Keys) => {
    // During IME composition, Enter and the other keys belong to the input method.
    const action = isReadOnly || event.nativeEvent.isComposing ? null : actionOf(event);
    if (action === undefined) return setMoved(!event.altKey);
    leaveAlone(event);
    if (action) {
      event.preventDefault();
      action();
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      // These move the cursor in the text, so no option is chosen any more.
      setMoved(false);
      setHighlightedIndex(bestAt);
    }
  };

  const inputProps = combobox.getInputProps(
    {
      onKeyDown,
      onFocus: (event) => {
        setChosen(false);
        event.currentTarget.select();
      },
      onClick: (event) => isReadOnly && leaveAlone(event),
      onBlur: (event) => {
        leaveAlone(event);
        closeMenu();
        afterPress(() => leave.current());
      },
      // Not only when the library has rendered: the cursor would jump to the end of the text.
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
        setTyped(value);
        setMoved(false);
        setLeft(false);
        if (!value.trim() && !isMultiple) onClear();
      },
    },
    { suppressRefError: true },
  );
  // Also while it is closed: the library wants to know its menu.
  const menuProps = combobox.getMenuProps({ 'aria-label': label }, { suppressRefError: true });
  const isReading = useIsFetching() > 0 && found.options.length === 0;
  const problem = isReading ? READING : problemOf(found, typed);
  return {
    /** What has been typed. Empty: nothing, so the input shows the chosen value. */
    typed,
    /** Why the text cannot stay as it is. */
    problem: isLeft && hasText ? problem : undefined,
    /** Means no value, and focuses the input. */
    clear: () => {
      clear();
      focus();
    },
    focus,
    input: {
      ...inputProps,
      // Its label has another way to name it.
      'aria-labelledby': undefined,
      'aria-controls': isOpen ? menuId : undefined,
      'aria-activedescendant': inputProps['aria-activedescendant'] || undefined,
      readOnly: isReadOnly,
      ...(hasText ? unsettled : {}),
    },
    /** Wraps the input and adds the menu. */
    withMenu: (content: ReactNode) => (
      <div ref={anchor}>
        {content}
        {isOpen && (
          <OptionMenu
            anchor={anchor}
            menuProps={menuProps}
            combobox={combobox}
            options={found.options}
            chosen={chosen}
            nothing={isReading ? READING : 'No options'}
            isMultiple={isMultiple}
            start={start}
            onChoose={(option) => choose(option, false)}
          />
        )}
      </div>
    ),
  } as const;
}

/**
 * Does something at once, or when the mouse button that is down is up. Until then nothing may move: the press would miss
 * its target.
 */
function afterPress(act: () => void): void {
  if (document.querySelector(':active'))
    window.addEventListener('mouseup', act, { once: true, capture: true });
  else act();
}

const within = (at: number, last: number) => Math.max(0, Math.min(last, at));
