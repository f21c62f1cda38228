import type { ItemKind } from '../../contract/items.ts';
import { itemViews } from '../kinds/kinds.ts';
import { ChangeAllScreen } from './ChangeAllScreen.tsx';
import { CopyScreen } from './CopyScreen.tsx';
import { EndScreen } from './EndScreen.tsx';
import { MendScreen } from './MendScreen.tsx';

/** Bundles the screens that most tabs never open in a chunk of their own. */
export { default as Changes } from './ChangesScreen.tsx';
export { default as Differences } from './DifferencesScreen.tsx';
export { default as Import } from './ImportScreen.tsx';

interface Props<K extends ItemKind> {
  kind: K;
}

export const EndOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <EndScreen key={kind} view={itemViews[kind]} />
);

export const CopyOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <CopyScreen key={kind} view={itemViews[kind]} />
);

export const ChangeAllOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <ChangeAllScreen key={kind} view={itemViews[kind]} />
);

export const MendOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <MendScreen key={kind} view={itemViews[kind]} />
);
