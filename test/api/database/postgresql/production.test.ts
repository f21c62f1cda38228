import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync, mkdtempSync, openSync, readFileSync, rmSync, type Stats } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../../../scripts/ports.mjs';
import { addressOf, createFrom, drop, run } from '../../../support/cluster.ts';
import { ownEnvironment } from '../../../support/ownEnvironment.ts';
import { required } from '../../../support/required.ts';
import { startedServer } from '../../../support/startedServer.ts';

// The output of a server in production.

const { cluster } = inject('templates') as { cluster: string };
const name = `test_production_${process.pid}`;
const settings = async () => ({
  NODE_ENV: 'production',
  PORT: String(await freePort()),
  DATABASE_URL: addressOf(cluster, name),
  ...required,
  SAMPLE_DATA: 'false',
});
beforeAll(() => createFrom(cluster, 'template0', name));
afterAll(() => drop(cluster, [name]));

test('every line is JSON, including the first', { timeout: 120_000 }, async () => {
  const { code, output, errors } = await startedServer(await settings());
  const lines = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const line of lines)
    expect(line).toMatchObject({ level: 30, time: expect.any(Number), pid: expect.any(Number) });
  const sentences = lines.map(({ msg }) => msg);
  expect(sentences[0]).toBe('Bringing the schema up to date…');
  expect(sentences).toContain('The Major/Degree Database is running at https://mdsd.example.edu/mdsd/');
  expect(errors).toBe('');
  expect(code).toBe(0);
});

describe('In the journal of systemd', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Starts a server whose output is the journal, as systemd describes it. Returns the lines until it ends. */
  async function linesOf(
    given: NodeJS.ProcessEnv,
    journalOf: (stats: Stats) => string = ({ dev, ino }) => `${dev}:${ino}`,
  ): Promise<string[]> {
    const file = join(folder, 'log');
    const output = openSync(file, 'w');
    const server = spawn(process.execPath, ['server/main.ts'], {
      env: {
        ...ownEnvironment(),
        ...(await settings()),
        DRAIN_SECONDS: '0',
        JOURNAL_STREAM: journalOf(fstatSync(output)),
        ...given,
      },
      stdio: ['ignore', output, output],
    });
    const ended = once(server, 'exit');
    const log = () => readFileSync(file, 'utf8');
    await expect.poll(() => server.exitCode !== null || log().includes('is running at')).toBe(true);
    server.kill('SIGTERM');
    await ended;
    return log().trimEnd().split('\n');
  }

  test('each line begins with the priority of its level', async () => {
    const lines = await linesOf({ METRICS_PORT: String(await freePort()) });
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      expect(line).toMatch(/^<6>\{"level":30,/);
      JSON.parse(line.slice(3));
    }
    expect(lines.join()).toContain('Server listening at');
  });

  test('an error of the start has the priority of an error', async () => {
    expect(await linesOf({ LOG_LEVEL: 'debugg' })).toEqual([
      expect.stringMatching(/^<3>LOG_LEVEL is "debugg"/),
    ]);
  });

  test('a stream that only inherited the name of the journal has none', async () => {
    const lines = await linesOf({}, ({ dev, ino }) => `${dev}:${ino + 1}`);
    for (const line of lines) expect(line).toMatch(/^\{"level":30,/);
  });
});

describe('A failed start prints one message, and exits with 1, or with 3 if a setting is wrong', {
  timeout: 120_000,
}, () => {
  const refused = async (given: NodeJS.ProcessEnv, exitCode = 3) => {
    const { code, output, errors } = await startedServer({ ...(await settings()), ...given });
    expect({ code, output }).toEqual({ code: exitCode, output: '' });
    return errors;
  };

  test('when a port is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const port = String((taken.address() as { port: number }).port);
    expect(await refused({ PORT: port }, 1)).toBe(
      `PORT ${port} is in use: stop the process that uses it, or set PORT to a free port.\n`,
    );
    expect(await refused({ METRICS_PORT: port }, 1)).toBe(
      `METRICS_PORT ${port} is in use: stop the process that uses it, or set METRICS_PORT to a free port.\n`,
    );
    await new Promise((resolve) => taken.close(resolve));
  });

  test('when METRICS_HOST is an address of another machine', async () => {
    const given = { METRICS_PORT: String(await freePort()), METRICS_HOST: '192.0.2.1' };
    expect(await refused(given)).toBe(
      'METRICS_HOST 192.0.2.1 is not an address of this machine: set METRICS_HOST to one of its addresses, such as 127.0.0.1.\n',
    );
  });

  test('when a setting is wrong', async () => {
    expect(await refused({ LOG_LEVEL: 'debugg' })).toMatch(/^LOG_LEVEL is "debugg"; set it to [^\n]+\.\n$/);
  });

  test('when the schema is newer than the program', async () => {
    const url = addressOf(cluster, name);
    await run(url, 'update schema_step set step = 99, oldest = 99');
    const sentence = /^The database is at step 99, [^\n]+: start the newer program\.\n$/;
    expect(await refused({}, 1)).toMatch(sentence);
    const upgrade = spawnSync(process.execPath, ['server/cli/upgrade.ts'], {
      env: { ...ownEnvironment(), DATABASE_URL: url },
      encoding: 'utf8',
    });
    expect(upgrade).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^PostgreSQL \S+ at \S+, schema step 99\n$/),
      stderr: expect.stringMatching(sentence),
    });
  });
});
