import type { Detail } from '../../contract/details.ts';
import { type ItemKey, type ItemKind, type Items, itemKinds } from '../../contract/kinds.ts';
import type { EndRef } from '../../contract/proposals.ts';
import { type Link, type Related, relationshipsOf } from '../../contract/relationships.ts';
import { itemInEffect } from '../catalog/items/inEffect.ts';
import { keyOf } from '../catalog/items/itemView.ts';
import { relatedOf } from '../catalog/relationships/ends.ts';

/** A relationship of an item, and the item at its other end. */
export interface ItemRelationship {
  /** Unique among the relationships of an item: `school/14`. */
  id: string;
  link: Link;
  toKey: ItemKey;
  related: Related<Items[ItemKind]>;
}

/** All relationships of an item. */
export const relationshipsOfItem = <K extends ItemKind>(kind: K, detail: Detail<K>): ItemRelationship[] =>
  relationshipsOf(kind).flatMap((link) =>
    relatedOf(detail, link).map((related) => {
      const toKey = keyOf({ kind: link.to }, related.item);
      return { id: `${link.name}/${toKey}`, link, toKey, related };
    }),
  );

/** A proposal row's reference to the relationship between an item and the other end. */
export function refOf({ link, toKey }: ItemRelationship, item: EndRef): Record<string, EndRef> {
  const { relationship, near, far } = link;
  return { [relationship[near]]: item, [relationship[far]]: { [itemKinds[link.to].key]: toKey } };
}

/** Whether the item at the other end of a relationship is in effect in a term. */
export const isInEffect = ({ link, related }: ItemRelationship, term: string): boolean =>
  itemInEffect(link.to)(related.item, term);
