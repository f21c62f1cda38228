import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeSetDetail } from '../../../contract/history.ts';
import type { MaintainedTerm } from '../../../contract/lookups.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { aDegree, aMajor, anAwardType } from '../../support/factories.ts';
import { createItem } from '../../support/kinds.ts';
import { errorsOf, proposalsOf, refusalsOf } from './support.ts';

// Rows for terms and award types in proposals (contract 9 and 14).

let mdd: TestApp;
let calls: ReturnType<typeof proposalsOf>;
beforeAll(async () => {
  mdd = await testApp();
  calls = proposalsOf(mdd);
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const term = (termYyyyst: string, termLetterYear?: string) => ({
  kind: 'term',
  ref: { termYyyyst },
  ...(termLetterYear === undefined ? { delete: true } : { values: { termLetterYear } }),
});
const { degreeShort, ...award } = anAwardType();
const newAward = { kind: 'awardType', ref: { degreeShort }, values: award };
const refusalOf = async (row: object, ...others: object[]) => {
  const [first] = await calls.previewed([row, ...others]);
  expect(first?.outcome).toBe('refused');
  return refusalsOf(first?.errors ?? []);
};
const labelOf = async (key: string) =>
  (await registrar().get<MaintainedTerm[]>('/terms')).body.find(({ termYyyyst }) => termYyyyst === key)
    ?.termLetterYear;
const undo = (id: string) => registrar().post(`/changes/${id}/undo`);

describe('A preview', () => {
  test('shows what rows create, update, delete and leave as it is, as the log will have it', async () => {
    const rows = [
      term('203192', 'F31'),
      term('203076', 'Z30x'),
      term('203051'),
      term('203039', 'T30'),
      newAward,
    ];
    const shown = await calls.previewed(rows);
    expect(shown.map(({ outcome }) => outcome)).toEqual(['create', 'update', 'delete', 'same', 'create']);
    expect(shown[0]).toMatchObject({ key: null, label: null, version: null });
    expect(shown[1]).toMatchObject({ key: '203076', label: 'Z30', version: 1 });
    const applied = await calls.apply(await calls.seen(rows), { title: 'Lookups' });
    expect(applied).toMatchObject({
      status: 201,
      body: { changeSet: { created: 2, updated: 1, deleted: 1, title: 'Lookups' } },
    });
    const { id } = applied.body.changeSet;
    const { body } = await registrar().get<ChangeSetDetail>(`/changes/${id}`);
    const fieldsOf = (key: string) => body.entries.find((entry) => entry.key === key)?.fields;
    expect([fieldsOf('203192'), fieldsOf('203076'), fieldsOf('203051'), fieldsOf(degreeShort)]).toEqual(
      [0, 1, 2, 4].map((at) => shown[at]?.fields),
    );
    expect(await undo(id)).toMatchObject({ status: 201 });
    expect(await labelOf('203192')).toBeUndefined();
    expect(await labelOf('203051')).toBe('C30');
  });

  test.for([
    [term('20319', 'F31'), ['TERM_YYYYST_WRONG_LENGTH', 'termYyyyst']],
    [term('20319z', 'F31'), ['TERM_YYYYST_BAD_FORMAT', 'termYyyyst']],
    [term('203192', ''), ['TERM_LETTER_YEAR_REQUIRED', 'termLetterYear']],
    [term('203192', 'F25'), ['DUPLICATE_KEY', 'termLetterYear']],
    [term('203192'), ['TERM_NOT_FOUND', 'ref']],
    [term('\u0000'), ['TERM_NOT_FOUND', 'ref']],
    [{ kind: 'term', ref: {}, values: {} }, ['ROW_BAD_FORMAT', 'ref']],
    [{ kind: 'term', ref: { termYyyyst: 203192 }, values: {} }, ['ROW_BAD_FORMAT', 'ref']],
    [{ kind: 'term', ref: { termYyyyst: '203192', more: 'x' }, values: {} }, ['ROW_BAD_FORMAT', 'ref']],
    [
      { kind: 'term', ref: { termYyyyst: '202592' }, values: { termYyyyst: '202692' } },
      ['TERM_YYYYST_UNKNOWN_VALUE', 'termYyyyst'],
    ],
    [{ ...term('202592', 'F25'), values: { season: 'Fall' } }, ['TERM_SEASON_UNKNOWN_FIELD', 'season']],
    [
      { kind: 'awardType', ref: { degreeShort: 'X' }, values: { degreeCode: 'X' } },
      ['AWARD_TYPE_TITLE_REQUIRED', 'title'],
    ],
    [{ kind: 'awardType', ref: { degreeShort: 'X' }, delete: true }, ['AWARD_TYPE_NOT_FOUND', 'ref']],
  ] as const)('rejects %j', async ([row, refusal]) => {
    expect(await refusalOf(row)).toEqual([refusal]);
  });

  test('rejects two rows for the same term, and the second of two with the same label', async () => {
    const twice = [term('203192', 'F31'), term('203192', 'Fall31')] as const;
    expect(await refusalOf(...twice)).toEqual([['DUPLICATE_ROW', 'ref']]);
    const [, second] = await calls.previewed([term('203192', 'F31'), term('2031F1', 'F31')]);
    expect(refusalsOf(second?.errors ?? [])).toEqual([['DUPLICATE_KEY', 'termLetterYear']]);
  });

  test('rejects the deletion of a term that stored data uses, also if another row ends that use', async () => {
    const { majorKey } = await createItem(registrar(), 'major', { startTermYyyyst: '203003' });
    const other = { kind: 'major', ref: { majorKey }, values: { startTermYyyyst: null } };
    expect(await refusalOf(term('203003'), other)).toEqual([['TERM_IN_USE', 'ref']]);
  });
});

describe('An apply', () => {
  test('saves terms and award types before the items that use them, in any order of the rows; undo reverts all', async () => {
    const { degreeListAwarded: _none, ...degree } = aDegree();
    const rows = [
      { kind: 'major', ref: {}, values: aMajor({ startTermYyyyst: '203192' }) },
      { kind: 'degree', ref: {}, values: { ...degree, degreeAwarded: degreeShort } },
      {
        kind: 'majorDegree',
        ref: { major: { row: 0 }, degree: { row: 1 } },
        values: { startTerm: '203192' },
      },
      newAward,
      term('203192', 'F31'),
    ];
    const applied = await calls.apply(rows);
    expect(applied).toMatchObject({ status: 201, body: { changeSet: { created: 5 } } });
    const { id } = applied.body.changeSet;
    const undone = await undo(id);
    expect(undone).toMatchObject({ status: 201, body: { changeSet: { deleted: 5 } } });
    expect(await undo((undone.body as typeof applied.body).changeSet.id)).toMatchObject({
      status: 201,
      body: { changeSet: { created: 5 } },
    });
    expect(await labelOf('203192')).toBe('F31');
  });

  test('rejects a new use of a term that another row deletes', async () => {
    const major = { kind: 'major', ref: {}, values: aMajor({ startTermYyyyst: '203025' }) };
    expect(await refusalOf(major, term('203025'))).toEqual([
      ['MAJOR_START_TERM_YYYYST_UNKNOWN_VALUE', 'startTermYyyyst'],
    ]);
  });

  test('is an edit conflict for a term that was saved, deleted or created since the preview', async () => {
    const rows = [term('203014', 'S30x'), term('203025', 'Y30x'), term('2030F1', 'F30x')];
    const seen = await calls.seen(rows);
    await registrar().put('/terms/203014', { termLetterYear: 'S30y' });
    await registrar().delete('/terms/203025');
    await registrar().post('/terms', { termYyyyst: '2030F1', termLetterYear: 'F30y' });
    const refused = await calls.apply(seen);
    expect(refused.status).toBe(409);
    expect(refusalsOf(errorsOf(refused))).toEqual([
      ['EDIT_CONFLICT', 'rows.0.version'],
      ['EDIT_CONFLICT', 'rows.1.version'],
      ['EDIT_CONFLICT', 'rows.2.version'],
    ]);
    expect(errorsOf(refused)[0]?.message).toMatch(/^This term was saved by Robin Alvarez \(registrar\) at /);
    expect(await labelOf('203014')).toBe('S30y');
  });
});
