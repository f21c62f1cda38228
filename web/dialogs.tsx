/** Bundles the dialogs that most tabs never open in a chunk of their own. */

export { EarlierValueDialog } from './itemPage/EarlierValueDialog.tsx';
export { SearchBox } from './search/SearchBox.tsx';
export { ImpersonationForm } from './shell/ImpersonationForm.tsx';
export { KeysDialog } from './ui/keys/KeysDialog.tsx';
export { ColumnsDialog } from './ui/table/columnsDialog/ColumnsDialog.tsx';
export * as viewTools from './views/viewTools.ts';
