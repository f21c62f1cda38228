import { TextInput } from '@mantine/core';
import { useCombobox } from 'downshift';
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useId, useMemo, useRef } from 'react';
import { OptionMenu } from './OptionMenu.tsx';
import type { Option } from './options.ts';
import type { InputAppearance } from './SearchSelect.tsx';
import { preventLibraryDefault } from './useOptionMenu.tsx';

interface Props extends InputAppearance {
  value: string;
  onChange: (value: string) => void;
  /** The options for a text, the best first. Must be stable. */
  suggest: (text: string) => readonly Option[];
  onFocus: () => void;
  placeholder?: string;
  size?: 'xs';
  /** Enter submits the text as typed unless the user has moved to a suggestion. */
  submitsTyped?: boolean;
}

const types = useCombobox.stateChangeTypes;
/** The keys that move through the suggestions. All others belong to the text. */
const moves = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp']);

/** The option that a text can only mean: its value, or the only one that is suggested. */
const meant = (options: readonly Option[], text: string): Option | undefined =>
  options.length === 1 ? options[0] : options.find(({ value }) => value === text.trim());

/**
 * A text input with suggestions: a combobox with a list popup, whose text is its value. Typing never changes by itself: only
 * Enter on an option that the user has moved to, or that the text can only mean, or a click on an option, replaces the text
 * with the option's value. That Enter saves nothing: the user sees first what was taken.
 */
export function SuggestInput({
  value,
  onChange,
  suggest,
  onFocus,
  id,
  readOnly = false,
  submitsTyped = false,
  ...inputProps
}: Props) {
  const anchor = useRef<HTMLDivElement>(null);
  const options = useMemo(() => suggest(value), [suggest, value]);
  const ownId = useId();
  const menuId = `${ownId}-menu`;
  const combobox = useCombobox<Option>({
    inputId: id ?? ownId,
    menuId,
    getItemId: (at) => `${menuId}-${at}`,
    items: options as Option[],
    itemToString: () => value,
    selectedItem: null,
    inputValue: value,
    scrollIntoView: (option) => option?.scrollIntoView({ block: 'nearest' }),
    stateReducer(state, { type, changes }) {
      switch (type) {
        case types.InputChange:
          return { ...changes, isOpen: true, highlightedIndex: -1 };
        case types.InputKeyDownArrowDown:
        case types.InputKeyDownArrowUp:
        case types.InputKeyDownPageDown:
        case types.InputKeyDownPageUp:
          return changes;
        case types.FunctionCloseMenu:
          return { ...state, isOpen: false, highlightedIndex: -1 };
        default:
          // A pointer that happens to be over the menu moves nothing, and our code handles the rest.
          return state;
      }
    },
  });
  const { isOpen, highlightedIndex, closeMenu } = combobox;
  const isShown = isOpen && options.length > 0 && !readOnly;

  const choose = (option: Option) => {
    onChange(option.value);
    closeMenu();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey, nativeEvent } = event;
    // During IME composition, the keys belong to the input method.
    const isPlain = !shiftKey && !ctrlKey && !metaKey && !readOnly && !nativeEvent.isComposing;
    if (isPlain && moves.has(key) && !(altKey && key === 'ArrowUp')) return;
    preventLibraryDefault(event);
    if (!isShown || !isPlain) return;
    const option = options[highlightedIndex] ?? (submitsTyped ? undefined : meant(options, value));
    const isClosing = key === 'Escape' || (altKey && key === 'ArrowUp');
    if (!isClosing && !(key === 'Enter' && option)) return;
    // The form is not saved, and the surrounding dialog stays open.
    event.preventDefault();
    if (option && !isClosing) choose(option);
    else closeMenu();
  };
  const input = combobox.getInputProps(
    {
      onKeyDown,
      onFocus,
      onClick: preventLibraryDefault,
      onBlur: (event) => {
        preventLibraryDefault(event);
        closeMenu();
      },
      // Not deferred to the library's render, or the cursor would jump to the end of the text.
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange(currentTarget.value),
    },
    { suppressRefError: true },
  );
  // Called also while the menu is closed, because the library expects its ref.
  const menuProps = combobox.getMenuProps({ 'aria-label': 'Suggestions' }, { suppressRefError: true });
  const withMenu = (content: ReactNode) => (
    <div ref={anchor}>
      {content}
      {isShown && (
        <OptionMenu
          anchor={anchor}
          menuProps={menuProps}
          combobox={combobox}
          options={options}
          chosen={[value]}
          emptyText=""
          isMultiple={false}
          start={-1}
          onChoose={choose}
        />
      )}
    </div>
  );
  return (
    <TextInput
      {...inputProps}
      {...input}
      value={value}
      // The menu is labeled by `aria-label`.
      aria-labelledby={undefined}
      aria-expanded={isShown}
      aria-controls={isShown ? menuId : undefined}
      aria-activedescendant={(isShown && input['aria-activedescendant']) || undefined}
      readOnly={readOnly}
      autoComplete="off"
      inputContainer={withMenu}
    />
  );
}
