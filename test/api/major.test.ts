import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { aMajor } from '../support/factories.ts';
import { createItem, pathOf } from '../support/kinds.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');

describe('A major', () => {
  test('returns every optional field, null if empty, and the defaults of its flags', async () => {
    const { majorSegment, majorCode, title20 } = aMajor();
    const major = await createItem(registrar(), 'major', { majorSegment, majorCode, title20 });
    const { majorKey: _key, lastModified: _time, ...rest } = major;
    expect(rest).toEqual({
      majorSegment,
      majorCode,
      title20,
      campusIndicator: null,
      title7: null,
      titleLong: null,
      academicYearApproved: null,
      startTermYyyyst: null,
      endTermYyyyst: null,
      ucDiscipline: null,
      hegisCode: null,
      cipCode: null,
      sortCode: null,
      complete: false,
      active: true,
      comments: null,
      version: 1,
      majorUciNetId: 'registrar',
    });
  });

  test('requires a segment', async () => {
    const { majorSegment: _segment, ...rest } = aMajor();
    expect(await registrar().post('/majors', rest)).toMatchObject({
      status: 422,
      body: {
        errors: [{ code: 'MAJOR_SEGMENT_REQUIRED', field: 'majorSegment', message: 'Segment is required' }],
      },
    });
  });

  test('with a code and segment already in use, in either case, causes a warning, and is saved when confirmed', async () => {
    const { majorCode } = await createItem(registrar(), 'major', { majorCode: 'QQ1' });
    const second = aMajor({ majorCode: 'qq1' });
    expect(await registrar().post('/majors', second)).toMatchObject({
      status: 409,
      body: { warnings: [expect.stringContaining(String(majorCode))] },
    });
    expect(await registrar().post('/majors?overrideWarnings=true', second)).toMatchObject({ status: 201 });
    expect(await registrar().post('/majors', { ...second, majorSegment: 'G' })).toMatchObject({
      status: 201,
    });
  });

  test('edited to resemble another causes a warning, but not for itself', async () => {
    const { majorCode } = await createItem(registrar(), 'major', { majorSegment: 'M' });
    const own = await createItem(registrar(), 'major', { majorCode });
    expect(await registrar().put(pathOf('major', own), own)).toMatchObject({ status: 200 });
    const same = { ...own, majorSegment: 'M', version: 2 };
    expect(await registrar().put(pathOf('major', own), same)).toMatchObject({
      status: 409,
      body: { warnings: [expect.any(String)] },
    });
    expect(await registrar().put(`${pathOf('major', own)}?overrideWarnings=true`, same)).toMatchObject({
      status: 200,
    });
  });

  test('may have a CIP code that is not in the official list', async () => {
    expect(await createItem(registrar(), 'major', { cipCode: '99.9999' })).toMatchObject({
      cipCode: '99.9999',
    });
  });
});
