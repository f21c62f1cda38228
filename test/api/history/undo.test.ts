import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorItem } from '../../../contract/errors.ts';
import type { ChangeSet, ChangeSets, ChangeSetWithEntries } from '../../../contract/history.ts';
import { undoRequest } from '../../../server/api/history/undoRequest.ts';
import { change } from '../../../server/db/changeTransaction.ts';
import { migrate, schema } from '../../../server/db/migrate.ts';
import { faultsOfLog } from '../../../server/db/verifyDatabase.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import type { Response_ } from '../../support/client.ts';
import { testDatabase } from '../../support/database.ts';
import { aDegree, aDepartment, aMajor, aRelationship, aSchool } from '../../support/factories.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
/** The change set of a save. */
const setOf = async ({ status, headers }: Response_<unknown>): Promise<ChangeSetWithEntries> => {
  expect(status).toBeLessThan(300);
  const { body } = await registrar().get<ChangeSets>(`/changes?requestId=${String(headers['x-request-id'])}`);
  expect(body.changeSets).toHaveLength(1);
  return body.changeSets[0] as ChangeSetWithEntries;
};
const undo = (id: string, body?: object, user: 'registrar' | 'admin' = 'registrar') =>
  mdd.as(user).post<{ changeSet: ChangeSet }>(`/changes/${id}/undo`, body);
const undoOf = async (response: Response_<unknown>) => await undo((await setOf(response)).id);
const newSchool = async (values: object = {}) => {
  const body = aSchool(values);
  const response = await registrar().post<{ schoolCode: string; version: number }>('/schools', body);
  expect(response.status).toBe(201);
  return { answer: response, code: response.body.schoolCode };
};
const relateMajor = (code: string, major: number) =>
  registrar().post(`/relationships/school/${code}/major/${major}`, aRelationship());
const errorsOf = ({ body }: Response_<unknown>) => (body as { errors: ErrorItem[] }).errors;
const messagesOf = (response: Response_<unknown>) => errorsOf(response).map(({ message }) => message);
const fieldsOf = (response: Response_<unknown>) => errorsOf(response).map(({ field }) => field);
/** Everything that users can read, without versions, times and users. */
const catalog = async () => {
  const tables = [
    'school',
    'department',
    'degree',
    'major',
    'majorDegree',
    'schoolMajor',
    'schoolDegree',
  ] as const;
  const all = await Promise.all(
    tables.map(async (table) => {
      const rows = await mdd.db.selectFrom(table).selectAll().execute();
      return rows
        .map(({ version: _v, lastModified: _m, lastModifiedBy: _b, ...row }) => JSON.stringify(row))
        .toSorted();
    }),
  );
  return Object.fromEntries(tables.map((table, at) => [table, all[at]]));
};

describe('Undo', () => {
  test('of a creation deletes the item; the undo of that restores it with its key and a higher version', async () => {
    const before = await catalog();
    const { answer: response, code } = await newSchool();
    const after = await catalog();
    const set = await setOf(response);
    const undone = await undo(set.id, { reason: 'A slip' });
    expect(undone).toMatchObject({
      status: 201,
      body: {
        changeSet: {
          origin: 'undo',
          undoes: set.id,
          undoneBy: null,
          reason: 'A slip',
          title: null,
          actor: { uciNetId: 'registrar', name: 'Robin Alvarez' },
          actingAs: null,
          created: 0,
          updated: 0,
          deleted: 1,
        },
      },
    });
    expect(await catalog()).toEqual(before);
    expect(await registrar().get(`/schools/${code}`)).toMatchObject({ status: 404 });
    expect(await registrar().get(`/changes/${set.id}`)).toMatchObject({
      body: { changeSet: { undoneBy: undone.body.changeSet.id } },
    });
    const redone = await undo(undone.body.changeSet.id);
    expect(redone).toMatchObject({ status: 201, body: { changeSet: { created: 1 } } });
    expect(await catalog()).toEqual(after);
    expect(await registrar().get(`/schools/${code}`)).toMatchObject({ body: { school: { version: 3 } } });
    expect(await registrar().get(`/changes/${set.id}`)).toMatchObject({
      body: { changeSet: { undoneBy: null } },
    });
  });

  test('of an edit restores the stored values, also a term that is not in the list and flags that are null', async () => {
    const odd = await mdd.db
      .selectFrom('majorDegree')
      .selectAll()
      .where('terminalPgmFlag', 'is', null)
      .executeTakeFirstOrThrow();
    const response = await registrar().post(
      `/relationships/major/${odd.majorKey}/degree/${odd.degreeKey}?overrideWarnings=true`,
      { ...aRelationship({ startTerm: '202592' }), version: odd.version },
    );
    expect(await undoOf(response)).toMatchObject({ status: 201, body: { changeSet: { updated: 1 } } });
    const stored = await mdd.db
      .selectFrom('majorDegree')
      .selectAll()
      .where('majorKey', '=', odd.majorKey)
      .where('degreeKey', '=', odd.degreeKey)
      .executeTakeFirstOrThrow();
    expect({ ...stored, version: 0, lastModified: '', lastModifiedBy: '' }).toEqual({
      ...odd,
      version: 0,
      lastModified: '',
      lastModifiedBy: '',
    });
  });

  test('of the deletion of a school with 89 relationships restores all of it', async () => {
    const before = await catalog();
    const counts = await Promise.all(
      (['schoolMajor', 'schoolDegree', 'schoolDepartment'] as const).map((table) =>
        mdd.db.selectFrom(table).select('schoolCode').where('schoolCode', '=', '60').execute(),
      ),
    );
    const relationships = counts.flat().length;
    expect(relationships).toBeGreaterThan(80);
    const set = await setOf(await registrar().delete('/schools/60?overrideWarnings=true'));
    expect(set.deleted).toBe(relationships + 1);
    expect(set.entryCount).toBe(set.deleted);
    expect(set.entries).toHaveLength(5);
    expect(await undo(set.id)).toMatchObject({ status: 201, body: { changeSet: { created: set.deleted } } });
    expect(await catalog()).toEqual(before);
  });

  test('is rejected while the change is undone, for the first load, and for a change that does not exist', async () => {
    const { answer: response } = await newSchool();
    const { id } = await setOf(response);
    await undo(id);
    expect(await undo(id)).toMatchObject({ status: 409, body: { errors: [{ code: 'ALREADY_UNDONE' }] } });
    const { body } = await registrar().get<ChangeSets>('/changes?origin=sample');
    expect(await undo(body.changeSets[0]?.id ?? '')).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'CANNOT_UNDO' }] },
    });
    expect(await undo('nothing')).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'CHANGE_NOT_FOUND' }] },
    });
  });

  test('is rejected with every row that another save has changed, and changes nothing', async () => {
    const major = await registrar().post<{ majorKey: number }>('/majors', aMajor());
    const { answer: response, code } = await newSchool();
    const related = await relateMajor(code, major.body.majorKey);
    const before = await catalog();
    const refused = await undo((await setOf(response)).id);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        errors: [
          {
            code: 'UNDO_CONFLICT',
            field: `school/${code}`,
            message: expect.stringMatching(/cannot be deleted: .* was added by Robin Alvarez on /),
          },
        ],
      },
    });
    expect(await catalog()).toEqual(before);
    expect(await undoOf(related)).toMatchObject({ status: 201 });
    expect(await undo((await setOf(response)).id)).toMatchObject({ status: 201 });
  });

  test('is rejected where an end of a relationship is gone, and names the user and time of the deletion', async () => {
    const major = await registrar().post<{ majorKey: number }>('/majors', aMajor());
    const { code } = await newSchool();
    const path = `/relationships/school/${code}/major/${major.body.majorKey}`;
    await relateMajor(code, major.body.majorKey);
    const unrelated = await registrar().delete(path);
    await mdd.as('admin').delete(`/schools/${code}`);
    const refused = await undo((await setOf(unrelated)).id);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        errors: [
          {
            code: 'UNDO_CONFLICT',
            field: `schoolMajor/${code}/${major.body.majorKey}`,
            message: expect.stringMatching(
              new RegExp(`cannot be restored: ${code} .* was deleted by Alex Chen on `),
            ),
          },
        ],
      },
    });
  });

  test('is rejected for a row that was recreated, even with the same values', async () => {
    const values = aSchool();
    const made = await registrar().post<{ schoolCode: string }>('/schools', values);
    const code = made.body.schoolCode;
    await registrar().delete(`/schools/${code}`);
    await registrar().post('/schools', values);
    expect(await undoOf(made)).toMatchObject({
      status: 409,
      body: {
        errors: [
          {
            code: 'UNDO_CONFLICT',
            field: `school/${code}`,
            message: expect.stringContaining('created again'),
          },
        ],
      },
    });
  });

  test('accepts a value that was changed and changed back', async () => {
    const made = await registrar().post<{ deptKey: number; title: string; version: number }>(
      '/departments',
      aDepartment(),
    );
    const { deptKey, version: _version, ...values } = made.body;
    const path = `/departments/${deptKey}`;
    const { lastModified: _at, deptUciNetId: _by, ...form } = values as Record<string, unknown>;
    const edited = await registrar().put(path, { ...form, title: 'Other' });
    await registrar().put(path, form);
    await registrar().put(path, { ...form, title: 'Other' });
    expect(await undoOf(edited)).toMatchObject({ status: 201 });
    expect(await registrar().get(path)).toMatchObject({ body: { department: { title: values.title } } });
  });

  test('of a save that created several items removes all of them', async () => {
    const before = await catalog();
    const made = await registrar().post('/degrees', aDegree({ degreeListAwarded: ['BA', 'BS', 'MA'] }));
    expect(await undoOf(made)).toMatchObject({ status: 201, body: { changeSet: { deleted: 3 } } });
    expect(await catalog()).toEqual(before);
  });

  test('is rejected with one error for each row, which names the latest of several conflicts', async () => {
    const { answer: response, code } = await newSchool();
    for (const major of [1, 2, 3]) await relateMajor(code, major);
    const refused = await undoOf(response);
    expect(refused).toMatchObject({ status: 409, body: { errors: [{ field: `school/${code}` }] } });
    const [{ entries }] = (await registrar().get<ChangeSets>(`/schools/${code}/history?limit=1`)).body
      .changeSets as [ChangeSetWithEntries];
    expect(messagesOf(refused)).toEqual([expect.stringContaining(`: ${entries[0]?.label} was added by`)]);
  });

  test('names at most 20 rows', async () => {
    const set = await setOf(await registrar().delete('/schools/60?overrideWarnings=true'));
    expect(set.deleted).toBeGreaterThan(20);
    const undone = await undo(set.id);
    await registrar().delete('/schools/60?overrideWarnings=true');
    const refused = await undo(undone.body.changeSet.id);
    expect(refused.status).toBe(409);
    expect(new Set(fieldsOf(refused)).size).toBe(20);
    // Restores the sample for the other tests.
    const [latest] = (await registrar().get<ChangeSets>('/changes?limit=1')).body.changeSets;
    expect(await undo(latest?.id ?? '')).toMatchObject({ status: 201 });
  });

  test('of the first school with a code is rejected while a second school has the code', async () => {
    const values = aSchool();
    const code = values.schoolCode;
    await registrar().post('/schools', values);
    const deleted = await registrar().delete(`/schools/${code}`);
    await mdd.as('admin').post('/schools', values);
    expect(messagesOf(await undoOf(deleted))).toEqual([
      expect.stringMatching(new RegExp(`^${code} .* was created again by Alex Chen on `)),
    ]);
    expect(await registrar().delete(`/schools/${code}`)).toMatchObject({ status: 204 });
    expect(await undoOf(deleted)).toMatchObject({ status: 201 });
    expect(await registrar().get(`/schools/${code}`)).toMatchObject({ body: { school: { version: 5 } } });
  });

  test('succeeds where several later changes have restored the same values', async () => {
    const { answer: response, code } = await newSchool({ title: 'First' });
    const put = (title: string) => registrar().put(`/schools/${code}`, { schoolCode: code, title });
    const edited = await put('Second');
    for (const title of ['Third', 'Second', 'First', 'Second']) await put(title);
    expect(await undoOf(edited)).toMatchObject({ status: 201 });
    expect(await registrar().get(`/schools/${code}`)).toMatchObject({ body: { school: { title: 'First' } } });
    // The creation has the same values, too.
    expect(await undoOf(response)).toMatchObject({ status: 201 });
  });

  test('that two users request at the same time happens once', async () => {
    const { answer: response, code } = await newSchool();
    const { id } = await setOf(response);
    const responses = await Promise.all([undo(id), undo(id, undefined, 'admin')]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      errors: [{ code: 'ALREADY_UNDONE' }],
    });
    expect(await registrar().get(`/schools/${code}`)).toMatchObject({ status: 404 });
  });

  test('is rejected where the award type of a degree was removed later', async () => {
    await sql`insert into award_type values ('ZZ', 'ZZ', 'Of a test', null)`.execute(mdd.db);
    const [made] = (
      await registrar().post<{ degreeKey: number }[]>('/degrees', aDegree({ degreeListAwarded: ['ZZ'] }))
    ).body;
    const path = `/degrees/${made?.degreeKey}`;
    const deleted = await registrar().delete(path);
    await sql`delete from award_type where degree_short = 'ZZ'`.execute(mdd.db);
    const refused = await undoOf(deleted);
    expect(refused).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'UNDO_CONFLICT', field: path.slice(1).replace('degrees', 'degree') }] },
    });
    expect(messagesOf(refused)).toEqual([
      expect.stringMatching(
        /^ZZ .* needs the award type ZZ, which was removed by Command on .*\. Add it again first\.$/,
      ),
    ]);
    await sql`insert into award_type values ('ZZ', 'ZZ', 'Of a test', null)`.execute(mdd.db);
    expect(await undoOf(deleted)).toMatchObject({ status: 201 });
  });

  test.each([[[2, 5, 9]], [[5]]])(
    'names each row that the database rejects, and changes nothing: %j',
    async (keys) => {
      const edit = (titles: string) =>
        change(mdd.db, { uciNetId: 'registrar', actingAs: null, requestId: `rule ${titles}` }, (trx) =>
          sql`update department set title = ${titles}::text || dept_key where dept_key <= 9`.execute(trx),
        );
      const later = `Later than ${keys.length} `;
      await edit('Allowed ');
      await edit(later);
      await sql`
      alter table department add constraint department_rule
      check (not (title in (${sql.join(keys.map((key) => sql.lit(`Allowed ${key}`)))}))) not valid`.execute(
        mdd.db,
      );
      const { body } = await registrar().get<ChangeSets>(
        `/changes?requestId=${encodeURIComponent(`rule ${later}`)}`,
      );
      const before = await catalog();
      const refused = await undo(body.changeSets[0]?.id ?? '');
      expect(refused).toMatchObject({
        status: 409,
        body: { errors: keys.map(() => ({ code: 'UNDO_CONFLICT' })) },
      });
      expect(fieldsOf(refused)).toEqual(keys.map((key) => `department/${key}`));
      expect(messagesOf(refused)[0]).toMatch(
        / cannot be restored: the database now has a rule against it .*\(department_rule\)\.$/,
      );
      expect(await catalog()).toEqual(before);
      await sql`alter table department drop constraint department_rule`.execute(mdd.db);
      expect(await undo(body.changeSets[0]?.id ?? '')).toMatchObject({ status: 201 });
    },
  );

  test('does not apply to the first load of the lookups', async () => {
    const { id } = await mdd.db
      .selectFrom('changeSet')
      .select('id')
      .where('title', '=', 'Award types and terms')
      .executeTakeFirstOrThrow();
    const missing = { status: 404, body: { errors: [{ code: 'CHANGE_NOT_FOUND' }] } };
    expect(await registrar().get(`/changes/${id}`)).toMatchObject(missing);
    expect(await undo(id)).toMatchObject(missing);
  });
});

describe('The body of an undo', () => {
  const undoing = async (body: unknown, headers = {}) => {
    const { id } = await setOf((await newSchool()).answer);
    return await registrar().post<{ changeSet: ChangeSet }>(`/changes/${id}/undo`, body, headers);
  };
  const inHeader = { 'x-change-reason': 'In%20the%20header' };

  test.for([
    ['none', undefined, {}, null],
    ['none, with a type', '', { 'content-type': 'application/json' }, null],
    ['empty', {}, {}, null],
    ['with a reason', { reason: ' A  slip ' }, {}, 'A  slip'],
    ['with a blank reason', { reason: '  ' }, {}, null],
    ['none, with a reason in the header', undefined, inHeader, 'In the header'],
    ['with a reason, and another one in the header', { reason: 'In the body' }, inHeader, 'In the body'],
  ] as const)('may be %s', async ([, body, headers, reason]) => {
    expect(await undoing(body, headers)).toMatchObject({ status: 201, body: { changeSet: { reason } } });
  });

  test.for([
    ['no JSON', '{"reason"', {}, 400, 'MALFORMED_JSON', undefined],
    [
      'of another type',
      'reason=x',
      { 'content-type': 'text/plain' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      undefined,
    ],
    ['no object', '[]', {}, 422, 'CHANGE_BODY_BAD_TYPE', undefined],
    ['with another field', { why: 'x' }, {}, 422, 'CHANGE_WHY_UNKNOWN_FIELD', 'why'],
    ['with a long reason', { reason: 'x'.repeat(501) }, {}, 422, 'CHANGE_REASON_TOO_LONG', 'reason'],
    ['with a control character', { reason: 'a\u0007b' }, {}, 422, 'CHANGE_REASON_BAD_FORMAT', 'reason'],
    ['with a reason that is no text', { reason: 5 }, {}, 422, 'CHANGE_REASON_BAD_TYPE', 'reason'],
  ] as const)('must not be %s', async ([, body, headers, status, code, field]) => {
    const refused = await undoing(body, headers);
    expect(refused).toMatchObject({ status, body: { errors: [{ code, ...(field ? { field } : {}) }] } });
  });

  test('allows no query', async () => {
    const { id } = await setOf((await newSchool()).answer);
    expect(await registrar().post(`/changes/${id}/undo?overrideWarnings=true`)).toMatchObject({
      status: 400,
    });
  });
});

test('Rows from before an upgrade are restored without the removed fields, and with the new fields', async () => {
  const database = await testDatabase({ sample: true });
  const { db } = database;
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  const upgrade = async (step: number, ...texts: string[]) => {
    const added = texts.map((text, at) => {
      const file = join(folder, `900${at}.sql`);
      writeFileSync(file, text);
      return pathToFileURL(file);
    });
    await migrate(db, { step, oldest: schema.oldest, migrations: [...schema.migrations, ...added] });
  };
  const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'before' };
  const adding = 'alter table department add column note text';
  try {
    await upgrade(schema.step + 1, adding);
    await change(db, robin, async (trx) => {
      await sql`update department set title = 'Edited', note = 'Gone' where dept_key = 1`.execute(trx);
      await sql`delete from school_department where dept_key = 2`.execute(trx);
    });
    const set = await db
      .selectFrom('changeSet')
      .selectAll()
      .where('requestId', '=', 'before')
      .executeTakeFirstOrThrow();
    const changing = "alter table department drop column note, add column shade text not null default 'gray'";
    await upgrade(schema.step + 2, adding, changing);
    const actor = { ...robin, requestId: 'after' };
    const undone = JSON.parse(await undoRequest(db, actor, set.id, 'UTC')) as ChangeSet;
    expect(undone).toMatchObject({ created: set.deleted, updated: 1, undoes: set.id });
    const { rows } =
      await sql`select title = 'Edited' as edited, shade from department where dept_key = 1`.execute(db);
    expect(rows).toEqual([{ edited: false, shade: 'gray' }]);
    expect(await faultsOfLog(db)).toEqual([]);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
}, 120_000);
