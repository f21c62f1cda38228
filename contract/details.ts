import * as z from 'zod/mini';
import { degree } from './degree.ts';
import { department } from './department.ts';
import { type ItemKind, type Items } from './kinds.ts';
import { major } from './major.ts';
import { type Link, relationshipsOf, responseOf } from './relationships.ts';
import { school } from './school.ts';

/** The response schema of each kind of item, in the order of the lists in a detail (contract 4). */
export const itemResponses = { school, major, department, degree } satisfies Record<ItemKind, unknown>;
const order = Object.keys(itemResponses);

/** The lists of related items in a detail, in order. */
export const listsOf = (kind: ItemKind): readonly Link[] =>
  relationshipsOf(kind).toSorted((a, b) => order.indexOf(a.to) - order.indexOf(b.to));

/** The schema of an item with all related items, as on the detail screen (contract 4). */
export const detailOf = (kind: ItemKind): z.ZodMiniObject => {
  const lists = listsOf(kind).map(({ list, relationship, to }) => [
    list,
    z.array(z.object({ ...responseOf(relationship).shape, item: itemResponses[to] })),
  ]);
  return z.object({ [kind]: itemResponses[kind], ...Object.fromEntries(lists) });
};

/** A detail. The item is under the name of its kind, and the lists are beside it. */
export type Detail<K extends ItemKind = ItemKind> = { [Name in K]: Items[Name] };
