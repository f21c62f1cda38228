import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ServerProcess, start } from '../support/serverProcess.ts';
import { signIn } from '../support/testUser.ts';

// A server behind a proxy is replaced without a failed request: it stays open until the proxy has noticed.

let product: ServerProcess;
let folder: string;
const kept = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stop-'));
});
afterEach(() => product.kill());
afterAll(() => rmSync(folder, { recursive: true }));

const serve = async (drainSeconds: number) => {
  product = await start({ DATA_DIR: folder }, { SAMPLE_DATA: 'false', DRAIN_SECONDS: String(drainSeconds) });
};

interface Seen {
  status: number | undefined;
  connection: string | undefined;
}

/** Requests a URL over a new connection, or over the open connection. */
function ask(path: string, agent: Agent | false = false): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const { port, base } = product;
    get({ host: '127.0.0.1', port, path: base + path, agent }, (response) => {
      const { statusCode: status, headers } = response.resume();
      response.on('end', () => resolve({ status, connection: headers.connection }));
    }).on('error', reject);
  });
}

/** Stops the server, and returns the start time and the duration of the stop. */
function stopping(signal: NodeJS.Signals = 'SIGTERM') {
  const began = performance.now();
  product.process.kill(signal);
  const ended = new Promise<{ exitCode: number | null; seconds: number }>((resolve) =>
    product.process.once('exit', (exitCode) =>
      resolve({ exitCode, seconds: (performance.now() - began) / 1000 }),
    ),
  );
  return { began, ended };
}

describe('After SIGTERM', () => {
  test('requests are served for DRAIN_SECONDS while /readyz fails, and each response closes its connection', async () => {
    await serve(2);
    expect(await ask('/healthz', kept)).toEqual({ status: 200, connection: 'keep-alive' });
    const { began, ended } = stopping();
    await expect.poll(() => ask('/readyz')).toEqual({ status: 503, connection: 'close' });
    expect(await ask('/healthz', kept)).toEqual({ status: 200, connection: 'close' });
    while (performance.now() - began < 1_800)
      expect(await ask('/api/auth/me')).toEqual({ status: 401, connection: 'close' });
    const { exitCode, seconds } = await ended;
    // The exit code is not 0 if the rest took seconds, or if requests were cut off.
    expect(exitCode).toBe(0);
    expect(seconds).toBeGreaterThan(2);
    await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED');
  });

  test('requests that wait for a change get their response at once', async () => {
    await serve(0);
    const registrar = await signIn(product, 'registrar');
    const { text } = await registrar.get('/feed/snapshot');
    const { next } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as { next: string };
    const waiting = Array.from({ length: 8 }, () => registrar.get(`/feed?wait=25&after=${next}`));
    await wait(500);
    const { ended } = stopping();
    for (const response of await Promise.all(waiting)) {
      expect(response).toMatchObject({ status: 200, headers: { connection: 'close' } });
      expect(response.json()).toEqual({ events: [], next, more: false });
    }
    expect(await ended).toMatchObject({ exitCode: 0, seconds: expect.toSatisfy((taken) => taken < 20) });
    registrar.close();
  });

  test('a second SIGTERM changes nothing: both the terminal and npm may send it', async () => {
    await serve(2);
    const { ended } = stopping();
    await wait(300);
    product.process.kill('SIGTERM');
    expect(await ended).toMatchObject({ exitCode: 0, seconds: expect.toSatisfy((taken) => taken > 2) });
  });

  test('Ctrl-C ends the wait', async () => {
    await serve(60);
    const { ended } = stopping();
    await wait(300);
    product.process.kill('SIGINT');
    expect(await ended).toMatchObject({ exitCode: 0, seconds: expect.toSatisfy((taken) => taken < 45) });
  }, 180_000);
});

test('Ctrl-C stops the server at once', async () => {
  await serve(60);
  const { ended } = stopping('SIGINT');
  expect(await ended).toMatchObject({ exitCode: 0, seconds: expect.toSatisfy((taken) => taken < 45) });
}, 180_000);
