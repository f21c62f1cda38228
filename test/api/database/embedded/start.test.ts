import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import manifest from '../../../../package.json' with { type: 'json' };
import { freePort } from '../../../../scripts/ports.mjs';
import { schema } from '../../../../server/db/migrate.ts';
import { peakMegabytes, start as startProcess } from '../../../support/serverProcess.ts';
import { startedServer } from '../../../support/startedServer.ts';
import { signIn } from '../../../support/testUser.ts';

const folder = mkdtempSync(join(tmpdir(), 'start-'));
afterAll(() => rmSync(folder, { recursive: true }));

const start = async (settings = {}) =>
  startedServer({
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    BUILD_COMMIT: 'tried',
    ...settings,
  });
const version = `Major/Degree Database ${manifest.version}, commit tried, schema step ${schema.step}, embedded, ${join(folder, 'data')}`;
const running = expect.stringMatching(
  /^The Major\/Degree Database is running at http:\/\/127\.0\.0\.1:\d+\/mdsd\/$/,
);

test('the first start logs its steps; the second start has none of them', async () => {
  const first = await start();
  expect(first.output.trimEnd().split('\n')).toEqual([
    'Creating the database…',
    'Bringing the schema up to date…',
    'Loading the sample data…',
    version,
    running,
  ]);
  expect((await start()).output.trimEnd().split('\n')).toEqual([version, running]);
});

test('a data folder that a start creates is closed to other users', async () => {
  await start({ DATA_DIR: join(folder, 'ours', 'mine') });
  expect(statSync(join(folder, 'ours', 'mine')).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'ours')).mode & 0o777).toBe(0o777 & ~process.umask());
});

test('a start takes at most 450 MB, also while the engine compiles its code', async () => {
  // As npm start sets it.
  const server = await startProcess({ DATA_DIR: join(folder, 'data') }, { MALLOC_ARENA_MAX: '2' });
  const user = await signIn(server, 'registrar');
  expect((await user.post('/reports', {})).status).toBe(200);
  // V8 would optimize what has run often by now, in the background.
  await wait(3_000);
  expect(peakMegabytes(server)).toBeLessThan(450);
  user.close();
  await server.stop();
}, 120_000);

test('a port in use is detected before the database is created', async () => {
  const taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  const data = join(folder, 'none');
  for (const name of ['PORT', 'METRICS_PORT']) {
    const { code, output, errors } = await start({ DATA_DIR: data, [name]: port });
    expect({ code, output, errors }).toEqual({
      code: 1,
      output: '',
      errors: `${name} ${port} is in use: stop the process that uses it, or set ${name} to a free port.\n`,
    });
  }
  expect(existsSync(data)).toBe(false);
  taken.close();
});

test('a start waits for a backup that runs without a server, and logs that', async () => {
  const data = join(folder, 'data');
  await start();
  const env = { PATH: process.env.PATH, DATA_DIR: data };
  const backup = spawn(process.execPath, ['server/cli/backup.ts', join(folder, 'backup.gz')], { env });
  const ended = Promise.all([text(backup.stdout), text(backup.stderr), once(backup, 'close')]);
  const holder = () => (existsSync(join(data, 'process')) ? readFileSync(join(data, 'process'), 'utf8') : '');
  await expect.poll(holder, { timeout: 30_000, interval: 5 }).toBe(`${backup.pid} backup`);
  const { output } = await start();
  expect(output.trimEnd().split('\n')).toEqual([
    `Waiting for npm run backup (process ${backup.pid}), which uses the data folder…`,
    version,
    running,
  ]);
  expect(await ended).toEqual([expect.stringMatching(/^embedded, .*\nBacked up everything/), '', [0, null]]);
});

test('a demonstration that other machines may reach through a proxy logs one warning', async () => {
  const { code, output } = await start({ PUBLIC_URL: 'https://mdsd.example.edu' });
  expect(code).toBe(0);
  expect(output.match(/lets anyone who reaches it sign in as anyone: set OIDC_ISSUER/g)).toHaveLength(1);
});
