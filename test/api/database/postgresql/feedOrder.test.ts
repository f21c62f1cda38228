import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedEvent, FeedPage } from '../../../../contract/feed.ts';
import { type Position, positionOf, START } from '../../../../server/api/feed/cursor.ts';
import { newestPosition, readEvents } from '../../../../server/api/feed/events.ts';
import { connect } from '../../../../server/db/connect.ts';
import type { Database } from '../../../../server/db/database.ts';
import type { Db } from '../../../../server/db/tables.ts';
import { type TestApp, testApp } from '../../../support/app.ts';
import { defined } from '../../../support/defined.ts';
import { randomFrom } from '../../../support/random.ts';
import { until } from '../../../support/until.ts';

// Writers that do not even use the server's queue: separate connections, with transactions of different lengths.

let mdd: TestApp;
let writers: Database;
beforeAll(async () => {
  mdd = await testApp({ sample: true, listens: true, faults: true });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(mdd.db);
  const { inject } = await import('vitest');
  const { addressOf } = await import('../../../support/cluster.ts');
  const templates = inject('templates');
  if (templates.engine === 'embedded') throw new Error('This needs PostgreSQL');
  writers = await connect({
    kind: 'postgres',
    url: addressOf(templates.cluster, defined(rows[0]).name),
    poolSize: 8,
  });
});
afterAll(async () => {
  await writers.close();
  await mdd.close();
});

const actor = sql`select set_config('app.change', '{"actor": "registrar"}', true)`;
const save = (db: Db, title: string) =>
  sql`update department set title = ${title} where dept_key = 1`.execute(db);
async function eventsAfter(position: Position, limit = 1_000) {
  const { json, end } = await readEvents(mdd.db, position, limit);
  return { events: (JSON.parse(json) as FeedPage).events, end };
}

test('no reader sees a change set before the one with the number before it', async () => {
  const start = defined(await newestPosition(mdd.db));
  const [first, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = writers.db.transaction().execute(async (trx) => {
    await actor.execute(trx);
    await save(trx, 'Slow');
    begun.resolve();
    await first.promise;
  });
  await begun.promise;
  let isFastSaved = false;
  const fast = writers.db.transaction().execute(async (trx) => {
    await actor.execute(trx);
    await sql`update school set title = 'Fast' where school_code = '52'`.execute(trx);
  });
  void fast.then(() => (isFastSaved = true));
  await until('the second writer waits for the first', async () => {
    const { rows } = await sql`select from pg_stat_activity where wait_event = 'advisory'`.execute(mdd.db);
    return rows.length > 0;
  });
  expect((await eventsAfter(start)).events).toEqual([]);
  expect(isFastSaved).toBe(false);
  first.resolve();
  await Promise.all([slow, fast]);
  expect((await eventsAfter(start)).events.map(({ value }) => value?.title)).toEqual(['Slow', 'Fast']);
});

test('a reader sees each change set once and in order while many transactions commit, fail and overtake each other', async () => {
  const random = randomFrom(7);
  const start = defined(await newestPosition(mdd.db));
  let saved = 0;
  let isDone = false;
  const writeOn = async (name: number) => {
    for (let turn = 0; turn < 25; turn += 1) {
      const [pause, fails] = [random.below(6), random.chance(0.25)];
      await writers.db
        .transaction()
        .execute(async (trx) => {
          await actor.execute(trx);
          if (random.chance(0.5)) await wait(pause);
          await save(trx, `Writer ${name}, ${turn}`);
          await wait(pause);
          if (fails) throw new Error('rolled back');
        })
        .then(
          () => (saved += 1),
          () => {},
        );
    }
  };
  const seen: FeedEvent[] = [];
  const readOn = async () => {
    for (let position: Position = start; ; ) {
      const wasDone = isDone;
      const { events, end } = await eventsAfter(position, 3);
      seen.push(...events);
      position = end;
      if (wasDone && events.length === 0) return;
    }
  };
  const reading = readOn();
  await Promise.all(Array.from({ length: 6 }, (_, name) => writeOn(name)));
  isDone = true;
  await reading;
  expect(seen).toHaveLength(saved);
  expect(new Set(seen.map(({ set }) => set)).size).toBe(saved);
  const versions = seen.map(({ version }) => version);
  expect(versions).toEqual(versions.map((_, at) => defined(versions[0]) + at));
  const { rows } = await sql<{ id: string }>`
    select id from change_set where number > ${start.number} order by number`.execute(mdd.db);
  expect(seen.map(({ set }) => set)).toEqual(rows.map(({ id }) => id));
  const times = seen.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
});

test('a request that waits and whose client disconnects leaves nothing behind', async () => {
  const { text } = await mdd.as('registrar').get('/feed/snapshot');
  const { next } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as { next: string };
  expect(positionOf(next)).not.toEqual(START);
  const session = await mdd.as('registrar').cookie('SESSION');
  const url = `${mdd.config.publicUrl}/mdsd/api/feed?wait=25&after=${next}`;
  const sent = Array.from({ length: 20 }, () =>
    request(url, { headers: { cookie: `SESSION=${session}` }, agent: false })
      .on('error', () => {})
      .end(),
  );
  const open = () =>
    new Promise<number>((resolve) => mdd.app.server.getConnections((_error, count) => resolve(count)));
  await until('all are connected', async () => (await open()) === 20);
  await wait(1_000);
  const before = mdd.app.failures.get('caller_gone') ?? 0;
  for (const one of sent) one.destroy();
  await until('all have ended', async () => (mdd.app.failures.get('caller_gone') ?? 0) === before + 20);
  expect(await open()).toBe(0);
  const reads = async () => {
    const { rows } = await sql<{ count: number }>`
      select xact_commit::integer as count from pg_stat_database where datname = current_database()`.execute(
      mdd.db,
    );
    return defined(rows[0]).count;
  };
  // Nobody waits any more, so nobody looks for changes ten times a second. The count may be late.
  await until('no statement is left', async () => {
    const at = await reads();
    await wait(2_000);
    return (await reads()) - at < 4;
  });
});
