import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ItemKind } from '../../contract/kinds.ts';
import { relationshipsOf } from '../../contract/relationships.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { aRelationship } from '../support/factories.ts';
import { createItem, type Item, keyOf, kinds, pathOf, pathOfRelationship } from '../support/kinds.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const illegalKeys = ['%00', '0', '-1', '1.5', '+1', '01', '2147483648', '1e3', '%20', 'é', 'a'.repeat(99)];

/** Relates the item to a new item by each of its relationships. Returns the kinds of those items. */
async function relateToAll(kind: ItemKind, item: Item): Promise<ItemKind[]> {
  const others: ItemKind[] = [];
  for (const { relationship, near, to } of relationshipsOf(kind)) {
    const related = await createItem(registrar(), to);
    const [one, two] = near === 'from' ? [item, related] : [related, item];
    expect(await registrar().post(pathOfRelationship(relationship, one, two), aRelationship())).toMatchObject(
      {
        status: 201,
      },
    );
    others.push(to);
  }
  return others;
}

/** The first sort field of each kind's list, and values that are not in order. */
const orders: Record<ItemKind, { field: string; values: string[] }> = {
  school: { field: 'schoolCode', values: ['ZB', '1B', 'Z1'] },
  department: { field: 'title7', values: ['b', 'B', 'é', 'a', 'Z', '_'] },
  degree: { field: 'degreeTitleRc', values: ['b', 'B', 'é', 'a', 'Z', '_'] },
  major: { field: 'majorCode', values: ['ZZB', '1BB', 'ZZ1'] },
};

const changesOf = (kind: ItemKind, item: Item) =>
  mdd.db
    .selectFrom('derived.changeLog')
    .select(['action', 'actor', 'version'])
    .where('kind', '=', kind)
    .where('key', '=', String(keyOf(kind, item)))
    .orderBy('setNumber')
    .execute();

describe.for(Object.values(kinds))(
  'A $kind',
  ({ kind, collection, key, form, title, comments, savedBy, missing }) => {
    const list = async () => (await registrar().get<Item[]>(`/${collection}`)).body;
    const detail = async (item: Item) =>
      (await registrar().get<Record<string, Item>>(pathOf(kind, item))).body;
    const put = (item: Item, values: object, query = '') =>
      registrar().put<Item>(pathOf(kind, item) + query, { ...item, ...values });

    test('is created, read, listed, edited and deleted', async () => {
      const created = await createItem(registrar(), kind, { [comments]: 'first line\r\nsecond' });
      expect(created).toMatchObject({ version: 1, [savedBy]: 'registrar', [comments]: 'first line\nsecond' });
      expect(created.lastModified).toMatch(iso);
      expect(await list()).toContainEqual(created);

      const read = await registrar().get<Record<string, unknown>>(pathOf(kind, created));
      expect(read).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-cache' } });
      const others = Object.values(kinds).filter((other) => other.kind !== kind);
      expect(read.body).toEqual({
        [kind]: created,
        ...Object.fromEntries(others.map((other) => [other.collection, []])),
      });

      const edited = await put(created, { [title]: 'Another title' });
      expect(edited.status).toBe(200);
      expect(edited.body).toEqual({
        ...created,
        [title]: 'Another title',
        version: 2,
        lastModified: expect.stringMatching(iso),
      });
      expect(await detail(created)).toMatchObject({ [kind]: edited.body });
      expect(await list()).toContainEqual(edited.body);

      const deleted = await registrar().delete(pathOf(kind, created));
      expect(deleted).toMatchObject({ status: 204, body: '' });
      expect(await registrar().get(pathOf(kind, created))).toMatchObject({ status: 404 });
      expect((await list()).map((item) => item[key])).not.toContain(created[key]);
      expect(await changesOf(kind, created)).toEqual([
        { action: 'created', actor: 'registrar', version: 1 },
        { action: 'updated', actor: 'registrar', version: 2 },
        { action: 'deleted', actor: 'registrar', version: 3 },
      ]);
    });

    test('names the person who saved it last', async () => {
      const created = await createItem(registrar(), kind);
      const edited = await mdd.as('admin').put<Item>(pathOf(kind, created), created);
      expect(edited.body).toMatchObject({ [savedBy]: 'admin', version: 2 });
    });

    test('that does not exist is not found when read, edited or deleted', async () => {
      const notFound = {
        status: 404,
        body: { errors: [{ code: `${kind.toUpperCase()}_NOT_FOUND`, message: `No ${kind} found!` }] },
      };
      const path = pathOf(kind, missing);
      expect(await registrar().get(path)).toMatchObject(notFound);
      expect(await registrar().put(path, await createdForm())).toMatchObject(notFound);
      expect(await registrar().delete(path)).toMatchObject(notFound);
    });

    test.for(illegalKeys)(
      'with the invalid key %s is not found, rather than an internal error',
      async (illegal) => {
        const path = pathOf(kind, illegal);
        for (const response of [
          await registrar().get(path),
          await registrar().put(path, await createdForm()),
          await registrar().delete(path),
        ]) {
          expect(response.status).toBe(404);
          expect(response.body).toMatchObject({ errors: [{ code: `${kind.toUpperCase()}_NOT_FOUND` }] });
        }
      },
    );

    test('rejects a stale edit, names the user and time of the save, and keeps the saved version', async () => {
      const created = await createItem(registrar(), kind);
      const { body: saved } = await mdd
        .as('admin')
        .put<Item>(pathOf(kind, created), { ...created, [comments]: 'Theirs' });
      const stale = await put(created, { [comments]: 'Mine' });
      expect(stale.status).toBe(409);
      expect(stale.body).toMatchObject({ errors: [{ code: 'EDIT_CONFLICT' }] });
      const [{ message }] = (stale.body as unknown as { errors: [{ message: string }] }).errors;
      expect(message).toContain('admin');
      expect(message).toContain(saved.lastModified);
      expect((await detail(created))[kind]).toEqual(saved);
    });

    test('rejects an edit with a future version', async () => {
      const created = await createItem(registrar(), kind);
      expect(await put(created, { version: 2 })).toMatchObject({
        status: 409,
        body: { errors: [{ code: 'EDIT_CONFLICT' }] },
      });
    });

    test('rejects an edit after it was deleted', async () => {
      const created = await createItem(registrar(), kind);
      await registrar().delete(pathOf(kind, created));
      expect((await put(created, {})).status).toBe(404);
      expect(await registrar().get(pathOf(kind, created))).toMatchObject({ status: 404 });
    });

    test('is saved unconditionally without a version', async () => {
      const created = await createItem(registrar(), kind);
      await put(created, { [comments]: 'Theirs' });
      const { version: _version, ...unversioned } = created;
      expect(await registrar().put(pathOf(kind, created), unversioned)).toMatchObject({
        status: 200,
        body: { version: 3, [comments]: null },
      });
    });

    test('accepts only one of two simultaneous edits of the same version', async () => {
      const created = await createItem(registrar(), kind);
      const responses = await Promise.all(
        ['One', 'Two', 'Three'].map((value) => put(created, { [comments]: value })),
      );
      expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        200, 409, 409,
      ]);
      const winner = responses.find(({ status }) => status === 200);
      expect((await detail(created))[kind]).toEqual(winner?.body);
    });

    test('rejects a key in the body that differs from the path', async () => {
      const created = await createItem(registrar(), kind);
      for (const other of [
        key === 'schoolCode' ? '9Z' : 987654,
        null,
        [created[key]],
        `${keyOf(kind, created)}x`,
      ]) {
        const response = await put(created, { [key]: other });
        expect(response.status, JSON.stringify(other)).toBe(422);
        expect(response.body).toMatchObject({ errors: [{ field: key }] });
      }
      expect((await detail(created))[kind]).toEqual(created);
    });

    test('normalizes a key in the body before it compares it, and reports the other errors too', async () => {
      const created = await createItem(registrar(), kind);
      const isCode = key === 'schoolCode';
      const label = isCode ? 'School Code' : `${capital(kind)} Key`;
      const own = String(keyOf(kind, created));
      const cases: (readonly [unknown, string, string])[] = [
        [null, 'REQUIRED', 'is required'],
        ...(isCode
          ? ([
              [5, 'BAD_TYPE', 'must be text'],
              ['ABC', 'WRONG_LENGTH', 'must be exactly 2 characters'],
              ['-A', 'BAD_FORMAT', 'must be letters and digits'],
              [
                ' 9z ',
                'UNKNOWN_VALUE',
                `must be ${own}, the key in the address; the key of a school cannot change`,
              ],
            ] as const)
          : ([
              [own, 'BAD_TYPE', 'must be a number'],
              [1.5, 'BAD_FORMAT', 'must be a whole number'],
              [
                2 ** 40,
                'UNKNOWN_VALUE',
                `must be ${own}, the key in the address; the key of a ${kind} cannot change`,
              ],
            ] as const)),
      ];
      for (const [given, rule, message] of cases) {
        const response = await put(created, { [key]: given, [title]: 'x'.repeat(100), more: 1 });
        expect(response.status, JSON.stringify(given)).toBe(422);
        expect(response.body, JSON.stringify(given)).toMatchObject({
          errors: [
            {
              code: expect.stringMatching(new RegExp(`^${kind.toUpperCase()}_.*${rule}$`)),
              field: key,
              message: `${label} ${message}`,
            },
            { field: title, code: expect.stringMatching(/_TOO_LONG$/) },
            { field: 'more' },
          ],
        });
      }
      expect((await detail(created))[kind]).toEqual(created);
      if (isCode)
        expect(await put(created, { [key]: ` ${own.toLowerCase()} ` })).toMatchObject({ status: 200 });
    });

    test('can be edited without its key in the body', async () => {
      const created = await createItem(registrar(), kind);
      const { [key]: _key, ...rest } = created;
      expect(await registrar().put(pathOf(kind, created), rest)).toMatchObject({
        status: 200,
        body: { [key]: created[key], version: 2 },
      });
    });

    test('changes nothing when it is rejected', async () => {
      const created = await createItem(registrar(), kind);
      const before = await list();
      expect(await put(created, { [title]: '' })).toMatchObject({ status: 422 });
      expect(await registrar().post(`/${collection}`, form({ [title]: '' }))).toMatchObject({ status: 422 });
      expect(await list()).toEqual(before);
      expect(await changesOf(kind, created)).toHaveLength(1);
    });

    test('with relationships is deleted together with them, only after confirmation', async () => {
      const item = await createItem(registrar(), kind);
      const others = await relateToAll(kind, item);
      const warned = await registrar().delete<{ warnings: string[] }>(pathOf(kind, item));
      expect(warned.status).toBe(409);
      expect(warned.body.warnings).toHaveLength(1);
      for (const other of others) expect(warned.body.warnings[0]).toContain(`1 ${other}`);
      expect(await registrar().get(pathOf(kind, item))).toMatchObject({ status: 200 });
      expect(await registrar().delete(`${pathOf(kind, item)}?overrideWarnings=false`)).toMatchObject({
        status: 409,
      });

      const deleted = await registrar().delete(`${pathOf(kind, item)}?overrideWarnings=true`);
      expect(deleted.status).toBe(204);
      expect(await registrar().get(pathOf(kind, item))).toMatchObject({ status: 404 });
      const { rows } = await sql<{ requestId: string; key: string }>`
      select request_id, key from derived.change_log where action = 'deleted'
      and ${String(keyOf(kind, item))} = any (string_to_array(key, '/'))`.execute(mdd.db);
      expect(rows.length).toBeGreaterThanOrEqual(others.length + 1);
      expect(rows.filter(({ requestId }) => requestId === deleted.headers['x-request-id'])).toHaveLength(
        others.length + 1,
      );
    });

    test('counts its relationships by kind in the warning', async () => {
      const item = await createItem(registrar(), kind);
      await relateToAll(kind, item);
      const others = await relateToAll(kind, item);
      const { body } = await registrar().delete<{ warnings: string[] }>(pathOf(kind, item));
      for (const other of others) expect(body.warnings[0]).toContain(`2 ${kinds[other].collection}`);
    });

    describe('in its list', () => {
      test('is ordered by code point', async () => {
        const { field, values } = orders[kind];
        for (const value of values) await createItem(registrar(), kind, { [field]: value });
        const listed = (await list()).map((item) => String(item[field]));
        expect(listed).toEqual(listed.toSorted((one, other) => (one < other ? -1 : 1)));
        expect(listed).toEqual(expect.arrayContaining(values));
      });

      test('is not sent again until the list changes, and then immediately', async () => {
        const first = await registrar().get(`/${collection}`);
        const etag = String(first.headers.etag);
        expect(first.headers['cache-control']).toBe('private, no-cache');
        const again = (tag: string) => registrar().get<Item[]>(`/${collection}`, { 'if-none-match': tag });
        expect(await again(etag)).toMatchObject({ status: 304, body: '', headers: { etag } });
        expect(await again(`"other", ${etag.slice(2)}`)).toMatchObject({ status: 304 });
        expect(await again('"other"')).toMatchObject({ status: 200 });

        const created = await createItem(registrar(), kind);
        const afterCreate = await again(etag);
        expect(afterCreate.status).toBe(200);
        expect(afterCreate.body).toContainEqual(created);
        const { body: edited } = await put(created, { [title]: 'Edited in the list' });
        const afterEdit = await again(String(afterCreate.headers.etag));
        expect(afterEdit.status).toBe(200);
        expect(afterEdit.body).toContainEqual(edited);
        await registrar().delete(pathOf(kind, created));
        const afterDelete = await again(String(afterEdit.headers.etag));
        expect(afterDelete).toMatchObject({ status: 200, body: first.body, headers: { etag } });
      });

      test.for([
        ['br', 'br'],
        ['gzip', 'gzip'],
        ['gzip, deflate, br', 'br'],
        ['br;q=0, gzip;q=0.5', 'gzip'],
        ['identity', undefined],
        [undefined, undefined],
      ] as const)('is sent to a browser that accepts %s as %s', async ([accepted, encoding]) => {
        const plain = await registrar().get(`/${collection}`);
        const response = await mdd.app.inject({
          url: `/mdsd/api/${collection}`,
          headers: {
            cookie: `SESSION=${await registrar().cookie('SESSION')}`,
            ...(accepted ? { 'accept-encoding': accepted } : {}),
          },
        });
        expect(response.headers['content-encoding']).toBe(encoding);
        expect(response.headers.vary).toContain('accept-encoding');
        expect(JSON.parse(decode(response.rawPayload, encoding))).toEqual(plain.body);
      });
    });

    const createdForm = async () => {
      const { version: _version, [key]: _key, ...values } = await createItem(registrar(), kind);
      return values;
    };
  },
);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function decode(payload: Buffer, encoding: 'br' | 'gzip' | undefined): string {
  if (encoding === undefined) return payload.toString();
  return (encoding === 'br' ? brotliDecompressSync(payload) : gunzipSync(payload)).toString();
}
