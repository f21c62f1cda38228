import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeSetDetail } from '../../../contract/history.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import type { Response_ } from '../../support/client.ts';
import { aDepartment, aMajor, aRelationship, aSchool } from '../../support/factories.ts';
import { createItem, type Item } from '../../support/kinds.ts';
import { errorsOf, proposalsOf, refusalsOf } from './support.ts';

let mdd: TestApp;
let calls: ReturnType<typeof proposalsOf>;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
  calls = proposalsOf(mdd);
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const refused = (response: Response_<unknown>) => ({
  status: response.status,
  errors: refusalsOf(errorsOf(response)),
});
const newMajor = async (values: object = {}) =>
  (await createItem(registrar(), 'major', values)) as Item & { majorKey: number; majorCode: string };
const majorRow = (majorKey: number, values: object) => ({ kind: 'major', ref: { majorKey }, values });
const newSchool = (values: object = {}) => ({ kind: 'school', ref: {}, values: aSchool(values) });
const isThere = async (path: string) => (await registrar().get(path)).status === 200;

describe('Apply', () => {
  test('saves all rows as one change set with its origin, title and reason', async () => {
    const [one, other] = [await newMajor(), await newMajor()];
    const school = aSchool();
    const rows = await calls.seen([
      majorRow(one.majorKey, { comments: 'Changed' }),
      { kind: 'major', ref: { majorKey: other.majorKey }, delete: true },
      {
        kind: 'schoolMajor',
        ref: { school: { row: 3 }, major: { row: 0 } },
        values: { startTerm: '202592' },
      },
      { kind: 'school', ref: {}, values: school },
    ]);
    const applied = await calls.apply(rows, { origin: 'import', title: ' majors.csv ', reason: 'New year' });
    expect(applied).toMatchObject({
      status: 201,
      body: {
        changeSet: {
          origin: 'import',
          title: 'majors.csv',
          reason: 'New year',
          requestId: applied.headers['x-request-id'],
          actor: { uciNetId: 'registrar' },
          undoes: null,
          undoneBy: null,
          created: 2,
          updated: 1,
          deleted: 1,
        },
      },
    });
    const { id } = applied.body.changeSet;
    const { body } = await registrar().get<ChangeSetDetail>(`/changes/${id}`);
    expect(body.changeSet).toEqual(applied.body.changeSet);
    expect(body.entries.map(({ kind, action }) => `${kind} ${action}`)).toEqual([
      'major updated',
      'school created',
      'schoolMajor created',
      'major deleted',
    ]);
  });

  test('uses the reason of the header if the body has none', async () => {
    const reason = encodeURIComponent('Wegen Änderung');
    const sent = { id: randomUUID(), origin: 'bulk', rows: [newSchool()] };
    expect(await registrar().post('/proposals/apply', sent, { 'x-change-reason': reason })).toMatchObject({
      status: 201,
      body: { changeSet: { reason: 'Wegen Änderung', title: null } },
    });
  });

  test('names the real user and the impersonated user', async () => {
    const user = mdd.anotherAs('admin');
    await user.get('/impersonate/registrar');
    const sent = { id: randomUUID(), origin: 'bulk', rows: [newSchool()] };
    expect(await user.post('/proposals/apply', sent)).toMatchObject({
      status: 201,
      body: { changeSet: { actor: { uciNetId: 'admin' }, actingAs: { uciNetId: 'registrar' } } },
    });
  });

  test('does not save rows that are the same', async () => {
    const [one, other] = [await newMajor(), await newMajor()];
    const rows = await calls.seen([
      majorRow(one.majorKey, { comments: 'Changed' }),
      majorRow(other.majorKey, { title20: other.title20 }),
    ]);
    expect(await calls.apply(rows)).toMatchObject({ status: 201, body: { changeSet: { updated: 1 } } });
    expect(await registrar().get(`/majors/${other.majorKey}`)).toMatchObject({
      body: { major: { version: 1 } },
    });
  });

  test('of only such rows, or of no rows, changes nothing', async () => {
    const { majorKey } = await newMajor();
    const nothing = { status: 422, errors: [['NOTHING_TO_CHANGE', 'rows']] };
    expect(refused(await calls.apply([]))).toEqual(nothing);
    expect(refused(await calls.apply(await calls.seen([majorRow(majorKey, {})])))).toEqual(nothing);
    // 422 comes before 409: these rows have no versions.
    expect(refused(await calls.apply([majorRow(majorKey, {})]))).toEqual(nothing);
  });

  test('rejects all rows if a row is rejected, and names the row and the field', async () => {
    const school = newSchool();
    const bad = { kind: 'major', ref: {}, values: { majorSegment: 'U', majorCode: 'ABCD', title20: 'A' } };
    expect(refused(await calls.apply([school, bad, null]))).toEqual({
      status: 422,
      errors: [
        ['MAJOR_CODE_WRONG_LENGTH', 'rows.1.majorCode'],
        ['ROW_BAD_FORMAT', 'rows.2.kind'],
      ],
    });
    expect(await isThere(`/schools/${school.values.schoolCode}`)).toBe(false);
  });

  test('rejects all rows if a row is too large', async () => {
    const school = newSchool();
    const comments = Array.from({ length: 1_000 }).reduce<unknown>((inner) => [inner], []);
    expect(refused(await calls.apply([school, newSchool({ comments })]))).toEqual({
      status: 422,
      errors: [['ROW_BAD_FORMAT', 'rows.1.values']],
    });
    expect(await isThere(`/schools/${school.values.schoolCode}`)).toBe(false);
  });

  test('names the relationship and the end without a match', async () => {
    const ref = { school: { row: 0 }, major: { majorKey: 987_654 } };
    const related = { kind: 'schoolMajor', ref, values: { startTerm: '202592' } };
    expect(refused(await calls.apply([newSchool(), related]))).toEqual({
      status: 422,
      errors: [['MAJOR_NOT_FOUND', 'rows.1.ref.major']],
    });
  });

  test('of a stored item keeps absent fields, null flags included', async () => {
    const flags = () =>
      mdd.db
        .selectFrom('majorDegree')
        .select(['majorKey', 'degreeKey', 'terminalPgmFlag', 'profDegreePgm', 'startTerm', 'active'])
        .where('terminalPgmFlag', 'is', null)
        .orderBy('majorKey')
        .orderBy('degreeKey')
        .execute();
    const before = await flags();
    const [{ majorKey, degreeKey } = { majorKey: 0, degreeKey: 0 }] = before;
    const ref = { major: { majorKey }, degree: { degreeKey } };
    const rows = await calls.seen([{ kind: 'majorDegree', ref, values: { programLengthYrs: 3.25 } }]);
    expect(await calls.apply(rows)).toMatchObject({ status: 201, body: { changeSet: { updated: 1 } } });
    expect(await flags()).toEqual(before);
  });

  test('needs a confirmation of warnings, and succeeds with it', async () => {
    const { majorCode } = await newMajor({ title20: 'The one' });
    const rows = [{ kind: 'major', ref: {}, values: aMajor({ majorCode }) }];
    expect(await calls.apply(rows)).toMatchObject({
      status: 409,
      body: { warnings: [`Major code ${majorCode} of segment U already exists: The one.`] },
    });
    expect(await calls.apply(rows, { override: true })).toMatchObject({ status: 201 });
  });

  test('deletes the relationships of an item with it, when confirmed', async () => {
    const { majorKey } = await newMajor();
    await registrar().post(`/relationships/school/52/major/${majorKey}`, aRelationship());
    const rows = await calls.seen([{ kind: 'major', ref: { majorKey }, delete: true }]);
    expect(await calls.apply(rows)).toMatchObject({
      status: 409,
      body: { warnings: ['This major is related to 1 school. Deleting it deletes these relationships too.'] },
    });
    const applied = await calls.apply(rows, { override: true });
    expect(applied).toMatchObject({ status: 201, body: { changeSet: { deleted: 2 } } });
    const undone = await registrar().post(`/changes/${applied.body.changeSet.id}/undo`);
    expect(undone).toMatchObject({ status: 201, body: { changeSet: { created: 2 } } });
    expect(await registrar().get(`/majors/${majorKey}`)).toMatchObject({ body: { schools: [{}] } });
  });

  test('lists at most 100 errors or warnings', async () => {
    const bad = Array.from({ length: 150 }, () => ({ kind: 'major', ref: {}, values: {} }));
    expect(errorsOf(await calls.apply(bad))).toHaveLength(100);
    const { title7 } = await createItem(registrar(), 'department');
    const duplicates = Array.from({ length: 150 }, () => ({
      kind: 'department',
      ref: {},
      values: aDepartment({ title7: String(title7) }),
    }));
    const { body } = await calls.apply(duplicates);
    expect((body as unknown as { warnings: string[] }).warnings).toHaveLength(100);
  });

  test('of more than 8,000,000 bytes is rejected', async () => {
    const body = JSON.stringify({ id: randomUUID(), origin: 'bulk', rows: [] });
    const send = (bytes: number) =>
      registrar().post('/proposals/apply', body + ' '.repeat(bytes - body.length));
    expect(refused(await send(8_000_000))).toEqual({ status: 422, errors: [['NOTHING_TO_CHANGE', 'rows']] });
    expect(await send(8_000_001)).toMatchObject({
      status: 413,
      body: { errors: [{ code: 'PAYLOAD_TOO_LARGE' }] },
    });
  });

  test('of more than 20,000 rows is rejected', async () => {
    const rows = Array.from({ length: 20_001 }, () => null);
    expect(refused(await calls.apply(rows))).toEqual({ status: 422, errors: [['TOO_MANY_ROWS', 'rows']] });
  });

  test('checks the other properties of the body', async () => {
    const send = async (body: object) => refused(await registrar().post('/proposals/apply', body));
    const legal = { id: randomUUID(), origin: 'bulk', rows: [newSchool()] };
    for (const [values, ...errors] of [
      [{ id: null }, ['PROPOSAL_ID_REQUIRED', 'id']],
      [{ id: 'one' }, ['PROPOSAL_ID_BAD_FORMAT', 'id']],
      [{ id: 1 }, ['PROPOSAL_ID_BAD_TYPE', 'id']],
      [{ origin: null }, ['PROPOSAL_ORIGIN_REQUIRED', 'origin']],
      [{ origin: 'form' }, ['PROPOSAL_ORIGIN_UNKNOWN_VALUE', 'origin']],
      [{ title: 'a'.repeat(201) }, ['PROPOSAL_TITLE_TOO_LONG', 'title']],
      [{ title: 'a\nb' }, ['PROPOSAL_TITLE_BAD_FORMAT', 'title']],
      [{ reason: 'a'.repeat(501) }, ['CHANGE_REASON_TOO_LONG', 'reason']],
      [{ reason: 'a\u202eb' }, ['CHANGE_REASON_BAD_FORMAT', 'reason']],
      [{ rows: null }, ['PROPOSAL_ROWS_REQUIRED', 'rows']],
      [{ more: 1 }, ['PROPOSAL_MORE_UNKNOWN_FIELD', 'more']],
      [{ rows: [{ ...newSchool(), version: 'one' }] }, ['PROPOSAL_VERSION_BAD_TYPE', 'rows.0.version']],
      [{ rows: [{ ...newSchool(), version: 0 }] }, ['PROPOSAL_VERSION_OUT_OF_RANGE', 'rows.0.version']],
    ] as const)
      expect(await send({ ...legal, ...values })).toEqual({ status: 422, errors });
    expect(await send({ ...legal, title: '😀'.repeat(200), reason: '😀'.repeat(500) })).toEqual({
      status: 201,
      errors: [],
    });
  });
});

describe('A row that was changed since its preview is an edit conflict:', () => {
  const conflict = (index = 0) => ({ status: 409, errors: [['EDIT_CONFLICT', `rows.${index}.version`]] });

  test('saved since then, with the user', async () => {
    const { majorKey, ...major } = await newMajor();
    const rows = await calls.seen([majorRow(majorKey, { comments: 'Mine' })]);
    const { lastModified: _time, majorUciNetId: _who, ...values } = major;
    await mdd.as('admin').put(`/majors/${majorKey}`, { ...values, comments: 'Theirs' });
    const response = await calls.apply(rows, { override: true });
    expect(refused(response)).toEqual(conflict());
    expect(errorsOf(response)[0]?.message).toMatch(/saved by Alex Chen \(admin\) at/);
  });

  test('deleted since then', async () => {
    const { majorKey } = await newMajor();
    const rows = await calls.seen([majorRow(majorKey, { comments: 'Mine' }), newSchool()]);
    await registrar().delete(`/majors/${majorKey}`);
    expect(refused(await calls.apply(rows))).toEqual(conflict());
  });

  test('deleted since then, with its natural key', async () => {
    const { majorKey, majorCode } = await newMajor();
    const row = { kind: 'major', ref: { majorCode, majorSegment: 'U' }, values: { comments: 'Mine' } };
    const rows = await calls.seen([newSchool(), row]);
    await registrar().delete(`/majors/${majorKey}`);
    expect(refused(await calls.apply(rows))).toEqual(conflict(1));
  });

  test('a relationship deleted with its end', async () => {
    const { majorKey } = await newMajor();
    await registrar().post(`/relationships/school/52/major/${majorKey}`, aRelationship());
    const ref = { school: { schoolCode: '52' }, major: { majorKey } };
    for (const row of [{ kind: 'schoolMajor', ref, values: { active: false } }]) {
      const rows = await calls.seen([row]);
      await registrar().delete(`/majors/${majorKey}?overrideWarnings=true`);
      expect(refused(await calls.apply(rows))).toEqual(conflict());
    }
  });

  test('the item of a row that a relationship refers to: the conflict belongs to that row', async () => {
    const { majorKey } = await newMajor();
    const rows = await calls.seen([
      {
        kind: 'schoolMajor',
        ref: { school: { schoolCode: '52' }, major: { row: 1 } },
        values: { startTerm: '202592' },
      },
      majorRow(majorKey, { comments: 'Mine' }),
    ]);
    await registrar().delete(`/majors/${majorKey}`);
    expect(refused(await calls.apply(rows))).toEqual(conflict(1));
  });

  test('a relationship deleted since then', async () => {
    const { majorKey } = await newMajor();
    const path = `/relationships/school/52/major/${majorKey}`;
    await registrar().post(path, aRelationship());
    const ref = { school: { schoolCode: '52' }, major: { majorKey } };
    const rows = await calls.seen([{ kind: 'schoolMajor', ref, delete: true }]);
    await registrar().delete(path);
    expect(refused(await calls.apply(rows))).toEqual(conflict());
  });

  test('a new item that exists by now', async () => {
    const school = aSchool();
    const row = { kind: 'school', ref: { schoolCode: school.schoolCode }, values: { title: 'Mine' } };
    const rows = await calls.seen([row]);
    await registrar().post('/schools', school);
    expect(refused(await calls.apply(rows))).toEqual(conflict());
  });

  test('without the version from the preview', async () => {
    const { majorKey } = await newMajor();
    expect(refused(await calls.apply([majorRow(majorKey, { comments: 'Mine' })]))).toEqual(conflict());
  });
});

test('Of several kinds of errors, 422 comes before 409, and 409 before warnings', async () => {
  const { majorKey, majorCode } = await newMajor();
  const warned = { kind: 'major', ref: {}, values: aMajor({ majorCode }) };
  const stale = { ...majorRow(majorKey, { comments: 'Mine' }), version: 7 };
  const bad = { kind: 'school', ref: {}, values: {} };
  expect(await calls.apply([warned, stale, bad])).toMatchObject({ status: 422 });
  expect(refused(await calls.apply([warned, stale]))).toEqual({
    status: 409,
    errors: [['EDIT_CONFLICT', 'rows.1.version']],
  });
  expect(await calls.apply([warned])).toMatchObject({
    status: 409,
    body: { warnings: [expect.any(String)] },
  });
});

describe('The same proposal sent again', () => {
  test('gets the same 201, and is saved once', async () => {
    const sent = { id: randomUUID(), title: 'Once' };
    const rows = [newSchool()];
    const first = await calls.apply(rows, sent);
    const again = await calls.apply(rows, { ...sent, id: sent.id.toUpperCase() });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(
      (await registrar().get<{ changeSets: unknown[] }>('/changes?q=Once')).body.changeSets,
    ).toHaveLength(1);
  });

  test('with its properties in another order is the same', async () => {
    const sent = { id: randomUUID() };
    const school = newSchool();
    const { kind, ref, values } = school;
    const turned = Object.fromEntries(Object.entries(values).toReversed());
    const first = await calls.apply([school], sent);
    expect(await calls.apply([{ values: turned, ref, kind }], sent)).toMatchObject({
      status: 201,
      body: first.body,
    });
  });

  test('at the same time is saved once', async () => {
    const sent = { id: randomUUID() };
    const rows = [newSchool()];
    const responses = await Promise.all([calls.apply(rows, sent), calls.apply(rows, sent)]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[0]?.body).toEqual(responses[1]?.body);
  });

  test('and another proposal with its ID at the same time: one is saved, the other rejected', async () => {
    const sent = { id: randomUUID() };
    const responses = await Promise.all([calls.apply([newSchool()], sent), calls.apply([newSchool()], sent)]);
    expect(responses.map(refused).toSorted((one, other) => one.status - other.status)).toEqual([
      { status: 201, errors: [] },
      { status: 409, errors: [['DUPLICATE_KEY', 'id']] },
    ]);
  });

  test('gets the same 201 even after an undo', async () => {
    const sent = { id: randomUUID() };
    const school = newSchool();
    const first = await calls.apply([school], sent);
    await registrar().post(`/changes/${first.body.changeSet.id}/undo`);
    expect(await calls.apply([school], sent)).toMatchObject({ status: 201, body: first.body });
    expect(await isThere(`/schools/${school.values.schoolCode}`)).toBe(false);
  });

  test('with another body is rejected', async () => {
    const sent = { id: randomUUID() };
    const rows = [newSchool()];
    await calls.apply(rows, sent);
    for (const [other, more] of [
      [[newSchool()], {}],
      [rows, { title: 'Another' }],
      [rows, { reason: 'Another' }],
      [rows, { origin: 'import' }],
      [[], {}],
    ] as const)
      expect(refused(await calls.apply(other, { ...sent, ...more }))).toEqual({
        status: 409,
        errors: [['DUPLICATE_KEY', 'id']],
      });
  });

  test('by another user is another proposal', async () => {
    const sent = { id: randomUUID() };
    const [mine, theirs] = [newSchool(), newSchool()];
    expect(await calls.apply([mine], sent)).toMatchObject({ status: 201 });
    expect(await calls.apply([theirs], { ...sent, user: 'admin' })).toMatchObject({ status: 201 });
    expect(await isThere(`/schools/${theirs.values.schoolCode}`)).toBe(true);
  });

  test('after an error is a first attempt: only a 201 is stored', async () => {
    const sent = { id: randomUUID() };
    expect(await calls.apply([], sent)).toMatchObject({ status: 422 });
    expect(await calls.apply([newSchool()], sent)).toMatchObject({ status: 201 });
  });

  test('after 24 hours is a first attempt', async () => {
    const sent = { id: randomUUID() };
    const school = newSchool();
    await calls.apply([school], sent);
    const age = (hours: number) =>
      mdd.db
        .updateTable('appliedProposal')
        .set({ at: new Date(Date.now() - hours * 3_600_000).toISOString() })
        .where('id', '=', sent.id)
        .execute();
    await age(23.9);
    expect(await calls.apply([school], sent)).toMatchObject({ status: 201 });
    await age(24.1);
    expect(refused(await calls.apply([school], sent))).toMatchObject({ status: 422 });
  });
});

test('Of two simultaneous applies that change the same row, one is saved and the other is an edit conflict', async () => {
  const { majorKey } = await newMajor();
  const rows = await calls.seen([majorRow(majorKey, { comments: 'Mine' })]);
  const responses = await Promise.all([calls.apply(rows), calls.apply(rows, { user: 'admin' })]);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]));
});

test('Undo of an apply that created, changed and deleted restores everything', async () => {
  const all = () =>
    Promise.all(['/majors', '/schools', '/degrees', '/departments'].map((path) => registrar().get(path)));
  const plain = async () =>
    JSON.stringify((await all()).map(({ body }) => body)).replace(
      /"(version|lastModified|\w+UciNetId)":("[^"]*"|\d+),?/g,
      '',
    );
  const [one, other] = [await newMajor(), await newMajor()];
  await registrar().post(`/relationships/school/52/major/${other.majorKey}`, aRelationship());
  const before = await plain();
  const rows = await calls.seen([
    majorRow(one.majorKey, { comments: 'Changed' }),
    { kind: 'major', ref: { majorKey: other.majorKey }, delete: true },
    newSchool(),
    {
      kind: 'schoolMajor',
      ref: { school: { row: 2 }, major: { majorKey: one.majorKey } },
      values: { startTerm: '202592' },
    },
  ]);
  const applied = await calls.apply(rows, { override: true });
  expect(await plain()).not.toBe(before);
  expect(await registrar().post(`/changes/${applied.body.changeSet.id}/undo`)).toMatchObject({ status: 201 });
  expect(await plain()).toBe(before);
});
