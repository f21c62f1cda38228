import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../../../contract/columns/dataColumn.ts';
import { isItemKind, itemKinds } from '../../../contract/kinds.ts';
import { relationshipKinds } from '../../../contract/relationships.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../sheets/csv.ts';
import { allEarlierValuesJson } from '../../catalog/earlierValues.ts';
import { array, listJson, name, relationshipColumns, textOf, viewOf } from '../../catalog/itemJson.ts';
import { withoutLimits } from '../../db/changeTransaction.ts';
import { syncPath } from '../../db/embedded/durableFolder.ts';
import { writeLookup } from '../../db/lookupTables.ts';
import type { Db } from '../../db/tables.ts';
import { StartupError } from '../../runtime/startupError.ts';
import {
  type ExportedTable,
  type ExportManifest,
  exportedLookups,
  exportedTables,
  FORMAT,
  MANIFEST,
  NO_FLAG,
} from './exportFormat.ts';

type Row = Readonly<Record<string, Value>>;

/** Throws `StartupError` unless the folder is empty, or does not exist in a folder that does. */
export function requireEmptyFolder(folder: string): void {
  const place = resolve(folder);
  if (existsSync(place) && !statSync(place).isDirectory())
    throw new StartupError(`${folder} is a file: name a folder.`);
  if (existsSync(place) && readdirSync(place).length > 0)
    throw new StartupError(`${folder} is not empty: name a new folder, or an empty one.`);
  if (!existsSync(dirname(place)))
    throw new StartupError(`There is no folder ${dirname(place)}: create it first.`);
}

/**
 * Writes the tables and lookups of one state of the database as CSV files, and returns the number of rows of the tables. The
 * folder gets its name when all files are complete.
 */
export async function writeExport(db: Db, folder: string): Promise<number> {
  const place = resolve(folder);
  const { files, rows } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await withoutLimits(trx);
      return await filesOf(trx);
    });
  requireEmptyFolder(folder);
  const unfinished = createBeside(place);
  try {
    for (const [file, text] of files)
      writeFileSync(join(unfinished, file), text, { flag: 'wx', mode: 0o600, flush: true });
    if (existsSync(place)) rmdirSync(place);
    renameSync(unfinished, place);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  syncPath(dirname(place));
  return rows;
}

/** A new folder beside `place`. The name in the system's own error would be no folder's. */
function createBeside(place: string): string {
  try {
    return mkdtempSync(`${place}.new-`);
  } catch (error) {
    throw Object.assign(error as Error, { path: dirname(place) });
  }
}

/** The names and texts of all files, the manifest last. */
async function filesOf(db: Db): Promise<{ files: [string, string][]; rows: number }> {
  const tables: [string, string][] = [];
  let count = 0;
  for (const table of exportedTables) {
    const rows = await rowsOf(db, table);
    count += rows.length;
    tables.push([table.file, csvOf(table, rows)]);
  }
  const lookups: [string, string][] = [];
  for (const lookup of exportedLookups) lookups.push([`${lookup}.csv`, await writeLookup(db, lookup)]);
  const sums = tables.map(([file, text]) => [file, createHash('sha256').update(text).digest('hex')]);
  const manifest: ExportManifest = { format: FORMAT, files: Object.fromEntries(sums) };
  return {
    files: [...tables, ...lookups, [MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`]],
    rows: count,
  };
}

async function rowsOf(db: Db, { kind }: ExportedTable): Promise<Row[]> {
  if (isItemKind(kind)) return JSON.parse(await listJson(db, kind)) as Row[];
  const relationship = Object.values(relationshipKinds).find((one) => one.name === kind);
  if (relationship) {
    const keys = exportedTables.find((table) => table.kind === kind)?.keys.map(name) ?? [];
    const columns: RawBuilder<unknown> = sql.join(keys.map((key) => sql`r.${key}`));
    return JSON.parse(
      await textOf(
        db,
        array(
          sql`select ${columns}, ${relationshipColumns(relationship)} from ${viewOf(kind)} r order by ${columns}`,
        ),
      ),
    ) as Row[];
  }
  const values = JSON.parse(await allEarlierValuesJson(db)) as Row[];
  return values.map(({ kind: of, key, ...value }) => ({
    ...value,
    [isItemKind(of) ? itemKinds[of].key : '']: key ?? null,
  }));
}

function csvOf({ keys, fields }: ExportedTable, rows: readonly Row[]): string {
  const names = [...keys, ...Object.keys(fields)];
  const cellOf = (row: Row, column: string) => {
    const value = row[column] ?? null;
    if (value !== null) return String(value);
    return fields[column]?.byDefault === undefined ? '' : NO_FLAG;
  };
  const lines = rows.map((row) => csvLine(names.map((column) => cellOf(row, column))));
  return BYTE_ORDER_MARK + csvLine(names) + lines.join('');
}
