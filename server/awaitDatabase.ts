import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { rememberDemonstrationUsers } from './auth/demonstration.ts';
import type { Config } from './config/config.ts';
import { nameOfDatabase } from './config/databaseSettings.ts';
import type { Report } from './config/startupMessages.ts';
import { connect, unreachableDatabase } from './db/connect.ts';
import type { Database } from './db/database.ts';
import { isConnectionLost } from './db/databaseErrors.ts';
import { migrate, schema } from './db/migrate.ts';
import { loadSample } from './db/sampleData.ts';
import { levels } from './runtime/journal.ts';
import { notifyServiceManager } from './runtime/serviceManager.ts';
import { listenError } from './runtime/startupError.ts';

/** Listens for requests. Throws `StartupError` if the address cannot be used. */
export async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenError(error, '', { host, port });
  }
}

/** Throws `StartupError` if an address to listen on cannot be used: before a start creates or changes a database. */
async function tryToListen({ host, port, metrics }: Config): Promise<void> {
  const addresses = [['', { host, port }] as const, ...(metrics ? [['METRICS_', metrics] as const] : [])];
  for (const [prefix, address] of addresses) {
    const server = createServer().listen(address);
    await once(server, 'listening').catch((error: unknown) => {
      throw listenError(error, prefix, address);
    });
    server.close();
    await once(server, 'close');
  }
}

/**
 * Opens the database and brings it up to date. While a PostgreSQL server does not respond, tries again without an end, and
 * serves requests as if the database had just been lost. Throws `StartupError` if the server rejects the settings.
 */
export async function awaitDatabase(config: Config, report: Report): Promise<Database> {
  await tryToListen(config);
  try {
    return await prepare(config, report);
  } catch (error) {
    return await openWhenAvailable(config, report, asAbsence(config, error));
  }
}

/** Returns the error of a PostgreSQL server that does not respond. Throws any other error. */
function asAbsence({ database }: Config, error: unknown): Error {
  if (database.kind === 'postgres' && isConnectionLost(error)) return error as Error;
  throw error;
}

async function prepare(config: Config, report: Report): Promise<Database> {
  const database = await connect(config.database, { report });
  try {
    await migrate(database.db, schema, report);
    if (config.sampleData) await loadSample(database.db, () => report('Loading the sample data…'));
    if (!config.oidc) await rememberDemonstrationUsers(database.db);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

// In ms. A request that a proxy sends here fails as long as this instance has not noticed that the database is back.
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2_000;
const CLOSE_WITHIN = 1_000;

async function openWhenAvailable(config: Config, report: Report, first: Error): Promise<Database> {
  let reason = first;
  const reportReason = () => {
    const sentence = `Waiting for ${nameOfDatabase(config.database)}. ${reason.message}`;
    report(sentence, levels.warn);
    notifyServiceManager(sentence);
  };
  const app = await createApp(
    unreachableDatabase(() => reason),
    config,
  );
  await listen(app, config);
  reportReason();
  try {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      await wait(pause);
      try {
        return await prepare(config, report);
      } catch (error) {
        const { message } = reason;
        reason = asAbsence(config, error);
        if (reason.message !== message) reportReason();
      }
    }
  } finally {
    // Its responses are short, but a client may still send a body.
    setTimeout(() => app.server.closeAllConnections(), CLOSE_WITHIN).unref();
    await app.close();
  }
}
