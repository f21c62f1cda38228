import type { ItemKind, Items } from '../../contract/items.ts';
import { labelOf } from '../items/items.ts';
import { spanText } from '../items/span.ts';
import { itemViews } from '../kinds/kinds.ts';
import type { Quarter } from '../lookups/lookups.ts';
import { itemNames } from '../names.ts';
import { titleOf } from '../relationship/ends.ts';
import type { Tie } from './tie.ts';

/** 'School 14 School of Medicine, since F91'. */
export function tieText({ link, related }: Tie, quarter: Quarter): string {
  const label = labelOfItem(link.to, related.item);
  const span = spanText({ start: related.startTerm, end: related.endTerm }, quarter);
  return [`${titleOf(link, itemNames[link.to].title)} ${label}`, span].filter(Boolean).join(', ');
}

const labelOfItem = <K extends ItemKind>(kind: K, item: Items[K]): string => labelOf(itemViews[kind], item);
