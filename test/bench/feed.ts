import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Position, START } from '../../server/api/feed/cursor.ts';
import { newestPosition, readEvents } from '../../server/api/feed/events.ts';
import type { TestResponse, TestUser } from '../support/testUser.ts';
import type { Case, Figure } from './case.ts';
import { figure, longLog } from './history.ts';
import type { Polls } from './support/polls.ts';
import { residentMegabytes, type Setup } from './support/setup.ts';

/** The feed of changes: its pages in a long log, requests that wait beside others, and the memory of a snapshot. */
export const feed: Case = {
  name: 'feed',
  async run(setup, short) {
    const { place } = setup.product;
    const pages =
      !short && setup.times === 1 && 'DATABASE_URL' in place ? await pagesOf(place.DATABASE_URL) : [];
    return [...pages, ...(await besideLongPolls(setup, short)), ...(await snapshots(setup, short))];
  },
};

async function pagesOf(beside: string): Promise<Figure[]> {
  const { db, close } = await longLog(beside);
  const { number: newest = 0 } = (await newestPosition(db)) ?? {};
  const page = (after: Partial<Position>) => () => readEvents(db, { ...START, ...after }, 200);
  const figures = [
    await figure('the first page of the feed', 50, page({})),
    await figure('… inside a set of 400,000 entries', 50, page({ number: newest - 149_960, place: 300_000 })),
    await figure('… in the middle', 50, page({ number: newest - 75_000 })),
    await figure('… near the end', 50, page({ number: newest - 300 })),
  ];
  await close();
  return figures;
}

const POLLS = 200;
/** In ms: 150 requests per second. */
const PAUSE = 1000 / 150;

/**
 * Requests at a steady rate, without and with many others that wait for a change. One of twenty saves something. The best of
 * several rounds: other work on the machine only slows them down.
 */
async function besideLongPolls({ product, registrar }: Setup, short: boolean): Promise<Figure[]> {
  const [rounds, seconds] = short ? [2, 2] : [4, 8];
  const { text } = await registrar.get('/feed/snapshot');
  const { next } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as { next: string };
  const workerData: Polls = {
    url: `${product.origin}${product.base}/api/feed?wait=25&after=`,
    headers: { cookie: `SESSION=${registrar.cookies.SESSION}` },
    next,
    count: POLLS,
  };
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await steadyLoad(registrar, seconds));
    // In a thread, so that their work does not delay the measured requests.
    const polls = new Worker(new URL('support/polls.ts', import.meta.url), { workerData });
    await wait(3_000);
    beside.push(await steadyLoad(registrar, seconds));
    await polls.terminate();
  }
  return [
    {
      measured: `p99 of 150 requests per second beside ${POLLS} that wait for changes`,
      unit: 'ms',
      value: Math.min(...beside),
      limit: Math.min(...alone),
      of: 'without them',
      atMost: 2,
    },
  ];
}

/** Returns the p99 in ms. */
async function steadyLoad(registrar: TestUser, seconds: number): Promise<number> {
  const sent: Promise<number>[] = [];
  const began = performance.now();
  for (let number = 0; number * PAUSE < seconds * 1000; number += 1) {
    await wait(Math.max(0, began + number * PAUSE - performance.now()));
    const isSave = number % 20 === 0;
    const path = number % 2 === 0 ? '/schools' : '/departments/1';
    const send = () =>
      isSave
        ? registrar.put('/schools/52?overrideWarnings=true', { schoolCode: '52', title: `Title ${number}` })
        : registrar.get(path);
    sent.push(timed(send));
  }
  const times = await Promise.all(sent);
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

/** How long a successful request takes. */
async function timed(send: () => Promise<TestResponse>): Promise<number> {
  const since = performance.now();
  const { status, text } = await send();
  if (status !== 200) throw new Error(`${status} ${text}`);
  return performance.now() - since;
}

/** Several snapshots at once, whose readers are slow. */
async function snapshots({ product, registrar }: Setup, short: boolean): Promise<Figure[]> {
  const before = residentMegabytes(product);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, residentMegabytes(product))), 20);
  const since = performance.now();
  const bytes = await slowSnapshot(product, registrar, 0);
  const took = performance.now() - since;
  await Promise.all(Array.from({ length: short ? 2 : 10 }, () => slowSnapshot(product, registrar, 1)));
  clearInterval(watch);
  return [
    { measured: `a snapshot (${(bytes / 1e6).toFixed(1)} MB)`, unit: 'ms', value: took },
    {
      measured: 'memory while ten slow readers read snapshots',
      unit: 'MB',
      value: most,
      limit: before,
      of: 'before',
    },
  ];
}

/** Reads a snapshot with a pause after each part. Returns its length. */
async function slowSnapshot(
  { origin, base }: Setup['product'],
  registrar: TestUser,
  pause: number,
): Promise<number> {
  const headers = { cookie: `SESSION=${registrar.cookies.SESSION}` };
  const { body } = await fetch(`${origin}${base}/api/feed/snapshot`, { headers });
  let length = 0;
  let end = '';
  for await (const part of body as AsyncIterable<Uint8Array>) {
    length += part.length;
    end = Buffer.from(part).toString();
    if (pause > 0) await wait(pause);
  }
  if (!end.endsWith('"}\n')) throw new Error('The snapshot is incomplete');
  return length;
}
