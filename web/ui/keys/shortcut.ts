import { singleKeys } from './singleKeys.ts';

/** A key as in `aria-keyshortcuts`. `Control` stands for Command too. */
export type Key = 'N' | 'E' | 'Delete' | '/' | '?' | `Control+${string}`;

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** 'E', 'Ctrl+Enter'; on a Mac '⌘Enter'. */
export const keyText = (key: string) => key.replace('Control+', isMac ? '⌘' : 'Ctrl+');

const isSingle = (key: Key) => !key.includes('+');

/**
 * The attributes of a control with a shortcut: `runShortcut` clicks the control, or focuses it if it is a field, its tooltip
 * names the key, and the list of shortcuts shows the label. For a control in a row of a table, whose keys work while the row
 * has the focus, and for keys with Control.
 */
export const shortcut = (key: Key, label: string) => ({
  'aria-keyshortcuts': isSingle(key) ? key : `${key} ${key.replace('Control', 'Meta')}`,
  title: `${label} (${keyText(key)})`,
});

/** The same for any control of a screen. Single keys work without the focus there, so a user can turn them off. */
export function useShortcut(key: Key, label: string) {
  const isOn = singleKeys.use();
  return isOn || !isSingle(key) ? shortcut(key, label) : {};
}
