import * as z from 'zod/mini';
import { degree } from './degree.ts';
import { department } from './department.ts';
import { type ItemKind, type Items } from './items.ts';
import { major } from './major.ts';
import { answerOf, type Link, relationshipsOf } from './relationships.ts';
import { school } from './school.ts';

/** The response schema of each kind of item, in the order of the lists in a detail (contract 4). */
const answers = { school, major, department, degree } satisfies Record<ItemKind, unknown>;
const order = Object.keys(answers);

/** The lists of related items in a detail, in order. */
export const listsOf = (kind: ItemKind): readonly Link[] =>
  relationshipsOf(kind).toSorted((one, other) => order.indexOf(one.to) - order.indexOf(other.to));

/** The schema of an item with everything related to it, as the detail screen shows it (contract 4). */
export const detailOf = (kind: ItemKind): z.ZodMiniObject => {
  const lists = listsOf(kind).map(({ list, relationship, to }) => [
    list,
    z.array(z.object({ ...answerOf(relationship).shape, item: answers[to] })),
  ]);
  return z.object({ [kind]: answers[kind], ...Object.fromEntries(lists) });
};

/** The item is under the name of its kind. The lists are next to it, see `relatedOf`. */
export type Detail<K extends ItemKind = ItemKind> = { [Name in K]: Items[Name] };
