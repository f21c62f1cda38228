import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { FieldFacts } from '../../../contract/field.ts';
import { type ItemKind, isItemKind, itemKinds } from '../../../contract/kinds.ts';
import { type RelationshipKind, relationshipKinds } from '../../../contract/relationships.ts';
import type { Known, KnownItem } from '../../../intake/intake.ts';
import { BYTE_ORDER_MARK } from '../../../sheets/csv.ts';
import { unguarded } from '../../../sheets/guard.ts';
import { readCsv } from '../../db/csv.ts';
import { type ExportedTable, exportedTables, FORMAT, MANIFEST, NO_FLAG } from '../exporting/exportFormat.ts';
import type { Entry, ReadFile, ReadFiles } from './readFiles.ts';

const manifestSchema = z.object({ format: z.literal(FORMAT), files: z.record(z.string(), z.string()) });

/** The files of an export and whether they are as it wrote them; undefined if the folder is no export. */
export function exportIn(folder: string): { changed: string[] } | undefined {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) return undefined;
  const { files = {} } = manifestOf(file);
  const sumOf = (name: string) =>
    existsSync(join(folder, name))
      ? createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')
      : undefined;
  return { changed: exportedTables.map((table) => table.file).filter((name) => sumOf(name) !== files[name]) };
}

function manifestOf(file: string): { files?: Record<string, string> } {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

/** A row of a file: the text of each cell by its column, null where it is empty. */
type Texts = Readonly<Record<string, string | null>>;

/**
 * Reads the files of an export exactly as they were stored, without what helps users of spreadsheets: an empty cell is no
 * value, and no text is doubted. Items of this catalog are found by their natural keys and start terms; the keys in the files
 * only join them.
 */
export function readExport(folder: string, catalog: Known): ReadFiles {
  const files: ReadFile[] = [];
  const entries: Entry[] = [];
  const places: Record<ItemKind, Map<string, number>> = {
    school: new Map(),
    department: new Map(),
    degree: new Map(),
    major: new Map(),
  };
  for (const table of exportedTables) {
    const rows = rowsIn(join(folder, table.file));
    const from = fileOf(join(folder, table.file), table, rows);
    const refOf = refs(table, rows, catalog, places);
    for (const [at, row] of rows.entries()) {
      if (isItemKind(table.kind)) places[table.kind].set(row[table.keys[0] ?? ''] ?? '', entries.length);
      entries.push({
        from,
        number: at + FIRST,
        row: { kind: table.kind, ref: refOf(row), values: valuesOf(table, row) },
      });
    }
    files.push(from);
  }
  return { files, entries, isExport: true };
}

/** The number of the first row below the header, as spreadsheets count. */
const FIRST = 2;

const rowsIn = (file: string): Texts[] =>
  readCsv(readFileSync(file, 'utf8').replace(BYTE_ORDER_MARK, '')).map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, text]) => [name, text === null ? null : unguarded(text)]),
    ),
  );

/** The file for messages, and for the rows with errors. */
function fileOf(file: string, { kind, keys, fields }: ExportedTable, rows: readonly Texts[]): ReadFile {
  const names = [...keys, ...Object.keys(fields)];
  const columns = names.map((name, at) => ({
    at,
    header: name,
    isNamed: true,
    id: name,
    isGuess: false,
    cells: [],
  }));
  const intakeRows = rows.map((row, at) => ({
    number: at + FIRST,
    texts: names.map((name) => row[name] ?? ''),
    cells: {},
    proposed: null,
    problems: [],
  }));
  return { file, intake: { kind, columns, rows: intakeRows, problems: [], notes: [] } };
}

/** The values of a row: all fields but those that are part of its `ref`. */
const valuesOf = ({ fields }: ExportedTable, row: Texts): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== 'field' && name !== 'lastTerm')
      .map(([name, facts]) => [name, valueOf(facts, row[name] ?? null)]),
  );

function valueOf({ byDefault, min }: FieldFacts, text: string | null): unknown {
  if (byDefault !== undefined) return text === null || text === NO_FLAG ? null : text === 'true';
  return text !== null && min !== undefined ? Number(text) : text;
}

/** Returns a function that names what a row is for. */
function refs(
  table: ExportedTable,
  rows: readonly Texts[],
  catalog: Known,
  places: Readonly<Record<ItemKind, ReadonlyMap<string, number>>>,
): (row: Texts) => Entry['row']['ref'] {
  const { kind } = table;
  const end = (of: ItemKind, key: string | null | undefined) => ({ row: places[of].get(key ?? '') ?? -1 });
  if (isItemKind(kind)) return itemRefs(kind, rows, catalog.items[kind]);
  const relationship: RelationshipKind | undefined = Object.values(relationshipKinds).find(
    ({ name }) => name === kind,
  );
  if (relationship) {
    const { from, to } = relationship;
    const [first = '', second = ''] = table.keys;
    return (row) => ({ [from]: end(from, row[first]), [to]: end(to, row[second]) });
  }
  const kinds = Object.keys(itemKinds) as ItemKind[];
  return (row) => {
    const of = kinds.find((one) => row[itemKinds[one].key] != null) ?? 'school';
    return { [of]: end(of, row[itemKinds[of].key]), field: row.field ?? '', lastTerm: row.lastTerm ?? '' };
  };
}

/** Names items by natural key and start. Several new items of a file may have the same: each of them is new. */
function itemRefs(kind: ItemKind, rows: readonly Texts[], stored: readonly KnownItem[]) {
  const { by, start } = itemKinds[kind].naturalKey;
  const names = [...(by[0] ?? []), ...(start === null ? [] : [start])];
  const idOf = (item: Readonly<Record<string, unknown>>) =>
    JSON.stringify(names.map((name) => item[name] ?? null));
  const isStored = new Set(stored.map(idOf));
  const counts = Map.groupBy(rows, idOf);
  return (row: Texts) =>
    (counts.get(idOf(row))?.length ?? 0) > 1 && !isStored.has(idOf(row))
      ? {}
      : Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}
