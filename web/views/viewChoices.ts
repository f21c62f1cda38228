import type { View } from '../../contract/views.ts';
import type { Choice } from '../ui/popups/useMenuButton.tsx';
import { addressOf } from './viewsQuery.ts';

interface Shown {
  views: readonly View[];
  current: View | undefined;
  /** The path of the screen. */
  path: string;
  /** Whether the address names a view. */
  isNamed: boolean;
  /** Null while the user acts as another one: views are then read only. */
  acts: null | Record<'save' | 'edit' | 'toggleDefault', () => void>;
  /** Reads the views again, if that has failed. */
  retry: null | (() => void);
}

/** Only the owner may change a view, and of a shared view everyone who manages data (contract 11). */
export const mayChange = ({ isMine, isShared }: View, managesData: boolean): boolean =>
  isMine || (isShared && managesData);

const whose = ({ isMine, isShared, owner }: View) => (isMine ? (isShared ? 'shared' : '') : owner.name);

/** The items of the menu of views: the views, and what can be done with the current one. */
export function choicesOf(
  { views, current, path, isNamed, acts, retry }: Shown,
  managesData: boolean,
): Choice[] {
  const linkOf = (view: View, group: string): Choice => ({
    id: view.id,
    label: view.name,
    note: [whose(view), view.isDefault ? 'default' : ''].filter(Boolean).join(', '),
    group,
    isCurrent: view === current,
    to: addressOf(path, view),
  });
  const links = [
    ...views.filter(({ isMine }) => isMine).map((view) => linkOf(view, 'My views')),
    ...views.filter(({ isMine }) => !isMine).map((view) => linkOf(view, 'Shared views')),
  ];
  return [
    ...links,
    ...(retry ? [{ label: 'The views could not be read. Try again', act: retry }] : []),
    ...(acts ? [{ label: 'Save view…', act: acts.save }] : []),
    ...(acts && current && mayChange(current, managesData)
      ? [{ label: 'Rename, share or delete…', act: acts.edit }]
      : []),
    ...(acts && current
      ? [{ label: current.isDefault ? 'No longer default' : 'Set as default', act: acts.toggleDefault }]
      : []),
    ...(isNamed ? [{ label: 'Without a view', to: path }] : []),
    ...(links.length === 0 && !acts && !retry ? [{ label: 'No views yet', to: path }] : []),
  ];
}
