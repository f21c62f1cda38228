import { Readable } from 'node:stream';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { unavailable } from '../errors.ts';
import { logFailures } from './failures.ts';
import { serverOptions } from './serverOptions.ts';

/** Requests a response that breaks off with this error, and returns the log lines. */
async function logOf(error: Error) {
  const lines: { cause: string; status: number }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  const app = fastify({ ...serverOptions, logger: { level: 'warn', stream: { write } } });
  app.decorateRequest('caller', null);
  logFailures(app);
  async function* pieces() {
    yield 'x'.repeat(100_000);
    throw error;
  }
  app.get('/', async (_request, reply) => reply.send(Readable.from(pieces(), { highWaterMark: 1 })));
  const response = await fetch(await app.listen());
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  const counted = Object.fromEntries(app.failures);
  await app.close();
  return { lines, counted };
}

test('a response that breaks off is logged and counted as a failure', async () => {
  const { lines, counted } = await logOf(new Error('Broken'));
  const line = { level: 50, cause: 'fault', status: 200, action: 'GET /', err: { message: 'Broken' } };
  expect(lines).toMatchObject([line]);
  expect(counted).toEqual({ fault: 1 });
});

test('with its cause, if it has one', async () => {
  const { lines, counted } = await logOf(unavailable('statement'));
  expect(lines).toMatchObject([{ level: 40, cause: 'statement', status: 200 }]);
  expect(counted).toEqual({ statement: 1 });
});
