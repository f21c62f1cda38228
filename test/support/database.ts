import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { connect, type Database } from '../../server/db/connect.ts';
import type { Templates } from './templates.ts';

let made = 0;

/**
 * A database for one test, copied from a prepared template: migrated, and on request filled with the sample data. The
 * engine is that of the Vitest project. The test must close it.
 */
export async function testDatabase({ sample = false } = {}): Promise<Database> {
  const templates: Templates = inject('templates');
  const template = sample ? templates.sample : templates.empty;
  if (templates.engine === 'embedded')
    return await connect({ kind: 'embedded', directory: null, dump: readFileSync(template) });
  made += 1;
  const name = `${template}_${process.pid}_${process.env.VITEST_WORKER_ID}_${made}`;
  const { createFrom, addressOf, drop } = await import('./cluster.ts');
  await createFrom(templates.cluster, template, name);
  const database = await connect({ kind: 'postgres', url: addressOf(templates.cluster, name), poolSize: 4 });
  const close = async () => {
    await database.close();
    await drop(templates.cluster, [name]);
  };
  return { ...database, close };
}
