import { EARLIER_VALUE } from '../contract/earlierValues.ts';
import { type ItemKind, isItemKind, itemKinds } from '../contract/kinds.ts';
import { type Column, columnsOf, relationshipOf } from './columns.ts';
import { alsoCalled, maybeCalled } from './headers.ts';
import { headerWords } from './headerWords.ts';
import { compact } from './words.ts';

// The page, which only shows columns, does without this file and the names in headers.ts.

/** The headers of a column of a kind, in the form of `compact`, the best first. */
export const headersOf = (kind: string, column: Column): string[] => [
  ...new Set([column.id, ...namesOf(kind, column)].map(compact)),
];

/** The words of the headers of a column and of the names that are similar to them, as in `headerWords`. */
export const wordsOfColumn = (kind: string, column: Column): string[][] =>
  [...namesOf(kind, column), ...similarNamesOf(kind, column)].map(headerWords);

/** The name in headers.ts for the names of the fields of a kind. */
const ownerOf = (kind: string): string =>
  isItemKind(kind) || kind === EARLIER_VALUE ? kind : 'relationship';

function namesOf(kind: string, column: Column): string[] {
  const { label, name, facts, item } = column;
  if (item !== undefined) return namesOfEnd(kind, column, item);
  return [label, name, ...(facts ? alsoCalled(ownerOf(kind), name) : ['Key'])];
}

/** The names of a column that names an end, without those that could also belong to the other end. */
function namesOfEnd(kind: string, { label, name, facts }: Column, item: ItemKind): string[] {
  if (!facts) return [label, name];
  const taken = new Set(
    otherItems(kind, item).flatMap((other) => columnsOf(other).flatMap((column) => headersOf(other, column))),
  );
  const others = alsoCalled(item, name);
  const bare = name === itemKinds[item].naturalKey.start ? [] : [facts.label, name, ...others];
  return [
    label,
    `${item} ${name}`,
    ...others.map((text) => `${item} ${text}`),
    ...alsoCalled(`end of ${item}`, name),
    ...bare.filter((text) => !taken.has(compact(text))),
  ];
}

/** The items that a row names besides one, or may name instead of it. */
function otherItems(kind: string, item: ItemKind): ItemKind[] {
  if (kind === EARLIER_VALUE) return (Object.keys(itemKinds) as ItemKind[]).filter((other) => other !== item);
  const { from, to } = relationshipOf(kind);
  return [item === from ? to : from];
}

const similarNamesOf = (kind: string, { name, item }: Column): string[] =>
  item === undefined
    ? [...maybeCalled(ownerOf(kind), name)]
    : [...maybeCalled(item, name).map((text) => `${item} ${text}`), ...maybeCalled(`end of ${item}`, name)];
