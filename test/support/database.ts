import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { connect } from '../../server/db/connect.ts';
import type { Database } from '../../server/db/database.ts';
import type { Templates } from './templates.ts';

let made = 0;

// While this process holds compiled code of the engine, a database opens in half the time.
let engine: Promise<WebAssembly.Module> | undefined;
const compiled = () =>
  WebAssembly.compile(readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))));

async function embedded(dump: string | undefined): Promise<Database> {
  await (engine ??= compiled());
  return await connect({ kind: 'embedded', directory: null, ...(dump && { dump }) });
}

/**
 * A database for one test, copied from a prepared template: migrated, and on request filled with the sample data. The
 * engine is that of the Vitest project. The test must close it.
 */
export async function testDatabase({ sample = false } = {}): Promise<Database> {
  const templates: Templates = inject('templates');
  const template = sample ? templates.sample : templates.empty;
  return templates.engine === 'embedded' ? await embedded(template) : await createIn(templates, template);
}

/** A database without any tables. The test must close it. */
export async function bareDatabase(on: Templates['engine'] = inject('templates').engine): Promise<Database> {
  const templates: Templates = inject('templates');
  if (on === 'embedded') return await embedded(templates.engine === on ? templates.bare : undefined);
  if (templates.engine === 'embedded')
    throw new Error('There is no cluster for tests of the embedded engine');
  return await createIn(templates, 'template0');
}

async function createIn(
  { cluster, empty }: Extract<Templates, { cluster: string }>,
  template: string,
): Promise<Database> {
  made += 1;
  const name = `${empty}_${process.pid}_${process.env.VITEST_WORKER_ID}_${made}`;
  const { createFrom, addressOf, drop } = await import('./cluster.ts');
  await createFrom(cluster, template, name);
  const database = await connect({ kind: 'postgres', url: addressOf(cluster, name), poolSize: 4 });
  const close = async () => {
    await database.close();
    await drop(cluster, [name]);
  };
  return { ...database, close };
}
