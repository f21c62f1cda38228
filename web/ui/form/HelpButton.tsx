import { IconHelpCircle } from '@tabler/icons-react';
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldHelp } from '../../../contract/fieldHelp.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import popups from '../popups/popups.module.css';
import { useAnchored } from '../popups/useAnchored.ts';
import classes from './form.module.css';

/** Opens the help for the field that has the focus. */
export const HELP_KEY = 'F1';

interface Props extends Pick<ComponentProps<'button'>, 'tabIndex' | 'title'> {
  label: string;
  help: FieldHelp;
}

/**
 * A small button beside a field that shows and hides its help. The focus stays where it is, and a screen reader reads the
 * help when it appears. It disappears on Escape, on a click elsewhere and when the focus leaves the field.
 */
export function HelpButton({ label, help, title = `About ${label}`, ...others }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const field = place.current?.parentElement;
    // Capturing, so that it runs before the Escape handler of a surrounding dialog.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    };
    const onPointerDown = ({ target }: Event) => place.current?.contains(target as Node) || setOpen(false);
    const onFocusIn = ({ target }: Event) => field?.contains(target as Node) || setOpen(false);
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('focusin', onFocusIn);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('focusin', onFocusIn);
    };
  }, [isOpen]);
  return (
    <span ref={place} className={classes.help}>
      <IconButton
        // Not named after the field, so that its label names only its input.
        name="Help"
        title={title}
        icon={<IconHelpCircle size={16} aria-hidden />}
        aria-expanded={isOpen}
        data-help
        // Keeps the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!isOpen)}
        {...others}
      />
      <span aria-live="polite">{isOpen && <Help anchor={place} help={help} />}</span>
    </span>
  );
}

interface HelpProps {
  anchor: RefObject<HTMLSpanElement | null>;
  help: FieldHelp;
}

function Help({ anchor, help: { text, source } }: HelpProps) {
  const tip = useAnchored<HTMLSpanElement>(anchor);
  return (
    <span ref={tip} popover="manual" className={popups.tip}>
      <span>{text}</span>{' '}
      <small className={classes.source}>
        Source: <span>{source}</span>
      </small>
    </span>
  );
}
