import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { freePort } from '../../../scripts/ports.mjs';
import { connect } from '../../../server/db/connect.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { loadSample } from '../../../server/db/sampleData.ts';
import { addressOf, createFrom } from '../../support/cluster.ts';
import { ownEnvironment } from '../../support/ownEnvironment.ts';
import { TestUser } from '../../support/testUser.ts';

const VERSION = '12.4.0';
const FOLDER = join(tmpdir(), `bench-directus-${VERSION}`);
const TOKEN = 'only-for-the-benchmark';

const items = { school: 'school_code', department: 'dept_key', degree: 'degree_key', major: 'major_key' };
const relations = {
  school_major: ['school_code', 'major_key'],
  school_department: ['school_code', 'dept_key'],
  school_degree: ['school_code', 'degree_key'],
  major_department: ['major_key', 'dept_key'],
  major_degree: ['major_key', 'degree_key'],
  degree_department: ['degree_key', 'dept_key'],
};
/** The lists of a major: by which table, and of what. A department gets none, because each would make a save slower. */
const lists = [
  { list: 'degrees', through: 'major_degree', item: 'degree' },
  { list: 'schools', through: 'school_major', item: 'school' },
  { list: 'departments', through: 'major_department', item: 'department' },
] as const;

/** The query of all majors with their lists, each with all values of the relationship and of the item. */
export const MAJORS_WITH_LISTS = `/items/major?limit=-1&fields=${[
  '*',
  ...lists.flatMap(({ list, item }) => [`${list}.*`, `${list}.${items[item]}.*`]),
].join()}`;

const leftovers: ChildProcess[] = [];
process.once('exit', () => {
  for (const child of leftovers) child.kill('SIGKILL');
});

/** Starts Directus over the sample, in a new database beside another one. Installs it before its first use. */
export async function startDirectus(beside: string): Promise<{
  send(method: string, path: string, body?: unknown): Promise<string>;
  stop(): Promise<void>;
}> {
  await install();
  await createFrom(beside, 'template0', 'bench_directus');
  const url = addressOf(beside, 'bench_directus');
  await fill(url);
  const port = await freePort();
  const settings = {
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: url,
    HOST: '127.0.0.1',
    PORT: String(port),
    SECRET: TOKEN,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: TOKEN,
    ADMIN_TOKEN: TOKEN,
    CACHE_ENABLED: 'false',
    LOG_LEVEL: 'error',
    SERVE_APP: 'false',
    TELEMETRY: 'false',
  };
  const [code] = await once(launch('bootstrap', settings), 'exit');
  if (code !== 0) throw new Error('The bootstrap of Directus failed');
  const server = launch('start', settings);
  const user = new TestUser({ port, origin: `http://127.0.0.1:${port}`, base: '' });
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await user.send(method, path, JSON.stringify(body), headers);
    if (status >= 300) throw new Error(`Directus returned ${status} to ${method} ${path}: ${text}`);
    return text;
  };
  const isReady = () =>
    send('GET', '/server/ping').then(
      () => true,
      () => false,
    );
  for (let tries = 0; !(await isReady()); tries += 1) {
    if (server.exitCode !== null || tries > 1200) throw new Error('Directus did not start');
    await wait(50);
  }
  await register(send);
  return {
    send,
    async stop() {
      user.close();
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

/** Keeps the installation for the next run. */
async function install(): Promise<void> {
  // npm writes this file last.
  if (existsSync(join(FOLDER, 'node_modules', '.package-lock.json'))) return;
  mkdirSync(FOLDER, { recursive: true });
  // From this version on the package contains the compiled isolated-vm; older ones download or compile it.
  const overrides = { 'isolated-vm': '6.1.2' };
  writeFileSync(
    join(FOLDER, 'package.json'),
    JSON.stringify({ private: true, dependencies: { directus: VERSION }, overrides }),
  );
  console.error(`Installing Directus in ${FOLDER}, which takes a few minutes`);
  const given = ['install', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund'];
  const npm = spawn('npm', [...given, '--loglevel=error'], { stdio: ['ignore', 2, 2] });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error('Directus could not be installed');
}

/** Not by its command `directus`, which first asks for a newer version. */
function launch(command: string, settings: NodeJS.ProcessEnv): ChildProcess {
  const program = join('node_modules', '@directus', 'api', 'dist', 'cli', 'run.js');
  const child = spawn(process.execPath, [program, command], {
    cwd: FOLDER,
    env: { ...ownEnvironment(), NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 2, 2],
  });
  leftovers.push(child);
  return child;
}

/** Fills the database with the rows of the sample in plain tables, without the product's triggers and constraints. */
async function fill(url: string): Promise<void> {
  const { db, close } = await connect({ kind: 'postgres', url, poolSize: 1 });
  await migrate(db);
  await loadSample(db);
  await sql`alter schema public rename to product; create schema public`.execute(db);
  for (const [table, key] of Object.entries(items))
    await sql
      .raw(`create table public.${table} as table product.${table};
        alter table public.${table} add primary key (${key})`)
      .execute(db);
  // Directus ignores tables whose primary key has two columns.
  for (const [table, keys] of Object.entries(relations))
    await sql
      .raw(`create table public.${table} as table product.${table};
        alter table public.${table} add id integer generated always as identity primary key;
        ${keys.map((key) => `create index on public.${table} (${key})`).join(';')}`)
      .execute(db);
  await sql`drop schema product, derived cascade; analyze`.execute(db);
  await close();
}

/** Lets Directus keep a log of all changes, as the product does, and adds the lists to a major. */
async function register(send: (method: string, path: string, body: unknown) => Promise<unknown>) {
  for (const table of [...Object.keys(items), ...Object.keys(relations)])
    await send('PATCH', `/collections/${table}`, { meta: { accountability: 'all' } });
  for (const { list, through, item } of lists) {
    await send('POST', '/fields/major', { field: list, type: 'alias', meta: { special: ['m2m'] } });
    await send('POST', '/relations', {
      collection: through,
      field: 'major_key',
      related_collection: 'major',
      meta: { one_field: list, junction_field: items[item] },
      schema: {},
    });
    await send('POST', '/relations', {
      collection: through,
      field: items[item],
      related_collection: item,
      meta: { junction_field: 'major_key' },
      schema: {},
    });
  }
}
