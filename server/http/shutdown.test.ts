import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closerOf } from './shutdown.ts';

const LARGE = 20_000_000;

let server: Server;
let close: () => Promise<void>;
const agent = new Agent({ keepAlive: true });
beforeEach(async () => {
  server = createServer((request, response) => response.end(Buffer.alloc(request.url === '/' ? 1 : LARGE)));
  close = closerOf(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
});

async function fetchPath(path: string): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const [response] = await once(get({ port, host: '127.0.0.1', path, agent }), 'response');
  return response as IncomingMessage;
}

async function sizeOf(response: IncomingMessage): Promise<number> {
  let size = 0;
  for await (const part of response) size += (part as Buffer).length;
  return size;
}

test('a client that reads slowly gets its whole response', async () => {
  const response = await fetchPath('/large');
  const closed = close();
  await wait(300);
  expect(await sizeOf(response)).toBe(LARGE);
  await closed;
});

test('an idle keep-alive connection does not delay the shutdown', async () => {
  await sizeOf(await fetchPath('/'));
  const began = performance.now();
  await close();
  expect(performance.now() - began).toBeLessThan(1_000);
});
