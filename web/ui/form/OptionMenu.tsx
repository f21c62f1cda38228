import { IconCheck } from '@tabler/icons-react';
import type { UseComboboxReturnValue } from 'downshift';
import { type RefObject, useEffect } from 'react';
import popups from '../popups/popups.module.css';
import { useAnchored } from '../popups/useAnchored.ts';
import classes from './form.module.css';
import type { Option } from './options.ts';

interface Props {
  anchor: RefObject<HTMLElement | null>;
  /** The props of the list. */
  menuProps: object;
  combobox: Pick<UseComboboxReturnValue<Option>, 'getItemProps' | 'highlightedIndex'>;
  options: readonly Option[];
  chosen: readonly string[];
  /** The text that is shown if there are no options. */
  emptyText: string;
  isMultiple: boolean;
  /** The index of the option to scroll to when none is highlighted. */
  start: number;
  onChoose: (option: Option) => void;
}

/** The options of a dropdown. The focus stays in the input, whose `aria-activedescendant` names the highlighted option. */
export function OptionMenu({
  anchor,
  menuProps,
  combobox,
  options,
  chosen,
  emptyText,
  isMultiple,
  start,
  onChoose,
}: Props) {
  const { getItemProps, highlightedIndex } = combobox;
  const menu = useAnchored<HTMLDivElement>(anchor);
  const isNoneHighlighted = highlightedIndex < 0;
  useEffect(() => {
    // Centered. The library scrolls to the highlighted option.
    if (isNoneHighlighted)
      menu.current?.querySelectorAll('[role="option"]')[start]?.scrollIntoView({ block: 'center' });
  }, [menu, start, isNoneHighlighted]);
  return (
    // Clicking the menu must not take the focus out of the input.
    <div
      ref={menu}
      popover="manual"
      role="presentation"
      // A scrollable element would be a tab stop of its own, and lose the focus when it closes.
      tabIndex={-1}
      className={`${popups.menu} ${classes.menu}`}
      onMouseDown={(event) => event.preventDefault()}
    >
      <output>{options.length === 0 && emptyText}</output>
      <div {...menuProps} translate="no" aria-multiselectable={isMultiple || undefined}>
        {options.map((option, index) => {
          const isChosen = chosen.includes(option.value);
          return (
            <button
              key={`${option.value} ${option.label}`}
              {...getItemProps({ item: option, index, onClick: () => onChoose(option) })}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={isChosen}
              title={option.note}
              data-active={index === highlightedIndex || undefined}
            >
              <span>{option.label}</span>
              {option.note && <small aria-hidden data-note={option.note} />}
              {isChosen && <IconCheck size={16} aria-hidden />}
            </button>
          );
        })}
      </div>
    </div>
  );
}
