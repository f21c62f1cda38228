import { sql } from 'kysely';
import { Client } from 'pg';
import { addressesOf, nameOfDatabase, type StoredDatabase } from '../../config/databaseSettings.ts';
import type { Database } from '../../db/database.ts';
import { isServed } from '../../db/embedded/folderLock.ts';
import { planUpgrade, schema, schemaStep } from '../../db/migrate.ts';
import type { Db } from '../../db/tables.ts';
import { StartupError } from '../../runtime/startupError.ts';
import { openDatabase, say } from '../command.ts';
import { checkCertificate } from './checkCertificate.ts';
import { checkClock } from './checkClock.ts';
import { type Finding, findingOf, notChecked, ok, wrong } from './finding.ts';
import { certificateOf } from './requestUrl.ts';

/** Checks that the database responds with the right settings, and its schema, certificate and clock. */
export async function* checkDatabase(settings: StoredDatabase): AsyncGenerator<Finding> {
  if (settings.kind === 'embedded' && isServed(settings.directory)) {
    say(nameOfDatabase(settings));
    yield notChecked(
      'The database and its schema, because its server is running: see its /readyz, or stop it first.',
    );
    return;
  }
  const database = await openDatabase('doctor', settings).catch((error: unknown) => {
    if (error instanceof StartupError) return error;
    throw error;
  });
  if (database instanceof StartupError) {
    yield wrong(database.message);
    yield notChecked('The schema and the clock of the database, because it does not respond.');
    return;
  }
  yield ok(`${nameOfEngine(database)} responds, and its settings are right.`);
  yield await findingOf(checkSchema(database.db));
  if (settings.kind === 'postgres') {
    yield checkClock('the database', await clockOf(database.db));
    yield* checkCertificates(settings.url);
  }
  await database.close();
}

const nameOfEngine = ({ engine: { name, version } }: Database) =>
  name === 'embedded' ? 'The embedded database' : `${name} ${version}`;

/** Throws `StartupError` if the schema is too new for this program. */
async function checkSchema(db: Db): Promise<Finding> {
  const step = await schemaStep(db);
  if (step === null)
    return wrong(
      'There are no tables in this database: run npm run upgrade with the DATABASE_URL of the owner, or correct DATABASE_URL.',
    );
  const { isRebuilt } = await planUpgrade(db);
  if (step > schema.step)
    return ok(`The schema is of step ${step}, and this program of step ${schema.step} works with it.`);
  if (step < schema.step)
    return wrong(
      `The schema is of step ${step}, and this program of step ${schema.step}: run npm run upgrade with the DATABASE_URL of the owner.`,
    );
  return isRebuilt
    ? wrong(
        'Functions, views or triggers differ from those of this program: run npm run upgrade with the DATABASE_URL of the owner.',
      )
    : ok(`The schema is that of this program, step ${step}.`);
}

async function clockOf(db: Db): Promise<number> {
  const { rows } = await sql<{ clock: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as clock`.execute(db);
  return rows[0]?.clock ?? Number.NaN;
}

/** Checks the certificate of each host that uses TLS. A standby that does not respond has none to check. */
async function* checkCertificates(url: string): AsyncGenerator<Finding> {
  const addresses = addressesOf(url);
  for (const connectionString of addresses) {
    const client = new Client({ connectionString, connectionTimeoutMillis: 3_000 });
    client.on('error', () => {});
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    );
    const { stream } = (client as unknown as { connection: { stream: unknown } }).connection;
    const sent = isConnected ? certificateOf(stream) : null;
    // The connection setting decides whether the certificate is verified.
    const server = addresses.length === 1 ? 'the database' : `the database at ${client.host}`;
    if (sent) yield checkCertificate(server, { ...sent, fault: null });
    await client.end().catch(() => {});
  }
}
