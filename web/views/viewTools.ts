/** What the menu of views loads when it is first needed. */
export { ViewDialog } from './ViewDialog.tsx';
export { setDefault, updateView } from './viewChanges.ts';
