import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import classes from './popups.module.css';
import { useAnchored } from './useAnchored.ts';

/** An item of a menu: a link to a page, or an action. */
export type Choice = {
  label: string;
  /** Identifies the item, if several have the same label. */
  id?: string;
  /** Shown beside the label. */
  note?: string | undefined;
  /** The heading above this item and the next ones with the same heading. */
  group?: string;
  isCurrent?: boolean;
} & ({ to: string } | { act: () => void; isDanger?: boolean });

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * A button that opens a menu, following the ARIA pattern. Returns the attributes of the button, and the menu to render
 * beside it. Null are choices that still load: the menu opens when they have, because they would move under the pointer.
 */
export function useMenuButton(label: string, choices: readonly Choice[] | null) {
  /** Where the focus starts in the menu; null while the menu is closed. */
  const [begin, setBegin] = useState<'first' | 'last' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return {
    button: {
      ref: button,
      'aria-haspopup': 'menu',
      'aria-expanded': begin !== null && choices !== null,
      'aria-busy': begin !== null && choices === null,
      'aria-controls': begin && choices ? id : undefined,
      // Otherwise the pointer would move the focus out of the menu, which closes it, and the click would reopen it.
      onPointerDown: (event: { preventDefault: () => void }) => begin && event.preventDefault(),
      onClick: () => setBegin(begin ? null : 'first'),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setBegin(event.key === 'ArrowDown' ? 'first' : 'last');
      },
    },
    menu: begin && choices && (
      <Choices
        id={id}
        label={label}
        begin={begin}
        anchor={button}
        choices={choices}
        onClose={() => {
          setBegin(null);
          button.current?.focus();
        }}
        onLeave={() => setBegin(null)}
      />
    ),
  } as const;
}

interface Props {
  id: string;
  label: string;
  begin: 'first' | 'last';
  anchor: RefObject<HTMLElement | null>;
  choices: readonly Choice[];
  onClose: () => void;
  onLeave: () => void;
}

function Choices({ id, label, begin, anchor, choices, onClose, onLeave }: Props) {
  const menu = useAnchored<HTMLDivElement>(anchor);
  useEffect(() => {
    const items = itemsOf(menu.current);
    items[begin === 'first' ? 0 : items.length - 1]?.focus();
  }, [menu, begin]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget, ctrlKey, metaKey, altKey } = event;
    // The keys of a surrounding table do not apply in the menu.
    event.stopPropagation();
    if (ctrlKey || metaKey || altKey) return;
    const items = itemsOf(currentTarget);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const move = moves[key];
    if (key === 'Escape') onClose();
    else if (key === ' ') items[at]?.click();
    else if (move) items[move(at, items.length - 1)]?.focus();
    else if (key.length === 1) nextOf(items, at, key)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      popover="manual"
      className={`${classes.menu} ${classes.choices}`}
      onKeyDown={onKeyDown}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onLeave()}
    >
      {[...Map.groupBy(choices, ({ group }) => group)].map(([group, own]) => {
        const content = own.map((choice) => (
          <Item key={choice.id ?? choice.label} choice={choice} onClose={onClose} />
        ));
        return group === undefined ? (
          content
        ) : (
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden>{group}</p>
            {content}
          </div>
        );
      })}
    </div>
  );
}

/** Tab leaves the menu. */
function Item({ choice, onClose }: { choice: Choice; onClose: () => void }) {
  const shared = { role: 'menuitem', tabIndex: -1, 'aria-current': choice.isCurrent || undefined };
  const content = choice.note ? (
    <>
      <span>{choice.label}</span> <small>{choice.note}</small>
    </>
  ) : (
    choice.label
  );
  return 'to' in choice ? (
    <Link {...shared} to={choice.to} onClick={onClose}>
      {content}
    </Link>
  ) : (
    <button
      {...shared}
      type="button"
      data-danger={choice.isDanger}
      onClick={() => {
        onClose();
        choice.act();
      }}
    >
      {content}
    </button>
  );
}

const itemsOf = (menu: Element | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];

/** The next item whose label starts with the letter, wrapping around. */
const nextOf = (items: readonly HTMLElement[], at: number, letter: string) =>
  [...items.slice(at + 1), ...items.slice(0, at)].find(({ textContent }) =>
    textContent.toLowerCase().startsWith(letter.toLowerCase()),
  );
