import * as z from 'zod/mini';
import { degree } from './degree.ts';
import { department } from './department.ts';
import { type ItemKind, type Items } from './items.ts';
import { major } from './major.ts';
import { type Link, relationshipsOf } from './relationships.ts';
import { school } from './school.ts';

/** What an answer says of an item; in the order in which details list what is related (contract 4). */
const answers = { school, major, department, degree };
const order = Object.keys(answers);

/** The lists of a detail, in its order. */
export const listsOf = (kind: ItemKind): readonly Link[] =>
  relationshipsOf(kind).toSorted((one, other) => order.indexOf(one.to) - order.indexOf(other.to));

/** An item with all that is related to it, as its detail screen shows it (contract 4). */
export const detailOf = (kind: ItemKind): z.ZodMiniObject => {
  const lists = listsOf(kind).map(({ list, relationship, to }) => [
    list,
    z.array(z.object({ ...relationship.answer.shape, item: answers[to] })),
  ]);
  return z.object({ [kind]: answers[kind], ...Object.fromEntries(lists) });
};

/** The item itself goes by the name of its kind; beside it are the lists, see `relatedOf`. */
export type Detail<K extends ItemKind = ItemKind> = { [Name in K]: Items[Name] };
