import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChangeEntry, type ChangeSetDetail, type ChangeSets } from '../../../contract/history.ts';
import { change, ownSetId } from '../../../server/db/changeTransaction.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import type { Response_ } from '../../support/client.ts';
import { aDegree, aMajor, aProgram, aRelationship, aSchool } from '../../support/factories.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const sets = async (query = '') => {
  const { status, body } = await registrar().get<ChangeSets>(`/changes${query}`);
  expect(status).toBe(200);
  return body;
};
const ids = async (query: string) => (await sets(query)).changeSets.map(({ id }) => id);
const setOf = async ({ status, headers }: Response_<unknown>) => {
  expect(status).toBeLessThan(300);
  const { changeSets } = await sets(`?requestId=${String(headers['x-request-id'])}`);
  const [set] = changeSets;
  if (!set) throw new Error('The save has no change set');
  return set;
};
const reasonHeader = (reason: string) => ({ 'x-change-reason': encodeURIComponent(reason) });
const createSchool = (values: object = {}, headers = {}) =>
  registrar().post<Record<string, unknown> & { schoolCode: string }>('/schools', aSchool(values), headers);

describe('GET /changes', () => {
  test('finds each of two saves with the same request ID by the ID of its response', async () => {
    const headers = { 'x-request-id': 'chosen-by-the-client' };
    const saves = [await createSchool({}, headers), await createSchool({}, headers)];
    const found = await Promise.all(saves.map(setOf));
    expect(found.map(({ entries }) => entries[0]?.key)).toEqual(saves.map(({ body }) => body.schoolCode));
    expect(await ids('?requestId=chosen-by-the-client')).toEqual([]);
  });

  test('returns the user, time, origin and reason, with the first entries', async () => {
    const code = (await createSchool()).body.schoolCode;
    const edited = await registrar().put(
      `/schools/${code}`,
      { schoolCode: code, title: 'A new title', active: false },
      reasonHeader('Renamed by the senate'),
    );
    const set = await setOf(edited);
    expect(set).toEqual({
      id: expect.any(String),
      at: (edited.body as { lastModified: string }).lastModified,
      requestId: edited.headers['x-request-id'],
      actor: { uciNetId: 'registrar', name: 'Robin Alvarez' },
      actingAs: null,
      origin: 'form',
      title: null,
      reason: 'Renamed by the senate',
      undoes: null,
      undoneBy: null,
      created: 0,
      updated: 1,
      deleted: 0,
      entries: [
        {
          kind: 'school',
          key: code,
          label: `${code} A new title`,
          action: 'updated',
          fields: [
            { name: 'active', before: true, after: false },
            { name: 'title', before: expect.any(String), after: 'A new title' },
          ],
          ends: null,
        },
      ],
      entryCount: 1,
    });
  });

  test('names both users of a change by impersonation', async () => {
    const admin = mdd.anotherAs('admin');
    expect(await admin.get('/impersonate/registrar')).toMatchObject({ status: 200 });
    const set = await setOf(await admin.post('/schools', aSchool()));
    expect(set).toMatchObject({
      actor: { uciNetId: 'admin', name: 'Alex Chen' },
      actingAs: { uciNetId: 'registrar', name: 'Robin Alvarez' },
    });
  });

  test('returns all fields that are not null of created or deleted rows, and the code of a school', async () => {
    const created = await createSchool({ title8: null, yearStart: 2020 });
    const { schoolCode, title } = created.body;
    const fields = { schoolCode, title, yearStart: 2020, active: true };
    const named = (entry: ChangeEntry | undefined, side: 'before' | 'after') =>
      Object.fromEntries((entry?.fields ?? []).map((field) => [field.name, field[side]]));
    expect(named((await setOf(created)).entries[0], 'after')).toEqual(fields);
    const deleted = await setOf(await registrar().delete(`/schools/${schoolCode}`));
    expect(deleted).toMatchObject({ created: 0, updated: 0, deleted: 1 });
    expect(deleted.entries[0]).toMatchObject({ action: 'deleted', label: `${schoolCode} ${String(title)}` });
    expect(named(deleted.entries[0], 'before')).toEqual(fields);
  });

  test('shows both ends of a relationship with their labels at that time, and whether they still exist', async () => {
    const school = await createSchool({ title: 'Then' });
    const code = school.body.schoolCode;
    const major = await registrar().post<{ majorKey: number; majorCode: string }>(
      '/majors',
      aMajor({ title20: 'Art' }),
    );
    const { majorKey, majorCode } = major.body;
    const related = await registrar().post(
      `/relationships/school/${code}/major/${majorKey}`,
      aRelationship(),
    );
    await registrar().put(`/schools/${code}`, { schoolCode: code, title: 'Now' });
    await registrar().delete(`/majors/${majorKey}?overrideWarnings=true`);
    expect((await setOf(related)).entries).toEqual([
      {
        kind: 'schoolMajor',
        key: `${code}/${majorKey}`,
        label: `${code} Then – ${majorCode} U Art`,
        action: 'created',
        fields: [
          { name: 'active', before: null, after: true },
          { name: 'startTerm', before: null, after: '202592' },
        ],
        ends: [
          { kind: 'school', key: code, label: `${code} Then`, exists: true },
          { kind: 'major', key: String(majorKey), label: `${majorCode} U Art`, exists: false },
        ],
      },
    ]);
  });

  test('returns pages, newest first, whose cursor continues after the page', async () => {
    for (let times = 0; times < 5; times += 1) await createSchool();
    const { changeSets } = await sets('?limit=5');
    const first = await sets('?limit=2');
    const second = await sets(`?limit=2&cursor=${first.next}`);
    const third = await sets(`?limit=1&cursor=${second.next}`);
    expect([...first.changeSets, ...second.changeSets, ...third.changeSets]).toEqual(changeSets);
    expect(changeSets.map(({ at }) => at)).toEqual(
      changeSets
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const all = await sets('?limit=200');
    expect(all.next).toBe(null);
    expect(all.changeSets.at(-1)).toMatchObject({
      origin: 'sample',
      title: 'Sample data',
      actor: null,
      reason: null,
    });
  });

  test('finds by user, kind, action, origin, time, text and request', async () => {
    const created = await createSchool({ title: 'Ökumene 100%_x' }, reasonHeader('Wegen Straße'));
    const set = await setOf(created);
    const major = await setOf(await mdd.as('admin').post('/majors', aMajor()));
    const has = async (query: string) => (await ids(query)).includes(set.id);
    expect(await has('?actor=REGISTRAR')).toBe(true);
    expect(await has('?actor=%20Registrar%C2%A0')).toBe(true);
    expect(await has('?actor=admin')).toBe(false);
    expect(await ids('?actor=nobody-at-all')).toEqual([]);
    expect(await has('?kind=school&action=created')).toBe(true);
    expect(await has('?kind=school&action=updated')).toBe(false);
    expect(await has('?kind=major')).toBe(false);
    expect(await has('?origin=form')).toBe(true);
    expect(await has('?origin=undo')).toBe(false);
    const after = new Date(Date.parse(set.at) + 1).toISOString();
    expect(await has(`?from=${set.at}&to=${after}`)).toBe(true);
    expect(await has(`?from=${after}`)).toBe(false);
    expect(await has(`?to=${set.at}`)).toBe(false);
    expect(await has(`?from=${set.at.replace(/\.\d+Z/, 'Z')}`)).toBe(true);
    expect(await ids(`?from=${major.at}&to=${set.at}`)).toEqual([]);
    expect(await has(`?q=${encodeURIComponent('ökUMENE 100%_')}`)).toBe(true);
    expect(await has(`?q=${encodeURIComponent('100%x')}`)).toBe(false);
    expect(await has('?q=wegen')).toBe(true);
    expect(await has(`?q=${encodeURIComponent(' WEGEN STRAßE ')}`)).toBe(true);
    expect(await has(`?q=${encodeURIComponent('Ökumene'.normalize('NFD'))}`)).toBe(true);
    expect(await ids(`?requestId=${set.requestId}`)).toEqual([set.id]);
    expect(await ids('?requestId=none')).toEqual([]);
  });

  test('finds a kind and an action only in the same entry', async () => {
    const degrees = await registrar().post<{ degreeKey: number }[]>('/degrees', aDegree());
    const major = await registrar().post<{ majorKey: number }>('/majors', aMajor());
    const degreeKey = degrees.body[0]?.degreeKey;
    await registrar().post(`/relationships/major/${major.body.majorKey}/degree/${degreeKey}`, aProgram());
    const deleted = await setOf(await registrar().delete(`/degrees/${degreeKey}?overrideWarnings=true`));
    expect(await ids('?kind=majorDegree&action=deleted&limit=1')).toEqual([deleted.id]);
    expect(await ids('?kind=major&action=deleted&limit=1')).not.toContain(deleted.id);
  });

  test.for([
    'limit=0',
    'limit=201',
    'limit=',
    'limit=x',
    'limit=1.5',
    'cursor=',
    'cursor=x',
    'cursor=-1',
    'cursor=99999999999999999999',
    'kind=',
    'kind=cipCode',
    'kind=School',
    'action=',
    'action=made',
    'origin=',
    'origin=web',
    'from=',
    'from=yesterday',
    'from=2026-02-30T00:00:00Z',
    'to=2026-01-01T00:00:00',
    'from=2026-01-01T00:00:00%2B00:00',
    'from=2026-01-01T00:00Z',
    'from=2026-01-01T00:00:00.1234Z',
    'from=0000-01-01T00:00:00Z',
    'q=',
    'q=%20',
    'q=%00',
    'actor=',
    'actor=%00',
    'actor=%20',
    'requestId=',
    'page=2',
    'kind=school&kind=major',
  ])('rejects ?%s', async (query) => {
    expect(await registrar().get(`/changes?${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'BAD_QUERY' }] },
    });
  });

  test('leaves out the first load of the lookups, and shows their later changes', async () => {
    await sql`insert into term values ('209992', 'F2099')`.execute(mdd.db);
    const { changeSets } = await sets('?limit=200&kind=term');
    expect(changeSets).toMatchObject([
      {
        origin: 'command',
        actor: { uciNetId: 'postgres', name: 'Command' },
        created: 1,
        entryCount: 1,
        entries: [
          {
            kind: 'term',
            key: '209992',
            label: 'F2099',
            action: 'created',
            fields: [{ name: 'termLetterYear', before: null, after: 'F2099' }],
            ends: null,
          },
        ],
      },
    ]);
    const { changeSets: all } = await sets('?limit=200');
    expect(all.filter(({ origin }) => origin === 'migration')).toEqual([]);
  });
});

describe('GET /changes/{id}', () => {
  test('returns the entries in the order of writing, page by page, or those of an item or relationship', async () => {
    const made = await change(
      mdd.db,
      { uciNetId: 'registrar', actingAs: null, requestId: 'many' },
      async (trx) => {
        const codes = ['Q1', 'Q2', 'Q3'];
        const values = codes.map((schoolCode) => ({
          ...aSchool(),
          schoolCode,
          title8: null,
          yearStart: null,
          yearEnd: null,
          sortCode: null,
          active: true,
          comments: null,
        }));
        await trx.insertInto('school').values(values).execute();
        await trx
          .insertInto('schoolMajor')
          .values(
            codes.map((schoolCode) => ({
              schoolCode,
              majorKey: 1,
              startTerm: '202592',
              endTerm: null,
              active: true,
            })) as never,
          )
          .execute();
        return codes;
      },
    );
    const [set] = (await sets('?requestId=many')).changeSets;
    expect(set).toMatchObject({ created: 6, entryCount: 6 });
    const page = async (query = '') =>
      (await registrar().get<ChangeSetDetail>(`/changes/${set?.id}${query}`)).body;
    const whole = await page();
    expect(whole.next).toBe(null);
    expect(whole.entries.map(({ key }) => key)).toEqual([...made, ...made.map((code) => `${code}/1`)]);
    const { entries: _entries, entryCount: _count, ...plain } = set as NonNullable<typeof set>;
    expect(whole.changeSet).toEqual(plain);
    const first = await page('?limit=4');
    const second = await page(`?limit=4&cursor=${first.next}`);
    expect([...first.entries, ...second.entries]).toEqual(whole.entries);
    expect(second.next).toBe(null);
    const keys = async (query: string) =>
      (await page(query)).entries.map(({ kind, key }) => `${kind} ${key}`);
    expect(await keys('?kind=school&key=Q2')).toEqual(['school Q2', 'schoolMajor Q2/1']);
    expect(await keys('?kind=school&key=q2')).toEqual(['school Q2', 'schoolMajor Q2/1']);
    expect(await keys('?kind=schoolMajor&key=Q3/1')).toEqual(['schoolMajor Q3/1']);
    expect(await keys('?kind=major&key=1')).toEqual(made.map((code) => `schoolMajor ${code}/1`));
    expect(await keys('?kind=schoolMajor&key=Q3/1/1')).toEqual([]);
    expect(await keys('?kind=degree&key=1')).toEqual([]);
    const third = await page('?kind=major&key=1&limit=2');
    expect((await page(`?kind=major&key=1&limit=2&cursor=${third.next}`)).entries).toHaveLength(1);
  });

  test.for(['kind=school', 'key=76', 'kind=school&key=', 'kind=cipCode&key=1', 'limit=0', 'x=1'])(
    'rejects ?%s',
    async (query) => {
      const [set] = (await sets('?limit=1')).changeSets;
      expect(await registrar().get(`/changes/${set?.id}?${query}`)).toMatchObject({
        status: 400,
        body: { errors: [{ code: 'BAD_QUERY' }] },
      });
    },
  );

  test.for(['nothing', '1', '%00', 'A'.repeat(400), "x'%20or%201=1"])('knows no %s', async (id) => {
    expect(await registrar().get(`/changes/${id}`)).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'CHANGE_NOT_FOUND' }] },
    });
  });
});

describe('A chain of a thousand undo operations', () => {
  const LONG = 1_000;
  /** The IDs of a change set, of its undo, of the undo of that undo, and so on. */
  const chain: string[] = [];
  beforeAll(async () => {
    const { body } = await createSchool();
    const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'chain' } as const;
    while (chain.length <= LONG) {
      const title = `Link ${chain.length}`;
      const target = chain.at(-1);
      const asUndo = target === undefined ? {} : ({ origin: 'undo', undoes: target } as const);
      const id = await change(mdd.db, { ...actor, ...asUndo }, async (trx): Promise<string> => {
        await trx.updateTable('school').set({ title }).where('schoolCode', '=', body.schoolCode).execute();
        return (
          await trx.selectFrom('changeSet').select('id').where('id', '=', ownSetId).executeTakeFirstOrThrow()
        ).id;
      });
      chain.push(id);
    }
  }, 120_000);
  /** The newest set, and every second set before it, is in force. */
  const undoing = (at: number) => ((LONG - at) % 2 === 0 ? null : chain[at + 1]);

  test('is shown on each page, each set with the undo that is in force', async () => {
    const found: { id: string; undoneBy: string | null }[] = [];
    for (let cursor = ''; found.length <= LONG; ) {
      const { changeSets, next } = await sets(`?requestId=chain&limit=200${cursor}`);
      found.push(...changeSets);
      if (next === null) break;
      cursor = `&cursor=${next}`;
    }
    expect(found.map(({ id, undoneBy }) => [id, undoneBy])).toEqual(
      chain.map((id, at) => [id, undoing(at)]).toReversed(),
    );
  });

  test('is shown for the oldest set alone', async () => {
    const { body } = await registrar().get<ChangeSetDetail>(`/changes/${chain[0]}`);
    expect(body.changeSet.undoneBy).toBe(undoing(0));
  });
});
