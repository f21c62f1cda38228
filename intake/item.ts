import { type ItemKind, itemKinds } from '../contract/items.ts';
import { naturalKeys } from '../contract/proposals.ts';
import { isNumbered } from './columns.ts';
import { endedBefore } from './find.ts';
import {
  asStored,
  type Cells,
  type Named,
  namedByKey,
  namesNone,
  type RowNames,
  type Unnamed,
} from './names.ts';
import { written } from './words.ts';

/**
 * The item that a row is for: by its key, or else by its nature. Of several lives it is the one with the row's start term,
 * or the one that is like the row. If there is none, it is a new one. A life that begins after the only one has ended is
 * asked about.
 */
export function nameItem(all: RowNames, kind: ItemKind, cells: Cells): Named | Unnamed {
  const { by, start } = naturalKeys[kind];
  const keyed = isNumbered(kind) ? namedByKey(all, kind, cells, itemKinds[kind].key) : undefined;
  if (keyed) return keyed;
  const fields = by.find((names) => names.every((name) => cells[name]?.value != null));
  if (!fields) return namesNone(kind);
  const sought = Object.fromEntries(fields.map((name) => [name, cells[name]?.value]));
  const hasStart = start !== null && all.hasColumn(start);
  const begin = start === null ? null : (cells[start]?.value ?? null);
  const naturalKey = hasStart ? { ...sought, [start]: begin } : sought;
  const found = all.find(kind)(sought);
  if (found.length === 0) return { ref: naturalKey, id: idOf(kind, naturalKey) };

  const exact = hasStart ? found.filter(({ [start]: value }) => value === begin) : [];
  if (exact[0] && exact.length === 1) return asStored(kind, exact[0]);
  const fresh = begin === null ? undefined : { value: 'new', label: `A new ${kind}` };
  const [only, ...others] = found;
  if (only && others.length === 0) {
    if (!endedBefore(kind, only, begin)) return asStored(kind, only);
    const wrong = `is for a ${kind} that had ended before. Choose whether that is meant or a new one`;
    return all.choose(kind, naturalKey, found, wrong, fresh);
  }
  const alike = found.filter((item) =>
    Object.entries(cells).every(([name, { value }]) => item[name] === value),
  );
  if (alike[0] && alike.length === 1) return asStored(kind, alike[0]);
  const which = fresh ? ' or a new one. Choose which' : '. Choose one, or add its start term';
  return all.choose(kind, naturalKey, found, `may be for several ${kind}s${which}`, fresh);
}

/** The same for all ways to write the same codes. */
function idOf(kind: ItemKind, naturalKey: Readonly<Record<string, unknown>>): string {
  const { codes } = naturalKeys[kind];
  const plain = Object.entries(naturalKey).map(([name, value]) => [
    name,
    codes.includes(name) ? written(value).toLowerCase() : value,
  ]);
  return JSON.stringify(plain);
}
