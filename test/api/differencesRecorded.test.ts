import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordedDifferences } from '../../contract/differences.ts';
import { relationshipKinds } from '../../contract/relationships.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { aMajor, aRelationship, aSchool } from '../support/factories.ts';
import { pathOfRelationship } from '../support/kinds.ts';

// The net changes between two times (contract 10).

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
});
afterAll(() => mdd.close());

const registrar = () => mdd.as('registrar');
const ask = (query: Record<string, string>) =>
  registrar().get<RecordedDifferences>(`/differences/recorded?${new URLSearchParams(query).toString()}`);
const between = async (from: string, to: string) => {
  const { status, body } = await ask({ from, to });
  expect(status).toBe(200);
  return body.entries;
};
/** The time of the newest set, and the millisecond after it. */
const newest = async (after = 0) => {
  const { rows } = await sql<{ at: string }>`select derived.iso(max(at)) as at from change_set`.execute(
    mdd.db,
  );
  return new Date(Date.parse(rows[0]?.at ?? '') + after).toISOString();
};

test('only net differences are listed, with the fields and the ends', async () => {
  const from = await newest(1);
  const { body: school } = await registrar().post<{ schoolCode: string }>(
    '/schools',
    aSchool({ title: 'First' }),
  );
  const { body: other } = await registrar().post<{ schoolCode: string }>('/schools', aSchool());
  const { body: major } = await registrar().post<{
    majorKey: number;
    majorCode: string;
    majorSegment: string;
    title20: string;
  }>('/majors', aMajor());
  await registrar().post(pathOfRelationship(relationshipKinds.schoolMajor, school, major), aRelationship());
  await registrar().delete(`/schools/${other.schoolCode}?overrideWarnings=true`);
  await registrar().put(`/schools/${school.schoolCode}`, {
    schoolCode: school.schoolCode,
    title: 'Second',
    active: true,
  });
  const middle = await newest(1);
  const labels = [`${school.schoolCode} Second`, `${major.majorCode} ${major.majorSegment} ${major.title20}`];
  expect((await between(from, middle)).map(({ kind, label, action }) => [kind, label, action])).toEqual([
    ['school', labels[0], 'created'],
    ['major', labels[1], 'created'],
    // A relationship has the label from its save.
    ['schoolMajor', labels.join(' – ').replace('Second', 'First'), 'created'],
  ]);
  await registrar().put(`/schools/${school.schoolCode}`, {
    schoolCode: school.schoolCode,
    title: 'Third',
    active: true,
  });
  await registrar().put(`/schools/${school.schoolCode}`, {
    schoolCode: school.schoolCode,
    title: 'Second',
    active: true,
  });
  expect(await between(middle, await newest(1))).toEqual([]);
  await registrar().put(`/schools/${school.schoolCode}`, {
    schoolCode: school.schoolCode,
    title: 'Fourth',
    active: true,
  });
  await registrar().delete(`/majors/${major.majorKey}?overrideWarnings=true`);
  const [changed, gone, apart] = await between(middle, await newest(1));
  expect(changed).toMatchObject({
    kind: 'school',
    key: school.schoolCode,
    action: 'updated',
    fields: [{ name: 'title', before: 'Second', after: 'Fourth' }],
    ends: null,
  });
  expect(gone).toMatchObject({ kind: 'major', action: 'deleted', label: labels[1] });
  expect(apart).toMatchObject({
    kind: 'schoolMajor',
    key: `${school.schoolCode}/${major.majorKey}`,
    action: 'deleted',
    ends: [
      { kind: 'school', key: school.schoolCode, exists: true },
      { kind: 'major', key: String(major.majorKey), label: labels[1], exists: false },
    ],
  });
  expect(await between(from, from)).toEqual([]);
  // The state just before a change set does not include it.
  const keys = (await between(middle, await newest())).map(({ key }) => key);
  expect(keys).toEqual([school.schoolCode]);
});

test('the first load is listed page by page, in the order of kinds and labels', async () => {
  const { rows } = await sql<{ at: string }>`
    select derived.iso(at) as at from change_set where origin = 'sample'`.execute(mdd.db);
  const from = rows[0]?.at ?? '';
  const to = new Date(Date.parse(from) + 1).toISOString();
  const found: RecordedDifferences['entries'] = [];
  let cursor: string | null = null;
  do {
    const { body }: { body: RecordedDifferences } = await ask({
      from,
      to,
      limit: '1000',
      ...(cursor ? { cursor } : {}),
    });
    found.push(...body.entries);
    cursor = body.next;
  } while (cursor);
  expect(found.length).toBeGreaterThan(2_000);
  expect(new Set(found.map(({ kind, key }) => `${kind} ${key}`)).size).toBe(found.length);
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  expect(kinds.slice(0, 4)).toEqual(['school', 'department', 'degree', 'major']);
  for (const kind of kinds) {
    const labels = found.filter((entry) => entry.kind === kind).map(({ label }) => label);
    const points = (text: string) =>
      [...text].map((letter) => letter.codePointAt(0)?.toString(16).padStart(6, '0')).join();
    expect(labels.map(points)).toEqual(labels.map(points).toSorted());
  }
});

test.each([
  [{ from: '2025-01-02T00:00:00Z', to: '2025-01-01T00:00:00Z' }, 422, 'DIFFERENCES_TO_ORDER'],
  [{ from: '2025-01-02T00:00:00Z', to: '2999-01-01T00:00:00Z' }, 422, 'DIFFERENCES_TO_OUT_OF_RANGE'],
  [{ from: '2025-01-02', to: '2025-01-03T00:00:00Z' }, 400, undefined],
  [{ from: '2025-01-02T00:00:00Z' }, 400, undefined],
  [{ from: '2025-01-02T00:00:00Z', to: '2025-01-03T00:00:00Z', limit: '1001' }, 400, undefined],
  [{ from: '2025-01-02T00:00:00Z', to: '2025-01-03T00:00:00Z', cursor: 'x' }, 400, undefined],
])('%j is rejected with %i', async (query, status, code) => {
  const response = await ask(query);
  expect(response.status).toBe(status);
  const { errors } = response.body as unknown as { errors: { code: string }[] };
  if (code) expect(errors.map((error) => error.code)).toEqual([code]);
});
