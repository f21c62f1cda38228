import type { FastifyInstance } from 'fastify';
import { freePort } from '../../scripts/ports.mjs';
import { createApp } from '../../server/app.ts';
import { sessionCookie } from '../../server/auth/cookies.ts';
import { rememberDemonstrationUsers } from '../../server/auth/demonstration.ts';
import { openSession } from '../../server/auth/sessions.ts';
import { type Config, readConfig } from '../../server/config/config.ts';
import type { Database } from '../../server/db/database.ts';
import { checkResponses } from './checkResponses.ts';
import { Client } from './client.ts';
import { testDatabase } from './database.ts';
import { demoUsers, type UserName } from './whoMay.ts';

export interface TestApp {
  app: FastifyInstance;
  config: Config;
  db: Database['db'];
  database: Database;
  /** The browser of a user, always the same browser; null is a signed-out browser. */
  as(user: UserName | null): Client;
  /** Another browser of the same user, with its own session. */
  anotherAs(user: UserName): Client;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Fills the database with the sample data; otherwise it has only award types and terms. */
  sample?: boolean;
  /** Shares another app's database, like a second instance. The other app closes it. */
  beside?: Pick<TestApp, 'database'>;
  config?: Partial<Config>;
  /** Also listens on a free local port. */
  listens?: boolean;
  /** The test provokes faults: responses with a status of 500 or above are expected. */
  faults?: boolean;
}

/** Runs the application in process, with its own database. Every response to a client is checked against its schema. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { sample = false, listens = false, faults = false } = options;
  const database = options.beside?.database ?? (await testDatabase({ sample }));
  const { db } = database;
  const config = { ...testConfig(listens ? await freePort() : 8080), ...options.config };
  if (!config.oidc) await rememberDemonstrationUsers(db);
  const app = await createApp(database, config);
  const served = {
    app,
    apiPath: `${config.basePath}/api`,
    sessionCookie: sessionCookie(config),
    faults: checkResponses(app, { faults }),
  };
  if (listens) await app.listen({ host: config.host, port: config.port });

  const anotherAs = (user: UserName) => new Client(served, () => openSession(db, { uciNetId: user }));
  const clients = new Map(demoUsers.map((user) => [user, anotherAs(user)]));
  const nobody = new Client(served, async () => null);
  return {
    app,
    config,
    db,
    database,
    as: (user) => (user && clients.get(user)) || nobody,
    anotherAs,
    close: async () => {
      await app.close();
      if (!options.beside) await database.close();
    },
  };
}

export const testConfig = (port: number): Config =>
  readConfig({
    PORT: String(port),
    LOG_LEVEL: 'silent',
    SESSION_SECRET: 'of the tests, of the tests, of the tests',
  });
