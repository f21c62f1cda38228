import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { aMajor } from '../support/factories.ts';
import { createItem } from '../support/kinds.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const get = async <Row>(path: string) => (await mdd.as('viewer').get<Row[]>(path)).body;

describe('The lookups', () => {
  test('list each award type once, by degreeShort', async () => {
    const awards = await get<{ degreeShort: string }>('/lookups/awardTypes');
    const names = awards.map(({ degreeShort }) => degreeShort);
    expect(names).toEqual(expect.arrayContaining(['BA', 'BS', 'PhD']));
    expect(new Set(names).size).toBe(names.length);
  });

  test('list each term once, by termYyyyst and termLetterYear', async () => {
    const terms = await get<{ termYyyyst: string; termLetterYear: string }>('/lookups/terms');
    expect(terms).toContainEqual(expect.objectContaining({ termYyyyst: '202592', termLetterYear: 'F25' }));
    for (const { termYyyyst, termLetterYear } of terms) {
      expect(termYyyyst).toMatch(/^\d{6}$/);
      expect(termLetterYear).not.toBe('');
    }
    expect(new Set(terms.map(({ termYyyyst }) => termYyyyst)).size).toBe(terms.length);
  });
});

test('a term whose code has letters is an ordinary term', async () => {
  await sql`insert into term values ('2025S1', 'X25')`.execute(mdd.db);
  const registrar = mdd.as('registrar');
  expect(await get('/lookups/terms')).toContainEqual({ termYyyyst: '2025S1', termLetterYear: 'X25' });
  const terms = { startTermYyyyst: '2025S1', endTermYyyyst: '202603' };
  const { majorKey } = await createItem(registrar, 'major', terms);
  expect(await registrar.post('/majors', aMajor({ ...terms, endTermYyyyst: '202592' }))).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'MAJOR_END_TERM_YYYYST_ORDER' }] },
  });
  for (const [asOfTerm, rows] of [
    ['202592', []],
    ['2025S1', [{ major: { majorKey, startTerm: { termLetterYear: 'X25' } } }]],
  ] as const)
    expect(await registrar.post('/reports', { asOfTerm })).toMatchObject({ status: 200, body: rows });
  expect(await registrar.get('/differences?from=202592&to=2025S1')).toMatchObject({
    status: 200,
    body: { majors: { started: [{ majorKey }], ended: [] } },
  });
});

test('the version is an object of fields that includes applicationVersion, without an error', async () => {
  const { status, body } = await mdd.as('support').get<Record<string, unknown>>('/version');
  expect(status).toBe(200);
  expect(body.applicationVersion).toMatch(/^\d+\.\d+\.\d+/);
  expect(body).not.toHaveProperty('error');
});
