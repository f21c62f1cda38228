import { type ItemKind, itemKinds } from '../contract/kinds.ts';
import { labelOf } from './columns.ts';
import { candidateOf, type Find, finder, refOf } from './find.ts';
import type { Candidate, Choice, Known, KnownItem, Understood } from './intake.ts';
import { allOf, written } from './words.ts';

/** The cells of a row by the IDs of their columns, without those that are empty. */
export type Cells = Readonly<Record<string, Understood>>;

/** The item that a row names. `id` is the same for all rows that name the same item. */
export interface Named {
  ref: Readonly<Record<string, unknown>>;
  id: string;
  /** The standard texts of its cells, by column ID. */
  as?: Readonly<Record<string, string>>;
  /** The stored item; undefined for a new one. */
  item?: KnownItem;
  /** Why it named no item before the user has chosen one. */
  solved?: Unnamed;
}

/** Why a row names no item: the rest of a sentence about the row or, with an `id`, about the cell of that column. */
export interface Unnamed {
  wrong: string;
  id?: string;
  /** The columns whose cells can correct it. */
  ids: readonly string[];
  question?: Pick<Choice, 'id' | 'candidates'>;
}

/** Looks up the names in rows. */
export interface RowNames {
  items: (kind: ItemKind) => readonly KnownItem[];
  find: (kind: ItemKind) => Find;
  /** Whether the file has a column, empty or not. */
  hasColumn: (id: string) => boolean;
  /** Returns the item that the user has chosen among these, or a question. With `fresh`, a new item is a candidate too. */
  choose(
    kind: ItemKind,
    by: Sought,
    found: readonly KnownItem[],
    unnamed: Unnamed,
    fresh?: Candidate,
  ): Named | Unnamed;
}

type Sought = Readonly<Record<string, unknown>>;

/** Creates the lookup of names among the known items. */
export function among(
  known: Known,
  choices: Readonly<Record<string, string>>,
  hasColumn: RowNames['hasColumn'],
): RowNames {
  const finds = new Map<ItemKind, Find>();
  const labels = new Map(known.terms.map(({ termYyyyst, termLetterYear }) => [termYyyyst, termLetterYear]));
  return {
    items: (kind) => known.items[kind],
    find(kind) {
      const found = finds.get(kind) ?? finder(kind, known.items[kind]);
      finds.set(kind, found);
      return found;
    },
    hasColumn,
    choose(kind, by, found, unnamed, fresh) {
      const id = `${kind} ${JSON.stringify(by)}`;
      const { [id]: choice } = choices;
      const candidates = found.map((item) => candidateOf(kind, item, (code) => labels.get(code) ?? code));
      const asked = { ...unnamed, question: { id, candidates: [...candidates, ...(fresh ? [fresh] : [])] } };
      if (fresh && choice === fresh.value) return { ref: {}, id, solved: asked };
      const chosen = found[candidates.findIndex(({ value }) => value === choice)];
      return chosen ? { ...asStored(kind, chosen), solved: asked } : asked;
    },
  };
}

/** The reference to an item. */
export function named(kind: ItemKind, item: KnownItem): Named {
  const ref = refOf(kind, item);
  return { ref, id: JSON.stringify(ref), item };
}

/** The reference to an item whose codes stay as stored, whatever their case in the file. */
export const asStored = (kind: ItemKind, item: KnownItem): Named => ({
  ...named(kind, item),
  as: Object.fromEntries(itemKinds[kind].naturalKey.codes.map((name) => [name, written(item[name])])),
});

/** The item that the cell of a key column names; undefined if the cell is empty. */
export function namedByKey(
  { find }: RowNames,
  kind: ItemKind,
  cells: Cells,
  id: string,
): Named | Unnamed | undefined {
  const { [id]: cell } = cells;
  if (!cell) return undefined;
  const [item] = find(kind)({ [itemKinds[kind].key]: cell.value });
  if (item) return named(kind, item);
  const wrong = `is not the key of a ${kind}. Correct it, or leave it empty to name the ${kind} by its other columns`;
  return { id, ids: [id], wrong };
}

/** The error of a row that names no item. `column` returns the ID of the column of a field. */
export function namesNone(kind: ItemKind, cells: Cells, column = (name: string) => name): Unnamed {
  const { by } = itemKinds[kind].naturalKey;
  const ways = by.map((names) => allOf(names.map((name) => labelOf(kind, name))));
  const ids = by.flat().map(column);
  return {
    wrong: `names no ${kind}. Fill in ${ways.join(', or ')}`,
    ids: ids.filter((id) => cells[id]?.value == null),
  };
}
