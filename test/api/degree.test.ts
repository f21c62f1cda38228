import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { aDegree } from '../support/factories.ts';
import { createItem, type Item, pathOf } from '../support/kinds.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const list = async () => (await registrar().get<Item[]>('/degrees')).body;

describe('A degree', () => {
  test('is created once for each award, in order, with the same other fields', async () => {
    const form = aDegree({
      degreeListAwarded: ['PhD', 'BA', 'MS'],
      degreeTitleAbbr: 'Abbr',
      degreeStartTermYyyyst: '199392',
      degreeComplete: true,
      programCredLevel: '05',
    });
    const { status, body } = await registrar().post<Item[]>('/degrees', form);
    expect(status).toBe(201);
    const { degreeListAwarded: _awards, ...shared } = form;
    expect(body).toMatchObject([
      { ...shared, degreeAwarded: 'PhD', degreeShort: 'PhD', degreeCode: 'PHD' },
      { ...shared, degreeAwarded: 'BA', degreeShort: 'BA', degreeCode: 'BA' },
      { ...shared, degreeAwarded: 'MS', degreeShort: 'MS', degreeCode: 'MS' },
    ]);
    expect(new Set(body.map(({ degreeKey }) => degreeKey)).size).toBe(3);
    expect(await list()).toEqual(expect.arrayContaining(body));
  });

  test('returns its terms both as codes and resolved', async () => {
    const degree = await createItem(registrar(), 'degree', {
      degreeStartTermYyyyst: '202592',
      degreeEndTermYyyyst: '203092',
    });
    expect(degree).toMatchObject({
      degreeStartTermYyyyst: '202592',
      startTerm: { termYyyyst: '202592', termLetterYear: 'F25' },
      endTerm: { termYyyyst: '203092', termLetterYear: 'F30' },
    });
    expect(await createItem(registrar(), 'degree')).toMatchObject({ startTerm: null, endTerm: null });
  });

  test('is not created for any award if one of them is invalid', async () => {
    const before = await list();
    const response = await registrar().post('/degrees', aDegree({ degreeListAwarded: ['BA', 'NONE', 'MS'] }));
    expect(response).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'DEGREE_LIST_AWARDED_UNKNOWN_VALUE', field: 'degreeListAwarded' }] },
    });
    expect(await list()).toEqual(before);
  });

  test.for([
    [undefined, 'REQUIRED', 'Award is required'],
    [null, 'REQUIRED', 'Award is required'],
    [[], 'REQUIRED', 'Award is required'],
    ['BA', 'BAD_TYPE', 'Award must be a list of codes'],
    [{}, 'BAD_TYPE', 'Award must be a list of codes'],
    [[5], 'BAD_TYPE', 'Each entry of Award must be text'],
    [[['BA']], 'BAD_TYPE', 'Each entry of Award must be text'],
    [[''], 'REQUIRED', 'Each entry of Award is required'],
    [['BA', ' \u200b'], 'REQUIRED', 'Each entry of Award is required'],
    [[null, null], 'REQUIRED', 'Each entry of Award is required'],
    [['B\u202eA'], 'BAD_FORMAT', 'Each entry of Award must not contain control or direction characters'],
    [['BA', '\ud800'], 'BAD_FORMAT', 'Each entry of Award must not contain control or direction characters'],
    [['BA', 'MS', ' BA'], 'UNKNOWN_VALUE', 'Award contains BA twice'],
    [['ba'], 'UNKNOWN_VALUE', 'Award ba does not exist'],
  ] as const)('with the awards %j is rejected', async ([degreeListAwarded, rule, message]) => {
    expect(await registrar().post('/degrees', { ...aDegree(), degreeListAwarded })).toMatchObject({
      status: 422,
      body: { errors: [{ code: `DEGREE_LIST_AWARDED_${rule}`, field: 'degreeListAwarded', message }] },
    });
  });

  test('with awards that break several rules is rejected once for each rule', async () => {
    const response = await registrar().post(
      '/degrees',
      aDegree({ degreeListAwarded: [5, 'BA', '', true, 'BA'] as string[] }),
    );
    expect(response.body).toEqual({
      errors: [
        ['BAD_TYPE', 'Each entry of Award must be text'],
        ['REQUIRED', 'Each entry of Award is required'],
        ['UNKNOWN_VALUE', 'Award contains BA twice'],
      ].map(([rule, message]) => ({
        code: `DEGREE_LIST_AWARDED_${rule}`,
        field: 'degreeListAwarded',
        message,
      })),
    });
  });

  test('has the awards of a list in their stored form: trimmed', async () => {
    const response = await registrar().post('/degrees', aDegree({ degreeListAwarded: [' BA ', 'MS\u3000'] }));
    expect(response).toMatchObject({ status: 201, body: [{ degreeAwarded: 'BA' }, { degreeAwarded: 'MS' }] });
  });

  test('is created with a list of awards and edited with one', async () => {
    const degree = await createItem(registrar(), 'degree');
    const several = { degreeListAwarded: ['BA'], degreeTitleRc: 'New' };
    const one = { degreeAwarded: 'BA', degreeTitleRc: 'New' };
    const unknown = (field: string) => ({
      status: 422,
      body: { errors: expect.arrayContaining([expect.objectContaining({ field })]) },
    });
    expect(await registrar().post('/degrees', one)).toMatchObject(unknown('degreeAwarded'));
    expect(await registrar().put(pathOf('degree', degree), several)).toMatchObject(
      unknown('degreeListAwarded'),
    );
    expect(await registrar().put(pathOf('degree', degree), { ...one, degreeAwarded: 'PhD' })).toMatchObject({
      status: 200,
      body: { degreeAwarded: 'PhD', degreeCode: 'PHD' },
    });
  });

  test('with an award and title already in use causes one warning each', async () => {
    const form = aDegree({ degreeListAwarded: ['BA', 'MS'] });
    await registrar().post('/degrees', form);
    const again = { ...form, degreeListAwarded: ['MS', 'PhD', 'BA'] };
    const warned = await registrar().post<{ warnings: string[] }>('/degrees', again);
    expect(warned).toMatchObject({
      status: 409,
      body: { warnings: [expect.any(String), expect.any(String)] },
    });
    expect(await registrar().post('/degrees?overrideWarnings=true', again)).toMatchObject({ status: 201 });
    expect(await registrar().post('/degrees', { ...form, degreeListAwarded: ['MFA'] })).toMatchObject({
      status: 201,
    });
  });

  test('edited to resemble another causes a warning, but not for itself', async () => {
    const { degreeTitleRc } = await createItem(registrar(), 'degree', { degreeListAwarded: ['MS'] });
    const own = await createItem(registrar(), 'degree', { degreeTitleRc });
    expect(await registrar().put(pathOf('degree', own), own)).toMatchObject({ status: 200 });
    const same = { ...own, degreeAwarded: 'MS', version: 2 };
    expect(await registrar().put(pathOf('degree', own), same)).toMatchObject({
      status: 409,
      body: { warnings: [expect.stringContaining('MS')] },
    });
    expect(await registrar().put(`${pathOf('degree', own)}?overrideWarnings=true`, same)).toMatchObject({
      status: 200,
    });
  });
});
