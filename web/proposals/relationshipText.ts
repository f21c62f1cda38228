import type { Quarter } from '../../contract/columns/quarters.ts';
import type { ItemKind, Items } from '../../contract/kinds.ts';
import { labelOf } from '../catalog/items/itemView.ts';
import { itemViews } from '../catalog/kinds/kinds.ts';
import { titleOf } from '../catalog/relationships/ends.ts';
import { itemNames } from '../lib/kindNames.ts';
import { spanText } from '../terms/periods.ts';
import type { ItemRelationship } from './itemRelationships.ts';

/** 'School 14 School of Medicine, since F91'. */
export function relationshipText({ link, related }: ItemRelationship, quarter: Quarter): string {
  const label = labelOfItem(link.to, related.item);
  const span = spanText({ start: related.startTerm, end: related.endTerm }, quarter);
  return [`${titleOf(link, itemNames[link.to].title)} ${label}`, span].filter(Boolean).join(', ');
}

const labelOfItem = <K extends ItemKind>(kind: K, item: Items[K]): string => labelOf(itemViews[kind], item);
