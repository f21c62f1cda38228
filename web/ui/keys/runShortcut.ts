import { flushSync } from 'react-dom';
import { isMac } from './shortcut.ts';

/** Here keys type, or choose an option. */
const BOXES = 'input:not([type="checkbox"], [type="radio"]), textarea, select';

/** These keys act on one item: while a row has the focus, on its item and not on that of the page. */
const OF_ITEM = ['E', 'Delete'];

const MODIFIERS = ['Control', 'Meta', 'Shift', 'Alt'];

/** The second press of a double press, in ms, must not go on to the next step: the user has not seen it. */
const DOUBLE = 500;

/** The key of the last shortcut, until it is released. */
let held = '';
/** The time between the presses of a double press, in ms, after which the second press is meant as a letter. */
const TYPES_AFTER = 300;
/** The last single key. Pressed twice, it must not type into what it has opened. */
let single = { key: '', at: -DOUBLE };
/** The last control pressed by Control+Enter, until another key is pressed; without it if Enter has shown a step. */
let step: { control?: HTMLElement; at: number } = { at: -DOUBLE };

/**
 * Handles a key press anywhere: finds the control with this shortcut among those that can be used now, and clicks it, so
 * that a shortcut does what its button does. A single key does nothing while the user types.
 */
export function runShortcut(event: KeyboardEvent): void {
  const key = keyOf(event);
  if (event.repeat) {
    // A held key must not type into the dialog that it has opened.
    if (key && key === held) event.preventDefault();
    return;
  }
  held = '';
  if (key !== 'Control+Enter' && !MODIFIERS.includes(event.key)) step = { at: -DOUBLE };
  const target = event.target as HTMLElement;
  if (!key || event.defaultPrevented || event.isComposing) return;
  const isSecond = key === single.key && event.timeStamp - single.at < TYPES_AFTER;
  single = { key: '', at: -DOUBLE };
  if (isSecond && isBox(target)) return event.preventDefault();
  if (isBox(target) && (!key.includes('+') || key === 'Control+Z')) return;
  const control = controlOf(key, target);
  if (!control) return;
  event.preventDefault();
  held = key;
  if (!key.includes('+') && !isBox(control)) single = { key, at: event.timeStamp };
  if (key === 'Control+Enter') {
    const at = event.timeStamp;
    if (control !== step.control && at - step.at < DOUBLE) return;
    step = { control, at };
  }
  press(control);
}

/** Notes that Enter has shown the next step, which Control+Enter must not complete before the user has seen it. */
export function noteStep(): void {
  step = { at: performance.now() };
}

/** Whether keys type in an element. */
export const isBox = (element: HTMLElement) => element.matches(BOXES) || element.isContentEditable;

/** The key as in `aria-keyshortcuts`; empty with modifiers that no shortcut has, and for a browser that fills in a form. */
export function keyOf({ key = '', ctrlKey, metaKey, altKey, shiftKey }: Partial<KeyboardEvent>): string {
  // Some keyboards need Shift for `/` and `?`.
  const hasCase = key.toLowerCase() !== key.toUpperCase();
  if (altKey || (ctrlKey && metaKey) || (shiftKey && hasCase)) return '';
  // The key that a Mac calls Delete.
  if (key === 'Backspace' && isMac) return 'Delete';
  const name = key.length === 1 ? key.toUpperCase() : key;
  return ctrlKey || metaKey ? `Control+${name}` : name;
}

/** The control of the row with the focus, or else of the form, the open dialog or the page. */
function controlOf(key: string, target: Element): HTMLElement | undefined {
  const selector = `[aria-keyshortcuts~="${CSS.escape(key)}"]`;
  const usableIn = (part: ParentNode) =>
    [...part.querySelectorAll<HTMLElement>(selector)].filter(
      (control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches(':disabled'),
    );
  const row = target.closest('tbody tr');
  if (row) {
    const below = row.nextElementSibling;
    const lines = below?.matches('[data-below]') ? [row, below] : [row];
    const [own] = lines.flatMap(usableIn);
    if (own || OF_ITEM.includes(key)) return own;
  }
  // A dialog that closes may keep the focus for a moment.
  const open = target.closest('dialog:modal') ?? [...document.querySelectorAll('dialog:modal')].at(-1);
  const others = usableIn(document).filter(
    (control) => control.closest('dialog') === (open ?? null) && !control.closest('tbody'),
  );
  const form = target.closest('form');
  // The last form of a screen completes it, and the last message is the newest.
  return others.find((control) => form?.contains(control)) ?? others.at(-1);
}

/**
 * Clicks a control, or focuses a field. The field that the user types in settles first, as if the user had left it, and then
 * gets the focus back, unless the click has moved it.
 */
function press(control: HTMLElement): void {
  if (isBox(control)) {
    control.focus();
    (control as HTMLInputElement).select();
    return;
  }
  const before = document.activeElement as HTMLElement;
  // What the field has done with the key so far.
  flushSync(() => {});
  if (isBox(before)) flushSync(() => before.blur());
  const between = document.activeElement;
  control.click();
  if (document.activeElement !== between) return;
  // A button that is not available describes the reason.
  if (control.ariaDisabled === 'true') control.focus();
  else if (before !== between) (before.isConnected ? before : control).focus();
}
