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
  test('answers every optional field, as null when it is empty, and its flags by default', async () => {
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

  test('must say its segment', async () => {
    const { majorSegment: _segment, ...rest } = aMajor();
    expect(await registrar().post('/majors', rest)).toMatchObject({
      status: 422,
      body: {
        errors: [{ code: 'MAJOR_SEGMENT_REQUIRED', field: 'majorSegment', message: 'Segment is required' }],
      },
    });
  });

  test('of a code and segment that another has is warned about, in either case, and goes through when confirmed', async () => {
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

  test('that becomes like another in an edit is warned about, but not for its own', async () => {
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

  test('may have a CIP code that no list has', async () => {
    expect(await createItem(registrar(), 'major', { cipCode: '99.9999' })).toMatchObject({
      cipCode: '99.9999',
    });
  });
});
