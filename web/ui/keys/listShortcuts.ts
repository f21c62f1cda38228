import { OPENS, SELECTS } from '../table/useRowFocus.ts';
import { keyText } from './shortcut.ts';

/** Keys with the same effect, and the effect. */
export interface Listed {
  keys: readonly string[];
  label: string;
}

export interface Group {
  title: string;
  listed: readonly Listed[];
}

/** The shortcuts of the page without its dialogs, as the controls on it declare them. */
export function listShortcuts(): Group[] {
  const controls = [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].filter(
    (control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('dialog'),
  );
  const own = listedOnce(controls.filter((control) => !control.closest('tbody')));
  const ofRows = listedOnce(controls.filter((control) => control.closest('tbody')));
  const groups = [
    {
      title: 'On this screen',
      listed: document.querySelector('main form [data-help]') ? [...own, HELP] : own,
    },
    { title: 'On the row with the focus', listed: [...ofRows, ...movesOfRows()] },
    { title: 'In the form that opens', listed: opensForm(own) ? [SAVE, HELP] : [] },
  ];
  return groups.filter(({ listed }) => listed.length > 0);
}

const SAVE: Listed = { keys: [keyText('Control+Enter')], label: 'Save' };

/** A field runs it by itself: elsewhere the key is the browser's. */
const HELP: Listed = { keys: ['F1'], label: 'About the field' };

const opensForm = (own: readonly Listed[]) => own.some(({ keys: [key] }) => key === 'N' || key === 'E');

/** The shortcuts of these controls. A row has the same ones as the next. */
function listedOnce(controls: readonly HTMLElement[]): Listed[] {
  const all = controls.map(listedOf);
  return [...new Map(all.map((listed) => [JSON.stringify(listed), listed])).values()];
}

function listedOf(control: HTMLElement): Listed {
  // Of several, the first: the others are for other keyboards.
  const key = keyText(control.getAttribute('aria-keyshortcuts')?.split(' ')[0] ?? '');
  const name = control.title || control.ariaLabel || control.innerText;
  return { keys: [key], label: name.replace(` (${key})`, '') };
}

/** The keys of a table whose rows are a single tab stop. */
function movesOfRows(): Listed[] {
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-at][tabindex]')];
  const has = (selector: string) => rows.some((row) => row.querySelector(selector));
  if (rows.length === 0) return [];
  return [
    ...(has(OPENS) ? [{ keys: ['Enter'], label: 'Open' }] : []),
    ...(has(SELECTS) ? [{ keys: ['Space'], label: 'Select' }] : []),
    { keys: ['↑', '↓'], label: 'Go to another row' },
    { keys: ['←', '→'], label: 'Go to another control of the row' },
    { keys: ['Home', 'End'], label: 'Go to the first or the last row' },
    { keys: ['Page Up', 'Page Down'], label: 'Go further up or down' },
  ];
}
