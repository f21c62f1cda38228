import { columnsOf } from './columns.ts';
import type { Place } from './header.ts';
import type { Edits, Table } from './intake.ts';
import { put } from './merged.ts';

/** The table with the user's texts in its columns below the header. They replace everything about a cell. */
export function edited(table: Table, edits: Edits, headerAt: number, places: readonly Place[]): Table {
  return table.map((cells, row) => {
    const { [row + 1]: own } = edits;
    if (!own || row <= headerAt) return cells;
    const copy = [...cells];
    for (const { column, at } of places) {
      const { [column.id]: text } = own;
      if (text !== undefined) put(copy, at, { text });
    }
    return copy;
  });
}

/** Creates the function that returns the user's texts of a row for columns that the file does not have, by column ID. */
export function additions(
  kind: string,
  edits: Edits,
  places: readonly Place[],
  read: (text: string) => string,
): (row: number) => Readonly<Record<string, string>> | undefined {
  const inFile = new Set(places.map(({ column }) => column.id));
  const missing = columnsOf(kind).filter(({ id }) => !inFile.has(id));
  return (row) => {
    const { [row]: own } = edits;
    if (!own) return undefined;
    const texts = missing.map(({ id }) => [id, read(own[id] ?? '')] as const);
    const filled = texts.filter(([, text]) => text !== '');
    return filled.length > 0 ? Object.fromEntries(filled) : undefined;
  };
}
