import { connect, type DatabaseSettings } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { loadSample } from '../../server/db/sample.ts';

/** What the tests' databases are copies of: files of the embedded engine, or databases of a cluster. */
export type Templates =
  | { engine: 'embedded'; empty: string; sample: string }
  | { engine: 'PostgreSQL'; cluster: string; empty: string; sample: string };

declare module 'vitest' {
  interface ProvidedContext {
    templates: Templates;
  }
}

/** Makes a template where the settings say. */
export async function prepare(settings: DatabaseSettings, sample: boolean): Promise<void> {
  const database = await connect(settings);
  await migrate(database.db);
  if (sample) await loadSample(database.db);
  await database.close();
}
