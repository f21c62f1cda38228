import { IconCheck } from '@tabler/icons-react';
import { useIsFetching } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import popups from '../popups/popups.module.css';
import { useAnchored } from '../popups/useAnchored.ts';
import classes from './form.module.css';
import type { Option } from './options.ts';

interface Props {
  id: string;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  options: readonly Option[];
  chosen: readonly string[];
  /** There are none at all, whatever is typed. */
  isEmpty: boolean;
  isMultiple: boolean;
  /** The index of the option that Enter would choose, or -1. */
  active: number;
  /** The index of the option to scroll to when none is active. */
  start: number;
  /** Enter was pressed while no option was active. */
  isRefused: boolean;
  onChoose: (value: string) => void;
}

const NONE_CHOSEN = 'Nothing is chosen yet. Use the arrow keys to select an option, or type its full name.';

/** The options of a dropdown. The focus stays in the input, whose `aria-activedescendant` names the active option. */
export function Menu({
  id,
  label,
  anchor,
  options,
  chosen,
  isEmpty,
  isMultiple,
  active,
  start,
  isRefused,
  onChoose,
}: Props) {
  const isReading = useIsFetching() > 0;
  const nothing = isEmpty && isReading ? 'The options are still being read.' : 'No options';
  const menu = useAnchored<HTMLDivElement>(anchor);
  const inSight = active < 0 ? start : active;
  useEffect(() => {
    // At the start with its neighbours on both sides, then only as far as needed.
    const block = active < 0 ? 'center' : 'nearest';
    menu.current?.querySelectorAll('[role="option"]')[inSight]?.scrollIntoView({ block });
  }, [menu, inSight, active]);
  return (
    // Clicking the menu must not take the focus out of the input.
    <div
      ref={menu}
      popover="manual"
      role="presentation"
      className={`${popups.menu} ${classes.menu}`}
      onMouseDown={(event) => event.preventDefault()}
    >
      <output>{options.length === 0 ? nothing : isRefused && NONE_CHOSEN}</output>
      <div id={id} role="listbox" aria-label={label} aria-multiselectable={isMultiple || undefined}>
        {options.map(({ value, label }, at) => (
          <button
            key={value}
            type="button"
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={chosen.includes(value)}
            data-active={at === active || undefined}
            onClick={() => onChoose(value)}
          >
            {label}
            {chosen.includes(value) && <IconCheck size={16} aria-hidden />}
          </button>
        ))}
      </div>
    </div>
  );
}
