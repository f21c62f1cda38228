import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change } from '../../server/db/changeTransaction.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { aDepartment } from '../support/factories.ts';
import { createItem, pathOf } from '../support/kinds.ts';
import { statementsOf } from '../support/statements.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');

describe('A department', () => {
  test.for([
    ['title7', { title7: 'TWICE' }, 'TWICE'],
    ['title', { title: 'The same long title' }, 'The same long title'],
  ] as const)(
    'with a %s already in use causes a warning, and is saved when confirmed',
    async ([, values, named]) => {
      await createItem(registrar(), 'department', values);
      const second = aDepartment(values);
      expect(await registrar().post('/departments', second)).toMatchObject({
        status: 409,
        body: { warnings: [expect.stringContaining(named)] },
      });
      expect(await registrar().post('/departments?overrideWarnings=true', second)).toMatchObject({
        status: 201,
      });
    },
  );

  test('edited to another’s title 7 causes a warning, but not for its own', async () => {
    await createItem(registrar(), 'department', { title7: 'THEIRS' });
    const own = await createItem(registrar(), 'department');
    expect(await registrar().put(pathOf('department', own), own)).toMatchObject({ status: 200 });
    const theirs = { ...own, title7: 'THEIRS', version: 2 };
    expect(await registrar().put(pathOf('department', own), theirs)).toMatchObject({
      status: 409,
      body: { warnings: [expect.stringContaining('THEIRS')] },
    });
    expect(await registrar().put(`${pathOf('department', own)}?overrideWarnings=true`, theirs)).toMatchObject(
      {
        status: 200,
        body: { title7: 'THEIRS', version: 3 },
      },
    );
  });

  test('that is rejected is looked up only if its terms need it', async () => {
    const path = pathOf('department', await createItem(registrar(), 'department'));
    const statements = async (values: object) => {
      const put = () => registrar().put(path, { ...aDepartment(), title7: '', ...values });
      return (await statementsOf(mdd.db, put)).statements.length;
    };
    const least = await statements({});
    expect(await statements({ startTerm: '202592', endTerm: '203092' })).toBe(least + 1);
    expect(await statements({ startTerm: '209993', endTerm: '209993' })).toBe(least + 2);
  });

  test('keeps a stored term that is no longer in the lookup, but accepts no other such term', async () => {
    const unmapped = '209892';
    await sql`insert into term values (${unmapped}, 'F2098')`.execute(mdd.db);
    const own = await createItem(registrar(), 'department', { startTerm: unmapped });
    await change(mdd.db, { uciNetId: 'registrar', actingAs: null, requestId: 'test' }, (trx) =>
      sql`delete from term where term_yyyyst = ${unmapped}`.execute(trx),
    );
    const path = pathOf('department', own);
    expect(await registrar().get(path)).toMatchObject({ body: { department: { startTerm: unmapped } } });
    expect(await registrar().put(path, { ...own, comments: 'kept' })).toMatchObject({
      status: 200,
      body: { startTerm: unmapped, comments: 'kept' },
    });
    // Also when the form is rejected for another reason.
    const refused = async (values: object) => {
      const { body } = await registrar().put<{ errors: { field: string }[] }>(path, {
        ...own,
        version: 2,
        ...values,
      });
      return body.errors.map(({ field }) => field);
    };
    expect(await refused({ title7: '' })).toEqual(['title7']);
    expect(await refused({ title7: '', endTerm: unmapped })).toEqual(['title7', 'endTerm']);
    expect(await refused({ deptKey: null, endTerm: unmapped })).toEqual(['deptKey', 'endTerm']);
    expect(await registrar().put(path, { ...own, version: 2, endTerm: unmapped })).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'DEPARTMENT_END_TERM_UNKNOWN_VALUE', field: 'endTerm' }] },
    });
  });
});
