import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeSets } from '../../../contract/history.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { relationshipsOf } from '../../../contract/relationships.ts';
import { change } from '../../../server/db/changeTransaction.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { aRelationship, aSchool } from '../../support/factories.ts';
import { createItem, kinds, pathOf, pathOfRelationship } from '../../support/kinds.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const historyOf = async (path: string, query = '') => {
  const { status, body } = await registrar().get<ChangeSets>(`${path}/history${query}`);
  expect(status).toBe(200);
  return body;
};

describe.for(Object.keys(itemKinds) as ItemKind[])('The history of a %s', (kind) => {
  test('has its own changes and those of its relationships at both ends, newest first, also after it is deleted', async () => {
    const item = await createItem(registrar(), kind);
    const path = pathOf(kind, item);
    const expected = [{ kind: kind as string, action: 'created' }];
    for (const { relationship, near, to } of relationshipsOf(kind)) {
      const other = await createItem(registrar(), to);
      const [one, two] = near === 'from' ? [item, other] : [other, item];
      await registrar().post(pathOfRelationship(relationship, one, two), aRelationship());
      expected.unshift({ kind: relationship.name, action: 'created' });
      const seen = (await historyOf(pathOf(to, other))).changeSets.map(({ entries }) => entries[0]?.kind);
      expect(seen).toEqual([relationship.name, to]);
    }
    const { changeSets } = await historyOf(path);
    expect(
      changeSets.map(({ entries }) => entries.map(({ kind: of, action }) => ({ kind: of, action }))).flat(),
    ).toEqual(expected);
    await registrar().delete(`${path}?overrideWarnings=true`);
    expect(await registrar().get(path)).toMatchObject({ status: 404 });
    const [last, ...before] = (await historyOf(path)).changeSets;
    expect(before).toHaveLength(changeSets.length);
    expect(last).toMatchObject({ deleted: expected.length, entryCount: expected.length });
    expect(last?.entries.map(({ action }) => action)).toEqual(expected.map(() => 'deleted'));
  });

  test('begins with the first load, page by page', async () => {
    const [sample] = await mdd.db.selectFrom(kind).selectAll().limit(1).execute();
    const path = pathOf(kind, sample as Record<string, unknown>);
    const { changeSets, next } = await historyOf(path, '?limit=1');
    expect(changeSets).toHaveLength(1);
    const all = await historyOf(path);
    expect(all.changeSets.at(-1)).toMatchObject({ origin: 'sample' });
    if (next) expect((await historyOf(path, `?cursor=${next}`)).changeSets).toEqual(all.changeSets.slice(1));
  });

  test('of an item that never existed, or of an invalid key, is a 404', async () => {
    for (const key of [kinds[kind].missing, 'x y', '0'])
      expect(await registrar().get(`${pathOf(kind, key)}/history`)).toMatchObject({
        status: 404,
        body: { errors: [{ code: `${kind.toUpperCase()}_NOT_FOUND` }] },
      });
  });
});

test('A history shows at most 50 entries of a set, and their total number', async () => {
  const { schoolCode } = (await createItem(registrar(), 'school')) as unknown as { schoolCode: string };
  const majors = await mdd.db.selectFrom('major').select('majorKey').limit(60).execute();
  await change(mdd.db, { uciNetId: 'registrar', actingAs: null, requestId: 'sixty' }, (trx) =>
    trx
      .insertInto('schoolMajor')
      .values(
        majors.map(({ majorKey }) => ({
          schoolCode,
          majorKey,
          startTerm: '202592',
          endTerm: null,
          active: true,
        })) as never,
      )
      .execute(),
  );
  const [set] = (await historyOf(`/schools/${schoolCode}`)).changeSets;
  expect(set).toMatchObject({ created: 60, entryCount: 60 });
  expect(set?.entries).toHaveLength(50);
});

test('A reused school code has a single history over all its schools', async () => {
  const values = aSchool();
  const code = values.schoolCode;
  await registrar().post('/schools', values);
  await registrar().delete(`/schools/${code}`);
  await registrar().post('/schools', values);
  const { changeSets } = await historyOf(`/schools/${code.toLowerCase()}`);
  expect(changeSets.map(({ entries }) => entries[0]?.action)).toEqual(['created', 'deleted', 'created']);
});
