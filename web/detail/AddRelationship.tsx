import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import popups from '../popups/popups.module.css';
import { useAnchored } from '../popups/useAnchored.ts';
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

/** A button that opens a menu of links. */
export function AddRelationship({ choices }: { choices: readonly Choice[] }) {
  /** Where the focus starts in the menu; null while the menu is closed. */
  const [begin, setBegin] = useState<'first' | 'last' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <Button
        ref={button}
        rightSection={<IconChevronDown size={16} aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={begin !== null}
        aria-controls={begin ? id : undefined}
        // Otherwise pressing the button would move the focus out of the menu, which closes it, and the click would
        // reopen it.
        onPointerDown={(event) => begin && event.preventDefault()}
        onClick={() => setBegin(begin ? null : 'first')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setBegin(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        Add Relationship to
      </Button>
      {begin && (
        <Choices
          id={id}
          begin={begin}
          anchor={button}
          choices={choices}
          onClose={() => {
            setBegin(null);
            button.current?.focus();
          }}
          onLeave={() => setBegin(null)}
        />
      )}
    </>
  );
}

interface Props {
  id: string;
  begin: 'first' | 'last';
  anchor: RefObject<HTMLElement | null>;
  choices: readonly Choice[];
  onClose: () => void;
  onLeave: () => void;
}

function Choices({ id, begin, anchor, choices, onClose, onLeave }: Props) {
  const menu = useAnchored<HTMLDivElement>(anchor);
  // Move the focus into the menu as it opens.
  useEffect(() => {
    const links = menu.current?.querySelectorAll('a') ?? [];
    links[begin === 'first' ? 0 : links.length - 1]?.focus();
  }, [menu, begin]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const links = [...currentTarget.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const move = moves[key];
    if (key === 'Escape') onClose();
    else if (key === ' ') links[at]?.click();
    else if (move) links[move(at, links.length - 1)]?.focus();
    else if (key.length === 1) nextOf(links, at, key)?.focus();
    else return;
    event.preventDefault();
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
        // Tab leaves the menu.
        <Link key={to} role="menuitem" tabIndex={-1} to={to}>
          {label}
        </Link>
      ))}
    </div>
  );
}

/** The next item whose label starts with the letter, wrapping around. */
const nextOf = (links: readonly HTMLAnchorElement[], at: number, letter: string) =>
  [...links.slice(at + 1), ...links.slice(0, at)].find(({ textContent }) =>
    textContent.toLowerCase().startsWith(letter.toLowerCase()),
  );
