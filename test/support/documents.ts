import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The text of a project file. */
export const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const testFiles = ['test', 'web', 'contract', 'server', 'sheets']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file));

/** The text of the test files, by file name. Several folders may have a file of the same name. */
const textsByName = new Map(
  [...Map.groupBy(testFiles, (file) => basename(file))].map(
    ([name, files]) => [name, files.map(read).join('\n')] as const,
  ),
);

/** The table rows of a document that start with a number, split into cells. */
export function numberedRows(document: string): string[][] {
  return read(document)
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The entries of a cell, separated by `<br>`. */
export const namedIn = (cell = '') => cell.split('<br>').filter(Boolean);

/** Whether `report.spec.ts: runs with Enter` names a test: that file has the title after a quotation mark. */
export function isTest(named: string): boolean {
  const [file = '', ...rest] = named.replaceAll('`', '').split(': ');
  const title = rest.join(': ').replaceAll('\\|', '|').trim();
  const text = textsByName.get(file.trim());
  const lines = text?.replaceAll("\\'", "'").split('\n') ?? [];
  return title !== '' && lines.some((line) => /['"`]/.test(line.slice(0, Math.max(0, line.indexOf(title)))));
}

/** Whether `docs/OPERATION.md: Upgrade` names a file with that heading; without a heading, an existing file. */
export function isDocument(named: string): boolean {
  const [file = '', heading] = named.split(': ');
  if (!existsSync(join(ROOT, file))) return false;
  return heading === undefined || read(file).split('\n').includes(`## ${heading}`);
}
