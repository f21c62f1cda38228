import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EarlierValue, type ItemEarlierValue, valueInTerm } from '../../contract/earlierValues.ts';
import type { ChangeSetWithEntries } from '../../contract/history.ts';
import { type ItemKind, itemKinds } from '../../contract/kinds.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { aMajor } from '../support/factories.ts';
import { createItem, type Item, keyOf, kinds, pathOf } from '../support/kinds.ts';

// Names and codes of earlier terms (contract 14).

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const allKinds = Object.keys(itemKinds) as ItemKind[];

type Values = Record<string, unknown>;
type Errors = { errors: { code: string; field?: string; message: string }[] };

/** A text that every field with earlier values accepts, and another one. */
const examples: Record<string, [string, string]> = {
  programCredLevel: ['03', '05'],
  majorCode: ['0X1', '0X2'],
  ucDiscipline: ['123', '456'],
  hegisCode: ['0701', '0702'],
  cipCode: ['11.0701', '11.0101'],
};
const examplesOf = (field: string) => examples[field] ?? ['Old', 'Older'];

const earlierPath = (kind: ItemKind, item: Values, field?: string, lastTerm?: string) =>
  [pathOf(kind, item), 'earlier-values', field, lastTerm].filter(Boolean).join('/');

const read = async (kind: ItemKind, item: Values) =>
  (await registrar().get<EarlierValue[]>(earlierPath(kind, item))).body;

/** The form of an item with its stored values. */
const formOf = async (kind: ItemKind, item: Values): Promise<Item> => {
  const { body } = await registrar().get<Record<string, Item>>(pathOf(kind, item));
  const { degreeShort: _short, degreeCode: _code, startTerm, endTerm, ...form } = body[kind] as Item;
  return kind === 'department' ? { ...form, startTerm, endTerm } : form;
};

async function edit(kind: ItemKind, item: Values, values: Values, effectiveTerm?: string) {
  const form = await formOf(kind, item);
  const headers = effectiveTerm === undefined ? {} : { 'x-effective-term': effectiveTerm };
  return await registrar().put<Item & Errors>(
    `${pathOf(kind, item)}?overrideWarnings=true`,
    { ...form, ...values },
    headers,
  );
}

const asOf = async (kind: ItemKind, item: Values, term: string): Promise<Item> => {
  const { body } = await registrar().get<Record<string, Item>>(`${pathOf(kind, item)}?asOf=${term}`);
  return body[kind] as Item;
};

const newest = async (): Promise<ChangeSetWithEntries> => {
  const { body } = await registrar().get<{ changeSets: ChangeSetWithEntries[] }>('/changes?limit=1');
  return body.changeSets[0] as ChangeSetWithEntries;
};
const undo = async () => registrar().post<Errors>(`/changes/${(await newest()).id}/undo`);

describe.for(allKinds)('An earlier value of a %s', (kind) => {
  const [field = ''] = itemKinds[kind].earlier;
  const [old, older] = examplesOf(field);

  test('is created, read, edited and deleted, with versions', async () => {
    const item = await createItem(registrar(), kind);
    const path = earlierPath(kind, item, field, '201992');
    expect(await read(kind, item)).toEqual([]);

    const created = await registrar().put<EarlierValue>(path, { value: old });
    const stamp = { lastModified: expect.any(String), lastModifiedBy: 'registrar' };
    expect(created).toMatchObject({
      status: 201,
      body: { field, lastTerm: '201992', value: old, version: 1, ...stamp },
    });
    expect(await read(kind, item)).toEqual([created.body]);

    const edited = await mdd.as('admin').put<EarlierValue>(path, { value: older, version: 1 });
    expect(edited).toMatchObject({
      status: 200,
      body: { value: older, version: 2, lastModifiedBy: 'admin' },
    });
    const stale = await registrar().put<Errors>(path, { value: old, version: 1 });
    expect(stale).toMatchObject({ status: 409, body: { errors: [{ code: 'EDIT_CONFLICT' }] } });
    expect(await registrar().put(path, { value: old })).toMatchObject({ status: 200 });

    expect(await registrar().delete(path)).toMatchObject({ status: 204, body: '' });
    expect(await read(kind, item)).toEqual([]);
    expect(await registrar().delete(path)).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'EARLIER_VALUE_NOT_FOUND' }] },
    });
    // A key that is used again goes on with its versions.
    expect((await registrar().put<EarlierValue>(path, { value: old })).body.version).toBe(5);
    const gone = await registrar().put<Errors>(earlierPath(kind, item, field, '202092'), {
      value: old,
      version: 3,
    });
    expect(gone).toMatchObject({ status: 409, body: { errors: [{ code: 'EDIT_CONFLICT' }] } });
  });

  test('can be sent back as it was received, with another value, but not with another field or term', async () => {
    const item = await createItem(registrar(), kind);
    const path = earlierPath(kind, item, field, '201992');
    const { body: received } = await registrar().put<EarlierValue>(path, { value: old });
    expect(await registrar().put(path, { ...received, value: older })).toMatchObject({
      status: 200,
      body: { value: older, version: 2 },
    });
    const moved = { ...received, version: 2, field: 'comments', lastTerm: '202092' };
    const { status, body } = await registrar().put<Errors>(path, moved);
    expect([status, body.errors.map((error) => [error.field, error.code])]).toEqual([
      422,
      [
        ['field', `${kind.toUpperCase()}_FIELD_UNKNOWN_VALUE`],
        ['lastTerm', `${kind.toUpperCase()}_LAST_TERM_UNKNOWN_VALUE`],
      ],
    ]);
    expect(await read(kind, item)).toMatchObject([{ value: older, version: 2 }]);
  });

  test('is possible for each of its fields, and the list has the order of the form, then of the last terms', async () => {
    const item = await createItem(registrar(), kind);
    const fields = itemKinds[kind].earlier;
    for (const name of fields.toReversed())
      for (const term of ['201992', '201292'])
        expect(
          await registrar().put(earlierPath(kind, item, name, term), { value: examplesOf(name)[0] }),
          name,
        ).toMatchObject({ status: 201 });
    const expected = fields.flatMap((name) => [
      [name, '201292'],
      [name, '201992'],
    ]);
    expect((await read(kind, item)).map((one) => [one.field, one.lastTerm])).toEqual(expected);
    const all = (
      await mdd.as('viewer').get<(EarlierValue & { kind: string; key: string })[]>('/earlier-values')
    ).body;
    const own = all.filter((one) => one.kind === kind && one.key === String(keyOf(kind, item)));
    expect(own.map((one) => [one.field, one.lastTerm])).toEqual(expected);
  });

  test('of a field, item or term that does not exist is an error', async () => {
    const item = await createItem(registrar(), kind);
    const form = kinds[kind];
    for (const name of ['comments', 'active', 'nothing', kind === 'major' ? 'majorSegment' : 'startTerm'])
      for (const body of [{ value: old }, undefined, { value: 1, more: 2 }])
        expect(
          await registrar().put(earlierPath(kind, item, name, '201992'), body),
          `${name} ${JSON.stringify(body)}`,
        ).toMatchObject({ status: 404 });
    expect(await registrar().delete(earlierPath(kind, item, 'comments', '201992'))).toMatchObject({
      status: 404,
    });
    const notFound = { status: 404, body: { errors: [{ code: `${kind.toUpperCase()}_NOT_FOUND` }] } };
    const missing = { [form.key]: form.missing };
    expect(await registrar().get(earlierPath(kind, missing))).toMatchObject(notFound);
    expect(await registrar().put(earlierPath(kind, missing, field, '201992'), { value: old })).toMatchObject(
      notFound,
    );
    for (const term of ['201993', 'F19', '20199%00', '%20'])
      expect(await registrar().put(earlierPath(kind, item, field, term), { value: old }), term).toMatchObject(
        {
          status: 422,
          body: { errors: [{ code: `${kind.toUpperCase()}_LAST_TERM_UNKNOWN_VALUE`, field: 'lastTerm' }] },
        },
      );
    for (const term of ['201993', 'F19', '20199%00'])
      expect(await registrar().delete(earlierPath(kind, item, field, term)), term).toMatchObject({
        status: 404,
      });
    expect(await read(kind, item)).toEqual([]);
  });

  test('is deleted with its item, and comes back with it', async () => {
    const item = await createItem(registrar(), kind);
    await registrar().put(earlierPath(kind, item, field, '201992'), { value: old });
    const stored = await read(kind, item);
    await registrar().delete(pathOf(kind, item));
    expect(await newest()).toMatchObject({ deleted: 2 });
    expect((await mdd.as('viewer').get<Values[]>('/earlier-values')).body).not.toContainEqual(
      expect.objectContaining({ kind, key: String(keyOf(kind, item)) }),
    );
    expect(await undo()).toMatchObject({ status: 201 });
    expect(await read(kind, item)).toMatchObject(
      stored.map(({ version: _version, lastModified: _at, ...rest }) => rest),
    );
  });

  test('is one entry of the change log with the label of its item, and part of the item’s history', async () => {
    const item = await createItem(registrar(), kind);
    const key = String(keyOf(kind, item));
    const label = itemKinds[kind].label.map((name) => item[name]).join(' ');
    await registrar().put(earlierPath(kind, item, field, '201992'), { value: old });
    const entry = {
      kind: 'earlierValue',
      key: `${kind}/${key}/${field}/201992`,
      label,
      action: 'created',
      fields: [{ name: 'value', before: null, after: old }],
      ends: null,
    };
    const set = await newest();
    expect(set).toMatchObject({ created: 1, updated: 0, deleted: 0, entries: [entry], entryCount: 1 });
    const { body } = await registrar().get<{ changeSets: ChangeSetWithEntries[] }>(
      `${pathOf(kind, item)}/history`,
    );
    expect(body.changeSets[0]).toMatchObject({ id: set.id, entries: [entry], entryCount: 1 });
    const byKind = await registrar().get<{ changeSets: ChangeSetWithEntries[] }>(
      '/changes?kind=earlierValue&limit=1',
    );
    expect(byKind.body.changeSets[0]?.id).toBe(set.id);
    for (const query of [`kind=earlierValue&key=${entry.key}`, `kind=${kind}&key=${key}`])
      expect(
        (await registrar().get<{ entries: unknown[] }>(`/changes/${set.id}?${query}`)).body.entries,
      ).toEqual([entry]);
  });

  test('whose item is deleted since cannot be restored', async () => {
    const item = await createItem(registrar(), kind);
    const path = earlierPath(kind, item, field, '201992');
    await registrar().put(path, { value: old });
    await registrar().delete(path);
    const deletion = await newest();
    await registrar().delete(pathOf(kind, item));
    const refused = await registrar().post<Errors>(`/changes/${deletion.id}/undo`);
    expect(refused).toMatchObject({ status: 409, body: { errors: [{ code: 'UNDO_CONFLICT' }] } });
    expect(refused.body.errors[0]?.message).toMatch(/cannot be restored: .* was deleted by /);
    expect(await undo()).toMatchObject({ status: 201 });
    expect(await registrar().post(`/changes/${deletion.id}/undo`)).toMatchObject({ status: 201 });
    expect(await read(kind, item)).toHaveLength(1);
  });

  test('made after a creation is in the way of its undo', async () => {
    const item = await createItem(registrar(), kind);
    const creation = await newest();
    await registrar().put(earlierPath(kind, item, field, '201992'), { value: old });
    const refused = await registrar().post<Errors>(`/changes/${creation.id}/undo`);
    expect(refused).toMatchObject({ status: 409, body: { errors: [{ code: 'UNDO_CONFLICT' }] } });
    expect(refused.body.errors[0]?.message).toContain('an earlier value of it was added');
    expect(await read(kind, item)).toHaveLength(1);
    expect(await undo()).toMatchObject({ status: 201 });
    expect(await registrar().post(`/changes/${creation.id}/undo`)).toMatchObject({ status: 201 });
  });
});

test('A value obeys the rules of the item’s form, with its codes', async () => {
  const major = await createItem(registrar(), 'major');
  const put = (field: string, body: unknown) =>
    registrar().put<EarlierValue & Errors>(earlierPath('major', major, field, '201992'), body);
  const rejected = async (field: string, body: unknown, code: string, at = 'value') => {
    const { status, body: response } = await put(field, body);
    expect([status, response.errors.map((error) => [error.code, error.field])], field).toEqual([
      422,
      [[code, at]],
    ]);
  };
  await rejected('title20', { value: null }, 'MAJOR_TITLE20_REQUIRED');
  await rejected('title20', {}, 'MAJOR_TITLE20_REQUIRED');
  await rejected('title20', { value: 'x'.repeat(21) }, 'MAJOR_TITLE20_TOO_LONG');
  await rejected('title7', { value: 7 }, 'MAJOR_TITLE7_BAD_TYPE');
  await rejected('majorCode', { value: '20' }, 'MAJOR_CODE_WRONG_LENGTH');
  await rejected('cipCode', { value: '11.07' }, 'MAJOR_CIP_CODE_BAD_FORMAT');
  await rejected('title7', { value: 'x', more: 1 }, 'MAJOR_MORE_UNKNOWN_FIELD', 'more');
  await rejected('title7', { value: 'x', version: 0 }, 'MAJOR_VERSION_OUT_OF_RANGE', 'version');
  await rejected('title7', [], 'MAJOR_BODY_BAD_TYPE', '');
  expect((await put('title20', { value: '  old  name ' })).body.value).toBe('old  name');
  expect((await put('majorCode', { value: '0ab' })).body.value).toBe('0AB');
  expect((await put('titleLong', { value: null })).body.value).toBeNull();
  expect((await put('hegisCode', { value: '' })).body.value).toBeNull();
  const both = await registrar().put<Errors>(earlierPath('major', major, 'title20', '201993'), { value: '' });
  expect(both.body.errors.map(({ code }) => code)).toEqual([
    'MAJOR_TITLE20_REQUIRED',
    'MAJOR_LAST_TERM_UNKNOWN_VALUE',
  ]);
});

test('The value of a term is that of the earlier value with the smallest last term from it on, or the item’s own', async () => {
  const major = await createItem(registrar(), 'major', { title20: 'New', titleLong: 'Long' });
  for (const [term, value] of [
    ['199992', 'First'],
    ['201992', 'Second'],
  ] as const)
    await registrar().put(earlierPath('major', major, 'title20', term), { value });
  await registrar().put(earlierPath('major', major, 'titleLong', '201992'), { value: null });
  const titles = async (term: string) => {
    const { title20, titleLong } = await asOf('major', major, term);
    return [title20, titleLong];
  };
  expect(await titles('199003')).toEqual(['First', null]);
  expect(await titles('199992')).toEqual(['First', null]);
  expect(await titles('200003')).toEqual(['Second', null]);
  expect(await titles('201992')).toEqual(['Second', null]);
  expect(await titles('202003')).toEqual(['New', 'Long']);
  expect((await formOf('major', major)).title20).toBe('New');
});

describe('A save with an effective term', () => {
  test('keeps the old values through the term before, in the same change set, and undo takes both back', async () => {
    const major = await createItem(registrar(), 'major', { title20: 'Old', title7: null, comments: 'x' });
    const before = await formOf('major', major);
    const saved = await edit('major', major, { title20: 'New', title7: 'NEW', comments: 'y' }, '202792');
    expect(saved).toMatchObject({ status: 200, body: { title20: 'New', version: 2 } });
    expect(
      (await read('major', major)).map(({ field, lastTerm, value }) => [field, lastTerm, value]),
    ).toEqual([
      ['title7', '202776', null],
      ['title20', '202776', 'Old'],
    ]);
    const set = await newest();
    expect(set).toMatchObject({ created: 2, updated: 1 });
    expect(set.entries.map(({ kind }) => kind)).toEqual(['major', 'earlierValue', 'earlierValue']);
    expect(new Set(set.entries.map(({ label }) => label))).toEqual(new Set([expect.stringMatching(/ New$/)]));
    expect((await asOf('major', major, '202776')).title20).toBe('Old');
    expect((await asOf('major', major, '202792')).title20).toBe('New');
    expect(await undo()).toMatchObject({ status: 201 });
    expect(await read('major', major)).toEqual([]);
    const { version: _one, lastModified: _at, ...values } = await formOf('major', major);
    expect(before).toMatchObject(values);
  });

  test('without changed names is an ordinary save, and without the header a save is a correction', async () => {
    const major = await createItem(registrar(), 'major', { title20: 'Old' });
    await edit('major', major, { comments: 'y' }, '202792');
    expect(await read('major', major)).toEqual([]);
    await registrar().put(earlierPath('major', major, 'title20', '201992'), { value: 'Older' });
    await edit('major', major, { title20: 'Corrected' });
    expect((await read('major', major)).map(({ value }) => value)).toEqual(['Older']);
    expect((await asOf('major', major, '202003')).title20).toBe('Corrected');
  });

  test('is rejected if a field has an earlier value of that last term or a later one, and nothing changes', async () => {
    const major = await createItem(registrar(), 'major', { title20: 'Old', title7: 'OLD' });
    await registrar().put(earlierPath('major', major, 'title20', '202776'), { value: 'Before' });
    const [stored, set] = [await formOf('major', major), await newest()];
    for (const term of ['202792', '202092']) {
      const refused = await edit('major', major, { title20: 'New', title7: 'NEW' }, term);
      expect(refused.body.errors[0]?.message).toContain('Title 20 already has an earlier value through Z27.');
      expect(refused, term).toMatchObject({
        status: 409,
        body: { errors: [{ code: 'EARLIER_VALUE_EXISTS', field: 'effectiveTerm' }] },
      });
    }
    expect([await formOf('major', major), (await newest()).id]).toEqual([stored, set.id]);
    // A field without an earlier value can change, and the other one from a later term on.
    expect(await edit('major', major, { title7: 'NEW' }, '202792')).toMatchObject({ status: 200 });
    expect(await edit('major', major, { title20: 'New' }, '202803')).toMatchObject({ status: 200 });
  });

  test('is rejected for a term that does not exist, and for the first term', async () => {
    const major = await createItem(registrar(), 'major', { title20: 'Old' });
    const { body: terms } = await registrar().get<{ termYyyyst: string }[]>('/lookups/terms');
    const first = terms.at(-1)?.termYyyyst ?? '';
    for (const term of ['202793', 'F27', '', ' ', first]) {
      const refused = await edit('major', major, { title20: 'New' }, term);
      expect(refused, term).toMatchObject({
        status: 422,
        body: { errors: [{ code: 'EFFECTIVE_TERM_UNKNOWN_VALUE', field: 'effectiveTerm' }] },
      });
    }
    expect(await edit('major', major, { comments: 'y' }, '202793')).toMatchObject({ status: 422 });
    expect((await formOf('major', major)).title20).toBe('Old');
  });
});

describe('As of a term', () => {
  test.for(['schools', 'departments', 'degrees', 'majors', 'major-degrees'])(
    'all rows of %s have the values and the order of that term',
    async (collection) => {
      const own = collection === 'major-degrees' ? 'majors' : collection;
      const kind = allKinds.find((one) => itemKinds[one].collection === own) as ItemKind;
      const items = [await createItem(registrar(), kind), await createItem(registrar(), kind)];
      if (collection === 'major-degrees')
        for (const item of items) {
          const degree = await createItem(registrar(), 'degree');
          await registrar().post(
            `/relationships/major/${keyOf('major', item)}/degree/${keyOf('degree', degree)}`,
            {
              startTerm: '202092',
            },
          );
        }
      const [orderField = ''] = itemKinds[kind].order;
      const field = (itemKinds[kind].earlier as readonly string[]).includes(orderField)
        ? orderField
        : 'title';
      // The last item comes first in the earlier term.
      const value = field === 'majorCode' ? '000' : '! ';
      const target = items.at(-1) as Item;
      await registrar().put(earlierPath(kind, target, field, '201992'), { value });
      const list = async (query: string) => {
        const { body } = await registrar().get<Item[]>(`/${collection}${query}`);
        return body.map((row) => (collection === 'major-degrees' ? (row.major as Item) : row));
      };
      const [today, then, later] = [await list(''), await list('?asOf=201992'), await list('?asOf=202003')];
      const { key } = itemKinds[kind];
      const { body: all } = await registrar().get<ItemEarlierValue[]>('/earlier-values');
      const inTerm = (row: Item, term: string) => {
        const earlier = all.filter((one) => one.kind === kind && one.key === String(row[key]));
        const values = itemKinds[kind].earlier.map((name) => [
          name,
          valueInTerm(term, name, row[name], earlier),
        ]);
        return { ...row, ...Object.fromEntries(values) };
      };
      const byKey = (rows: Item[]) => rows.toSorted((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1));
      expect(byKey(then)).toEqual(byKey(today.map((row) => inTerm(row, '201992'))));
      expect(byKey(later)).toEqual(byKey(today.map((row) => inTerm(row, '202003'))));
      const isTarget = (row: Item) => row[key] === target[key];
      expect(then.find(isTarget)).toEqual({ ...today.find(isTarget), [field]: value.trim() });
      if (field === orderField) expect(then.findIndex(isTarget)).toBeLessThan(2);
      for (const term of ['201993', '', 'F19', '%00'])
        expect(await registrar().get(`/${collection}?asOf=${term}`), term).toMatchObject({ status: 422 });
    },
  );

  test('a detail has the values of that term, also of related items, and shows a save at once', async () => {
    const school = await createItem(registrar(), 'school', { title: 'New school' });
    const major = await createItem(registrar(), 'major', { title20: 'New major' });
    await registrar().post(`/relationships/school/${school.schoolCode}/major/${major.majorKey}`, {
      startTerm: '200092',
    });
    const path = `${pathOf('major', major)}?asOf=201992`;
    expect((await registrar().get<{ major: Item }>(path)).body.major.title20).toBe('New major');
    await registrar().put(earlierPath('school', school, 'title', '201992'), { value: 'Old school' });
    await registrar().put(earlierPath('major', major, 'title20', '201992'), { value: 'Old major' });
    expect((await registrar().get(path)).body).toMatchObject({
      major: { title20: 'Old major' },
      schools: [{ item: { title: 'Old school' } }],
    });
    expect(await registrar().get(`${pathOf('major', major)}?asOf=201993`)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'MAJOR_AS_OF_UNKNOWN_VALUE', field: 'asOf' }] },
    });
    const { body } = await registrar().get<Errors>(`/majors?asOf=${'x'.repeat(61)}`);
    expect(body.errors[0]?.message).toContain(` ${'x'.repeat(60)} does not exist`);
  });

  test('the report shows, filters and orders by the values of that term, today’s and as known', async () => {
    const [code, title] = ['0Q7', 'Zoology of old'];
    const major = await createItem(registrar(), 'major', {
      majorCode: '0Q8',
      title20: 'Biology',
      startTermYyyyst: '200092',
    });
    const run = async (filter: object) => {
      const { body } = await mdd.as('viewer').post<{ id: number; major: Item }[]>('/reports', filter);
      return body.filter((row) => row.major.majorKey === major.majorKey).map((row) => row.major);
    };
    const { body: moment } = await mdd.as('viewer').get<{ at: string }>('/reports/moment');
    expect(await run({ asOfTerm: '201992', majorCode: '0Q8' })).toHaveLength(1);
    await registrar().put(earlierPath('major', major, 'majorCode', '201992'), { value: code });
    await registrar().put(earlierPath('major', major, 'title20', '201992'), { value: title });
    const { body: now } = await mdd.as('viewer').get<{ at: string }>('/reports/moment');
    for (const knownAt of [null, now.at]) {
      const then = { asOfTerm: '201992', knownAt };
      expect(await run({ ...then, majorCode: '0q7' })).toMatchObject([{ majorCode: code, title20: title }]);
      expect(await run({ ...then, majorTitle: 'zoology' })).toHaveLength(1);
      expect(await run({ ...then, majorCode: '0Q8' })).toEqual([]);
      expect(await run({ asOfTerm: '202003', knownAt, majorCode: '0Q8' })).toMatchObject([
        { title20: 'Biology' },
      ]);
      expect(await run({ knownAt, majorCode: '0Q8' })).toMatchObject([{ title20: 'Biology' }]);
    }
    // As known before, there were no earlier values.
    expect(await run({ asOfTerm: '201992', knownAt: moment.at })).toMatchObject([{ majorCode: '0Q8' }]);
  });

  test('differences list the items that are in effect in both terms under other names', async () => {
    const major = await createItem(registrar(), 'major', {
      title20: 'New',
      title7: 'NEW',
      startTermYyyyst: '200092',
      endTermYyyyst: null,
    });
    const later = await createItem(registrar(), 'major', { title20: 'Later', startTermYyyyst: '202092' });
    const school = await createItem(registrar(), 'school', { title: 'New', yearStart: null, yearEnd: null });
    for (const [kind, item, field, value] of [
      ['major', major, 'title20', 'Old'],
      ['major', major, 'title7', null],
      ['major', later, 'title20', 'Old'],
      ['school', school, 'title', 'Old'],
    ] as const)
      await registrar().put(earlierPath(kind, item, field, '201992'), { value });
    const own = [String(major.majorKey), String(later.majorKey), String(school.schoolCode)];
    const renamed = async (from: string, to: string) => {
      const { body } = await registrar().get<{ renamed: { key: string }[] }>(
        `/differences?from=${from}&to=${to}`,
      );
      return body.renamed.filter(({ key }) => own.includes(key));
    };
    expect(await renamed('201992', '202592')).toEqual([
      {
        kind: 'school',
        key: school.schoolCode,
        label: `${school.schoolCode} New`,
        fields: [{ name: 'title', before: 'Old', after: 'New' }],
      },
      {
        kind: 'major',
        key: String(major.majorKey),
        label: `${major.majorCode} ${major.majorSegment} New`,
        fields: [
          { name: 'title7', before: null, after: 'NEW' },
          { name: 'title20', before: 'Old', after: 'New' },
        ],
      },
    ]);
    expect(await renamed('201292', '201992')).toEqual([]);
    expect(await renamed('202003', '202592')).toEqual([]);
    expect(await renamed('199992', '202592')).toMatchObject([{ kind: 'school' }]);
  });
});

describe('In a proposal', () => {
  const preview = async (rows: unknown[]) =>
    (await registrar().post<{ rows: Values[] } & Errors>('/proposals/preview', { rows })).body.rows;
  const apply = async (rows: unknown[]) =>
    registrar().post<Errors & { changeSet: { id: string } }>('/proposals/apply?overrideWarnings=true', {
      id: crypto.randomUUID(),
      origin: 'import',
      rows,
    });
  const codes = (row: Values | undefined) =>
    ((row?.errors ?? []) as Errors['errors']).map(({ code, field }) => [code, field]);

  test('a row of an item has an effective term with the same meaning', async () => {
    const major = await createItem(registrar(), 'major', { title20: 'Old' });
    const row = {
      kind: 'major',
      ref: { majorKey: major.majorKey },
      values: { title20: 'New' },
      effectiveTerm: '202792',
    };
    expect(await preview([row])).toMatchObject([
      { outcome: 'update', fields: [{ name: 'title20', before: 'Old', after: 'New' }] },
    ]);
    const applied = await apply([{ ...row, version: 1 }]);
    expect(applied).toMatchObject({ status: 201, body: { changeSet: { created: 1, updated: 1 } } });
    expect(await read('major', major)).toMatchObject([
      { field: 'title20', lastTerm: '202776', value: 'Old' },
    ]);
    const again = { ...row, values: { title20: 'Newer' } };
    const codesOf = async (other: object) => codes((await preview([other]))[0]);
    expect(await codesOf(again)).toEqual([['EARLIER_VALUE_EXISTS', 'effectiveTerm']]);
    expect(await codesOf({ ...again, effectiveTerm: '202793' })).toEqual([
      ['EFFECTIVE_TERM_UNKNOWN_VALUE', 'effectiveTerm'],
    ]);
    expect(await codesOf({ ...again, effectiveTerm: '202803' })).toEqual([]);
    expect(await codesOf(row)).toEqual([]);
    for (const wrong of [
      { ...again, effectiveTerm: 202792 },
      { kind: 'major', ref: { majorKey: major.majorKey }, delete: true, effectiveTerm: '202792' },
      { kind: 'schoolMajor', ref: { school: { schoolCode: '01' }, major: {} }, effectiveTerm: '202792' },
    ])
      expect(await codesOf(wrong)).toContainEqual(['ROW_BAD_FORMAT', 'effectiveTerm']);
    expect(await undo()).toMatchObject({ status: 201 });
    expect(await read('major', major)).toEqual([]);
  });

  test('an effective term may be one that the same proposal creates, but not one that it deletes', async () => {
    const { majorKey } = await createItem(registrar(), 'major', { title20: 'Old' });
    const newTerm = (termYyyyst: string, termLetterYear: string) => ({
      kind: 'term',
      ref: { termYyyyst },
      values: { termLetterYear },
    });
    const terms = [newTerm('209903', 'W2099'), newTerm('209992', 'F2099')];
    const row = {
      kind: 'major',
      ref: { majorKey },
      values: { title20: 'New' },
      effectiveTerm: '209992',
      version: 1,
    };
    const unknown = [['EFFECTIVE_TERM_UNKNOWN_VALUE', 'effectiveTerm']];
    expect((await preview([row])).map(codes)).toEqual([unknown]);
    expect((await preview([row, ...terms])).map(codes)).toEqual([[], [], []]);
    expect(await apply([row, ...terms])).toMatchObject({ status: 201 });
    expect(await read('major', { majorKey })).toMatchObject([{ lastTerm: '209903', value: 'Old' }]);
    expect(await undo()).toMatchObject({ status: 201 });

    expect(await apply(terms)).toMatchObject({ status: 201 });
    const deletion = { kind: 'term', ref: { termYyyyst: '209992' }, delete: true };
    expect((await preview([row, deletion])).map(codes)).toEqual([unknown, []]);
    expect(await undo()).toMatchObject({ status: 201 });
  });

  test('rows of earlier values are created, changed and deleted', async () => {
    const major = await createItem(registrar(), 'major', { majorCode: '0T1', majorSegment: 'U' });
    const ref = { major: { majorCode: '0t1', majorSegment: 'U' }, field: 'title20', lastTerm: '201992' };
    const row = { kind: 'earlierValue', ref, values: { value: 'Old' } };
    expect(await preview([row])).toMatchObject([
      {
        outcome: 'create',
        key: null,
        version: null,
        fields: [{ name: 'value', before: null, after: 'Old' }],
      },
    ]);
    expect(await apply([row])).toMatchObject({ status: 201, body: { changeSet: { created: 1 } } });
    const key = `major/${major.majorKey}/title20/201992`;
    const label = `0T1 U ${major.title20}`;
    expect(await preview([row])).toMatchObject([{ outcome: 'same', key, label, version: 1, fields: [] }]);
    const [received] = await read('major', major);
    expect(await preview([{ ...row, values: received }])).toMatchObject([{ outcome: 'same', errors: [] }]);
    const byKey = {
      ...row,
      ref: { ...ref, major: { majorKey: major.majorKey } },
      values: { value: 'Older' },
    };
    expect(await apply([byKey])).toMatchObject({
      status: 409,
      body: {
        errors: [
          {
            code: 'EDIT_CONFLICT',
            field: 'rows.0.version',
            message: expect.stringMatching(/^This earlier value was saved by /),
          },
        ],
      },
    });
    expect(await apply([{ ...byKey, version: 1 }])).toMatchObject({ status: 201 });
    expect(await read('major', major)).toMatchObject([{ value: 'Older', version: 2 }]);
    const { values: _values, ...named } = row;
    expect(await apply([{ ...named, delete: true, version: 2 }])).toMatchObject({
      status: 201,
      body: { changeSet: { deleted: 1 } },
    });
    expect(await read('major', major)).toEqual([]);
    expect(await apply([{ ...byKey, version: 2 }])).toMatchObject({ status: 409 });
  });

  test('a wrong row of an earlier value is refused for a reason of its own', async () => {
    const code = { majorCode: '0T2', majorSegment: 'U' };
    const major = await createItem(registrar(), 'major', code);
    await registrar().post('/majors?overrideWarnings=true', aMajor(code));
    const item = { major: { majorKey: major.majorKey } };
    const row = (ref: object, values: object = { value: 'Old' }, more: object = {}) => ({
      kind: 'earlierValue',
      ref,
      values,
      ...more,
    });
    const rows = await preview([
      row({ ...item, field: 'comments', lastTerm: '201992' }),
      row({ ...item, field: 'title20', lastTerm: '201993' }),
      row({ ...item, field: 'title20', lastTerm: '201292' }, { value: 'x'.repeat(21) }),
      row({ ...item, field: 'title7', lastTerm: '201292' }, { value: 'x', more: 1 }),
      row({ major: { majorKey: 987654 }, field: 'title7', lastTerm: '201292' }),
      row({ major: code, field: 'title7', lastTerm: '201292' }),
      row({ ...item, school: { schoolCode: '01' }, field: 'title7', lastTerm: '201292' }),
      row({ ...item, field: 'title7', lastTerm: '201992' }),
      row({ ...item, field: 'title7', lastTerm: '201992' }),
      { kind: 'earlierValue', ref: { ...item, field: 'title20', lastTerm: '200092' }, delete: true },
      row({ ...item, field: 'cipCode', lastTerm: '201292' }, {}),
      row({ ...item, field: 'ucDiscipline', lastTerm: '\u0000' }, { value: '123' }),
      row({ ...item, field: 'ucDiscipline', lastTerm: '\ud800' }, { value: '123' }),
      { kind: 'earlierValue', ref: { ...item, field: 'hegisCode', lastTerm: '\u0000' }, delete: true },
    ]);
    expect(rows.map(codes)).toEqual([
      [['ROW_BAD_FORMAT', 'ref']],
      [['MAJOR_LAST_TERM_UNKNOWN_VALUE', 'lastTerm']],
      [['MAJOR_TITLE20_TOO_LONG', 'value']],
      [['MAJOR_MORE_UNKNOWN_FIELD', 'more']],
      [['MAJOR_NOT_FOUND', 'ref.major']],
      [['AMBIGUOUS', 'ref.major']],
      [['ROW_BAD_FORMAT', 'ref']],
      [['DUPLICATE_ROW', 'ref']],
      [['DUPLICATE_ROW', 'ref']],
      [['EARLIER_VALUE_NOT_FOUND', 'ref']],
      [],
      [['MAJOR_LAST_TERM_UNKNOWN_VALUE', 'lastTerm']],
      [['MAJOR_LAST_TERM_UNKNOWN_VALUE', 'lastTerm']],
      [['EARLIER_VALUE_NOT_FOUND', 'ref']],
    ]);
    const [, ofDeleted] = await preview([
      { kind: 'major', ref: { majorKey: major.majorKey }, delete: true },
      row({ ...item, field: 'title20', lastTerm: '201992' }),
    ]);
    expect(codes(ofDeleted)).toEqual([['DUPLICATE_ROW', 'ref']]);
    const [, kept] = await preview([
      {
        kind: 'major',
        ref: { majorKey: major.majorKey },
        values: { title20: 'Renamed' },
        effectiveTerm: '202792',
      },
      row({ ...item, field: 'title20', lastTerm: '202776' }),
    ]);
    expect(codes(kept)).toEqual([['DUPLICATE_ROW', 'ref']]);
  });
});
