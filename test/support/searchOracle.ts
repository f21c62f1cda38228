import { type ItemKey, type ItemKind, type Items, itemKinds, labelOfItem } from '../../contract/kinds.ts';
import { inEffect } from '../../contract/spans.ts';

// The ranking of contract 11, read sentence by sentence and without any preparation: it folds every text of every item at
// each letter.

type Values = Readonly<Record<string, string | number | null>>;

const titleFields: Record<ItemKind, readonly string[]> = {
  school: ['title', 'title8'],
  department: ['title7', 'title'],
  degree: ['degreeTitleRc', 'degreeTitleAbbr'],
  major: ['title7', 'title20', 'titleLong'],
};

const fold = (text: string): string =>
  text
    .replace(/&/g, ' and ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const textOf = (value: string | number | null | undefined) => String(value ?? '');

/** Whether each word begins a word of the title, after those before it. */
function beginInOrder([first, ...others]: string[], title: readonly string[]): boolean {
  if (first === undefined) return true;
  const at = title.findIndex((word) => word.startsWith(first));
  return at >= 0 && beginInOrder(others, title.slice(at + 1));
}

/** The rank of an item, from 1 to 8. Undefined if the text does not find it. */
export function rankByContract(kind: ItemKind, item: object, typed: string): number | undefined {
  const values = item as Values;
  const text = fold(typed);
  if (text === '') return undefined;
  const { code: codeField, key } = itemKinds[kind];
  const code = codeField === null ? undefined : fold(textOf(values[codeField]));
  const plain = titleFields[kind].map((field) => textOf(values[field])).filter(Boolean);
  const full = kind === 'degree' ? plain.map((title) => `${values.degreeAwarded} ${title}`) : plain;
  const titles = [...plain, ...full].map(fold);
  const words = wordsOf(typed);
  const ofTitles = full.map(wordsOf);
  const numbers = [`#${values[key]}`, textOf(values.cipCode), textOf(values.hegisCode)];
  const sentences = [
    code === text,
    code?.startsWith(text),
    titles.includes(text),
    titles.some((title) => title.startsWith(text)),
    words.length > 0 && ofTitles.some((title) => beginInOrder(words, title)),
    words.length > 0 &&
      ofTitles.some((title) => words.every((word) => title.some((own) => own.startsWith(word)))),
    words.length > 0 && words.every((word) => ofTitles.flat().some((own) => own.includes(word))),
    numbers.some((number) => fold(number).startsWith(text)),
  ];
  const at = sentences.indexOf(true);
  return at < 0 ? undefined : at + 1;
}

type Catalog = { readonly [K in ItemKind]: readonly Items[K][] };

/** The IDs of the items that a text finds, best first. Of the same rank and label, any order of kinds is allowed. */
export function rankAllByContract(
  catalog: Catalog,
  typed: string,
  term: string,
  recent: ReadonlySet<string>,
) {
  const found = (Object.keys(catalog) as ItemKind[]).flatMap((kind) =>
    (catalog[kind] as readonly object[]).flatMap((item) => {
      const values = item as Values;
      const rank = rankByContract(kind, item, typed);
      if (rank === undefined) return [];
      const { key, span } = itemKinds[kind];
      const id = `${kind}/${values[key]}`;
      const bounds = { start: values[span.start] ?? null, end: values[span.end] ?? null };
      return {
        id,
        order: [rank, inEffect(bounds, term) ? 0 : 1, recent.has(id) ? 0 : 1],
        label: fold(labelOfItem(kind, values)),
        key: values[key] as ItemKey,
      };
    }),
  );
  const differences = (one: readonly number[], other: readonly number[]) =>
    one.map((value, at) => value - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return found.sort(
    (one, other) =>
      differences(one.order, other.order) ||
      (one.label < other.label ? -1 : one.label > other.label ? 1 : 0) ||
      Number(one.key) - Number(other.key) ||
      0,
  );
}
