import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeSet, ChangeSetDetail, ChangeSets, ChangeSetWithEntries } from '../../contract/history.ts';
import type { MaintainedAwardType, MaintainedTerm } from '../../contract/lookups.ts';
import { faultsOfLog } from '../../server/db/verifyDatabase.ts';
import { type TestApp, testApp } from '../support/app.ts';
import type { Response_ } from '../support/client.ts';
import { aDegree, aDepartment, aMajor, aRelationship, aSchool } from '../support/factories.ts';
import { createItem } from '../support/kinds.ts';
import { statementsOf } from '../support/statements.ts';

// Terms and award types as users maintain them (contract 14).

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const terms = async () => (await registrar().get<MaintainedTerm[]>('/terms')).body;
const awardTypes = async () => (await registrar().get<MaintainedAwardType[]>('/award-types')).body;
const aTerm = (termYyyyst: string, termLetterYear: string) => ({ termYyyyst, termLetterYear });
const anAward = (values: object = {}) => ({
  degreeShort: 'M.Eng.',
  degreeCode: 'MENG',
  title: 'Master of Engineering',
  programCredLevel: '05',
  ...values,
});
const pathOfAward = (degreeShort: string) => `/award-types/${encodeURIComponent(degreeShort)}`;
const errorOf = (code: string, more: object = {}) => ({ errors: [{ code, ...more }] });

const setOf = async ({ status, headers }: Response_<unknown>): Promise<ChangeSetWithEntries> => {
  expect(status).toBeLessThan(300);
  const { body } = await registrar().get<ChangeSets>(`/changes?requestId=${String(headers['x-request-id'])}`);
  expect(body.changeSets).toHaveLength(1);
  return body.changeSets[0] as ChangeSetWithEntries;
};
const undo = (id: string) => registrar().post<{ changeSet: ChangeSet }>(`/changes/${id}/undo`);
const undoOf = async (response: Response_<unknown>) => await undo((await setOf(response)).id);
const messagesOf = ({ body }: Response_<unknown>) =>
  (body as { errors: { message: string }[] }).errors.map(({ message }) => message);

describe('The list', () => {
  test('of terms is newest first, with exactly the fields of the contract', async () => {
    const all = await terms();
    const keys = all.map(({ termYyyyst }) => termYyyyst);
    expect(keys).toEqual(keys.toSorted().toReversed());
    expect(all[0]).toEqual({ termYyyyst: '203092', termLetterYear: 'F30', version: 1, isUsed: false });
  });

  test('of award types is by degreeShort, with exactly the fields of the contract', async () => {
    const all = await awardTypes();
    const keys = all.map(({ degreeShort }) => degreeShort);
    expect(keys).toEqual(keys.toSorted());
    expect(all[0]).toEqual({
      degreeShort: 'BA',
      degreeCode: 'BA',
      title: 'Bachelor of Arts',
      programCredLevel: '03',
      version: 1,
      isUsed: false,
    });
  });

  test('shows at once what is used, however it is used, and reads it with one statement', async () => {
    const isUsed = async (term: string) => (await terms()).find((one) => one.termYyyyst === term)?.isUsed;
    expect(await isUsed('202992')).toBe(false);
    const major = await createItem(registrar(), 'major', { endTermYyyyst: '202992' });
    expect(await isUsed('202992')).toBe(true);
    await registrar().delete(`/majors/${String(major.majorKey)}`);
    expect(await isUsed('202992')).toBe(false);

    const school = await createItem(registrar(), 'school', aSchool());
    const department = await createItem(registrar(), 'department', aDepartment());
    const path = `/relationships/school/${String(school.schoolCode)}/department/${String(department.deptKey)}`;
    await registrar().post(path, aRelationship({ startTerm: '202992' }));
    expect(await isUsed('202992')).toBe(true);
    await registrar().delete(path);

    const [degree] = (await registrar().post<{ degreeKey: number }[]>('/degrees', aDegree())).body;
    expect((await awardTypes()).filter((one) => one.isUsed).map((one) => one.degreeShort)).toEqual(['BA']);
    const { statements } = await statementsOf(mdd.db, awardTypes);
    // One for the caller, and one for the list unless it is cached.
    expect(statements.length).toBeLessThanOrEqual(2);
    await registrar().delete(`/degrees/${degree?.degreeKey}`);
  });
});

describe('A term', () => {
  test('is created, edited and deleted, and the dropdowns follow', async () => {
    const created = await registrar().post('/terms', aTerm('203192', 'F31'));
    expect(created).toMatchObject({ status: 201 });
    expect(created.body).toEqual({ ...aTerm('203192', 'F31'), version: 1, isUsed: false });
    const inDropdowns = async () =>
      (await mdd.as('viewer').get<object[]>('/lookups/terms')).body.filter(
        (one) => (one as MaintainedTerm).termYyyyst === '203192',
      );
    expect(await inDropdowns()).toEqual([aTerm('203192', 'F31')]);
    const major = await createItem(registrar(), 'major', { startTermYyyyst: '203192' });
    const edited = await registrar().put('/terms/203192', { termLetterYear: 'Fall31', version: 1 });
    expect(edited.body).toEqual({ ...aTerm('203192', 'Fall31'), version: 2, isUsed: true });
    expect(await inDropdowns()).toEqual([aTerm('203192', 'Fall31')]);
    await registrar().delete(`/majors/${String(major.majorKey)}`);
    expect(await registrar().delete('/terms/203192')).toMatchObject({ status: 204, text: '' });
    expect(await inDropdowns()).toEqual([]);
    // Created again, its version counts on.
    const again = await registrar().post('/terms', aTerm('203192', 'F31'));
    expect(again.body).toMatchObject({ version: 4 });
    await registrar().delete('/terms/203192');
  });

  test('has a free key, and a label that no other term has', async () => {
    expect(await registrar().post('/terms', aTerm('202592', 'New'))).toMatchObject({
      status: 409,
      body: errorOf('DUPLICATE_KEY', { message: expect.stringContaining('202592') }),
    });
    const taken = errorOf('DUPLICATE_KEY', {
      field: 'termLetterYear',
      message: 'The term 202592 has the label F25. Choose another label.',
    });
    expect(await registrar().post('/terms', aTerm('203192', 'F25'))).toMatchObject({
      status: 409,
      body: taken,
    });
    expect(await registrar().put('/terms/203092', { termLetterYear: ' F25 ' })).toMatchObject({
      status: 409,
      body: taken,
    });
    expect(await registrar().put('/terms/203092', { termLetterYear: 'F30' })).toMatchObject({ status: 200 });
  });

  test.for([
    [{}, ['TERM_YYYYST_REQUIRED', 'TERM_LETTER_YEAR_REQUIRED']],
    [aTerm('20319', 'F31'), ['TERM_YYYYST_WRONG_LENGTH']],
    [aTerm('20319z', 'F31'), ['TERM_YYYYST_BAD_FORMAT']],
    [aTerm('203192', 'Fall 31'), ['TERM_LETTER_YEAR_TOO_LONG']],
    [{ ...aTerm('203192', 'F31'), season: 'Fall' }, ['TERM_SEASON_UNKNOWN_FIELD']],
    [{ ...aTerm('203192', 'F31'), isUsed: true, version: 'x' }, ['TERM_VERSION_BAD_TYPE']],
  ] as const)('is rejected as %j', async ([body, codes]) => {
    const { status, body: rejected } = await registrar().post('/terms', body);
    expect(status).toBe(422);
    expect((rejected as { errors: { code: string }[] }).errors.map(({ code }) => code)).toEqual(codes);
  });

  test('keeps its key: a PUT may repeat it, but not change it', async () => {
    expect(await registrar().put('/terms/203092', aTerm('203092', 'F30'))).toMatchObject({ status: 200 });
    expect(await registrar().put('/terms/203092', aTerm('203192', 'F30'))).toMatchObject({
      status: 422,
      body: errorOf('TERM_YYYYST_UNKNOWN_VALUE', { field: 'termYyyyst' }),
    });
  });

  test.for(['209992', '2025', '20259z', 'x', '%00', "';--"])('%s is not found', async (key) => {
    const missing = { status: 404, body: errorOf('TERM_NOT_FOUND', { message: 'No term found!' }) };
    expect(await registrar().put(`/terms/${key}`, { termLetterYear: 'Any' })).toMatchObject(missing);
    expect(await registrar().delete(`/terms/${key}`)).toMatchObject(missing);
  });
});

describe('An award type', () => {
  test('is created, edited and deleted under any key', async () => {
    for (const degreeShort of ['M.Eng.', 'A/B 100 % ?#é', '☺']) {
      const created = await registrar().post('/award-types', anAward({ degreeShort }));
      expect(created).toMatchObject({ status: 201 });
      expect(created.body).toEqual({ ...anAward({ degreeShort }), version: 1, isUsed: false });
      const path = pathOfAward(degreeShort);
      const edited = await registrar().put(path, { ...anAward({ degreeShort }), programCredLevel: null });
      expect(edited.body).toMatchObject({ programCredLevel: null, version: 2 });
      expect(await registrar().delete(path)).toMatchObject({ status: 204 });
    }
  });

  test('has a free key, the fields of the form, and a known credential level', async () => {
    expect(await registrar().post('/award-types', anAward({ degreeShort: 'BA' }))).toMatchObject({
      status: 409,
      body: errorOf('DUPLICATE_KEY'),
    });
    expect(await registrar().post('/award-types', { programCredLevel: '9' })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { code: 'AWARD_TYPE_DEGREE_SHORT_REQUIRED', field: 'degreeShort' },
          { code: 'AWARD_TYPE_DEGREE_CODE_REQUIRED', field: 'degreeCode' },
          { code: 'AWARD_TYPE_TITLE_REQUIRED', field: 'title' },
          { code: 'AWARD_TYPE_PROGRAM_CRED_LEVEL_UNKNOWN_VALUE', field: 'programCredLevel' },
        ],
      },
    });
  });

  test.for(['Nothing', 'ba', '%00', 'a%2Fb'])('%s is not found', async (key) => {
    const missing = {
      status: 404,
      body: errorOf('AWARD_TYPE_NOT_FOUND', { message: 'No award type found!' }),
    };
    expect(await registrar().put(`/award-types/${key}`, anAward({ degreeShort: undefined }))).toMatchObject(
      missing,
    );
    expect(await registrar().delete(`/award-types/${key}`)).toMatchObject(missing);
  });
});

describe('A version', () => {
  test('that is stale is an edit conflict that names who saved, and when; without one the save is unconditional', async () => {
    await registrar().put('/terms/203076', { termLetterYear: 'Z30a', version: 1 });
    const stale = await mdd.as('admin').put('/terms/203076', { termLetterYear: 'Z30b', version: 1 });
    expect(stale).toMatchObject({ status: 409, body: errorOf('EDIT_CONFLICT') });
    expect(messagesOf(stale)[0]).toMatch(
      /^This term was saved by Robin Alvarez \(registrar\) at 20.*Z in the meantime\./,
    );
    expect(await registrar().put('/terms/203076', { termLetterYear: 'Z30' })).toMatchObject({
      status: 200,
      body: { version: 3 },
    });
    const title = { ...anAward({ degreeShort: 'BA' }), version: 7 };
    const award = await registrar().put('/award-types/BA', title);
    expect(award).toMatchObject({ status: 409, body: errorOf('EDIT_CONFLICT') });
    expect(messagesOf(award)[0]).toMatch(/^This award type was saved by migration at /);
  });
});

describe('A deletion', () => {
  test('of a term in use is rejected with the counts; a row that starts and ends in it counts once', async () => {
    const inTerm = { startTermYyyyst: '203003', endTermYyyyst: '203003' };
    const majors = [
      await createItem(registrar(), 'major', inTerm),
      await createItem(registrar(), 'major', { startTermYyyyst: '203003' }),
    ];
    const department = await createItem(registrar(), 'department', { endTerm: '203003' });
    const path = `/relationships/major/${String(majors[0]?.majorKey)}/department/${String(department.deptKey)}`;
    await registrar().post(path, aRelationship({ startTerm: '203003' }));
    const earlier = `/departments/${String(department.deptKey)}/earlier-values/title/203003`;
    expect(await registrar().put(earlier, { value: 'Earlier' })).toMatchObject({ status: 201 });
    const refused = await registrar().delete('/terms/203003');
    expect(refused).toMatchObject({ status: 409, body: errorOf('TERM_IN_USE') });
    expect(messagesOf(refused)).toEqual([
      'Used by 1 department, 2 majors, 1 relationship, 1 earlier value, so the term W30 cannot be deleted.',
    ]);
    await registrar().delete(path);
    for (const { majorKey } of majors) await registrar().delete(`/majors/${String(majorKey)}`);
    await registrar().delete(`/departments/${String(department.deptKey)}`);
    expect(await undoOf(await registrar().delete('/terms/203003'))).toMatchObject({ status: 201 });
  });

  test('of an award type in use is rejected with the count', async () => {
    await registrar().post('/award-types', anAward());
    const made = await registrar().post<{ degreeKey: number }[]>(
      '/degrees',
      aDegree({ degreeListAwarded: ['M.Eng.'] }),
    );
    const refused = await registrar().delete(pathOfAward('M.Eng.'));
    expect(refused).toMatchObject({ status: 409, body: errorOf('AWARD_TYPE_IN_USE') });
    expect(messagesOf(refused)).toEqual(['Used by 1 degree, so the award type M.Eng. cannot be deleted.']);
    await registrar().delete(`/degrees/${made.body[0]?.degreeKey}`);
    expect(await registrar().delete(pathOfAward('M.Eng.'))).toMatchObject({ status: 204 });
  });
});

describe('Changes of lookups', () => {
  test('are change sets with counts and entries, found by kind and key', async () => {
    const set = await setOf(await registrar().post('/award-types', anAward()));
    expect(set).toMatchObject({ origin: 'form', created: 1, updated: 0, deleted: 0, entryCount: 1 });
    expect(set.entries).toEqual([
      {
        kind: 'awardType',
        key: 'M.Eng.',
        label: 'M.Eng.',
        action: 'created',
        fields: [
          { name: 'degreeCode', before: null, after: 'MENG' },
          { name: 'programCredLevel', before: null, after: '05' },
          { name: 'title', before: null, after: 'Master of Engineering' },
        ],
        ends: null,
      },
    ]);
    const detail = async (key: string) =>
      (
        await registrar().get<ChangeSetDetail>(
          `/changes/${set.id}?kind=awardType&key=${encodeURIComponent(key)}`,
        )
      ).body.entries;
    expect(await detail('M.Eng.')).toEqual(set.entries);
    expect(await detail('m.eng.')).toEqual([]);
    const found = await registrar().get<ChangeSets>('/changes?kind=awardType&action=created&q=m.eng');
    expect(found.body.changeSets.map(({ id }) => id)).toContain(set.id);
    await undo(set.id);
  });

  test('appear in the recorded differences, after the items and relationships', async () => {
    const from = new Date().toISOString();
    const major = await createItem(registrar(), 'major', aMajor());
    const term = await registrar().post('/terms', aTerm('203192', 'F31'));
    const to = new Date(Date.now() + 1).toISOString();
    await registrar().delete(`/majors/${String(major.majorKey)}`);
    const { body } = await registrar().get<{ entries: object[] }>(
      `/differences/recorded?from=${from}&to=${to}`,
    );
    expect(body.entries).toMatchObject([
      { kind: 'major', action: 'created' },
      { kind: 'term', key: '203192', label: 'F31', action: 'created' },
    ]);
    await undoOf(term);
  });

  test('record the user and the reason', async () => {
    const response = await registrar().put(
      '/terms/203051',
      { termLetterYear: 'C30x' },
      { 'x-change-reason': 'Renamed' },
    );
    const set = await setOf(response);
    expect(set).toMatchObject({ actor: { uciNetId: 'registrar' }, reason: 'Renamed', updated: 1 });
    expect(set.entries[0]?.fields).toEqual([{ name: 'termLetterYear', before: 'C30', after: 'C30x' }]);
    await undo(set.id);
  });
});

describe('Undo', () => {
  test('of a creation, an edit and a deletion, and of these undos', async () => {
    const made = await registrar().post('/terms', aTerm('203192', 'F31'));
    const edited = await registrar().put('/terms/203192', { termLetterYear: 'Fall31' });
    const gone = await registrar().delete('/terms/203192');
    const label = async () => (await terms()).find((one) => one.termYyyyst === '203192')?.termLetterYear;
    expect(await label()).toBeUndefined();
    const restored = await undoOf(gone);
    expect(await label()).toBe('Fall31');
    await undoOf(edited);
    expect(await label()).toBe('F31');
    expect(restored).toMatchObject({ status: 201, body: { changeSet: { created: 1 } } });
    expect(await undoOf(made)).toMatchObject({ status: 201, body: { changeSet: { deleted: 1 } } });
    expect(await label()).toBeUndefined();
  });

  test('of a creation is a conflict while the term is used, which names the use', async () => {
    const made = await registrar().post('/terms', aTerm('203192', 'F31'));
    const saved = await registrar().post<{ majorKey: number; majorCode: string; title20: string }>(
      '/majors',
      aMajor({ startTermYyyyst: '203192' }),
    );
    const { majorKey, majorCode, title20 } = saved.body;
    const refused = await undoOf(made);
    expect(refused).toMatchObject({
      status: 409,
      body: errorOf('UNDO_CONFLICT', {
        field: 'term/203192',
        label: 'F31',
        blockedBy: String(saved.headers['x-request-id']),
      }),
    });
    expect(messagesOf(refused)[0]).toMatch(
      new RegExp(`^F31 cannot be deleted: it was used in ${majorCode} U ${title20} by .* on .*\\.$`),
    );
    await registrar().delete(`/majors/${majorKey}`);
    expect(await undoOf(made)).toMatchObject({ status: 201 });
  });

  test('of a creation is a conflict while a relationship or a degree uses it', async () => {
    const term = await registrar().post('/terms', aTerm('203192', 'F31'));
    const school = await createItem(registrar(), 'school', aSchool());
    const department = await createItem(registrar(), 'department', aDepartment());
    const path = `/relationships/school/${String(school.schoolCode)}/department/${String(department.deptKey)}`;
    await registrar().post(path, aRelationship({ startTerm: '203192' }));
    expect(messagesOf(await undoOf(term))[0]).toMatch(/^F31 cannot be deleted: it was used in .* – .* by /);
    await registrar().delete(path);
    expect(await undoOf(term)).toMatchObject({ status: 201 });

    const award = await registrar().post('/award-types', anAward());
    const made = await registrar().post<{ degreeKey: number }[]>(
      '/degrees',
      aDegree({ degreeListAwarded: ['M.Eng.'] }),
    );
    expect(messagesOf(await undoOf(award))[0]).toMatch(
      /^M\.Eng\. cannot be deleted: it was used in M\.Eng\. .* by /,
    );
    await registrar().delete(`/degrees/${made.body[0]?.degreeKey}`);
    expect(await undoOf(award)).toMatchObject({ status: 201 });
  });

  test('of an edit or a deletion is a conflict while another term has the label', async () => {
    await registrar().post('/terms', aTerm('203192', 'F31'));
    const edited = await registrar().put('/terms/203192', { termLetterYear: 'Fall31' });
    const other = await registrar().post('/terms', aTerm('2031F1', 'F31'));
    const refused = await undoOf(edited);
    expect(refused).toMatchObject({ status: 409, body: errorOf('UNDO_CONFLICT', { field: 'term/203192' }) });
    expect(messagesOf(refused)[0]).toMatch(
      /^Fall31 cannot be restored: its label was given to the term 2031F1 by .* on /,
    );
    await undoOf(other);
    expect(await undoOf(edited)).toMatchObject({ status: 201 });
    const gone = await registrar().delete('/terms/203192');
    const again = await registrar().post('/terms', aTerm('2031F1', 'F31'));
    expect(messagesOf(await undoOf(gone))[0]).toMatch(
      /^F31 cannot be restored: its label was given to the term 2031F1 by /,
    );
    await undoOf(again);
    expect(await undoOf(gone)).toMatchObject({ status: 201 });
    await registrar().delete('/terms/203192');
  });

  test('leaves a log without faults after all of this', async () => {
    expect(await faultsOfLog(mdd.db)).toEqual([]);
  });
});
