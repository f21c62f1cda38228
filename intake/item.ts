import { type ItemKind, itemKinds } from '../contract/kinds.ts';
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
 * Finds the item of a row: by its key, or else by its natural key. Of several items with the same natural key, it takes the
 * item with the row's start term, or the item with the same values. Without a match, the row creates an item. If the row
 * starts after the only match ended, the user has to choose.
 */
export function nameItem(all: RowNames, kind: ItemKind, cells: Cells): Named | Unnamed {
  const { by, start } = itemKinds[kind].naturalKey;
  const keyed = isNumbered(kind) ? namedByKey(all, kind, cells, itemKinds[kind].key) : undefined;
  if (keyed) return keyed;
  const fields = by.find((names) => names.every((name) => cells[name]?.value != null));
  if (!fields) return namesNone(kind, cells);
  const sought = Object.fromEntries(fields.map((name) => [name, cells[name]?.value]));
  const hasStart = start !== null && (all.hasColumn(start) || cells[start] !== undefined);
  const startTerm = start === null ? null : (cells[start]?.value ?? null);
  const naturalKey = hasStart ? { ...sought, [start]: startTerm } : sought;
  const found = all.find(kind)(sought);
  if (found.length === 0) return { ref: naturalKey, id: idOf(kind, naturalKey) };

  const exact = hasStart ? found.filter(({ [start]: value }) => value === startTerm) : [];
  if (exact[0] && exact.length === 1) return asStored(kind, exact[0]);
  const ids = start === null ? [] : [start];
  const newItem = startTerm === null ? undefined : { value: 'new', label: `A new ${kind}` };
  const [only, ...others] = found;
  if (only && others.length === 0) {
    if (!endedBefore(kind, only, startTerm)) return asStored(kind, only);
    const wrong = `is for a ${kind} that had already ended. Choose that ${kind} or a new one`;
    return all.choose(kind, naturalKey, found, { wrong, ids }, newItem);
  }
  const equal = found.filter((item) =>
    Object.entries(cells).every(([name, { value }]) => item[name] === value),
  );
  if (equal[0] && equal.length === 1) return asStored(kind, equal[0]);
  const which = newItem ? ' or a new one. Choose which' : '. Choose one, or add its start term';
  return all.choose(kind, naturalKey, found, { wrong: `may be for several ${kind}s${which}`, ids }, newItem);
}

/** The ID of a new item. It ignores the case of codes. */
function idOf(kind: ItemKind, naturalKey: Readonly<Record<string, unknown>>): string {
  const { codes } = itemKinds[kind].naturalKey;
  const plain = Object.entries(naturalKey).map(([name, value]) => [
    name,
    codes.includes(name) ? written(value).toLowerCase() : value,
  ]);
  return JSON.stringify(plain);
}
