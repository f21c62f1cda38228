import type { ItemKind } from '../../contract/items.ts';
import { DetailScreen } from '../detail/DetailScreen.tsx';
import { ItemList } from '../items/ItemList.tsx';
import { itemViews } from '../kinds/kinds.ts';

/** All screens as one script: many small ones would cost a slow network a round trip for every six. */
export { default as About } from './AboutScreen.tsx';
export { default as MajorDegreeCreate } from './MajorDegreeCreateScreen.tsx';
export { default as MajorDegrees } from './MajorDegreesScreen.tsx';
export { default as Relationship } from './RelationshipScreen.tsx';
export { default as Report } from './ReportScreen.tsx';

interface Props<K extends ItemKind> {
  kind: K;
}

/** The list of a kind. That of another kind is another screen. */
export const ItemsOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <ItemList key={kind} view={itemViews[kind]} />
);

/** The detail of an item of a kind. */
export const ItemOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <DetailScreen key={kind} view={itemViews[kind]} />
);
