import fastify from 'fastify';
import { expect, test } from 'vitest';
import { limits } from '../runtime/limits.ts';
import { createResponseCache } from './responseCache.ts';

/** A server that responds to `/many/SIZE` and records each response that it builds. `raise` raises the counter. */
function serverWithCache(bytes: number) {
  const app = fastify({ routerOptions: { maxParamLength: 10_000 } });
  const cache = createResponseCache(bytes);
  const built: string[] = [];
  let counter = 1;
  app.decorateRequest('counters', null);
  app.addHook('onRequest', async (request) => {
    request.counters = { school: counter } as typeof request.counters;
  });
  app.get<{ Params: { size: string } }>('/many/:size', async (request, reply) => {
    const { size } = request.params;
    return await cache.respond(request, reply, {
      name: size,
      reads: ['school'],
      build: async () => {
        built.push(size);
        if (size === 'none') throw new Error('There is none');
        return { pieces: [() => `"${'x'.repeat(Number(size))}"`] };
      },
    });
  });
  app.get('/uncounted', async (request, reply) =>
    cache.respond(request, reply, {
      name: 'u',
      reads: ['nothing'],
      build: async () => ({ pieces: [() => '1'] }),
    }),
  );
  const get = (size: number | string, encoding = 'identity') =>
    app.inject({ url: `/many/${size}`, headers: { 'accept-encoding': encoding } });
  return { app, built, get, raise: () => (counter += 1) };
}

test('a response is built once for all callers, until the version of its data rises', async () => {
  const { built, get, raise } = serverWithCache(10_000);
  const responses = await Promise.all([get(2000), get(2000), get(2000)]);
  expect(built).toEqual(['2000']);
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
  raise();
  await get(2000);
  expect(built).toHaveLength(2);
});

test('the least recently used entry is evicted first', async () => {
  const { built, get } = serverWithCache(12_000);
  for (const size of [3000, 3001, 3002]) await get(size);
  await get(3000);
  await get(3003);
  built.length = 0;
  for (const size of [3000, 3002, 3003]) await get(size);
  expect(built).toEqual([]);
  await get(3001);
  expect(built).toEqual(['3001']);
});

test('names count toward the size, so many small responses with long names do not fill the memory', async () => {
  const { built, get } = serverWithCache(50_000);
  const named = (at: number) => `${at}.${'0'.repeat(5_000)}`;
  for (let at = 1; at <= 8; at += 1) await get(named(at));
  built.length = 0;
  await get(named(8));
  expect(built).toEqual([]);
  await get(named(1));
  expect(built).toEqual([named(1)]);
});

test('a response that is too large is returned but not cached', async () => {
  const { built, get } = serverWithCache(10_000);
  for (let times = 0; times < 2; times += 1)
    expect(await get(20_000)).toMatchObject({ statusCode: 200, body: `"${'x'.repeat(20_000)}"` });
  expect(built).toHaveLength(2);
});

test('a response that is too large to compress for the cache has the ETag that it has otherwise', async () => {
  const tagsOf = async (bytes: number) => {
    const { get } = serverWithCache(bytes);
    const first = await get(limits.cacheOne + 1);
    return [first.statusCode, first.headers.etag, (await get(limits.cacheOne + 1, 'gzip')).headers.etag];
  };
  const [status, large, small] = await tagsOf(10_000);
  expect([status, large]).toEqual([200, small]);
  expect(small).toMatch(/^W\//);
});

test('a failure is not cached: the next request tries again', async () => {
  const { built, get } = serverWithCache(10_000);
  expect(await get('none')).toMatchObject({ statusCode: 500 });
  expect(await get('none')).toMatchObject({ statusCode: 500 });
  expect(built).toHaveLength(2);
});

test('short responses are not compressed', async () => {
  const { get } = serverWithCache(10_000);
  expect((await get(100, 'br')).headers).not.toHaveProperty('content-encoding');
  expect((await get(2000, 'br')).headers).toMatchObject({ 'content-encoding': 'br' });
});

test('a response from data without a version is rejected, because it would never be rebuilt', async () => {
  const { app } = serverWithCache(10_000);
  expect(await app.inject('/uncounted')).toMatchObject({ statusCode: 500 });
});
