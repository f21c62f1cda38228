import { type ItemKind, isItemKind, itemKinds } from '../../../contract/items.ts';
import type { ProposalRow } from '../../../contract/proposals.ts';
import type { FileColumn, Intake, Known, KnownItem } from '../../../intake/intake.ts';
import { readTable } from '../../../intake/read.ts';
import type { ImportFile } from './importFiles.ts';

/** A file as it was understood. */
export interface ReadFile {
  file: string;
  intake: Intake;
}

/** A row to import, and the row of a file that it comes from. */
export interface Entry {
  from: ReadFile;
  number: number;
  row: ProposalRow;
}

/** What files hold: the rows that can be proposed, items before the relationships that name them. */
export interface ReadFiles {
  files: ReadFile[];
  entries: Entry[];
}

/** Reads one file, whose keys are those of the catalog. */
export function readOne({ kind, file, table, source }: ImportFile, known: Known): ReadFiles {
  const from = { file, intake: readTable({ table, source, kind, known }) };
  return { files: [from], entries: entriesOf(from) };
}

/**
 * Reads files that belong together, items first. Relationships may name items of the other files. The keys in the files
 * only join them: items are found by their nature, and new ones get keys of this catalog.
 */
export function readTogether(given: readonly ImportFile[], known: Known): ReadFiles {
  const files: ReadFile[] = [];
  const entries: Entry[] = [];
  const items: Record<ItemKind, readonly KnownItem[]> = { ...known.items };
  for (const { kind, file, table, source } of given) {
    const asked = { table, source, kind, known: { ...known, items } };
    const named = readTable(asked);
    const keyColumn = isItemKind(kind) ? named.columns.find(({ id }) => id === numberedKey(kind)) : undefined;
    const intake = keyColumn ? readTable({ ...asked, columns: { [keyColumn.header]: '' } }) : named;
    const from = { file, intake };
    const own = entriesOf(from);
    if (isItemKind(kind))
      items[kind] = joined(kind, known.items[kind], own, entries.length, keysIn(kind, from, keyColumn));
    files.push(from);
    entries.push(...own);
  }
  return { files, entries };
}

const numberedKey = (kind: ItemKind): string | undefined =>
  kind === 'school' ? undefined : itemKinds[kind].key;

const entriesOf = (from: ReadFile): Entry[] =>
  from.intake.rows.flatMap(({ number, proposed }) =>
    proposed ? [{ from, number, row: { kind: from.intake.kind, ...proposed } as ProposalRow }] : [],
  );

/** The key that the file gives to its row; of an item that is in no row, none. */
type KeyIn = (number: number | null) => KnownItem;

function keysIn(kind: ItemKind, { intake }: ReadFile, column: FileColumn | undefined): KeyIn {
  const key = numberedKey(kind);
  if (key === undefined) return () => ({});
  const texts = new Map(intake.rows.map(({ number, texts }) => [number, column && texts[column.at]]));
  return (number) => ({ [key]: number === null ? undefined : Number(texts.get(number)) || undefined });
}

/** The items that relationships can name: those of the rows, by the index of each, and those that no row is for. */
function joined(
  kind: ItemKind,
  stored: readonly KnownItem[],
  own: readonly Entry[],
  first: number,
  keyIn: KeyIn,
): KnownItem[] {
  const { key } = itemKinds[kind];
  const left = new Map(stored.map((item) => [item[key], item]));
  const inRows = own.map(({ number, row }, at) => {
    const found = left.get((row.ref as KnownItem)[key]);
    if (found) left.delete(found[key]);
    return { ...found, ...row.ref, ...row.values, ...keyIn(number), ref: { row: first + at } };
  });
  const others = [...left.values()].map((item) => ({ ...item, ...keyIn(null), ref: { [key]: item[key] } }));
  return [...inRows, ...others];
}
