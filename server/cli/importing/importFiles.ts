import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { catalogKinds } from '../../../contract/history.ts';
import type { Source, Table } from '../../../intake/intake.ts';
import { recognize } from '../../../intake/recognize.ts';
import { type Encoding, readSpreadsheet, sourceOf, Unreadable } from '../../../sheets/read.ts';
import { most } from '../../../sheets/unreadable.ts';
import { refuseUnlessRegular } from '../../runtime/regularFile.ts';
import { StartupError } from '../../runtime/startupError.ts';

/** A file and the kind of its rows. */
export interface ImportFile {
  kind: string;
  file: string;
  table: Table;
  source: Source;
}

/** The same file extensions as on the import screen. */
const EXTENSIONS = /\.(csv|tsv|txt|xlsx|xlsm)$/i;
/** Files of rows with errors, hidden files, and lock files of Excel. */
const IGNORED = /\.refused\.csv$|^~\$|^\./i;

/** The name of the file for the rows with errors. */
export const refusedFileOf = (file: string): string => `${file}.refused.csv`;

/**
 * Reads a CSV or XLSX file. `encoding` is that of a CSV file; without it, the encoding is detected. Throws `StartupError`
 * with one sentence if the file cannot be read, or has several sheets.
 */
export function readFile(kind: string, file: string, encoding?: Encoding): ImportFile {
  refuseUnlessRegular(file, most.file);
  try {
    const read = readSpreadsheet(readFileSync(file), basename(file), encoding);
    const { sheets } = read;
    const shown = sheets.filter(({ hidden, rows }) => !hidden && rows.length > 0);
    // A download of this application has a second sheet, about itself.
    const ofKind = shown.length > 1 ? shown.filter(({ rows }) => namesItemsOf(rows, kind)) : shown;
    const [sheet, ...others] = ofKind;
    if (others.length > 0 || (!sheet && shown.length > 0))
      throw new StartupError(`${file} has several sheets: save the sheet to import as a separate file.`);
    return { kind, file, table: sheet?.rows ?? [], source: sheet ? sourceOf(read, sheet) : {} };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new StartupError(`${file}: ${error.message}`, { cause: error });
  }
}

const namesItemsOf = (table: Table, kind: string): boolean =>
  recognize(table).some((found) => found.kind === kind && found.isComplete);

/**
 * The files of a folder with the name of a kind, such as `schools.csv` and `majorDegree.xlsx`, items before relationships,
 * and the names of all other files. Throws `StartupError` if there is no such file, or two of a kind.
 */
export function filesIn(folder: string): { files: { kind: string; file: string }[]; others: string[] } {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new StartupError(`There is no folder ${folder}.`);
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !IGNORED.test(entry.name))
    .map(({ name }) => name);
  const byKind = Map.groupBy(names.toSorted(), (name) =>
    EXTENSIONS.test(name) ? kindNamedBy(name) : undefined,
  );
  const others = byKind.get(undefined) ?? [];
  const files = catalogKinds.flatMap((kind) =>
    (byKind.get(kind) ?? []).map((name) => ({ kind, file: join(folder, name) })),
  );
  for (const [kind, [first, second]] of byKind)
    if (kind && second)
      throw new StartupError(`${first} and ${second} are both for ${kind}: keep one of them.`);
  if (files.length === 0)
    throw new StartupError(
      `No file in ${folder} is named after a kind, such as schools.csv or majorDegree.csv.`,
    );
  return { files, others };
}

/** The kind that a name refers to, such as 'school', 'schools.csv', 'Major-Degree.xlsx' or 'major_degrees.csv'. */
export function kindNamedBy(name: string): string | undefined {
  const plain = name
    .replace(EXTENSIONS, '')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
  return catalogKinds.find((kind) => [kind, `${kind}s`].some((form) => form.toLowerCase() === plain));
}
