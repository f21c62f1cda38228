import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/ports.mjs';
import { limits } from '../../server/runtime/limits.ts';
import { expectThat } from '../support/expectThat.ts';
import type { Random } from '../support/random.ts';
import { type ServerProcess, start } from '../support/serverProcess.ts';
import { signIn, type TestResponse, TestUser } from '../support/testUser.ts';
import { worstBodies } from './largeBodies.ts';
import type { Scenario } from './scenario.ts';

/** Slow clients, floods and long runs: other users still get their responses, and memory use stays stable. */
export const overload: Scenario = {
  name: 'overload',
  promise: 'Slow clients, request floods and long runs neither delay others nor exhaust the memory.',
  engines: ['postgresql', 'embedded'],
  async run({ short, random, newPlace, atEnd }) {
    const metricsPort = await freePort();
    const product = await start(await newPlace(), { LOG_LEVEL: 'warn', METRICS_PORT: String(metricsPort) });
    atEnd(() => product.kill());
    const registrar = await signIn(product, 'registrar');
    atEnd(() => registrar.close());
    // The server closes a connection that was not used for long. None is to be used again just then.
    const onNewConnections = () => {
      const same = registrar.through(product);
      atEnd(() => same.close());
      return same;
    };
    // A sample runs while other tests run, so times mean nothing.
    const slack = short ? Number.POSITIVE_INFINITY : 1;
    // A server in use has read everything once.
    await timesOf(100, () => registrar.get('/schools'));
    // The attacks come from addresses of their own: those of one address share what it may have open.
    return [
      ...(await Promise.all([
        slowClients(product, registrar, short ? 100 : 600, slack),
        silentReaders(product, registrar, short ? 20 : 60),
      ])),
      await floodFromOneAddress(product, registrar),
      await worstReports(product, onNewConnections(), short ? 20 : 50),
      // After the reports: with what it creates, the rows of one fill gigabytes.
      await largestCreations(onNewConnections(), short ? 2 : 10),
      await floodOfSignIns(product, onNewConnections(), short ? 60 : 600),
      // Unit tests show as much as a sample would (server/api/proposals/proposalBody.test.ts).
      ...(short ? [] : await worstBodies(product, metricsPort, onNewConnections())),
      await dailyLoad(onNewConnections(), random, short ? 3 : 60, slack),
      await longHours(product, onNewConnections(), random, short ? 6 : 480),
    ];
  },
};

/** Clients that send a byte now and then, in the head or in the body, and clients that send nothing. */
async function slowClients(
  product: ServerProcess,
  registrar: TestUser,
  count: number,
  slack: number,
): Promise<string> {
  const sockets = Array.from({ length: count }, (_, at) => slowSocket(product, at));
  await wait(500);
  const times = await timesOf(1_000, () => registrar.get('/schools'));
  const p99 = percentile(times, 0.99);
  expectThat(p99 < 250 * slack, `With ${count} slow sockets the p99 of a list is ${p99.toFixed(0)} ms`);
  // The longest that the server tolerates any of them, plus a second for its checks.
  await Promise.all(sockets.map(({ closed }) => Promise.race([closed, wait(45_000)])));
  const open = sockets.filter(({ socket }) => !socket.destroyed).length;
  for (const { socket } of sockets) socket.destroy();
  expectThat(open === 0, `${open} of ${count} slow sockets are still open after 45 s`);
  return `${count} slow sockets, all closed by the server; others p99 ${p99.toFixed(0)} ms`;
}

function slowSocket({ port, base }: ServerProcess, at: number): { socket: Socket; closed: Promise<void> } {
  const kind = at % 3;
  const socket = connect({ port, host: '127.0.0.1', localAddress: at % 2 === 0 ? '127.0.0.2' : '127.0.0.3' });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.on('error', () => {});
  socket.resume();
  if (kind === 0) return { socket, closed };
  const head = `POST ${base}/api/reports HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
  socket.write(kind === 1 ? head : `${head}content-length: 10000\r\n\r\n{`);
  const drip = setInterval(() => socket.writable && socket.write(kind === 1 ? 'x' : ' '), 500);
  socket.on('close', () => clearInterval(drip));
  return { socket, closed };
}

/**
 * Clients that request a lot and read nothing. What the server buffers for them is bounded, and they are disconnected.
 */
async function silentReaders(product: ServerProcess, registrar: TestUser, count: number): Promise<string> {
  const before = residentMegabytes(product);
  const cookie = `SESSION=${registrar.cookies.SESSION}`;
  const asked = `GET ${product.base}/api/majors HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`;
  const sockets = Array.from({ length: count }, (_, at) => {
    const socket = connect({ port: product.port, host: '127.0.0.1', localAddress: '127.0.0.4' }).pause();
    socket.on('error', () => {});
    // Some stay within the limit of pipelined requests, some exceed it.
    socket.write(asked.repeat(at % 2 === 0 ? limits.pipelined : 40));
    return socket;
  });
  await wait(5_000);
  const during = residentMegabytes(product);
  // Wait for twice the time after which the server notices a stalled connection.
  await wait(2 * limits.stalled);
  for (const socket of sockets) socket.resume();
  await wait(1_000);
  const open = sockets.filter(({ destroyed }) => !destroyed).length;
  for (const socket of sockets) socket.destroy();
  expectThat(
    open === 0,
    `${open} of ${count} sockets that read nothing are still open after ${(2 * limits.stalled) / 1000} s`,
  );
  expectThat(
    during - before < 150,
    `${count} sockets that read nothing take ${Math.round(during - before)} MB`,
  );
  return `${count} sockets that send requests and read nothing: all closed, ${Math.round(during - before)} MB used`;
}

/** More connections from one address than the server allows in total: everyone else still gets in. */
async function floodFromOneAddress(product: ServerProcess, registrar: TestUser): Promise<string> {
  const sockets = Array.from({ length: limits.sockets + 100 }, () => {
    const socket = connect({ port: product.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    return socket.on('error', () => {});
  });
  await wait(1_000);
  const other = registrar.through(product);
  const response = await other.get('/schools');
  other.close();
  for (const socket of sockets) socket.destroy();
  expectThat(
    response.status === 200,
    `With a flood from one address, another address gets status ${response.status}`,
  );
  return `${sockets.length} connections from one address, another one served`;
}

/** The largest creation allowed finishes; a larger one is refused at once. */
async function largestCreations(registrar: TestUser, rounds: number): Promise<string> {
  const read = async (path: string, key: string, most: number) =>
    ((await registrar.get(path)).json() as Record<string, unknown>[]).slice(0, most).map((item) => item[key]);
  const creationOf = async (most: number) => {
    const schools = await read('/schools', 'schoolCode', most);
    const departments = await read('/departments', 'deptKey', most);
    return {
      major: { majorSegment: 'U', majorCode: 'BIG', title20: 'Large' },
      degree: {
        degreeListAwarded: await read('/lookups/awardTypes', 'degreeShort', most),
        degreeTitleRc: 'Large',
      },
      majorDegree: { startTerm: '202592' },
      majorSchools: schools,
      majorDepartments: departments,
      degreeSchools: schools,
      degreeDepartments: departments,
    };
  };
  const path = '/major-degrees?overrideWarnings=true';
  const all = await creationOf(1_000);
  const tooLarge = await registrar.post(path, all);
  expectThat(tooLarge.status === 422, `One more than the maximum gets status ${tooLarge.status}`);
  const largest = await creationOf(20);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(
      await timed(async () => {
        const { status, text } = await registrar.post(path, largest);
        expectThat(status === 201, `The largest creation gets status ${status}: ${text}`);
      }),
    );
  }
  return `the largest creation took ${medianOf(times)} ms, one more than the maximum is rejected`;
}

/** Many full reports at the same time barely slow down other requests. */
async function worstReports(product: ServerProcess, registrar: TestUser, count: number): Promise<string> {
  const many = new TestUser(product, registrar.cookies, count);
  const [responses, times] = await Promise.all([
    Promise.all(Array.from({ length: count }, () => many.post('/reports', {}))),
    timesOf(50, () => registrar.get('/auth/me')),
  ]);
  many.close();
  for (const { status, headers } of responses)
    expectThat(
      status === 200 || ((status === 429 || status === 503) && headers['retry-after']),
      `A report among ${count} returns ${status} without Retry-After`,
    );
  const done = responses.filter(({ status }) => status === 200).length;
  expectThat(done > 0, 'No report succeeded');
  return `${count} whole reports at once: ${done} completed, ${count - done} asked to retry; others p99 ${percentile(times, 0.99).toFixed(0)} ms`;
}

async function floodOfSignIns(product: ServerProcess, registrar: TestUser, count: number): Promise<string> {
  const stranger = new TestUser(product, {}, 50);
  const [responses, times] = await Promise.all([
    Promise.all(Array.from({ length: count }, () => stranger.get('/auth/start'))),
    timesOf(50, () => registrar.get('/schools')),
  ]);
  const statuses = responses.map(({ status }) => status);
  stranger.close();
  expectThat(
    statuses.every((status) => [302, 429].includes(status)),
    `A flood of sign-ins gets ${[...new Set(statuses)]}`,
  );
  return `${count} sign-ins started at once, others p99 ${percentile(times, 0.99).toFixed(0)} ms`;
}

/** Nine reads per save, from eight users with hardly a pause. */
async function dailyLoad(
  registrar: TestUser,
  random: Random,
  seconds: number,
  slack: number,
): Promise<string> {
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const ask = workOf(registrar, random.fork());
      while (performance.now() < until) {
        times.push(await timed(ask));
        await wait(20);
      }
    }),
  );
  const p95 = percentile(times, 0.95);
  expectThat(p95 < 100 * slack, `Under nine reads to one save the p95 is ${p95.toFixed(0)} ms`);
  return `90/10 load: ${Math.round(times.length / seconds)} requests/s, p95 ${p95.toFixed(0)} ms, no error`;
}

/** A steady 150 requests per second. The memory use at the end is the same as at the start. */
async function longHours(
  product: ServerProcess,
  registrar: TestUser,
  random: Random,
  seconds: number,
): Promise<string> {
  const ask = workOf(registrar, random);
  const memory: number[] = [];
  const pending = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for (let second = 0; second < seconds; second += 1) {
    const next = performance.now() + 1000;
    for (let at = 0; at < 150; at += 1) {
      const call = ask().catch((error: unknown) => void failures.push(error));
      pending.add(call);
      void call.then(() => pending.delete(call));
    }
    expectThat(failures.length === 0, `A request of the steady load fails: ${failures[0]}`);
    memory.push(residentMegabytes(product));
    await wait(Math.max(0, next - performance.now()));
  }
  await Promise.all(pending);
  const third = Math.ceil(memory.length / 3);
  const [early, late] = [medianOf(memory.slice(third, 2 * third)), medianOf(memory.slice(2 * third))];
  expectThat(
    late < early * 1.2 + 20,
    `Memory rises from ${early} to ${late} MB in ${seconds} s of a steady load`,
  );
  return `${seconds} s at 150 requests/s: memory ${early} MB in the middle, ${late} MB at the end`;
}

/** A typical request. */
function workOf(registrar: TestUser, random: Random): () => Promise<void> {
  let known: { deptKey: number; title7: string; title: string }[] = [];
  return async () => {
    if (known.length === 0) known = (await registrar.get('/departments')).json() as typeof known;
    if (random.chance(0.1)) {
      const { deptKey, title7, title } = random.pick(known);
      return expectOk(
        await registrar.put(`/departments/${deptKey}?overrideWarnings=true`, { title7, title }),
      );
    }
    const { deptKey } = random.pick(known);
    const path = random.pick(['/schools', '/majors', '/degrees', '/auth/me', `/departments/${deptKey}`]);
    return expectOk(await registrar.get(path, { 'accept-encoding': 'br' }));
  };
}

function expectOk({ status, text }: TestResponse): void {
  expectThat(status === 200, `A request of the mixed load returns ${status}: ${text.slice(0, 300)}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

async function timesOf(count: number, ask: () => Promise<TestResponse>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) times.push(await timed(async () => expectOk(await ask())));
  return times;
}

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
  0;
const medianOf = (values: readonly number[]) => Math.round(percentile(values, 0.5));

function residentMegabytes({ process: { pid } }: ServerProcess): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4096) / 2 ** 20;
}
