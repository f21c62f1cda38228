import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { foldCase } from '../../../lib/foldCase.ts';
import { IconButton } from '../../buttons/IconButton.tsx';
import { rankOfName } from '../../form/options.ts';
import { shortcut } from '../../keys/shortcut.ts';
import { Dialog } from '../../popups/Dialog.tsx';
import hide from '../../visuallyHidden.module.css';
import { type Choice, choicesOf, moved } from './columnOrder.ts';
import classes from './columnsDialog.module.css';

export interface ColumnsDialogProps {
  opened: boolean;
  all: readonly { id: string; header: string }[];
  shown: readonly string[];
  isChosen: boolean;
  onClose: () => void;
  /** Null restores the columns of the specification. */
  onApply: (ids: readonly string[] | null) => void;
}

/**
 * Chooses and orders the columns of a table, by checkbox, button, key or pointer. Nothing changes until it is applied. A
 * checked column moves up to the shown ones, where it can be ordered.
 */
export function ColumnsDialog({ opened, all, shown, isChosen, onClose, onApply }: ColumnsDialogProps) {
  const [choices, setChoices] = useState<readonly Choice[]>(() => choicesOf(all, shown));
  const [text, setText] = useState('');
  const [message, setMessage] = useState('');
  const [dragged, setDragged] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<HTMLElement>(null);
  // A moved row may lose the focus.
  useLayoutEffect(() => {
    focused.current?.focus();
    focused.current = null;
  });

  const words = foldCase(text).split(/\s+/).filter(Boolean);
  const listed = choices
    .filter(({ id, header }) => words.every((word) => foldCase(`${header} ${id}`).includes(word)))
    .toSorted((one, other) => rankOfName(one.header, text) - rankOfName(other.header, text));
  const count = choices.filter(({ isShown }) => isShown).length;
  const shownText =
    count === 0 ? 'Choose at least one column.' : `${count} of ${choices.length} columns shown`;
  // In the same line: one more would move the buttons.
  const status = listed.length === 0 ? 'No column has this name.' : shownText;

  const move = (id: string, to: Choice | undefined) => {
    if (!to) return;
    const next = moved(choices, id, to.id);
    const at = next.findIndex((choice) => choice.id === id);
    setChoices(next);
    setMessage(`${next[at]?.header ?? ''}: ${at + 1} of ${next.length}`);
  };
  const placeOf = (id: string) => choices.findIndex((choice) => choice.id === id);
  const keepFocus = () => {
    focused.current = document.activeElement as HTMLElement | null;
  };
  // By a place among all columns, not only among those that the text finds.
  const moveBy = (id: string, step: -1 | 1) => {
    keepFocus();
    move(id, choices[placeOf(id) + step]);
  };
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    moveBy(id, step);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (dragged === undefined) return;
    const rows = [...(list.current?.children ?? [])];
    const over = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    if (listed[over] && listed[over].id !== dragged) move(dragged, listed[over]);
    rows[over]?.scrollIntoView({ block: 'nearest' });
  };
  const set = (id: string, isShown: boolean) => {
    keepFocus();
    const next = choices.map((choice) => (choice.id === id ? { ...choice, isShown } : choice));
    const lastShown = choices.findLastIndex((choice) => choice.isShown);
    const place = next[lastShown + 1];
    setChoices(isShown && place && lastShown < placeOf(id) ? moved(next, id, place.id) : next);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const ids = choices.filter(({ isShown }) => isShown).map(({ id }) => id);
    if (ids.length === 0) return;
    // The columns that are shown without a choice may be others in a later version.
    if (!isChosen && ids.join() === shown.join()) onClose();
    else onApply(ids);
  };
  /** Enter after a text shows the first column that it finds. Without a text, it applies. */
  const onKeyInText = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event;
    if (key !== 'Enter' || ctrlKey || metaKey || nativeEvent.isComposing || text.trim() === '') return;
    event.preventDefault();
    const [first] = listed;
    if (!first) return;
    set(first.id, true);
    setMessage(`${first.header}: shown`);
  };
  return (
    <Dialog opened={opened} title="Columns" width="32rem" onClose={onClose}>
      <form onSubmit={apply}>
        <TextInput
          type="search"
          label="Find a column"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyInText}
        />
        <ol
          ref={list}
          className={classes.list}
          aria-label="Columns, in their order"
          onPointerMove={onPointerMove}
          onLostPointerCapture={() => setDragged(undefined)}
        >
          {listed.map(({ id, header, isShown }) => (
            <li key={id} data-dragged={id === dragged || undefined} translate="no">
              {/* Only for the pointer: the buttons do the same. */}
              <span
                className={classes.handle}
                aria-hidden
                onPointerDown={(event) => {
                  event.preventDefault();
                  // Not the handle, which loses it when its row moves.
                  list.current?.setPointerCapture(event.pointerId);
                  setDragged(id);
                }}
              >
                <IconGripVertical size={16} />
              </span>
              <Checkbox
                size="xs"
                label={header}
                checked={isShown}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                onChange={(event) => set(id, event.currentTarget.checked)}
                onKeyDown={(event) => onKeyDown(event, id)}
              />
              <IconButton
                name={`Move ${header} up`}
                title="Move up (Alt+↑)"
                icon={<IconArrowUp size={16} />}
                aria-disabled={placeOf(id) === 0}
                onClick={() => moveBy(id, -1)}
              />
              <IconButton
                name={`Move ${header} down`}
                title="Move down (Alt+↓)"
                icon={<IconArrowDown size={16} />}
                aria-disabled={placeOf(id) === choices.length - 1}
                onClick={() => moveBy(id, 1)}
              />
            </li>
          ))}
        </ol>
        <p className={classes.count} data-problem={count === 0 || undefined} role="status">
          <span>{status}</span>
        </p>
        <div role="status" className={hide.visuallyHidden}>
          {message}
        </div>
        <div className={classes.buttons}>
          {isChosen && (
            <Button variant="subtle" onClick={() => onApply(null)}>
              Reset columns
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" {...shortcut('Control+Enter', 'Apply')}>
            Apply
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
