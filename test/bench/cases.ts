import { signIn, type TestUser } from '../support/testUser.ts';
import type { Case } from './case.ts';
import { differences } from './differences.ts';
import { directus } from './directus.ts';
import { feed } from './feed.ts';
import { history } from './history.ts';
import { known } from './known.ts';
import { many as manyRows } from './many.ts';
import { proposals } from './proposals.ts';
import { quality } from './quality.ts';
import { screens } from './screens.ts';
import { search } from './search.ts';
import { departmentForm, SAVE } from './support/departmentSave.ts';
import { inTurn, residentMegabytes } from './support/setup.ts';
import { timeline } from './timeline.ts';

const BR = { 'accept-encoding': 'br' };
const WHOLE = { method: 'POST', body: '{}' };

/** A list of the size of the catalog, requested over four and over 50 connections. */
const lists: Case = {
  name: 'lists',
  async run({ load, bare }, short) {
    const how = { connections: 4, seconds: short ? 1 : 1.5, headers: BR };
    const known = { ...how, headers: { ...BR, 'if-none-match': '*' } };
    // Many rounds, so that the fastest is a round without disturbance.
    const { product, ready, each } = await inTurn(8, {
      product: () => load('/majors', how),
      ready: () => bare('/ready/list', how),
      each: () => bare('/each', how),
    });
    const fifty = { ...how, connections: 50 };
    const { product: many, ready: manyReady } = await inTurn(3, {
      product: () => load('/majors', fifty),
      ready: () => bare('/ready/list', fifty),
    });
    const { product: same, ready: sameReady } = await inTurn(3, {
      product: () => load('/majors', known),
      ready: () => bare('/ready/list', { ...how, headers: { 'if-none-match': 'known' } }),
    });
    return [
      {
        measured: 'all majors',
        unit: '/s',
        value: product.perSecond,
        p99: product.p99,
        limit: ready.perSecond,
        of: 'bare Node with a ready buffer',
        atLeast: 0.6,
      },
      {
        measured: 'all majors, over 50 connections',
        unit: '/s',
        value: many.perSecond,
        p99: many.p99,
        limit: manyReady.perSecond,
        of: 'bare Node with a ready buffer',
        atLeast: 0.6,
      },
      {
        measured: 'all majors, not changed (304)',
        unit: '/s',
        value: same.perSecond,
        p99: same.p99,
        limit: sameReady.perSecond,
        of: 'bare Node, 304',
      },
      {
        measured: 'all majors, each time again',
        unit: '/s',
        value: product.perSecond,
        p99: product.p99,
        limit: each.perSecond,
        of: 'an ordinary route, which reads, serializes and compresses each time',
        atLeast: 20,
      },
    ];
  },
};

const report: Case = {
  name: 'report',
  async run({ load, bare, product, registrar, times }, short) {
    const responses = short ? 5 : times > 10 ? 3 : 20;
    const rounds = short ? 1 : 2;
    const one = { seconds: 60, responses };
    // Warms up: the first report after a start or a save also reads the items.
    await load('/reports', { ...WHOLE, responses: 1 });
    const found = await inTurn(rounds, {
      whole: () => load('/reports', { ...WHOLE, ...one }),
      join: () => bare('/report', one),
      compressed: () => load('/reports', { ...WHOLE, ...one, headers: BR }),
    });
    const first = await firstAfterChanges(registrar, responses);
    const four = { connections: 4, seconds: short ? 0.5 : 3, headers: BR };
    const { same, ready } = await inTurn(3, {
      same: () => load('/reports', { ...WHOLE, ...four }),
      ready: () => bare('/ready/report', four),
    });
    const atRest = residentMegabytes(product);
    let most = atRest;
    const watch = setInterval(() => (most = Math.max(most, residentMegabytes(product))), 20);
    const many = load('/reports', { ...WHOLE, connections: 50, seconds: 60, responses: 50 });
    const others = load('/schools', { headers: BR, seconds: short ? 0.5 : 3 });
    const [, beside] = await Promise.all([many, others]);
    clearInterval(watch);
    return [
      {
        measured: 'the first report after a change',
        unit: 'ms',
        value: first,
        limit: found.join.median,
        of: 'the bare join as JSON text',
        atMost: 1,
      },
      {
        measured: `the whole report, not changed, uncompressed (${(found.whole.bytes / 1e6).toFixed(1)} MB)`,
        unit: 'ms',
        value: found.whole.median,
        p99: found.whole.p99,
        limit: found.join.median,
        of: 'the bare join as JSON text',
        atMost: 1.5,
      },
      {
        measured: `the whole report, not changed, compressed (${(found.compressed.bytes / 1e6).toFixed(2)} MB)`,
        unit: 'ms',
        value: found.compressed.median,
        p99: found.compressed.p99,
        limit: found.join.median,
        of: 'the bare join as JSON text',
      },
      {
        measured: 'the whole report, not changed',
        unit: '/s',
        value: same.perSecond,
        p99: same.p99,
        limit: ready.perSecond,
        of: 'bare Node with a ready buffer',
        atLeast: 0.6,
      },
      { measured: 'a list while 50 reports run', unit: 'ms', value: beside.median, p99: beside.p99 },
      { measured: 'memory while 50 reports run', unit: 'MB', value: most, limit: atRest, of: 'before' },
    ];
  },
};

const details: Case = {
  name: 'details',
  async run({ load, bare }, short) {
    const how = { seconds: short ? 0.5 : 1.5 };
    const { product, statement } = await inTurn(short ? 1 : 3, {
      product: () => load('/departments/1', how),
      statement: () => bare('/detail', how),
    });
    const many = { ...how, connections: 4, headers: BR };
    const { same, ready } = await inTurn(3, {
      same: () => load('/departments/1', many),
      ready: () => bare('/ready/detail', many),
    });
    return [
      {
        measured: 'a department, not changed',
        unit: '/s',
        value: same.perSecond,
        p99: same.p99,
        limit: ready.perSecond,
        of: 'bare Node with a ready buffer',
        atLeast: 0.6,
      },
      {
        measured: 'a department with all that is related',
        unit: 'ms',
        value: product.median,
        p99: product.p99,
        limit: statement.median,
        of: 'its one statement',
      },
    ];
  },
};

/** The median time of a report, uncompressed, each after a save, in ms. */
async function firstAfterChanges(registrar: TestUser, rounds: number): Promise<number> {
  const form = await departmentForm(registrar);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await registrar.put(SAVE, { ...form, comments: `Round ${round}` });
    const since = performance.now();
    await registrar.post('/reports', {});
    times.push(performance.now() - since);
  }
  return times.toSorted((one, other) => one - other)[rounds >> 1] ?? Number.NaN;
}

const saves: Case = {
  name: 'saves',
  async run({ load, bare, registrar }, short) {
    const how = { seconds: short ? 0.5 : 1.5 };
    const form = await departmentForm(registrar);
    const { product, transaction } = await inTurn(short ? 1 : 3, {
      product: () => load(SAVE, { ...how, method: 'PUT', body: JSON.stringify(form) }),
      transaction: () => bare('/save', how),
    });
    return [
      {
        measured: 'saving a department',
        unit: 'ms',
        value: product.median,
        p99: product.p99,
        limit: transaction.median,
        of: 'its statements in a bare transaction',
        atMost: 2,
      },
    ];
  },
};

/**
 * A whole sign-in, from the first request to the session. Includes the demonstration provider, which runs in the same
 * process.
 */
const signIns: Case = {
  name: 'sign-in',
  async run({ product }, short) {
    const times: number[] = [];
    for (let round = 0; round < (short ? 3 : 10); round += 1) {
      const since = performance.now();
      const user = await signIn(product, 'viewer');
      times.push(performance.now() - since);
      user.close();
    }
    times.sort((one, other) => one - other);
    return [{ measured: 'a sign-in', unit: 'ms', value: times[Math.floor(times.length / 2)] ?? Number.NaN }];
  },
};

const memory: Case = {
  name: 'memory',
  async run({ engine, product, startedIn, startMegabytes }) {
    return [
      { measured: 'ready after a start over old data', unit: 'ms', value: startedIn },
      {
        measured: 'most memory in the first seconds of that start',
        unit: 'MB',
        value: startMegabytes,
        ...(engine === 'embedded' && { limit: 450, of: 'the goal', atMost: 1 }),
      },
      { measured: 'memory in the end', unit: 'MB', value: residentMegabytes(product) },
    ];
  },
};

export const cases: readonly Case[] = [
  lists,
  details,
  saves,
  manyRows,
  proposals,
  history,
  known,
  differences,
  feed,
  quality,
  signIns,
  report,
  screens,
  search,
  timeline,
  directus,
  memory,
];
