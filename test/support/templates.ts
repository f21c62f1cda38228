import type { DatabaseSettings } from '../../server/config/databaseSettings.ts';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { loadSample } from '../../server/db/sampleData.ts';

/** The sources of the tests' databases: files for the embedded engine, or databases in a cluster. */
export type Templates =
  | { engine: 'embedded'; bare: string; empty: string; sample: string }
  | { engine: 'PostgreSQL'; cluster: string; empty: string; sample: string };

declare module 'vitest' {
  interface ProvidedContext {
    templates: Templates;
  }
}

/** Prepares a template database. */
export async function prepare(settings: DatabaseSettings, sample: boolean): Promise<void> {
  const database = await connect(settings);
  await migrate(database.db);
  if (sample) await loadSample(database.db);
  await database.close();
}
