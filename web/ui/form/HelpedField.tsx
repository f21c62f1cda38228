import type { ReactNode } from 'react';
import type { FieldHelp } from '../../../contract/fieldHelp.ts';
import classes from './form.module.css';
import { HELP_KEY, HelpButton } from './HelpButton.tsx';
import type { InputAppearance } from './SearchSelect.tsx';

interface Props extends Pick<InputAppearance, 'label' | 'style'> {
  help: FieldHelp;
  children: ReactNode;
}

/**
 * A field with a button for its help. F1 in the field clicks the button, as F1 does in other programs. The button is no tab
 * stop: users type a form from field to field, and half of a major's fields would have a second stop.
 */
export function HelpedField({ label, style, help, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the input inside
    <div
      className={classes.helped}
      style={style}
      onKeyDown={(event) => {
        if (event.key !== HELP_KEY) return;
        event.preventDefault();
        event.currentTarget.querySelector<HTMLElement>('[data-help]')?.click();
      }}
    >
      {children}
      <HelpButton label={label} help={help} tabIndex={-1} title={`About ${label} (${HELP_KEY})`} />
    </div>
  );
}
