import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ItemKind } from '../../contract/kinds.ts';
import {
  allRelationshipKinds,
  programForm,
  type RelationshipKind,
  relationshipKinds,
} from '../../contract/relationships.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { aRelationship } from '../support/factories.ts';
import { createItem, type Item, keyOf, kinds, pathOf, pathOfRelationship } from '../support/kinds.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
type Related = Record<string, unknown> & { version: number; lastModified: string };

const program = {
  programLengthYrs: 1.25,
  programLengthQtrs: 3.75,
  acadYrInstrWks: 30,
  specProgIndctr: 'P',
  terminalPgmFlag: false,
  profDegreePgm: true,
  selfSuppPgm: true,
};

async function newPair(kind: RelationshipKind) {
  const one = await createItem(registrar(), kind.from);
  const other = await createItem(registrar(), kind.to);
  return { one, other, path: pathOfRelationship(kind, one, other) };
}

/** The rows of an item's detail for related items of another kind. */
async function related(kind: ItemKind, item: Item, other: ItemKind): Promise<Related[]> {
  const { body } = await registrar().get<Record<string, Related[]>>(pathOf(kind, item));
  return body[kinds[other].collection] as Related[];
}

describe.for(allRelationshipKinds)('A relationship of $from and $to', (kind) => {
  const { name, from, to, form } = kind;
  const own = form === programForm ? program : {};

  test('is created, read from both ends, edited and deleted', async () => {
    const { one, other, path } = await newPair(kind);
    const values = { startTerm: '202592', endTerm: '203092', active: false, ...own };
    const created = await registrar().post<Related>(path, values);
    expect(created.status).toBe(201);
    const stamp = { version: 1, lastModified: expect.any(String), lastModifiedBy: 'registrar' };
    expect(created.body).toEqual({ ...values, ...stamp });
    expect(await related(from, one, to)).toEqual([{ ...created.body, item: other }]);
    expect(await related(to, other, from)).toEqual([{ ...created.body, item: one }]);

    const edited = await mdd
      .as('admin')
      .post<Related>(path, { ...created.body, endTerm: null, active: true });
    expect(edited).toMatchObject({
      status: 200,
      body: { version: 2, endTerm: null, lastModifiedBy: 'admin' },
    });
    expect(await related(to, other, from)).toEqual([{ ...edited.body, item: one }]);

    expect(await registrar().delete(path)).toMatchObject({ status: 204, body: '' });
    expect(await related(from, one, to)).toEqual([]);
    expect(await related(to, other, from)).toEqual([]);
    expect(await registrar().delete(path)).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'RELATIONSHIP_NOT_FOUND', message: 'No relationship found!' }] },
    });
  });

  test('does not change the items that it relates', async () => {
    const { one, path } = await newPair(kind);
    await registrar().post(path, aRelationship());
    const { body } = await registrar().get<Record<string, Item>>(pathOf(from, one));
    expect(body[from]).toEqual(one);
  });

  test('of a pair that is already related causes a warning, and replaces it when confirmed', async () => {
    const { path } = await newPair(kind);
    await registrar().post(path, { ...aRelationship({ endTerm: '203092' }), ...own });
    expect(await registrar().post(path, aRelationship())).toMatchObject({
      status: 409,
      body: { warnings: [expect.any(String)] },
    });
    const replaced = await registrar().post(
      `${path}?overrideWarnings=true`,
      aRelationship({ startTerm: '202492' }),
    );
    expect(replaced).toMatchObject({ status: 200, body: { startTerm: '202492', endTerm: null, version: 2 } });
  });

  test('rejects a stale edit, names the user and time of the save, and keeps the saved version', async () => {
    const { one, path } = await newPair(kind);
    const { body: created } = await registrar().post<Related>(path, aRelationship());
    const { body: saved } = await mdd.as('admin').post<Related>(path, { ...created, active: false });
    for (const version of [1, 3]) {
      const stale = await registrar().post<{ errors: [{ message: string }] }>(
        `${path}?overrideWarnings=true`,
        aRelationship({ version }),
      );
      expect(stale).toMatchObject({ status: 409, body: { errors: [{ code: 'EDIT_CONFLICT' }] } });
      expect(stale.body.errors[0].message).toContain('admin');
      expect(stale.body.errors[0].message).toContain(saved.lastModified);
    }
    expect(await related(from, one, to)).toMatchObject([saved]);
  });

  test('rejects an edit after it was deleted', async () => {
    const { one, path } = await newPair(kind);
    await registrar().post(path, aRelationship());
    await registrar().delete(path);
    expect(await registrar().post(path, aRelationship({ version: 1 }))).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'EDIT_CONFLICT' }] },
    });
    expect(await related(from, one, to)).toEqual([]);
  });

  test('recreated after a delete continues its versions, and rejects an edit of the old one', async () => {
    const { path } = await newPair(kind);
    const { body: created } = await registrar().post<Related>(path, aRelationship());
    await registrar().delete(path);
    const { body: again } = await registrar().post<Related>(path, aRelationship());
    expect(again.version).toBe(created.version + 2);
    expect(
      await registrar().post(`${path}?overrideWarnings=true`, { ...created, active: false }),
    ).toMatchObject({ status: 409, body: { errors: [{ code: 'EDIT_CONFLICT' }] } });
    expect(await registrar().post(path, { ...again, active: false })).toMatchObject({
      status: 200,
      body: { active: false, version: again.version + 1 },
    });
  });

  test('may repeat the keys of its URL in its body, but not name others', async () => {
    const { one, other, path } = await newPair(kind);
    const keys = { [kinds[from].key]: keyOf(from, one), [kinds[to].key]: keyOf(to, other) };
    expect(await registrar().post(path, { ...aRelationship(), ...keys })).toMatchObject({ status: 201 });
    for (const end of [from, to]) {
      const { key } = kinds[end];
      const different = { [key]: key === 'schoolCode' ? '9Z' : 987654 };
      const response = await registrar().post(path, { ...aRelationship(), ...keys, ...different, active: 5 });
      expect(response).toMatchObject({
        status: 422,
        body: {
          errors: [
            {
              code: expect.stringMatching(/^RELATIONSHIP_.*_UNKNOWN_VALUE$/),
              field: key,
              message: expect.stringMatching(
                /the key in the address; the key of a relationship cannot change$/,
              ),
            },
            { code: 'RELATIONSHIP_ACTIVE_BAD_TYPE', field: 'active' },
          ],
        },
      });
    }
  });

  test.for([undefined, '', '{}'])('without a start term in the body %j is rejected', async (body) => {
    const { path } = await newPair(kind);
    expect(await registrar().post(path, body)).toMatchObject({
      status: 422,
      body: {
        errors: [
          { code: 'RELATIONSHIP_START_TERM_REQUIRED', field: 'startTerm', message: 'Start Term is required' },
        ],
      },
    });
  });

  test('to a missing item is not found', async () => {
    const { one, other } = await newPair(kind);
    const missingOne = pathOfRelationship(kind, { [kinds[from].key]: kinds[from].missing }, other);
    const missingOther = pathOfRelationship(kind, one, { [kinds[to].key]: kinds[to].missing });
    for (const [path, missing] of [
      [missingOne, from],
      [missingOther, to],
    ] as const) {
      expect(await registrar().post(path, aRelationship())).toMatchObject({
        status: 404,
        body: { errors: [{ message: `No ${missing} found!` }] },
      });
      expect(await registrar().delete(path)).toMatchObject({ status: 404 });
    }
  });

  test.for(['%00', '0', '-1', '1.5', '2147483648', 'abc'])(
    'to the invalid key %s is not found',
    async (illegal) => {
      const { one, other } = await newPair(kind);
      for (const path of [
        pathOfRelationship(kind, { [kinds[from].key]: illegal }, other),
        pathOfRelationship(kind, one, { [kinds[to].key]: illegal }),
      ]) {
        expect(await registrar().post(path, aRelationship())).toMatchObject({ status: 404 });
        expect(await registrar().delete(path)).toMatchObject({ status: 404 });
      }
    },
  );

  test('is recorded in the change log under both keys', async () => {
    const { one, other, path } = await newPair(kind);
    await registrar().post(path, aRelationship());
    await registrar().delete(path);
    const key = `${String(one[kinds[from].key])}/${String(other[kinds[to].key])}`;
    const log = await mdd.db
      .selectFrom('derived.changeLog')
      .select(['action', 'actor', 'kind'])
      .where('key', '=', key)
      .orderBy('setNumber')
      .execute();
    expect(log).toEqual([
      { action: 'created', actor: 'registrar', kind: name },
      { action: 'deleted', actor: 'registrar', kind: name },
    ]);
  });
});

const withoutProgram = allRelationshipKinds.filter(({ form }) => form !== programForm);
describe.for(withoutProgram)('A relationship of $from and $to', (kind) => {
  test.for(Object.entries(program))('rejects the program field %s', async ([name, value]) => {
    const { path } = await newPair(kind);
    expect(await registrar().post(path, { ...aRelationship(), [name]: value })).toMatchObject({
      status: 422,
      body: { errors: [{ field: name, code: expect.stringMatching(/^RELATIONSHIP_\w+_UNKNOWN_FIELD$/) }] },
    });
  });
});

test('a school is related by its code in either case', async () => {
  const school = await createItem(registrar(), 'school', { schoolCode: 'QA' });
  const major = await createItem(registrar(), 'major');
  const path = `/relationships/school/qa/major/${String(major.majorKey)}`;
  expect(await registrar().post(path, aRelationship())).toMatchObject({ status: 201 });
  expect(await related('major', major, 'school')).toMatchObject([{ item: school }]);
  expect(await registrar().delete(path)).toMatchObject({ status: 204 });
});

test('the related items of a school are in the specified order', async () => {
  const school = await createItem(registrar(), 'school');
  for (const title7 of ['b7', 'A7', 'a7'])
    await relateTo(school, relationshipKinds.schoolDepartment, { title7 });
  for (const majorCode of ['ZZ9', '1A1', 'ZA1'])
    await relateTo(school, relationshipKinds.schoolMajor, { majorCode });
  for (const degreeListAwarded of [['MS'], ['BA']])
    for (const degreeTitleRc of ['Zoology', 'Art'])
      await relateTo(school, relationshipKinds.schoolDegree, { degreeListAwarded, degreeTitleRc });
  const items = async (kind: ItemKind) =>
    (await related('school', school, kind)).map(({ item }) => item as Item);
  expect((await items('department')).map(({ title7 }) => title7)).toEqual(['A7', 'a7', 'b7']);
  expect((await items('major')).map(({ majorCode }) => majorCode)).toEqual(['1A1', 'ZA1', 'ZZ9']);
  expect((await items('degree')).map((item) => [item.degreeTitleRc, item.degreeAwarded])).toEqual([
    ['Art', 'BA'],
    ['Art', 'MS'],
    ['Zoology', 'BA'],
    ['Zoology', 'MS'],
  ]);
});

async function relateTo(school: Item, kind: RelationshipKind, values: object) {
  const item = await createItem(registrar(), kind.to, values);
  await registrar().post(pathOfRelationship(kind, school, item), aRelationship());
}
