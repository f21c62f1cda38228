import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { MOST_BYTES, MOST_OF_ROW } from '../../contract/proposals.ts';
import { limits } from '../../server/runtime/limits.ts';
import { expectThat } from '../support/expectThat.ts';
import type { ServerProcess } from '../support/serverProcess.ts';
import type { TestUser } from '../support/testUser.ts';

/** How long a body may hold the event loop, in times of the longest that as many bytes of ordinary rows held it. */
const MOST_TIMES = 2;

const ROUNDS = 3;

/** What a body that was sent did to others. */
interface Effect {
  /** The longest that the event loop was held, in milliseconds. */
  held: number;
  /** The p99 of others' reads, in milliseconds. */
  p99: number;
  megabytes: number;
  statuses: string;
}

/**
 * Previews bodies of the largest size that take longest to read, each alone and then as many as one user may send at once: none holds the event
 * loop longer than as many bytes of ordinary rows. `product` serves its metrics at `metricsPort`.
 */
export async function worstBodies(
  product: ServerProcess,
  metricsPort: number,
  registrar: TestUser,
): Promise<string[]> {
  const figures: string[] = [];
  for (const count of [1, limits.largeBodiesOfOne]) {
    /** The effects of some rounds, by how long they held the event loop: the garbage collector lengthens single ones. */
    const send = async (name: string, body: string) => {
      const effects: Effect[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        effects.push(await effectOf(product, metricsPort, registrar, body, count));
      const sorted = effects.toSorted((one, other) => one.held - other.held);
      const middle = sorted[ROUNDS >> 1] as Effect;
      figures.push(wordsOf(count, name, middle));
      return { middle: middle.held, longest: (sorted.at(-1) as Effect).held };
    };
    const { longest: usual } = await send('ordinary rows', ordinary());
    for (const [name, body] of Object.entries(worst)) {
      const { middle: held } = await send(name, body());
      expectThat(
        held < usual * MOST_TIMES,
        `${figures.at(-1)}; ordinary rows held it for ${Math.round(usual)} ms`,
      );
    }
  }
  return figures;
}

const wordsOf = (count: number, name: string, { held, p99, megabytes, statuses }: Effect) =>
  `${count} × ${name}: event loop held ${Math.round(held)} ms, others' p99 ${Math.round(p99)} ms, ${Math.round(megabytes)} MB, ${statuses}`;

/** Rows as a file has them, as many as a body takes. */
const ordinary = () =>
  bodyOf((at) =>
    JSON.stringify({
      kind: 'major',
      ref: {},
      values: { majorSegment: 'M', majorCode: textOf(at), title20: `Title ${at}`, comments: 'x'.repeat(400) },
    }),
  );

/** JSON that takes long to parse: within the limits of rows, and beyond them. */
const worst: Readonly<Record<string, () => string>> = {
  'one row of a million names': () => `{"rows":[${rowOf(namesOf(0, 850_000))}]}`,
  'a million names beside the rows': () => namesOf(0, 850_000),
  'brackets within brackets': () => `{"rows":[${'['.repeat(3_900_000)}${']'.repeat(3_900_000)}]}`,
  'rows of other names each': () => bodyOf((at) => rowOf(namesOf(at * 90, 90))),
  'rows of empty lists': () => bodyOf(() => rowOf(`{"title8":[${'[],'.repeat(5_000)}[]]}`)),
  'rows of short texts': () =>
    bodyOf((at) =>
      rowOf(`{"title8":[${Array.from({ length: 2_000 }, (_, more) => `"${textOf(at * 2_000 + more)}"`)}]}`),
    ),
  'rows of accents on one letter': () => bodyOf(() => rowOf(`{"title8":"a${'\u0301\u0327'.repeat(3_500)}"}`)),
};

const textOf = (at: number) => at.toString(36).padStart(3, '0');
const rowOf = (values: string) => `{"kind":"school","ref":{},"values":${values}}`;
const namesOf = (from: number, count: number) =>
  `{${Array.from({ length: count }, (_, at) => `"${textOf(from + at)}":0`).join(',')}}`;

/** A body of as many rows as it may have. */
function bodyOf(row: (at: number) => string): string {
  const rows: string[] = [];
  let left = MOST_BYTES - MOST_OF_ROW.bytes;
  for (let at = 0; left > 0; at += 1) {
    const next = row(at);
    rows.push(next);
    left -= Buffer.byteLength(next) + 1;
  }
  return `{"rows":[${rows.join(',')}]}`;
}

/** Sends a body so many times at once while others read. */
async function effectOf(
  product: ServerProcess,
  metricsPort: number,
  registrar: TestUser,
  body: string,
  count: number,
): Promise<Effect> {
  const bytes = Buffer.from(body);
  const others = registrar.through(product);
  const end = { isThere: false };
  const times: number[] = [];
  await longestHold(metricsPort);
  const sending = Promise.all(
    Array.from({ length: count }, () => registrar.post('/proposals/preview', bytes)),
  ).finally(() => {
    end.isThere = true;
  });
  let megabytes = 0;
  while (!end.isThere) {
    const since = performance.now();
    const { status, text } = await others.get('/schools');
    expectThat(status === 200, `A read beside large bodies gets ${status}: ${text}`);
    times.push(performance.now() - since);
    megabytes = Math.max(megabytes, memoryOf(product));
    await wait(10);
  }
  const responses = await sending;
  others.close();
  const statuses = responses.map(({ status }) => status);
  for (const status of statuses)
    expectThat([200, 413, 422, 503].includes(status), `A preview of a large body gets ${status}`);
  return {
    held: await longestHold(metricsPort),
    p99: times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? 0,
    megabytes,
    statuses: statuses.join(' '),
  };
}

/** The longest that the event loop was held since it was last asked, in milliseconds. */
async function longestHold(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1_000;
}

/** The memory that a server has now, in MB. */
const memoryOf = ({ process: { pid } }: ServerProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
