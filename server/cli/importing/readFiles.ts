import { type ItemKind, isItemKind, itemKinds } from '../../../contract/kinds.ts';
import type { ProposalRow } from '../../../contract/proposals.ts';
import type { FileColumn, Intake, Known, KnownItem } from '../../../intake/intake.ts';
import { readTable } from '../../../intake/read.ts';
import type { ImportFile } from './importFiles.ts';

/** A file and the interpretation of its contents. */
export interface ReadFile {
  file: string;
  intake: Intake;
}

/** A row to import, and its row in a file. */
export interface Entry {
  from: ReadFile;
  number: number;
  row: ProposalRow;
}

/** The contents of files: the rows that can be proposed, items before the relationships that name them. */
export interface ReadFiles {
  files: ReadFile[];
  entries: Entry[];
  /** The files of an export, as it wrote them: of any number of rows, because they can only be imported together. */
  isExport?: true;
}

/** Reads one file. Its keys are those of the catalog. */
export function readOne({ kind, file, table, source }: ImportFile, known: Known): ReadFiles {
  const from = { file, intake: readTable({ table, source, kind, known }) };
  return { files: [from], entries: entriesOf(from) };
}

/**
 * Reads files that belong together, items first. Relationships may name items of the other files. The keys in the files only
 * join them: items are found by their natural keys, and new items get new keys in this catalog.
 */
export function readTogether(input: readonly ImportFile[], catalog: Known): ReadFiles {
  const files: ReadFile[] = [];
  const entries: Entry[] = [];
  const items: Record<ItemKind, readonly KnownItem[]> = { ...catalog.items };
  for (const { kind, file, table, source } of input) {
    const request = { table, source, kind, known: { ...catalog, items } };
    const withKeys = readTable(request);
    const keyColumn = isItemKind(kind)
      ? withKeys.columns.find(({ id }) => id === numberedKey(kind))
      : undefined;
    const intake = keyColumn ? readTable({ ...request, columns: { [keyColumn.header]: '' } }) : withKeys;
    const from = { file, intake };
    const fileEntries = entriesOf(from);
    if (isItemKind(kind))
      items[kind] = joinItems(
        kind,
        catalog.items[kind],
        fileEntries,
        entries.length,
        keysIn(kind, from, keyColumn),
      );
    files.push(from);
    entries.push(...fileEntries);
  }
  return { files, entries };
}

const numberedKey = (kind: ItemKind): string | undefined =>
  kind === 'school' ? undefined : itemKinds[kind].key;

const entriesOf = (from: ReadFile): Entry[] =>
  from.intake.rows.flatMap(({ number, proposed }) =>
    proposed ? [{ from, number, row: { kind: from.intake.kind, ...proposed } as ProposalRow }] : [],
  );

/** Returns the key that the file gives to a row; null stands for an item that is in no row and has no such key. */
type KeyIn = (number: number | null) => KnownItem;

function keysIn(kind: ItemKind, { intake }: ReadFile, column: FileColumn | undefined): KeyIn {
  const key = numberedKey(kind);
  if (key === undefined) return () => ({});
  const texts = new Map(intake.rows.map(({ number, texts }) => [number, column && texts[column.at]]));
  return (number) => ({ [key]: number === null ? undefined : Number(texts.get(number)) || undefined });
}

/** The items that relationships can name: the items of the rows, by their index, and stored items without a row. */
function joinItems(
  kind: ItemKind,
  stored: readonly KnownItem[],
  entries: readonly Entry[],
  first: number,
  keyIn: KeyIn,
): KnownItem[] {
  const { key } = itemKinds[kind];
  const withoutRow = new Map(stored.map((item) => [item[key], item]));
  const inRows = entries.map(({ number, row }, at) => {
    const item = withoutRow.get((row.ref as KnownItem)[key]);
    if (item) withoutRow.delete(item[key]);
    return { ...item, ...row.ref, ...row.values, ...keyIn(number), ref: { row: first + at } };
  });
  const others = [...withoutRow.values()].map((item) => ({
    ...item,
    ...keyIn(null),
    ref: { [key]: item[key] },
  }));
  return [...inRows, ...others];
}
