import { type ItemKind, itemKinds } from '../contract/kinds.ts';
import { columnsOf, isNumbered } from './columns.ts';
import { itemsCalled } from './find.ts';
import type { KnownItem } from './intake.ts';
import {
  type Cells,
  type Named,
  named,
  namedByKey,
  namesNone,
  type RowNames,
  type Unnamed,
} from './names.ts';
import { allOf, quoted, written } from './words.ts';

type Sought = Readonly<Record<string, unknown>>;

/**
 * Finds the item at an end of a relationship, whose columns begin with its kind: by its key, or else by the filled-in fields
 * of its natural key and start term. A text without an exact match may differ in case and punctuation, or be a title.
 */
export function nameEnd(all: RowNames, kind: ItemKind, cells: Cells): Named | Unnamed {
  const column = (name: string) => `${kind}.${name}`;
  const { by, start } = itemKinds[kind].naturalKey;
  const keyed = isNumbered(kind) ? namedByKey(all, kind, cells, column(itemKinds[kind].key)) : undefined;
  if (keyed) return keyed;
  const names = [...new Set(by.flat())].filter((name) => cells[column(name)]?.value != null);
  const [first] = names;
  if (first === undefined) return namesNone(kind, cells, column);
  const sought = Object.fromEntries(names.map((name) => [name, cells[column(name)]?.value]));
  const exact = all.find(kind)(sought);
  const { found, as } = exact.length > 0 ? { found: exact, as: {} } : findLoosely(all, kind, sought);

  const startTerm = start === null ? undefined : cells[column(start)]?.value;
  const startingThen =
    startTerm === undefined ? found : found.filter((item) => item[start ?? ''] === startTerm);
  const [only, ...others] = startingThen;
  if (!only)
    return {
      id: column(first),
      ids: found.length > 0 && start !== null ? [column(start)] : names.map(column),
      wrong: noMatchReason(kind, sought, found.length > 0),
    };
  if (others.length === 0) return { ...named(kind, only), as };
  // An empty start term means the item without a start term.
  const withoutStart =
    start !== null && all.hasColumn(column(start)) ? startingThen.filter((item) => item[start] === null) : [];
  if (withoutStart[0] && withoutStart.length === 1) return { ...named(kind, withoutStart[0]), as };
  const distinguishing = columnsOf(kind).find(
    ({ name }) =>
      by.flat().includes(name) &&
      !names.includes(name) &&
      new Set(startingThen.map(({ [name]: value }) => value)).size > 1,
  );
  const wrong = `may be several ${kind}s. Choose one, or add its ${distinguishing?.label ?? 'start term'}`;
  const ids = [distinguishing?.name ?? start ?? first].map(column);
  return all.choose(kind, { ...sought, begin: startTerm }, startingThen, { id: column(first), ids, wrong });
}

interface LooseMatch {
  found: readonly KnownItem[];
  as: Readonly<Record<string, string>>;
}

function findLoosely({ items }: RowNames, kind: ItemKind, sought: Sought): LooseMatch {
  const same = (one: unknown, other: unknown) => written(one).toLowerCase() === written(other).toLowerCase();
  for (const [name, value] of Object.entries(sought)) {
    const others = Object.entries(sought).filter(([other]) => other !== name);
    const found = itemsCalled(items(kind), [name, ...itemKinds[kind].titles], written(value)).filter((item) =>
      others.every(([other, own]) => same(item[other], own)),
    );
    if (found.length > 0) return { found, as: { [`${kind}.${name}`]: written(found[0]?.[name]) } };
  }
  return { found: [], as: {} };
}

function noMatchReason(kind: ItemKind, sought: Sought, isOther: boolean): string {
  if (isOther) return `is a ${kind} with another start term. Correct that, or leave it empty`;
  const more = Object.values(sought)
    .slice(1)
    .map((value) => quoted(written(value)));
  return `is no ${kind}${more.length > 0 ? ` with ${allOf(more)}` : ''}. Create it first, or correct this`;
}
