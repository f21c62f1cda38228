import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change } from '../../../server/db/changeTransaction.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { aDegree, aDepartment, aMajor, aRelationship, aSchool } from '../../support/factories.ts';
import { createItem, type Item } from '../../support/kinds.ts';
import { proposalsOf, refusalsOf } from './support.ts';

let mdd: TestApp;
let calls: ReturnType<typeof proposalsOf>;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
  calls = proposalsOf(mdd);
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
/** The preview of a single row. */
const only = async (row: unknown) => {
  const [shown] = await calls.previewed([row]);
  if (!shown) throw new Error('A preview without its row');
  return shown;
};
const refused = async (row: unknown) => refusalsOf((await only(row)).errors);
const newMajor = async (values: object = {}) =>
  (await createItem(registrar(), 'major', values)) as Item & { majorKey: number; majorCode: string };

describe('A row names an item', () => {
  test('by its key, and shows its key, label, version and each field that would change', async () => {
    const major = await newMajor({ title20: 'Old', titleLong: 'Older' });
    const { majorKey, majorCode, version } = major;
    expect(
      await only({ kind: 'major', ref: { majorKey }, values: { title20: 'New', titleLong: 'Older' } }),
    ).toEqual({
      index: 0,
      outcome: 'update',
      key: `${majorKey}`,
      label: `${majorCode} U Old`,
      version,
      fields: [{ name: 'title20', before: 'Old', after: 'New' }],
      errors: [],
      warnings: [],
    });
  });

  test('by its key, which must exist', async () => {
    expect(await refused({ kind: 'major', ref: { majorKey: 987_654 }, values: {} })).toEqual([
      ['MAJOR_NOT_FOUND', 'ref'],
    ]);
    expect(await refused({ kind: 'degree', ref: { degreeKey: 2 ** 40 }, values: {} })).toEqual([
      ['DEGREE_NOT_FOUND', 'ref'],
    ]);
    expect(await refused({ kind: 'department', ref: { deptKey: -1 }, delete: true })).toEqual([
      ['DEPARTMENT_NOT_FOUND', 'ref'],
    ]);
  });

  test('by its natural key: codes in either case, titles exactly after trim and NFC', async () => {
    const major = aMajor();
    const { majorKey } = await newMajor(major);
    const ref = { majorCode: ` ${major.majorCode.toLowerCase()}`, majorSegment: 'u' };
    expect(await only({ kind: 'major', ref })).toMatchObject({ outcome: 'same', key: `${majorKey}` });
    const school = await createItem(registrar(), 'school');
    const schoolCode = String(school.schoolCode).toLowerCase();
    expect(await only({ kind: 'school', ref: { schoolCode } })).toMatchObject({
      outcome: 'same',
      key: school.schoolCode,
    });
    const title = 'Économie';
    const { degreeKey } = await createItem(registrar(), 'degree', {
      degreeListAwarded: ['PhD'],
      degreeTitleRc: title,
    });
    expect(
      await only({
        kind: 'degree',
        ref: { degreeAwarded: 'phd', degreeTitleRc: ` ${title.normalize('NFD')} ` },
      }),
    ).toMatchObject({ outcome: 'same', key: `${degreeKey}` });
    expect(
      await only({ kind: 'degree', ref: { degreeAwarded: 'PhD', degreeTitleRc: title.toUpperCase() } }),
    ).toMatchObject({ outcome: 'create', key: null });
    const { deptKey, title7 } = await createItem(registrar(), 'department', { title: 'Of one title' });
    for (const ref of [{ title7 }, { title: 'Of one title' }, { title: 'Of\u00a0one\u2003title' }])
      expect(await only({ kind: 'department', ref })).toMatchObject({ outcome: 'same', key: `${deptKey}` });
  });

  test('by its natural key and its start term, which distinguishes several items; without it they are ambiguous', async () => {
    const { majorCode } = await newMajor({ startTermYyyyst: '200092', endTermYyyyst: '201014' });
    const path = '/majors?overrideWarnings=true';
    const second = aMajor({ majorCode, startTermYyyyst: '201592' });
    const { body } = await registrar().post<{ majorKey: number }>(path, second);
    const ref = { majorCode, majorSegment: 'U' };
    const ambiguous = await only({ kind: 'major', ref, values: {} });
    expect(ambiguous).toMatchObject({ outcome: 'refused', key: null });
    expect(ambiguous.errors).toMatchObject([
      { code: 'AMBIGUOUS', field: 'ref', message: expect.stringMatching(/several majors: .*majorKey/) },
    ]);
    const third = aMajor({ majorCode, startTermYyyyst: null });
    const open = await registrar().post<{ majorKey: number }>(path, third);
    const startingIn = (startTermYyyyst: string | null) =>
      only({ kind: 'major', ref: { ...ref, startTermYyyyst } });
    expect(await startingIn('201592')).toMatchObject({ outcome: 'same', key: `${body.majorKey}` });
    for (const none of [null, '', ' '])
      expect(await startingIn(none)).toMatchObject({ outcome: 'same', key: `${open.body.majorKey}` });
  });

  test('by a natural key without a match: then it is new, and its ref fields are values unless values overrides them', async () => {
    const { majorCode } = aMajor();
    const ref = { majorCode, majorSegment: 'U', startTermYyyyst: '202592' };
    const shown = await only({ kind: 'major', ref, values: { title20: 'New', majorSegment: 'G' } });
    expect(shown).toMatchObject({ outcome: 'create', key: null, label: null, version: null });
    expect(shown.fields).toEqual([
      { name: 'active', before: null, after: true },
      { name: 'complete', before: null, after: false },
      { name: 'majorCode', before: null, after: majorCode },
      { name: 'majorSegment', before: null, after: 'G' },
      { name: 'startTermYyyyst', before: null, after: '202592' },
      { name: 'title20', before: null, after: 'New' },
    ]);
  });

  test('by a natural key without a match, whose codes are stored as other rows write them', async () => {
    const { majorCode } = aMajor();
    const values = { title20: 'New' };
    const after = async (row: object) => {
      const { outcome, fields } = await only(row);
      return { outcome, ...Object.fromEntries(fields.map(({ name, after }) => [name, after])) };
    };
    expect(
      await after({ kind: 'major', ref: { majorCode: majorCode.toLowerCase(), majorSegment: ' u' }, values }),
    ).toMatchObject({ outcome: 'create', majorCode, majorSegment: 'U' });
    for (const [given, stored] of [
      ['ba', 'BA'],
      [' PHD ', 'PhD'],
    ])
      expect(
        await after({ kind: 'degree', ref: { degreeAwarded: given, degreeTitleRc: 'As written' } }),
      ).toMatchObject({ outcome: 'create', degreeAwarded: stored });
    // The code among the values is stored unchanged.
    const strict = { majorCode, majorSegment: 'u' };
    expect(
      await refused({
        kind: 'major',
        ref: { majorCode, majorSegment: 'u' },
        values: { ...values, ...strict },
      }),
    ).toEqual([['MAJOR_SEGMENT_UNKNOWN_VALUE', 'majorSegment']]);
    const degree = { degreeTitleRc: 'As written' };
    expect(await refused({ kind: 'degree', ref: {}, values: { ...degree, degreeAwarded: 'ba' } })).toEqual([
      ['DEGREE_AWARDED_UNKNOWN_VALUE', 'degreeAwarded'],
    ]);
    for (const [segment, rule] of [
      ['x', 'UNKNOWN_VALUE'],
      ['u\n', 'BAD_FORMAT'],
    ])
      expect(await refused({ kind: 'major', ref: { majorCode, majorSegment: segment }, values })).toEqual([
        [`MAJOR_SEGMENT_${rule}`, 'majorSegment'],
      ]);
    expect(await refused({ kind: 'degree', ref: { ...degree, degreeAwarded: 'no such' } })).toEqual([
      ['DEGREE_AWARDED_UNKNOWN_VALUE', 'degreeAwarded'],
    ]);
  });

  test('or, if empty, a new item, whose fields are all checked', async () => {
    expect(await refused({ kind: 'major', ref: {}, values: { majorCode: 'ABCD' } })).toEqual([
      ['MAJOR_SEGMENT_REQUIRED', 'majorSegment'],
      ['MAJOR_CODE_WRONG_LENGTH', 'majorCode'],
      ['MAJOR_TITLE20_REQUIRED', 'title20'],
    ]);
    const duplicateErrors = { kind: 'school', ref: {}, values: aSchool({ schoolCode: '00' }) };
    expect(await refused(duplicateErrors)).toEqual([['DUPLICATE_KEY', 'schoolCode']]);
  });

  test('to delete, which must exist', async () => {
    for (const ref of [{}, { schoolCode: '9Z' }])
      expect(await refused({ kind: 'school', ref, delete: true })).toEqual([['SCHOOL_NOT_FOUND', 'ref']]);
    const school = await createItem(registrar(), 'school', { title: 'To go' });
    expect(await only({ kind: 'school', ref: { schoolCode: school.schoolCode }, delete: true })).toEqual({
      index: 0,
      outcome: 'delete',
      key: school.schoolCode,
      label: `${school.schoolCode} To go`,
      version: 1,
      fields: [
        { name: 'active', before: true, after: null },
        { name: 'schoolCode', before: school.schoolCode, after: null },
        { name: 'title', before: 'To go', after: null },
      ],
      errors: [],
      warnings: [],
    });
  });
});

describe('The values of a row', () => {
  test('of a stored item keep absent fields, null flags included; an explicit null is the default', async () => {
    const odd = await mdd.db
      .selectFrom('majorDegree')
      .selectAll()
      .where('terminalPgmFlag', 'is', null)
      .executeTakeFirstOrThrow();
    const ref = { major: { majorKey: odd.majorKey }, degree: { degreeKey: odd.degreeKey } };
    expect(await only({ kind: 'majorDegree', ref, values: {} })).toMatchObject({
      outcome: 'same',
      fields: [],
      key: `${odd.majorKey}/${odd.degreeKey}`,
      version: odd.version,
      label: expect.stringContaining(' – '),
    });
    expect(await only({ kind: 'majorDegree', ref, values: { terminalPgmFlag: null } })).toMatchObject({
      outcome: 'update',
      fields: [{ name: 'terminalPgmFlag', before: null, after: true }],
    });
  });

  test('are checked only if they are present, and so are rules over present fields', async () => {
    const { majorKey } = await newMajor({ startTermYyyyst: '201592', endTermYyyyst: '202014' });
    const edit = (values: object) => ({ kind: 'major', ref: { majorKey }, values });
    expect(await only(edit({ comments: 'Fine' }))).toMatchObject({ outcome: 'update' });
    expect(await refused(edit({ endTermYyyyst: '201014' }))).toEqual([
      ['MAJOR_END_TERM_YYYYST_ORDER', 'endTermYyyyst'],
    ]);
    expect(await refused(edit({ endTermYyyyst: '999999', title20: null, nothing: 1 }))).toEqual([
      ['MAJOR_TITLE20_REQUIRED', 'title20'],
      ['MAJOR_NOTHING_UNKNOWN_FIELD', 'nothing'],
    ]);
    expect(await refused(edit({ endTermYyyyst: '999999' }))).toEqual([
      ['MAJOR_END_TERM_YYYYST_UNKNOWN_VALUE', 'endTermYyyyst'],
    ]);
  });

  test('of a stored item may repeat a stored value that is now unknown, but no other unknown value', async () => {
    const [before, after] = ['189992', '190014'];
    await sql`insert into term values (${before}, 'F1899'), (${after}, 'S1900')`.execute(mdd.db);
    const { majorKey } = await newMajor({ startTermYyyyst: before });
    await change(mdd.db, { uciNetId: 'registrar', actingAs: null, requestId: 'test' }, (trx) =>
      sql`delete from term where term_yyyyst in (${before}, ${after})`.execute(trx),
    );
    const edit = (values: object) => ({ kind: 'major', ref: { majorKey }, values });
    expect(await only(edit({ comments: 'A' }))).toMatchObject({ outcome: 'update' });
    expect(await only(edit({ startTermYyyyst: before }))).toMatchObject({ outcome: 'same' });
    expect(await refused(edit({ endTermYyyyst: after }))).toEqual([
      ['MAJOR_END_TERM_YYYYST_UNKNOWN_VALUE', 'endTermYyyyst'],
    ]);
  });

  test('may repeat the key and read-only fields, but not change the key', async () => {
    const { majorKey, ...read } = await newMajor();
    const { majorKey: other } = await newMajor();
    const row = (values: object) => ({ kind: 'major', ref: { majorKey }, values: { ...read, ...values } });
    expect(await only(row({ majorKey }))).toMatchObject({ outcome: 'same' });
    expect(await refused(row({ majorKey: other }))).toEqual([['MAJOR_KEY_UNKNOWN_VALUE', 'majorKey']]);
    const school = { kind: 'school', ref: { schoolCode: '52' } };
    expect(await only({ ...school, values: { schoolCode: '52' } })).toMatchObject({ outcome: 'same' });
    expect(await refused({ ...school, values: { schoolCode: '54' } })).toEqual([
      ['SCHOOL_CODE_UNKNOWN_VALUE', 'schoolCode'],
    ]);
  });

  test('name the award of a degree like its edit form', async () => {
    const { degreeListAwarded: _list, ...degree } = aDegree();
    const shown = await only({ kind: 'degree', ref: {}, values: { ...degree, degreeAwarded: 'BS' } });
    expect(shown).toMatchObject({ outcome: 'create' });
    expect(await refused({ kind: 'degree', ref: {}, values: { ...degree, degreeAwarded: 'XX' } })).toEqual([
      ['DEGREE_AWARDED_UNKNOWN_VALUE', 'degreeAwarded'],
    ]);
    expect(await refused({ kind: 'degree', ref: {}, values: aDegree() })).toEqual([
      ['DEGREE_AWARDED_REQUIRED', 'degreeAwarded'],
      ['DEGREE_LIST_AWARDED_UNKNOWN_FIELD', 'degreeListAwarded'],
    ]);
  });
});

describe('A malformed row is rejected', () => {
  const major = { majorKey: 1 };
  test.each([
    ['nothing', null, 'kind'],
    ['a text', 'major', 'kind'],
    ['a list', [], 'kind'],
    ['no kind', { ref: {} }, 'kind'],
    ['an unknown kind', { kind: 'cipCode', ref: {} }, 'kind'],
    ['a kind of every object', { kind: 'constructor', ref: {} }, 'kind'],
    ['no ref', { kind: 'major' }, 'ref'],
    ['null as ref', { kind: 'major', ref: null }, 'ref'],
    ['half a natural key', { kind: 'major', ref: { majorCode: '000' } }, 'ref'],
    [
      'a natural key and more',
      { kind: 'major', ref: { majorCode: '000', majorSegment: 'U', title20: 'A' } },
      'ref',
    ],
    ['a start term alone', { kind: 'major', ref: { startTermYyyyst: '202592' } }, 'ref'],
    ['a start term of a school', { kind: 'school', ref: { schoolCode: '00', yearStart: 1965 } }, 'ref'],
    ['a key as text', { kind: 'major', ref: { majorKey: '1' } }, 'ref'],
    ['a code as number', { kind: 'school', ref: { schoolCode: 52 } }, 'ref'],
    ['null in a natural key', { kind: 'major', ref: { majorCode: null, majorSegment: 'U' } }, 'ref'],
    ['the ref of another kind', { kind: 'degree', ref: major }, 'ref'],
    ['one end', { kind: 'schoolMajor', ref: { major } }, 'ref'],
    ['an end too many', { kind: 'schoolMajor', ref: { school: {}, major, degree: {} } }, 'ref'],
    ['half an end', { kind: 'schoolMajor', ref: { school: { title: 'A' }, major } }, 'ref.school'],
    ['a row that is no index', { kind: 'schoolMajor', ref: { school: { row: '0' }, major } }, 'ref.school'],
    ['a row and more', { kind: 'schoolMajor', ref: { school: { row: 0, title: 'A' }, major } }, 'ref.school'],
    ['delete with values', { kind: 'major', ref: major, delete: true, values: {} }, 'delete'],
    ['delete that is not true', { kind: 'major', ref: major, delete: false }, 'delete'],
    ['values that are no object', { kind: 'major', ref: major, values: [] }, 'values'],
    ['null as values', { kind: 'major', ref: major, values: null }, 'values'],
  ])('%s', async (_what, row, field) => {
    expect(await only(row)).toMatchObject({
      outcome: 'refused',
      errors: [{ code: 'ROW_BAD_FORMAT', field }],
    });
  });

  test('with an unknown property', async () => {
    expect(await refused({ kind: 'major', ref: major, title20: 'A' })).toEqual([
      ['PROPOSAL_TITLE20_UNKNOWN_FIELD', 'title20'],
    ]);
  });

  test.each([
    ['school', 'A school is named by schoolCode, or is new: {}'],
    [
      'degree',
      'A degree is named by degreeKey, or by degreeAwarded and degreeTitleRc, to which degreeStartTermYyyyst may be added, or is new: {}',
    ],
  ])('with a message that names the expected form: %s', async (kind, message) => {
    expect(await only({ kind, ref: { degreeTitleRc: 'A' } })).toMatchObject({ errors: [{ message }] });
  });
});

describe('A relationship', () => {
  test('is named by both ends, each by key or by natural key', async () => {
    const { majorKey, majorCode } = await newMajor();
    const { schoolCode } = await createItem(registrar(), 'school');
    const path = `/relationships/school/${schoolCode}/major/${majorKey}`;
    await registrar().post(path, aRelationship({ startTerm: '201592' }));
    const values = { endTerm: '202014' };
    for (const major of [{ majorKey }, { majorCode, majorSegment: 'U' }])
      expect(
        await only({ kind: 'schoolMajor', ref: { school: { schoolCode }, major }, values }),
      ).toMatchObject({
        outcome: 'update',
        key: `${schoolCode}/${majorKey}`,
        version: 1,
        fields: [{ name: 'endTerm', before: null, after: '202014' }],
      });
  });

  test('is new if its ends have no relationship, and then needs a start term', async () => {
    const { majorKey } = await newMajor();
    const ref = { school: { schoolCode: '52' }, major: { majorKey } };
    expect(await only({ kind: 'schoolMajor', ref, values: { startTerm: '202592' } })).toMatchObject({
      outcome: 'create',
      key: null,
      label: null,
      fields: [
        { name: 'active', before: null, after: true },
        { name: 'startTerm', before: null, after: '202592' },
      ],
    });
    expect(await refused({ kind: 'schoolMajor', ref })).toEqual([
      ['RELATIONSHIP_START_TERM_REQUIRED', 'startTerm'],
    ]);
    expect(await refused({ kind: 'schoolMajor', ref, delete: true })).toEqual([
      ['RELATIONSHIP_NOT_FOUND', 'ref'],
    ]);
  });

  test('may refer to a row of the same proposal that creates or finds its end, before or after it', async () => {
    const { majorKey } = await newMajor();
    const school = aSchool();
    const rows = await calls.previewed([
      {
        kind: 'schoolMajor',
        ref: { school: { row: 1 }, major: { row: 2 } },
        values: { startTerm: '202592' },
      },
      { kind: 'school', ref: {}, values: school },
      { kind: 'major', ref: { majorKey } },
    ]);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['create', 'create', 'same']);
  });

  test('is rejected if an end is not found, or if its row is rejected, deletes, or is of another kind', async () => {
    const { majorKey } = await newMajor();
    const end = (school: object, major: object) => ({
      kind: 'schoolMajor',
      ref: { school, major },
      values: { startTerm: '202592' },
    });
    const rows = await calls.previewed([
      { kind: 'school', ref: {}, values: { schoolCode: '1' } },
      { kind: 'major', ref: { majorKey }, delete: true },
      { kind: 'department', ref: {}, values: aDepartment() },
      end({ row: 0 }, { majorKey: 1 }),
      end({ schoolCode: '52' }, { row: 1 }),
      end({ row: 2 }, { row: 99 }),
      end({ schoolCode: '9Z' }, { majorKey: 987_654 }),
      end({}, { row: 3 }),
      end({ schoolCode: '52' }, { majorKey }),
    ]);
    expect(rows.slice(3, 6).map(({ errors }) => errors[0]?.message)).toEqual([
      'Row 1 has errors, so its school does not exist',
      'Row 2 deletes this major',
      'Row 3 is not for a school',
    ]);
    expect(rows.slice(3).map(({ errors }) => refusalsOf(errors))).toEqual([
      [['SCHOOL_NOT_FOUND', 'ref.school']],
      [['MAJOR_NOT_FOUND', 'ref.major']],
      [
        ['SCHOOL_NOT_FOUND', 'ref.school'],
        ['MAJOR_NOT_FOUND', 'ref.major'],
      ],
      [
        ['SCHOOL_NOT_FOUND', 'ref.school'],
        ['MAJOR_NOT_FOUND', 'ref.major'],
      ],
      [
        ['SCHOOL_NOT_FOUND', 'ref.school'],
        ['MAJOR_NOT_FOUND', 'ref.major'],
      ],
      [['MAJOR_NOT_FOUND', 'ref.major']],
    ]);
  });

  test('is rejected if its end refers to a missing row, or to a row that is rejected as a duplicate', async () => {
    const { majorKey } = await newMajor();
    const school = { kind: 'school', ref: {}, values: aSchool() };
    const end = (row: number) => ({
      kind: 'schoolMajor',
      ref: { school: { row }, major: { majorKey } },
      values: { startTerm: '202592' },
    });
    const places = [-1, 0, 1, 4, 99];
    const rows = await calls.previewed([null, school, school, ...places.map(end)]);
    expect(rows.slice(3).map(({ errors }) => refusalsOf(errors))).toEqual(
      places.map(() => [['SCHOOL_NOT_FOUND', 'ref.school']]),
    );
  });

  test('of an item that another row deletes is deleted with it, so its own row is an error, unless the deletion is refused', async () => {
    const { majorKey } = await newMajor();
    await registrar().post(`/relationships/school/52/major/${majorKey}`, aRelationship());
    const ref = { school: { schoolCode: '52' }, major: { majorKey } };
    for (const change of [{ delete: true }, { values: { active: false } }]) {
      const [relationship, item] = await calls.previewed([
        { kind: 'schoolMajor', ref, ...change },
        { kind: 'major', ref: { majorKey }, delete: true },
      ]);
      expect(item).toMatchObject({
        outcome: 'delete',
        warnings: ['This major is related to 1 school. Deleting it deletes these relationships too.'],
      });
      expect(relationship).toMatchObject({
        outcome: 'refused',
        errors: [{ code: 'DUPLICATE_ROW', field: 'ref' }],
      });
      const [alone] = await calls.previewed([
        { kind: 'schoolMajor', ref, ...change },
        { kind: 'major', ref: { majorKey }, delete: true, values: {} },
      ]);
      expect(alone?.errors).toEqual([]);
    }
  });
});

describe('Two rows', () => {
  const both = async (...rows: unknown[]) =>
    (await calls.previewed(rows)).map(({ errors }) => refusalsOf(errors));
  const duplicateErrors = [[['DUPLICATE_ROW', 'ref']], [['DUPLICATE_ROW', 'ref']]];

  test('for the same item are both rejected, whatever references they use', async () => {
    const { majorKey, majorCode } = await newMajor();
    const byKey = { kind: 'major', ref: { majorKey } };
    const byNaturalKey = { kind: 'major', ref: { majorCode, majorSegment: 'U' }, values: { comments: 'A' } };
    expect(await both(byKey, byNaturalKey)).toEqual(duplicateErrors);
    expect(await both(byKey, { ...byKey, delete: true })).toEqual(duplicateErrors);
    const { schoolCode } = aSchool();
    const school = { kind: 'school', ref: { schoolCode }, values: { title: 'One' } };
    const same = { kind: 'school', ref: {}, values: { schoolCode: schoolCode.toLowerCase(), title: 'Two' } };
    expect(await both(school, same)).toEqual(duplicateErrors);
    const ref = { school: { schoolCode: '52' }, major: { majorKey } };
    const related = { kind: 'schoolMajor', ref, values: { startTerm: '202592' } };
    expect(await both(related, { ...related, values: { startTerm: '201592' } })).toEqual(duplicateErrors);
  });

  test('with the same natural key are for the same item even if it is new: after a save of the first, the second would find it', async () => {
    const { majorCode } = aMajor();
    const ref = { majorCode, majorSegment: 'U' };
    const named = { kind: 'major', ref, values: { title20: 'One' } };
    expect(await both(named, { ...named, values: { title20: 'Two' } })).toEqual(duplicateErrors);
    const startingIn = {
      kind: 'major',
      ref: { ...ref, startTermYyyyst: '201592' },
      values: { title20: 'Two' },
    };
    const [first, second] = await calls.previewed([named, startingIn]);
    expect([first?.outcome, second?.outcome]).toEqual(['create', 'create']);
    expect(second?.warnings).toEqual([`Major code ${majorCode} of segment U already exists: One.`]);
  });

  test('for the same new school are both rejected, also if one of them has another error', async () => {
    const { schoolCode, title } = aSchool();
    const wrong = { kind: 'school', ref: { schoolCode }, values: {} };
    for (const right of [
      { kind: 'school', ref: { schoolCode: schoolCode.toLowerCase() }, values: { title } },
      { kind: 'school', ref: {}, values: { schoolCode, title } },
    ])
      expect(await both(right, wrong)).toEqual([
        [['DUPLICATE_ROW', 'ref']],
        [
          ['SCHOOL_TITLE_REQUIRED', 'title'],
          ['DUPLICATE_ROW', 'ref'],
        ],
      ]);
  });

  test('for similar new items: the second has a warning, as if the first were saved', async () => {
    const { majorCode } = aMajor();
    const values = { majorCode, majorSegment: 'U', title20: 'The first' };
    const [first, second] = await calls.previewed([
      { kind: 'major', ref: {}, values },
      { kind: 'major', ref: {}, values: { ...values, title20: 'The second' } },
    ]);
    expect(first?.warnings).toEqual([]);
    expect(second).toMatchObject({
      outcome: 'create',
      warnings: [`Major code ${majorCode} of segment U already exists: The first.`],
    });
  });

  test('for similar new departments: the warning names the row', async () => {
    const values = { title7: 'ALIKE', title: 'Of two rows' };
    const [, second] = await calls.previewed([
      { kind: 'department', ref: {}, values },
      { kind: 'department', ref: {}, values: { ...values, title: 'Of one row' } },
    ]);
    expect(second?.warnings).toEqual(['Department of row 1 already has the title 7 ALIKE.']);
  });
});

describe('A preview', () => {
  test('warns of a duplicate only if the row has the duplicate fields', async () => {
    const { majorCode } = await newMajor({ title20: 'The one' });
    const path = '/majors?overrideWarnings=true';
    const { body } = await registrar().post<{ majorKey: number }>(
      path,
      aMajor({ majorCode, title20: 'A twin' }),
    );
    const edit = (values: object) => only({ kind: 'major', ref: { majorKey: body.majorKey }, values });
    expect(await edit({ comments: 'A' })).toMatchObject({ outcome: 'update', warnings: [] });
    expect(await edit({ comments: 'A', majorCode })).toMatchObject({
      outcome: 'update',
      warnings: [`Major code ${majorCode} of segment U already exists: The one.`],
    });
    expect(await edit({ majorCode })).toMatchObject({ outcome: 'same', warnings: [] });
  });

  test('counts every outcome, and lists at most 100 errors and warnings', async () => {
    const bad = Array.from({ length: 150 }, () => ({ kind: 'major', ref: {}, values: {} }));
    const { body } = await calls.preview([
      ...bad,
      { kind: 'school', ref: { schoolCode: '52' }, delete: true },
      { kind: 'school', ref: { schoolCode: '54' } },
      { kind: 'school', ref: { schoolCode: '55' }, values: { comments: 'Changed' } },
      { kind: 'school', ref: {}, values: aSchool() },
    ]);
    expect(body.counts).toEqual({ create: 1, update: 1, delete: 1, same: 1, refused: 150, warned: 1 });
    expect(body.rows.map(({ index }) => index)).toEqual(body.rows.map((_row, at) => at));
    expect(body.rows.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toHaveLength(100);
  });

  test('lists errors before warnings', async () => {
    const warned = Array.from({ length: 120 }, () => ({
      kind: 'department',
      ref: {},
      values: aDepartment({ title7: 'ALIKE' }),
    }));
    const { body } = await calls.preview([...warned, ...Array.from({ length: 60 }, () => null)]);
    expect(body.counts).toMatchObject({ warned: 119, refused: 60 });
    expect(body.rows.flatMap(({ errors }) => errors)).toHaveLength(60);
    expect(body.rows.flatMap(({ warnings }) => warnings)).toHaveLength(40);
  });

  test('ignores versions', async () => {
    const { majorKey } = await newMajor();
    for (const version of [7, 'one', null])
      expect(await only({ kind: 'major', ref: { majorKey }, version })).toMatchObject({ outcome: 'same' });
  });

  test('of no rows is empty', async () => {
    expect((await calls.preview([])).body).toEqual({
      rows: [],
      counts: { create: 0, update: 0, delete: 0, same: 0, refused: 0, warned: 0 },
    });
  });

  test('rejects a row with too many bytes, names or nesting levels, and evaluates the others', async () => {
    const school = (values: object) => ({ kind: 'school', ref: {}, values: aSchool(values) });
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, null]));
    const { body } = await calls.preview([
      school({}),
      school({ comments: 'x'.repeat(16_384) }),
      school(many(100)),
      school({ comments: [[[]]] }),
      school({ comments: 'x'.repeat(15_000) }),
      school(many(20)),
      school({ comments: [[]] }),
    ]);
    expect(body.rows.map(({ errors }) => refusalsOf(errors)[0])).toEqual([
      undefined,
      ['ROW_BAD_FORMAT', 'values'],
      ['ROW_BAD_FORMAT', 'values'],
      ['ROW_BAD_FORMAT', 'values'],
      ['SCHOOL_COMMENTS_TOO_LONG', 'comments'],
      ['SCHOOL_NAME0_UNKNOWN_FIELD', 'name0'],
      ['SCHOOL_COMMENTS_BAD_TYPE', 'comments'],
    ]);
    expect(body.counts).toMatchObject({ create: 1, refused: 6 });
  });

  test('names at most 60 characters of an unknown value', async () => {
    const name = 'x'.repeat(5_000);
    const school = { kind: 'school', ref: { schoolCode: '52' } };
    for (const row of [
      { ...school, [name]: 1 },
      { ...school, values: { [name]: 1 } },
    ])
      expect((await only(row)).errors).toMatchObject([{ field: name.slice(0, 60) }]);
    expect(await registrar().post('/proposals/preview', { rows: [], [name]: 1 })).toMatchObject({
      status: 422,
      body: { errors: [{ field: name.slice(0, 60) }] },
    });
  });

  test('limits the bytes beside its rows like other bodies', async () => {
    const names = Array.from({ length: 100_000 }, (_, at) => [`name${at}`, 0]);
    expect(
      await registrar().post('/proposals/preview', { ...Object.fromEntries(names), rows: [] }),
    ).toMatchObject({ status: 413, body: { errors: [{ code: 'PAYLOAD_TOO_LARGE' }] } });
  });

  test('is of at most 20,000 rows and 8,000,000 bytes', async () => {
    const rows = Array.from({ length: 20_001 }, () => null);
    expect(await calls.preview(rows)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'TOO_MANY_ROWS' }] },
    });
    const filled = (bytes: number) => `{"rows":[]${' '.repeat(bytes - 11)}}`;
    expect(await registrar().post('/proposals/preview', filled(8_000_000))).toMatchObject({ status: 200 });
    expect(await registrar().post('/proposals/preview', filled(8_000_001))).toMatchObject({
      status: 413,
      body: {
        errors: [{ code: 'PAYLOAD_TOO_LARGE', message: 'The body must be at most 8,000,000 bytes.' }],
      },
    });
  });

  test('needs its rows, as a list', async () => {
    for (const [body, code] of [
      [{}, 'PROPOSAL_ROWS_REQUIRED'],
      [{ rows: null }, 'PROPOSAL_ROWS_REQUIRED'],
      [{ rows: {} }, 'PROPOSAL_ROWS_BAD_TYPE'],
      [{ rows: [], title: 'A' }, 'PROPOSAL_TITLE_UNKNOWN_FIELD'],
    ] as const)
      expect(await registrar().post('/proposals/preview', body)).toMatchObject({
        status: 422,
        body: { errors: [{ code }] },
      });
  });
});
