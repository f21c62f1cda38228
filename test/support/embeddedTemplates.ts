import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openAt } from '../../server/db/embedded/openPglite.ts';
import { prepare } from './templates.ts';

const cache = 'node_modules/.cache/test-databases';

/** Prepares the embedded databases that tests copy. They are cached until the schema or the sample changes. */
export async function setup(project: TestProject): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const bare = await template('bare', async () => {});
  const empty = await template('empty', (directory) => prepare({ kind: 'embedded', directory }, false));
  const sample = await template('sample', (directory) => prepare({ kind: 'embedded', directory }, true));
  // Templates of other versions, but not those that another run is writing.
  for (const file of readdirSync(cache).map((name) => join(cache, name)))
    if (file.endsWith('.tar') && ![bare, empty, sample].includes(file)) rmSync(file);
  project.provide('templates', { engine: 'embedded', bare, empty, sample });
}

async function template(name: string, fill: (directory: string) => Promise<void>): Promise<string> {
  const file = join(cache, `${name}-${fingerprint()}.tar`);
  if (existsSync(file)) return file;
  const directory = mkdtempSync(join(tmpdir(), 'template-'));
  await fill(directory);
  const database = await openAt({ directory });
  // These two only serve to create further databases. Without them, a copy has half the files.
  await database.exec(
    "update pg_database set datistemplate = false where datname in ('template0', 'template1')",
  );
  for (const other of ['template0', 'template1']) await database.exec(`drop database ${other}`);
  const dump = await database.dumpDataDir('none');
  await database.close();
  writeFileSync(`${file}.new`, Buffer.from(await dump.arrayBuffer()));
  renameSync(`${file}.new`, file);
  rmSync(directory, { recursive: true });
  return file;
}

/** A hash of everything that goes into a template. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const folders = ['migrations', 'derived', 'sample', 'embedded', ''].map((name) => join('server/db', name));
  for (const folder of ['contract', ...folders])
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(folder, entry.name)));
  return hash.update(readFileSync('package-lock.json')).digest('hex').slice(0, 16);
}
