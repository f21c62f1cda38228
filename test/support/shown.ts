import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The text of a file of the project. */
export const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The text of every test file, by its name. */
const testFiles = new Map(
  ['test', 'web', 'contract', 'server']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .map((file) => [basename(file), read(file)]),
);

/** The rows of a document's tables that begin with a number, cell by cell. */
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

/** What a cell names, one under the other. */
export const namedIn = (cell = '') => cell.split('<br>').filter(Boolean);

/** `report.spec.ts: runs with Enter` is in that file, after a quote of some kind. */
export function isTest(named: string): boolean {
  const [file = '', ...rest] = named.replaceAll('`', '').split(': ');
  const title = rest.join(': ').replaceAll('\\|', '|').trim();
  const text = testFiles.get(file.trim());
  const lines = text?.replaceAll("\\'", "'").split('\n') ?? [];
  return title !== '' && lines.some((line) => /['"`]/.test(line.slice(0, Math.max(0, line.indexOf(title)))));
}

/** `docs/OPERATION.md: Upgrade` is a file with that heading; without one, a file. */
export function isDocument(named: string): boolean {
  const [file = '', heading] = named.split(': ');
  if (!existsSync(join(ROOT, file))) return false;
  return heading === undefined || read(file).split('\n').includes(`## ${heading}`);
}
