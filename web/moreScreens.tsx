import type { ItemKind } from '../contract/kinds.ts';
import { itemViews } from './catalog/kinds/kinds.ts';
import { ChangeAllScreen } from './proposals/changeAll/ChangeAllScreen.tsx';
import { SetInactiveScreen } from './proposals/changeAll/SetInactiveScreen.tsx';
import { CopyScreen } from './proposals/copy/CopyScreen.tsx';
import { EndScreen } from './proposals/end/EndScreen.tsx';
import { RelateScreen } from './proposals/relate/RelateScreen.tsx';

export { default as Lookups } from './catalog/lookups/LookupsScreen.tsx';
export { default as Differences } from './differences/DifferencesScreen.tsx';
/** Bundles the rarely opened screens in a chunk of their own. */
export { default as Changes } from './history/changesPage/ChangesScreen.tsx';
export { default as Programs } from './programs/ProgramsScreen.tsx';
export { default as AddYear } from './proposals/addYear/AddYearScreen.tsx';
export { default as Fix } from './proposals/fix/FixScreen.tsx';
export { default as Import } from './proposals/import/ImportScreen.tsx';
export { default as Quality } from './quality/QualityScreen.tsx';
export { default as QualityRule } from './quality/RuleScreen.tsx';
export { default as Systems } from './systems/SystemsScreen.tsx';

interface Props<K extends ItemKind> {
  kind: K;
}

export const EndOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <EndScreen key={kind} view={itemViews[kind]} />
);

export const CopyOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <CopyScreen key={kind} view={itemViews[kind]} />
);

export const RelateOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <RelateScreen key={kind} view={itemViews[kind]} />
);

export const ChangeAllOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <ChangeAllScreen key={kind} view={itemViews[kind]} />
);

export const SetInactiveOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <SetInactiveScreen key={kind} view={itemViews[kind]} />
);
