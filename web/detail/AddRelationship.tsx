import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import popups from '../popups/popups.module.css';
import { useBeside } from '../popups/useBeside.ts';
import classes from './detail.module.css';

interface Choice {
  label: string;
  to: string;
}

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** A button that opens a list of addresses to go to. */
export function AddRelationship({ choices }: { choices: readonly Choice[] }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <Button
        ref={button}
        rightSection={<IconChevronDown size={16} aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        // A press on the button takes the focus out of the menu, which closes it.
        onPointerDown={(event) => isOpen && event.preventDefault()}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        Add Relationship to
      </Button>
      {isOpen && (
        <Choices
          id={id}
          anchor={button}
          choices={choices}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
          onLeave={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface Props {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  choices: readonly Choice[];
  onClose: () => void;
  onLeave: () => void;
}

function Choices({ id, anchor, choices, onClose, onLeave }: Props) {
  const menu = useBeside<HTMLDivElement>(anchor);
  // The keyboard goes on in the menu that it has opened.
  useEffect(() => menu.current?.querySelector('a')?.focus(), [menu]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') onClose();
    const links = [...event.currentTarget.querySelectorAll('a')];
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    links[move(links.indexOf(document.activeElement as HTMLAnchorElement), links.length - 1)]?.focus();
  };
  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label="Add Relationship to"
      popover="manual"
      className={`${popups.menu} ${classes.menu}`}
      onKeyDown={onKeyDown}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onLeave()}
    >
      {choices.map(({ label, to }) => (
        <Link key={to} role="menuitem" to={to}>
          {label}
        </Link>
      ))}
    </div>
  );
}
