import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { aSchool } from '../support/factories.ts';
import { createItem } from '../support/kinds.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');

describe('A school', () => {
  test('is stored with its code in upper case and found in either case', async () => {
    const school = await createItem(registrar(), 'school', { schoolCode: 'q7' });
    expect(school.schoolCode).toBe('Q7');
    for (const path of ['/schools/q7', '/schools/Q7'])
      expect(await registrar().get(path)).toMatchObject({ status: 200, body: { school } });
    for (const path of ['/schools/q7', '/schools/Q7'])
      expect(await registrar().put(path, aSchool({ schoolCode: 'q7' }))).toMatchObject({
        status: 200,
        body: { schoolCode: 'Q7' },
      });
    expect(await registrar().delete('/schools/q7')).toMatchObject({ status: 204 });
  });

  test('with a reused code continues its versions, and an edit of the earlier school is rejected', async () => {
    const before = await createItem(registrar(), 'school', { schoolCode: 'Q8' });
    expect(await registrar().delete('/schools/Q8')).toMatchObject({ status: 204 });
    const again = await createItem(registrar(), 'school', { schoolCode: 'Q8' });
    expect(again).toMatchObject({ version: 3 });
    expect(await registrar().put('/schools/Q8?overrideWarnings=true', before)).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'EDIT_CONFLICT' }] },
    });
  });

  test('may have a code of only digits', async () => {
    expect(await createItem(registrar(), 'school', { schoolCode: '00' })).toMatchObject({ schoolCode: '00' });
  });

  test('with an existing code is an error, in either case and despite an override', async () => {
    const { schoolCode, title } = await createItem(registrar(), 'school', { schoolCode: 'QX' });
    for (const code of ['QX', 'qx'])
      for (const query of ['', '?overrideWarnings=true'])
        expect(await registrar().post(`/schools${query}`, aSchool({ schoolCode: code }))).toMatchObject({
          status: 409,
          body: { errors: [{ code: 'DUPLICATE_KEY' }] },
        });
    expect(await registrar().get(`/schools/${String(schoolCode)}`)).toMatchObject({
      body: { school: { title } },
    });
  });

  test('is created once, even if many requests use its code at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => registrar().post('/schools', aSchool({ schoolCode: 'QR' }))),
    );
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409, 409, 409,
    ]);
  });

  test('with a title already in use causes a warning, and is saved when confirmed', async () => {
    const { schoolCode } = await createItem(registrar(), 'school', { title: 'Twice' });
    const second = aSchool({ title: 'Twice' });
    const warned = await registrar().post<{ warnings: string[] }>('/schools', second);
    expect(warned).toMatchObject({
      status: 409,
      body: { warnings: [expect.stringContaining(String(schoolCode))] },
    });
    expect(warned.body).not.toHaveProperty('errors');
    expect(await registrar().get(`/schools/${second.schoolCode}`)).toMatchObject({ status: 404 });
    expect(await registrar().post('/schools?overrideWarnings=true', second)).toMatchObject({ status: 201 });
  });

  test('edited to another’s title causes a warning, but not for its own', async () => {
    await createItem(registrar(), 'school', { title: 'Theirs' });
    const own = await createItem(registrar(), 'school', { title: 'Ours' });
    const path = `/schools/${String(own.schoolCode)}`;
    expect(await registrar().put(path, { ...own, comments: 'same title' })).toMatchObject({ status: 200 });
    const theirs = { ...own, title: 'Theirs', version: 2 };
    expect(await registrar().put(path, theirs)).toMatchObject({
      status: 409,
      body: { warnings: [expect.any(String)] },
    });
    expect(await registrar().get(path)).toMatchObject({ body: { school: { title: 'Ours', version: 2 } } });
    expect(await registrar().put(`${path}?overrideWarnings=true`, theirs)).toMatchObject({ status: 200 });
  });

  test('returns every optional field, null if empty', async () => {
    expect(await createItem(registrar(), 'school')).toMatchObject({
      title8: null,
      yearStart: null,
      yearEnd: null,
      sortCode: null,
      active: true,
      comments: null,
    });
  });
});
