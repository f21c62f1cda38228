import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Degree } from '../../../contract/degree.ts';
import { type FeedPage, feedPage, feedValues, snapshotLine } from '../../../contract/feed.ts';
import { changeKinds } from '../../../contract/history.ts';
import type { Major } from '../../../contract/major.ts';
import type { School } from '../../../contract/school.ts';
import type { Token } from '../../../contract/tokens.ts';
import { cursorOf, positionOf } from '../../../server/api/feed/cursor.ts';
import { feedExample, snapshotExample } from '../../../server/api/feed/examples.ts';
import { change } from '../../../server/db/changeTransaction.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import {
  aDegree,
  aDepartment,
  aMajor,
  anAwardType,
  aProgram,
  aRelationship,
  aSchool,
  aTerm,
} from '../../support/factories.ts';
import { parseSnapshot, readFeed, rowsAfter } from '../../support/feed.ts';
import { until } from '../../support/until.ts';

// Contract 13, Feed.

let mdd: TestApp;
let bare: TestApp;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
  bare = await testApp();
});
afterAll(async () => {
  await bare.close();
  await mdd.close();
});

const registrar = () => mdd.as('registrar');
async function expected<Body>(status: number, sent: ReturnType<Client['get']>): Promise<Body> {
  const response = await sent;
  expect(response, response.text).toMatchObject({ status });
  return response.body as Body;
}
/** Saves without asking about warnings. Terms, award types and tokens have none. */
const saving = (path: string) =>
  /^\/(terms|award-types|tokens)/.test(path) ? path : `${path}?overrideWarnings=true`;
const created = <Body>(path: string, body: object) =>
  expected<Body>(201, registrar().post(saving(path), body));
const edited = <Body>(path: string, body: object) => expected<Body>(200, registrar().put(saving(path), body));
const deleted = (path: string) => expected(204, registrar().delete(saving(path)));
const page = (query: string, client = registrar()) => expected<FeedPage>(200, client.get(`/feed?${query}`));
const text = async (path: string) => {
  const { status, text } = await registrar().get(path);
  expect(status, text).toBe(200);
  return text;
};
const head = async () => parseSnapshot(await text('/feed/snapshot')).next;
/** The events of what `work` saves. */
async function eventsOf(work: () => Promise<unknown>) {
  const after = await head();
  await work();
  return (await readFeed(text, { after })).events;
}

describe('An event', () => {
  test('has the change set, its time, and the row after the change as the save returned it', async () => {
    const events = await eventsOf(async () => {
      const { schoolCode } = await created<School>('/schools', aSchool());
      await edited(`/schools/${schoolCode}`, aSchool({ schoolCode, title: 'A new title' }));
    });
    const { changeSets } = await expected<{ changeSets: { id: string; at: string }[] }>(
      200,
      registrar().get('/changes?limit=2'),
    );
    const { school } = await expected<{ school: School }>(200, registrar().get(`/schools/${events[0]?.key}`));
    expect(events).toEqual([
      {
        set: changeSets[1]?.id,
        at: changeSets[1]?.at,
        last: true,
        kind: 'school',
        key: school.schoolCode,
        action: 'created',
        version: 1,
        value: {
          ...school,
          title: expect.stringMatching(/^School /),
          version: 1,
          lastModified: changeSets[1]?.at,
        },
      },
      {
        set: changeSets[0]?.id,
        at: changeSets[0]?.at,
        last: true,
        kind: 'school',
        key: school.schoolCode,
        action: 'updated',
        version: 2,
        value: school,
      },
    ]);
  });

  test('has null as the value of a deletion, and its version; a reused code counts on', async () => {
    const { schoolCode } = await created<School>('/schools', aSchool());
    const events = await eventsOf(async () => {
      await deleted(`/schools/${schoolCode}`);
      await created('/schools', aSchool({ schoolCode }));
    });
    expect(events).toMatchObject([
      { kind: 'school', key: schoolCode, action: 'deleted', version: 2, value: null },
      { kind: 'school', key: schoolCode, action: 'created', version: 3, value: { version: 3 } },
    ]);
  });

  test('of each kind has the row as in the lists', async () => {
    const term = aTerm();
    const award = anAwardType();
    const saved: unknown[] = [];
    const events = await eventsOf(async () => {
      saved.push(await created('/terms', term), await created('/award-types', award));
      const { schoolCode } = await created<School>('/schools', aSchool());
      const { deptKey } = await created<{ deptKey: number }>('/departments', aDepartment());
      const [degree] = await created<Degree[]>(
        '/degrees',
        aDegree({ degreeListAwarded: [award.degreeShort], degreeStartTermYyyyst: '202592' }),
      );
      const { majorKey } = await created<Major>('/majors', aMajor({ endTermYyyyst: term.termYyyyst }));
      for (const [path, form] of [
        [`/relationships/degree/${degree?.degreeKey}/department/${deptKey}`, aRelationship()],
        [`/relationships/major/${majorKey}/degree/${degree?.degreeKey}`, aProgram({ programLengthYrs: 4 })],
        [`/relationships/major/${majorKey}/department/${deptKey}`, aRelationship()],
        [`/relationships/school/${schoolCode}/degree/${degree?.degreeKey}`, aRelationship()],
        [`/relationships/school/${schoolCode}/department/${deptKey}`, aRelationship()],
        [`/relationships/school/${schoolCode}/major/${majorKey}`, aRelationship()],
      ] as const)
        await created(path, form);
      await expected(
        201,
        registrar().put(`/majors/${majorKey}/earlier-values/title20/201992`, { value: 'Earlier' }),
      );
    });
    const byKind = new Map(events.map((event) => [event.kind, event]));
    expect([...byKind.keys()].toSorted()).toEqual([...changeKinds].toSorted());
    expect(Object.keys(feedValues).toSorted()).toEqual([...changeKinds].toSorted());
    const keyOf = (kind: string) => byKind.get(kind)?.key ?? '';
    const listed = async (path: string, key: string) =>
      (await expected<Record<string, unknown>[]>(200, registrar().get(path))).find(
        (row) =>
          String(row[key]) ===
          keyOf(
            { schools: 'school', departments: 'department', degrees: 'degree', majors: 'major' }[
              path.slice(1)
            ] ?? '',
          ),
      );
    expect(byKind.get('school')?.value).toEqual(await listed('/schools', 'schoolCode'));
    expect(byKind.get('department')?.value).toEqual(await listed('/departments', 'deptKey'));
    expect(byKind.get('degree')?.value).toEqual(await listed('/degrees', 'degreeKey'));
    expect(byKind.get('major')?.value).toEqual(await listed('/majors', 'majorKey'));
    expect([byKind.get('term')?.value, byKind.get('awardType')?.value]).toEqual(saved);
    const { degrees } = await expected<{ degrees: Record<string, unknown>[] }>(
      200,
      registrar().get(`/majors/${keyOf('major')}`),
    );
    const { item: _item, ...program } = degrees[0] ?? {};
    expect(byKind.get('majorDegree')?.value).toEqual({
      majorKey: Number(keyOf('major')),
      degreeKey: Number(keyOf('degree')),
      ...program,
    });
    expect(byKind.get('schoolMajor')).toMatchObject({
      key: `${keyOf('school')}/${keyOf('major')}`,
      value: {
        schoolCode: keyOf('school'),
        majorKey: Number(keyOf('major')),
        startTerm: '202592',
        version: 1,
      },
    });
    const [earlier] = await expected<unknown[]>(
      200,
      registrar().get(`/majors/${keyOf('major')}/earlier-values`),
    );
    expect(byKind.get('earlierValue')).toMatchObject({
      key: `major/${keyOf('major')}/title20/201992`,
      value: earlier,
    });
    for (const event of events) z.parse(feedPage, { events: [event], next: '', more: false });
  });

  test('has the row after that change, not the one of today, also in its labels and in whether it was used', async () => {
    const term = aTerm({ termLetterYear: 'Then' });
    const path = `/terms/${term.termYyyyst}`;
    const events = await eventsOf(async () => {
      await created('/terms', term);
      const [degree] = await created<Degree[]>('/degrees', aDegree({ degreeEndTermYyyyst: term.termYyyyst }));
      await edited(path, { ...term, termLetterYear: 'Now' });
      await deleted(`/degrees/${degree?.degreeKey}`);
      await edited(path, { ...term, termLetterYear: 'Later' });
    });
    expect(events.map(({ value }) => value)).toMatchObject([
      { termLetterYear: 'Then', isUsed: false },
      { endTerm: { termYyyyst: term.termYyyyst, termLetterYear: 'Then' }, startTerm: null },
      { termLetterYear: 'Now', isUsed: true },
      {},
      { termLetterYear: 'Later', isUsed: false },
    ]);
    expect(events[3]).toMatchObject({ kind: 'degree', action: 'deleted', value: null });
  });

  test('is one of its change set, in the order of writing, and the last one says so', async () => {
    const { majorKey } = await created<Major>('/majors', aMajor());
    const events = await eventsOf(async () => {
      await created(`/relationships/school/52/major/${majorKey}`, aRelationship());
      await deleted(`/majors/${majorKey}`);
    });
    expect(events.map(({ kind, action, last }) => [kind, action, last])).toEqual([
      ['schoolMajor', 'created', true],
      ['schoolMajor', 'deleted', false],
      ['major', 'deleted', true],
    ]);
    expect(new Set(events.slice(1).map(({ set }) => set)).size).toBe(1);
    const detail = await expected<{ entries: { kind: string }[] }>(
      200,
      registrar().get(`/changes/${events[1]?.set}`),
    );
    expect(detail.entries.map(({ kind }) => kind)).toEqual(['schoolMajor', 'major']);
  });

  test('comes of an update without fields, and none of a save that was rejected', async () => {
    const school = await created<School>('/schools', aSchool());
    const events = await eventsOf(async () => {
      await edited(`/schools/${school.schoolCode}`, { schoolCode: school.schoolCode, title: school.title });
      await expected(
        409,
        registrar().put(`/schools/${school.schoolCode}`, {
          schoolCode: school.schoolCode,
          title: 'Stale',
          version: 1,
        }),
      );
    });
    expect(events).toMatchObject([{ action: 'updated', version: 2, value: { title: school.title } }]);
  });
});

describe('GET /feed', () => {
  test('starts with the first change set, and has all that was ever saved', async () => {
    const { events } = await readFeed(text);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::integer as count from change_entry`.execute(mdd.db);
    expect(events).toHaveLength(rows[0]?.count ?? 0);
    expect(events[0]).toMatchObject({ kind: expect.stringMatching(/term|awardType/), action: 'created' });
    const sets = [...new Set(events.map(({ set }) => set))];
    const { rows: numbered } = await sql<{ id: string }>`select id from change_set order by number`.execute(
      mdd.db,
    );
    expect(sets).toEqual(numbered.map(({ id }) => id));
    expect(events.filter(({ last }) => last)).toHaveLength(sets.length);
  });

  test('leads to the same rows as a snapshot', async () => {
    const { events } = await readFeed(text);
    const { rows } = parseSnapshot(await text('/feed/snapshot'));
    const kept = [...rowsAfter(events).values()].map(withoutComputed);
    expect(new Map(kept.map((row) => [`${row.kind} ${row.key}`, row]))).toEqual(
      new Map(rows.map((row) => [`${row.kind} ${row.key}`, withoutComputed(row)])),
    );
  });

  test.for([1, 7, 200, 1_000])('has the same events in pages of %i', async (limit) => {
    const after = (await page('limit=900')).next;
    const { events, pages } = await readFeed(text, { after });
    const some = await readFeed(text, { after, limit: limit === 1 ? 20 : limit });
    expect(some.events).toEqual(events);
    if (limit === 7) expect(some.pages).toBeGreaterThan(pages);
    if (limit === 1) {
      const one = await page(`limit=1&after=${after}`);
      expect(one.events).toEqual(events.slice(0, 1));
    }
  });

  test('has pages of 200 events unless asked otherwise, says whether there are more, and always a cursor', async () => {
    const first = await page('');
    expect(first.events).toHaveLength(200);
    expect(first.more).toBe(true);
    const end = await page(`after=${await head()}`);
    expect(end).toEqual({ events: [], next: expect.any(String), more: false });
    expect((await page(`after=${end.next}`)).next).toBe(end.next);
    await created('/schools', aSchool());
    const [one] = [await page(`after=${end.next}&limit=1`)];
    expect(one).toMatchObject({ events: [{ last: true }], more: false });
  });

  test('splits a change set between pages without losing or repeating an event', async () => {
    const after = await head();
    await created('/degrees', aDegree({ degreeListAwarded: ['BA', 'BS', 'MA'] }));
    const first = await page(`after=${after}&limit=2`);
    const second = await page(`after=${first.next}&limit=2`);
    expect([...first.events, ...second.events].map(({ last }) => last)).toEqual([false, false, true]);
    expect([first.more, second.more]).toEqual([true, false]);
    expect(new Set([...first.events, ...second.events].map(({ key }) => key)).size).toBe(3);
  });

  test('may be read by managers of the data and by tokens with read:changes, and is not stored', async () => {
    const { headers } = await registrar().get('/feed?limit=1');
    expect(headers['cache-control']).toBe('no-store');
    await expected(403, mdd.as('viewer').get('/feed'));
    await expected(401, mdd.as(null).get('/feed?after='));
    const token = await aToken();
    for (const path of ['/feed?limit=1', '/feed/snapshot'])
      expect((await asSystem(path, token.token)).status).toBe(200);
  });

  test('while impersonating needs the permission of the effective user', async () => {
    const admin = mdd.anotherAs('admin');
    await admin.get('/impersonate/viewer');
    for (const path of ['/feed', '/feed/snapshot']) await expected(403, admin.get(path));
    await admin.get('/impersonate/logout');
    await admin.get('/impersonate/registrar');
    await expected(200, admin.get('/feed?limit=1'));
  });
});

type WithSecret = Token & { token: string };
const aToken = () =>
  created<WithSecret>('/tokens', {
    name: `Reader ${Math.random()}`,
    contact: 'reader@example.edu',
    scopes: ['read:changes'],
    expiresOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  });
const asSystem = (path: string, token: string) =>
  mdd.as(null).get<FeedPage>(path, { authorization: `Bearer ${token}`, 'x-requested-with': undefined });

/** Fields that depend on other rows may have changed since, without a change of the row. */
function withoutComputed<Row extends { kind: string; value: Record<string, unknown> | null }>(row: Row): Row {
  if (!row.value) return row;
  const { isUsed: _isUsed, startTerm, endTerm, degreeCode, ...value } = row.value;
  return {
    ...row,
    value:
      row.kind === 'degree'
        ? value
        : { ...value, startTerm, endTerm, ...(row.kind === 'awardType' ? { degreeCode } : {}) },
  };
}

describe('A cursor', () => {
  test.for([
    'after=',
    'after=x',
    `after=${'A'.repeat(64)}`,
    `after=${'A'.repeat(100_000)}`,
    'after=%00',
    'after=a&after=b',
    'limit=0',
    'limit=1001',
    'limit=-1',
    'limit=1.5',
    'limit=',
    'limit=1&limit=2',
    'wait=-1',
    'wait=26',
    'wait=1.5',
    'wait=',
    'wait=x',
    'cursor=x',
  ])('and the rest of a query: %s is 400', async (query) => {
    const { status, body } = await registrar().get<{ errors: { code: string }[] }>(
      `/feed?${query.slice(0, 12_000)}`,
    );
    expect(status).toBe(400);
    expect(body.errors[0]?.code).toBe('BAD_QUERY');
  });

  test('with any character altered is malformed', async () => {
    const cursor = await head();
    for (let at = 0; at < cursor.length; at += 1) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      const altered = cursor.slice(0, at) + other + cursor.slice(at + 1);
      await expected(400, registrar().get(`/feed?after=${altered}`));
      await expected(400, registrar().get(`/feed?after=${cursor.slice(0, at)}`));
    }
    await expected(400, registrar().get(`/feed?after=${cursor}=`));
    await expected(400, registrar().get(`/feed?after=%20${cursor}`));
  });

  test('beyond the events of its change set is malformed', async () => {
    const position = positionOf(await head());
    if (!position) throw new Error('Not a cursor');
    await expected(200, registrar().get(`/feed?after=${cursorOf(position)}`));
    await expected(
      400,
      registrar().get(`/feed?after=${cursorOf({ ...position, place: position.place + 1 })}`),
    );
  });

  test('of a change set that is not there, of another hash, or of another database is gone', async () => {
    const position = positionOf(await head());
    if (!position) throw new Error('Not a cursor');
    const cursors = [
      cursorOf({ ...position, number: position.number + 1 }),
      cursorOf({ ...position, number: Number.MAX_SAFE_INTEGER }),
      cursorOf({ ...position, hash: 'f'.repeat(64) }),
    ];
    for (const cursor of cursors) {
      const { status, body, headers } = await registrar().get(`/feed?after=${cursor}&wait=20`);
      expect(status).toBe(410);
      expect(body).toMatchObject({ errors: [{ code: 'CURSOR_GONE' }] });
      expect(headers.link).toBe('</mdsd/api/feed/snapshot>; rel="start"');
    }
    await expected(410, bare.as('registrar').get(`/feed?after=${cursorOf(position)}`));
  });
});

describe('A request that waits', () => {
  const timed = async <T>(work: Promise<T>) => {
    const began = performance.now();
    const result = await work;
    return { result, took: performance.now() - began };
  };

  test('returns at once if there are events', async () => {
    const after = await head();
    await created('/schools', aSchool());
    const { result, took } = await timed(page(`after=${after}&wait=20`));
    expect(result.events).toHaveLength(1);
    expect(took).toBeLessThan(5_000);
  });

  test('returns when something is saved, also at another instance, and not when a save fails', async () => {
    const other = await testApp({ beside: mdd });
    const after = await head();
    const waiting = timed(page(`after=${after}&wait=20`));
    await wait(300);
    await expected(422, registrar().post('/schools', { schoolCode: 'TOO LONG' }));
    await change(mdd.db, { uciNetId: 'registrar', actingAs: null, requestId: 'rolled back' }, async (trx) => {
      await sql`insert into school (school_code, title) values ('ZQ', 'Rolled back')`.execute(trx);
      throw new Error('rolled back');
    }).catch(() => {});
    await wait(1_000);
    const { schoolCode } = (await other.as('registrar').post<School>('/schools', aSchool())).body;
    const { result, took } = await waiting;
    await other.close();
    expect(result).toMatchObject({ events: [{ kind: 'school', key: schoolCode }], more: false });
    expect(took).toBeGreaterThan(1_300);
    expect(took).toBeLessThan(10_000);
  });

  test('returns without events when its time is over, with the same cursor', async () => {
    const after = await head();
    const { result, took } = await timed(page(`after=${after}&wait=1`));
    expect(result).toEqual({ events: [], next: after, more: false });
    expect(took).toBeGreaterThan(950);
  });

  test('holds no connection to the database', async () => {
    const after = await head();
    const waiting = Array.from({ length: 40 }, () => page(`after=${after}&wait=20`));
    // The database of a test has four connections, the embedded one has one.
    await until('no connection is in use', () => mdd.database.activity.used === 0);
    await Promise.all(Array.from({ length: 20 }, () => expected(200, registrar().get('/changes?limit=1'))));
    await created('/schools', aSchool());
    for (const { events } of await Promise.all(waiting)) expect(events).toHaveLength(1);
  });

  test('checks its token again before it responds', async () => {
    const { id, token } = await aToken();
    const after = await head();
    const waiting = asSystem(`/feed?after=${after}&wait=20`, token);
    await wait(500);
    await deleted(`/tokens/${id}`);
    await created('/schools', aSchool());
    expect(await waiting).toMatchObject({ status: 401, body: { errors: [{ code: 'TOKEN_INVALID' }] } });
  });

  test('checks its session and its permission again before it responds', async () => {
    const [gone, acting] = [mdd.anotherAs('registrar'), mdd.anotherAs('admin')];
    await acting.get('/impersonate/registrar');
    const after = await head();
    const waiting = [gone, acting].map((client) => client.get(`/feed?after=${after}&wait=20`));
    await wait(500);
    await expected(200, gone.post('/auth/logout'));
    const session = await acting.cookie('SESSION');
    expect(session).toBeDefined();
    await sql`update session set acting_as = 'viewer' where uci_net_id = 'admin' and acting_as = 'registrar'`.execute(
      mdd.db,
    );
    await created('/schools', aSchool());
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([401, 403]);
  });

  test('ends with a normal response when the server stops, and no later one waits', async () => {
    const stopping = await testApp({ beside: mdd });
    const after = await head();
    const waiting = timed(page(`after=${after}&wait=20`, stopping.as('registrar')));
    await wait(500);
    stopping.app.beginToStop();
    const { result, took } = await waiting;
    expect(result).toEqual({ events: [], next: after, more: false });
    expect(took).toBeLessThan(3_000);
    expect((await timed(page(`after=${after}&wait=20`, stopping.as('registrar')))).took).toBeLessThan(3_000);
    await stopping.close();
  });
});

describe('A snapshot', () => {
  test('has each row of the lists once, and at last the cursor of that state', async () => {
    const response = await registrar().get('/feed/snapshot');
    expect(response.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
    });
    const { rows, next } = parseSnapshot(response.text);
    expect(await page(`after=${next}`)).toMatchObject({ events: [], next });
    for (const [kind, path] of [
      ['school', '/schools'],
      ['degree', '/degrees'],
      ['department', '/departments'],
      ['major', '/majors'],
      ['term', '/terms'],
      ['awardType', '/award-types'],
    ] as const) {
      const list = await expected<object[]>(200, registrar().get(path));
      const values = rows.filter((row) => row.kind === kind).map(({ value }) => value);
      expect(values, kind).toHaveLength(list.length);
      expect(new Set(values.map((value) => JSON.stringify(sorted(value)))), kind).toEqual(
        new Set(list.map((value) => JSON.stringify(sorted(value)))),
      );
    }
    const keys = rows.map(({ kind, key }) => `${kind} ${key}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { version, value } of rows)
      if (value && 'version' in value) expect(value.version).toBe(version);
  });

  test('is the state of its cursor, whatever is saved while it is read', async () => {
    const { rows: before, next } = parseSnapshot(await text('/feed/snapshot'));
    const reading = text('/feed/snapshot');
    const { schoolCode } = await created<School>('/schools', aSchool());
    await deleted(`/schools/${schoolCode}`);
    await created('/schools', aSchool());
    const during = parseSnapshot(await reading);
    const { events } = await readFeed(text, { after: next });
    const upTo = events.slice(0, await countUntil(events, during.next));
    expect(rowsAfter(upTo, before)).toEqual(rowsAfter([], during.rows));
  });

  test('takes no query', async () => {
    await expected(400, registrar().get('/feed/snapshot?after=x'));
  });
});

/** How many of these events come up to a cursor. */
async function countUntil(events: readonly object[], cursor: string): Promise<number> {
  return events.length - (await readFeed(text, { after: cursor })).events.length;
}

const sorted = (value: object | null) =>
  Object.fromEntries(Object.entries(value ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));

test('The examples of the API description are as the schemas say', () => {
  z.parse(feedPage, feedExample);
  for (const line of snapshotExample) z.parse(snapshotLine, line);
  expect(Object.keys(feedExample.events[0]?.value ?? {}).toSorted()).toEqual(
    Object.keys(feedValues.school?.shape ?? {}).toSorted(),
  );
  expect(positionOf(feedExample.next)).toBeDefined();
});
