import { useIsFetching } from '@tanstack/react-query';
import { useCombobox } from 'downshift';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLatest } from '../../lib/useLatest.ts';
import { OptionMenu } from './OptionMenu.tsx';
import { findOptions, type Option, problemOf } from './options.ts';
import { unsettled } from './unsettled.ts';

// This file is long because selects of one and of several values share what typing, keys and blur do.

interface Settings {
  /** The ID of the input, if the caller sets it. */
  id: string | undefined;
  label: string;
  options: readonly Option[];
  chosen: readonly string[];
  /** The value of the option at which the menu opens when none is chosen. */
  near?: string | undefined;
  /** The menu stays open so that several options can be chosen. */
  isMultiple?: boolean;
  /** The input can be focused and read, but not changed. */
  isReadOnly: boolean;
  onChoose: (value: string) => void;
  /** The user has cleared the dropdown, or deleted its text if it accepts one value. */
  onClear: () => void;
}

/** Spec 9: PageUp and PageDown move by five options. */
const PAGE = 5;
/** Maps each key to the next index. -1 means that no option is highlighted. */
const moves = {
  ArrowDown: (at: number) => at + 1,
  ArrowUp: (at: number, last: number) => (at < 0 ? last : at - 1),
  PageDown: (at: number) => at + PAGE,
  PageUp: (at: number, last: number) => (at < 0 ? last : at - PAGE),
  Home: () => 0,
  End: (_at: number, last: number) => last,
};

const LOADING = 'Loading options…';

const types = useCombobox.stateChangeTypes;
const keyOf: Partial<Record<string | number, keyof typeof moves>> = {
  [types.InputKeyDownArrowDown]: 'ArrowDown',
  [types.InputKeyDownArrowUp]: 'ArrowUp',
  [types.InputKeyDownPageDown]: 'PageDown',
  [types.InputKeyDownPageUp]: 'PageUp',
  [types.InputKeyDownHome]: 'Home',
  [types.InputKeyDownEnd]: 'End',
};

type Keys = KeyboardEvent<HTMLInputElement>;

/** Leaves an event to our code, or to the text, the form or the surrounding dialog, instead of the library. */
export const preventLibraryDefault = ({ nativeEvent }: { nativeEvent: Event }) =>
  Object.assign(nativeEvent, { preventDownshiftDefault: true });

/**
 * A searchable dropdown: the input and its menu, a combobox with a list popup. While the user types, the best option is
 * highlighted. Enter, Tab and leaving the input choose the option that the user has moved to after typing, or else the option
 * that matches the text: by its code, or as the only option of the best rank. Without a text, only Enter chooses the option
 * that the user has moved to. Other text stays in the input with a message, and prevents saving and running
 * (`focusUnsettled`). No text means no value: at once if the text of the value was deleted, and when the input is left if the
 * deleted text was typed over it.
 */
export function useOptionMenu(settings: Settings) {
  const { label, options, chosen, near, isMultiple = false, isReadOnly, onChoose, onClear } = settings;
  /** Null while the input shows the chosen value. */
  const [typed, setTyped] = useState<string | null>(null);
  /** The user has moved to the highlighted option. Otherwise it is only the best match for the text. */
  const [isMoved, setMoved] = useState(false);
  /** An option has just been chosen: the next Escape is meant for the menu, which is already closed. */
  const [hasChosen, setChosen] = useState(false);
  /** The user has left the input, or pressed Enter in it, and its text matches no option. */
  const [isLeft, setLeft] = useState(false);
  /** The user has cleared the dropdown since the last choice. The caller may still pass the value from before. */
  const [isCleared, setCleared] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const text = typed ?? '';
  const hasText = text.trim() !== '';
  /** The user has deleted the text that they had typed over the value. */
  const isEmptied = !isMultiple && typed !== null && !hasText;
  const found = useMemo(() => findOptions(options, text), [options, text]);
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
    // The caller keeps the chosen value. The library would write it into the input.
    selectedItem: null,
    inputValue: text,
    // The scrollable element is the popup around the list.
    scrollIntoView: (option) => option?.scrollIntoView({ block: 'nearest' }),
    stateReducer(state, { type, changes, altKey }) {
      const key = keyOf[type];
      const at = state.highlightedIndex;
      // Only the arrows report it.
      if (altKey) return { ...state, isOpen: key === 'ArrowDown', highlightedIndex: -1 };
      if (key) {
        // The first key after typing confirms the highlighted option.
        const isConfirming = !isMoved && at >= 0;
        const nextIndex = !isMoved && start >= 0 ? start : moves[key](at, last);
        return {
          ...state,
          isOpen: true,
          highlightedIndex: isConfirming ? at : within(nextIndex, last),
        };
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
          // A pointer that happens to be over the menu moves nothing, and our code handles blur.
          return state;
      }
    },
  });
  const { isOpen, highlightedIndex, setHighlightedIndex, openMenu, closeMenu } = combobox;

  const isTyping = hasText && !isMoved;
  // The options may arrive after the text.
  useEffect(() => {
    if (isTyping) setHighlightedIndex(bestAt);
  }, [isTyping, bestAt, setHighlightedIndex]);

  const chosenValue = chosen[0];
  useLayoutEffect(() => {
    const input = anchor.current?.querySelector('input');
    // The text of the option that has just been chosen. The next letter replaces it.
    if (input && !isMultiple && chosenValue !== undefined && input === document.activeElement) input.select();
  }, [chosenValue, isMultiple]);

  const resetText = () => {
    setTyped(null);
    setMoved(false);
    setLeft(false);
  };
  const close = () => {
    resetText();
    closeMenu();
  };
  const choose = ({ value }: Option, isMovedTo: boolean) => {
    onChoose(value);
    setCleared(false);
    setChosen(true);
    if (!isMultiple) return close();
    resetText();
    setMoved(isMovedTo);
    setHighlightedIndex(isMovedTo ? options.findIndex((option) => option.value === value) : -1);
  };
  const clearValue = () => {
    setCleared(true);
    onClear();
  };
  /** Chooses the option that matches the text, or no value. Returns false if there is text and no such option. */
  const takeMatch = (): boolean => {
    const option = hasText && isMoved ? found.options[highlightedIndex] : found.taken;
    if (hasText && !option) return false;
    if (isEmptied) clearValue();
    if (option && ((isCleared && !isMultiple) || !chosen.includes(option.value))) onChoose(option.value);
    if (option) setCleared(false);
    setChosen(option !== undefined);
    close();
    return true;
  };
  const onLeave = useLatest(() => {
    if (!takeMatch()) setLeft(true);
  });
  // The options may arrive after the user has left the input.
  const isLate = isLeft && found.taken !== undefined;
  useEffect(() => {
    if (isLate) onLeave.current();
  }, [isLate, onLeave]);
  const onEnter = () => {
    const option = isMoved ? found.options[highlightedIndex] : undefined;
    if (option) choose(option, true);
    else if (!takeMatch()) {
      setLeft(true);
      openMenu();
    }
  };
  const clear = () => {
    clearValue();
    resetText();
  };
  const focus = () => anchor.current?.querySelector('input')?.focus();
  /**
   * The action of a key. Undefined leaves the key to the library; null leaves it to the text, the form or the surrounding
   * dialog.
   */
  const actionOf = (event: Keys): (() => void) | null | undefined => {
    const { key, altKey, shiftKey, ctrlKey, metaKey, currentTarget } = event;
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (key === 'Enter') return isOpen || typed !== null ? onEnter : null;
    // As in the browser's own select. It would replace the text of the value, which is selected.
    if (key === ' ' && typed === null && isSelected(currentTarget)) return openMenu;
    if (key === 'Escape') {
      if (isOpen || typed !== null) return close;
      // In a dialog, the key belongs to the dialog.
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
    preventLibraryDefault(event);
    // Before the focus moves: the choice may show the field that it moves to.
    if (event.key === 'Tab') takeMatch();
    if (action) {
      // Control+Enter goes on to save the form.
      if (!event.ctrlKey && !event.metaKey) event.preventDefault();
      action();
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      // These move the cursor in the text, so the user is no longer moving between options.
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
      onClick: (event) => {
        if (isReadOnly) preventLibraryDefault(event);
        // Typing replaces the chosen value: its text cannot be edited.
        else if (!hasText && !isMultiple) event.currentTarget.select();
      },
      onBlur: (event) => {
        preventLibraryDefault(event);
        closeMenu();
        afterPress(() => onLeave.current());
      },
      // Not deferred to the library's render, or the cursor would jump to the end of the text.
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
        const isDeleted = value === '' && (isMultiple || typed === null);
        setTyped(isDeleted ? null : value);
        setMoved(false);
        setLeft(false);
        if (isDeleted && !isMultiple) clearValue();
      },
    },
    { suppressRefError: true },
  );
  // Called also while the menu is closed, because the library expects its ref.
  const menuProps = combobox.getMenuProps({ 'aria-label': label }, { suppressRefError: true });
  const isLoading = useIsFetching() > 0 && found.options.length === 0;
  const problem = isLoading ? LOADING : problemOf(found, text);
  return {
    /** The typed text. If it is null, the input shows the chosen value. */
    typed,
    /** The message for text that does not match an option. */
    problem: isLeft && hasText ? problem : undefined,
    /** Clears the value and focuses the input. */
    clear: () => {
      clear();
      focus();
    },
    focus,
    input: {
      ...inputProps,
      // The menu is labeled by `aria-label`.
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
            emptyText={isLoading ? LOADING : 'No options'}
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
 * Runs immediately, or after the pressed mouse button is released. A layout change before that would make the click miss its
 * target.
 */
function afterPress(act: () => void): void {
  if (document.querySelector(':active'))
    window.addEventListener('mouseup', act, { once: true, capture: true });
  else act();
}

const isSelected = ({ selectionStart, selectionEnd, value }: HTMLInputElement) =>
  selectionStart === 0 && selectionEnd === value.length;

const within = (at: number, last: number) => Math.max(0, Math.min(last, at));
