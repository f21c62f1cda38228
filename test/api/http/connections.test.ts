import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../server/runtime/limits.ts';
import { type TestApp, testApp } from '../../support/app.ts';

// No client may exhaust shared resources.

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

async function dial({ config }: TestApp, localAddress: string): Promise<Socket> {
  const socket = connect({ port: config.port, host: '127.0.0.1', localAddress });
  opened.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const connectionsOf = ({ app }: TestApp) =>
  new Promise<number>((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

const HEALTH = 'GET /mdsd/healthz HTTP/1.1\r\nhost: here\r\n\r\n';
const LAST_HEALTH = 'GET /mdsd/healthz HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n';

/** Opens a connection, sends a request and returns the raw response, or '' if the server closes the connection. */
async function responseOf(mdd: TestApp, from: string, request = LAST_HEALTH): Promise<string> {
  const socket = await dial(mdd, from);
  const response = text(socket).catch(() => '');
  socket.write(request);
  return await response;
}

describe('From one IP address', () => {
  let mdd: TestApp;
  beforeAll(async () => {
    mdd = await testApp({ listens: true });
  });
  afterAll(() => mdd.close());

  test('connections are limited, while other addresses are served', async () => {
    const idle = await Promise.all(Array.from({ length: limits.socketsOfOne }, () => dial(mdd, '127.0.0.2')));
    expect(await responseOf(mdd, '127.0.0.2')).toBe('');
    expect(await responseOf(mdd, '127.0.0.3')).toMatch(/^HTTP\/1\.1 200 /);
    idle[0]?.destroy();
    await expect.poll(() => responseOf(mdd, '127.0.0.2')).toMatch(/^HTTP\/1\.1 200 /);
  }, 120_000);

  test('pipelined requests are served up to a limit; beyond it the connection is closed', async () => {
    const few = HEALTH.repeat(limits.pipelined - 1) + LAST_HEALTH;
    expect((await responseOf(mdd, '127.0.0.4', few)).match(/HTTP\/1\.1 200/g)).toHaveLength(limits.pipelined);
    const many = HEALTH.repeat(1000);
    expect((await responseOf(mdd, '127.0.0.4', many)).match(/HTTP\/1\.1 200/g) ?? []).toHaveLength(0);
  });

  test('a connection without a request is closed without a response, and one with a slow request with 408', async () => {
    const textAfter = async (sent: string) => {
      const socket = await dial(mdd, '127.0.0.6');
      socket.write(sent);
      return await text(socket);
    };
    const [nothing, half] = await Promise.all([textAfter(''), textAfter('GET /mdsd/healthz HTTP/1.1\r\n')]);
    expect(nothing).toBe('');
    expect(half).toMatch(/^HTTP\/1\.1 408 [^]*BAD_REQUEST/);
  }, 120_000);

  test('a request that came while the server could not read is served', async () => {
    const socket = await dial(mdd, '127.0.0.7');
    const response = text(socket);
    await expect.poll(() => connectionsOf(mdd)).toBeGreaterThan(0);
    socket.write(LAST_HEALTH);
    // Client and server share this thread, which is blocked until then.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, limits.headersTimeout + 500);
    expect(await response).toMatch(/^HTTP\/1\.1 200 /);
  }, 120_000);

  test('a connection can be reused any number of times', async () => {
    const socket = await dial(mdd, '127.0.0.5');
    for (let time = 0; time < 3 * limits.pipelined; time += 1) {
      socket.write(HEALTH);
      const [part] = (await once(socket, 'data')) as [Buffer];
      expect(part.toString()).toMatch(/^HTTP\/1\.1 200 /);
    }
  });
});

test('a client that does not read its responses is disconnected, and one that reads slowly is not', async () => {
  const mdd = await testApp({ listens: true, sample: true });
  const client = mdd.anotherAs('viewer');
  const [session, token] = [await client.cookie('SESSION'), await client.cookie('XSRF-TOKEN')];
  const report = `POST /mdsd/api/reports HTTP/1.1\r\nhost: here\r\ncookie: SESSION=${session}; XSRF-TOKEN=${token}\r\nx-xsrf-token: ${token}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`;
  const [silent, slow] = [await dial(mdd, '127.0.0.8'), await dial(mdd, '127.0.0.9')];
  const before = await connectionsOf(mdd);
  const responses = limits.pipelined;
  for (const socket of [silent, slow]) socket.pause().write(report.repeat(responses));
  const read: Buffer[] = [];
  // The server sees no progress until a sixteenth of a full receive buffer is free, which can be 2 MB.
  const reading = setInterval(() => {
    const part = slow.read(Math.min(64 * 1024, slow.readableLength)) as Buffer | null;
    if (part) read.push(part);
  }, 100);
  await expect
    .poll(() => connectionsOf(mdd), { timeout: 3 * limits.progress.within, interval: 500 })
    .toBe(before - 1);
  clearInterval(reading);
  slow.on('data', (part: Buffer) => read.push(part)).resume();
  await expect
    .poll(
      () =>
        Buffer.concat(read)
          .toString('latin1')
          // On a busy machine a report may end with 503.
          .match(/HTTP\/1\.1 (?:200|503)/g)?.length,
      { timeout: 30_000 },
    )
    .toBe(responses);
  expect(await connectionsOf(mdd)).toBe(before - 1);
  await mdd.close();
}, 120_000);

test('behind a proxy, clients are distinguished by the forwarded IP address, whatever the port', async () => {
  const mdd = await testApp({ listens: true, config: { trustProxy: true } });
  const address = `${mdd.config.publicUrl}/mdsd/readyz`;
  const ask = async (client: string) =>
    (await fetch(address, { headers: { 'x-forwarded-for': client } })).status;
  const release = await allConnectionsOf(mdd);
  const waiting = Array.from({ length: limits.requestsOfOne }, (_, at) => ask(`192.0.2.1:${50_000 + at}`));
  await expect.poll(() => ask('192.0.2.1')).toBe(429);
  const other = ask('192.0.2.2');
  await release();
  expect(await other).toBe(200);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  await expect.poll(() => ask('192.0.2.1')).toBe(200);
  await mdd.close();
}, 120_000);

/** Takes all pool connections, so that requests which need the database wait until the returned function is called. */
async function allConnectionsOf({ db }: TestApp): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  const POOL = 4;
  const held = Array.from({ length: POOL }, () => db.connection().execute(() => released.promise));
  return async () => {
    released.resolve();
    await Promise.all(held);
  };
}
