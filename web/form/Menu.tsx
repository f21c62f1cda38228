import { IconCheck } from '@tabler/icons-react';
import { type RefObject, useEffect } from 'react';
import popups from '../popups/popups.module.css';
import { useBeside } from '../popups/useBeside.ts';
import classes from './form.module.css';
import type { Option } from './options.ts';

interface Props {
  id: string;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  options: readonly Option[];
  chosen: readonly string[];
  /** The place of the option that Enter would choose. */
  active: number;
  onChoose: (value: string) => void;
}

/** The options of a dropdown. The focus stays in the box; the box says which option is active. */
export function Menu({ id, label, anchor, options, chosen, active, onChoose }: Props) {
  const menu = useBeside<HTMLDivElement>(anchor);
  useEffect(() => {
    menu.current?.querySelectorAll('[role="option"]')[active]?.scrollIntoView({ block: 'nearest' });
  }, [menu, active]);
  return (
    // A press on the menu must not take the focus out of the box.
    <div
      ref={menu}
      popover="manual"
      role="presentation"
      className={`${popups.menu} ${classes.menu}`}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div id={id} role="listbox" aria-label={label}>
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
      {options.length === 0 && <output>No options</output>}
    </div>
  );
}
