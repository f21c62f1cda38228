import type { ItemKind } from '../../contract/items.ts';
import { DetailScreen } from '../detail/DetailScreen.tsx';
import { ItemList } from '../items/ItemList.tsx';
import { itemViews } from '../kinds/kinds.ts';

/** Bundles all screens in one chunk: with many small ones, a slow network would need a round trip for every six. */
export { default as About } from './AboutScreen.tsx';
export { default as MajorDegreeCreate } from './MajorDegreeCreateScreen.tsx';
export { default as MajorDegrees } from './MajorDegreesScreen.tsx';
export { default as Relationship } from './RelationshipScreen.tsx';
export { default as Report } from './ReportScreen.tsx';

/** The other screens. Imported from here, so that their chunk holds nothing that this one has. */
export const more = () => import('./more.tsx');

interface Props<K extends ItemKind> {
  kind: K;
}

/** The list screen of a kind. Another kind mounts a new screen. */
export const ItemsOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <ItemList key={kind} view={itemViews[kind]} />
);

/** The detail screen of a kind's items. */
export const ItemOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <DetailScreen key={kind} view={itemViews[kind]} />
);
