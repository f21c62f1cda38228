import type { FastifyInstance } from 'fastify';
import { createApp } from '../../server/app.ts';
import { sessionCookie } from '../../server/auth/cookies.ts';
import { openSession } from '../../server/auth/sessions.ts';
import { type Config, readConfig } from '../../server/config.ts';
import type { Database } from '../../server/db/connect.ts';
import { Client } from './client.ts';
import { testDatabase } from './database.ts';
import { holdAnswers } from './heldAnswers.ts';
import { freePort } from './ports.ts';
import { type PersonName, people } from './whoMay.ts';

export interface TestApp {
  app: FastifyInstance;
  config: Config;
  db: Database['db'];
  database: Database;
  /** The one browser of a person; of nobody, when signed out. */
  as(person: PersonName | null): Client;
  /** Another browser of the same person, with a session of its own. */
  anotherAs(person: PersonName): Client;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Filled with the sample data; without it, with award types and terms only. */
  sample?: boolean;
  /** Over the database of another, as a second instance; the other closes it. */
  beside?: TestApp;
  config?: Partial<Config>;
  /** Answers on a free port of this machine as well. */
  listens?: boolean;
  /** The test provokes faults: answers of 500 and above are expected. */
  faults?: boolean;
}

/** The application in process, over a database of its own. Every answer to a client is held against its schema. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { sample = false, listens = false, faults = false } = options;
  const database = options.beside?.database ?? (await testDatabase({ sample }));
  const { db } = database;
  const config = { ...testConfig(listens ? await freePort() : 8080), ...options.config };
  const app = await createApp(database, config);
  const served = {
    app,
    apiPath: `${config.basePath}/api`,
    sessionCookie: sessionCookie(config),
    faults: holdAnswers(app, { faults }),
  };
  if (listens) await app.listen({ host: config.host, port: config.port });

  const anotherAs = (person: PersonName) => new Client(served, () => openSession(db, { uciNetId: person }));
  const clients = new Map(people.map((person) => [person, anotherAs(person)]));
  const nobody = new Client(served, async () => null);
  return {
    app,
    config,
    db,
    database,
    as: (person) => (person && clients.get(person)) || nobody,
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
