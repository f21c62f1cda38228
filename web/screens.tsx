import type { ItemKind } from '../contract/kinds.ts';
import { ItemList } from './catalog/items/ItemList.tsx';
import { itemViews } from './catalog/kinds/kinds.ts';
import RelationshipScreen from './catalog/relationships/RelationshipScreen.tsx';
import { ItemScreen } from './itemPage/ItemScreen.tsx';
import { FindingsLine } from './quality/ItemFindings.tsx';

export { default as MajorDegreeCreate } from './catalog/majorDegrees/MajorDegreeCreateScreen.tsx';
export { default as MajorDegrees } from './catalog/majorDegrees/MajorDegreesScreen.tsx';
export { default as Report } from './report/ReportScreen.tsx';
/** Bundles all screens in one chunk: with many small ones, a slow network would need a round trip for every six. */
export { default as About } from './shell/AboutScreen.tsx';

/** The other screens. Imported from here, so that their chunk repeats nothing of this one. */
export const more = () => import('./moreScreens.tsx');

/** The dialogs that load when they are first opened. */
export const dialogs = () => import('./dialogs.tsx');

/** The form of a relationship, with what the rules of data quality find about it. */
export const Relationship = () => <RelationshipScreen Findings={FindingsLine} />;

interface Props<K extends ItemKind> {
  kind: K;
}

/** The list screen of a kind. Another kind mounts a new screen. */
export const ItemsOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <ItemList key={kind} view={itemViews[kind]} />
);

/** The detail screen of a kind's items. */
export const ItemOf = <K extends ItemKind>({ kind }: Props<K>) => (
  <ItemScreen key={kind} view={itemViews[kind]} />
);
