import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TermCount, TermDifferences } from '../../contract/differences.ts';
import { runningTerm } from '../../contract/runningTerm.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { sampleRows, sampleTerms } from '../support/asOfOracle.ts';
import { aMajor } from '../support/factories.ts';
import { randomFrom } from '../support/random.ts';

// Compares the differences between two terms, and the counts of each fall (contract 10), with the CSV files.

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
});
afterAll(() => mdd.close());

type Row = Record<string, string>;
const rows = {
  schools: sampleRows('schools'),
  departments: sampleRows('departments'),
  degrees: sampleRows('degrees'),
  majors: sampleRows('majors'),
};
type Items = keyof typeof rows;

const shape: Record<Items, { kind: string; key: string; start: string; end: string }> = {
  schools: { kind: 'school', key: 'schoolCode', start: 'yearStart', end: 'yearEnd' },
  departments: { kind: 'department', key: 'deptKey', start: 'startTerm', end: 'endTerm' },
  degrees: { kind: 'degree', key: 'degreeKey', start: 'degreeStartTermYyyyst', end: 'degreeEndTermYyyyst' },
  majors: { kind: 'major', key: 'majorKey', start: 'startTermYyyyst', end: 'endTermYyyyst' },
};

/** Compares texts: a year is as long as the compared part of the term. */
const isIn = (row: Row, start: string, end: string, term: string) => {
  const [from = '', to = ''] = [row[start], row[end]];
  return (from === '' || from <= term.slice(0, from.length)) && (to === '' || to >= term.slice(0, to.length));
};

const related = [
  ['degree_department', 'degreeDepartment', 'degrees', 'departments'],
  ['major_degree', 'majorDegree', 'majors', 'degrees'],
  ['major_department', 'majorDepartment', 'majors', 'departments'],
  ['school_degree', 'schoolDegree', 'schools', 'degrees'],
  ['school_department', 'schoolDepartment', 'schools', 'departments'],
  ['school_major', 'schoolMajor', 'schools', 'majors'],
] as const;
const relationshipRows = related.map(([file, kind, from, to]) => ({
  kind,
  from,
  to,
  rows: sampleRows(file),
}));

function expected(from: string, to: string) {
  const changed = (row: Row, start: string, end: string): 'started' | 'ended' | null => {
    const [before, after] = [isIn(row, start, end, from), isIn(row, start, end, to)];
    return before === after ? null : after ? 'started' : 'ended';
  };
  const sides = ['started', 'ended'] as const;
  const items = Object.entries(rows).flatMap(([name, all]) => {
    const { key, start, end } = shape[name as Items];
    const by = Map.groupBy(all, (row) => changed(row, start, end));
    return sides.map((side) => [
      `${name} ${side}`,
      (by.get(side) ?? []).map((row) => row[key] ?? '').toSorted(),
    ]);
  });
  const changedRows = relationshipRows.map((kind) => ({
    ...kind,
    by: Map.groupBy(kind.rows, (row) => changed(row, 'startTerm', 'endTerm')),
  }));
  const relationships = sides.map((side) => [
    `relationships ${side}`,
    changedRows
      .flatMap(({ kind, from: one, to: other, by }) =>
        (by.get(side) ?? []).map((row) => `${kind} ${row[shape[one].key]}/${row[shape[other].key]}`),
      )
      .toSorted(),
  ]);
  return Object.fromEntries([...items, ...relationships]) as Record<string, string[]>;
}

const ask = (from: string, to: string) =>
  mdd.as('registrar').get<TermDifferences>(`/differences?${new URLSearchParams({ from, to }).toString()}`);

const seen = (body: TermDifferences) =>
  Object.fromEntries(
    (['started', 'ended'] as const).flatMap((side) => [
      ...(Object.keys(rows) as Items[]).map((name) => [
        `${name} ${side}`,
        (body[name][side] as unknown as Record<string, unknown>[])
          .map((item) => String(item[shape[name].key]))
          .toSorted(),
      ]),
      [
        `relationships ${side}`,
        body.relationships[side]
          .map(({ kind, ends: [one, other] }) => `${kind} ${one.key}/${other.key}`)
          .toSorted(),
      ],
    ]),
  );

describe('GET /differences', () => {
  // Each pair reads all rows of the sample, which takes seconds beside other tests.
  test('lists the items and relationships that started or ended, for many pairs of terms', {
    timeout: 120_000,
  }, async () => {
    const random = randomFrom(20_261_123);
    for (let pair = 0; pair < 200; pair += 1) {
      const [from = '', to = ''] = [random.pick(sampleTerms), random.pick(sampleTerms)].toSorted();
      const { status, body } = await ask(from, to);
      expect(status).toBe(200);
      expect(body).toMatchObject({ from, to });
      expect(seen(body), `${from} to ${to}`).toEqual(expected(from, to));
    }
  });

  test('has items in the form and order of their lists, and relationships by kind and label', async () => {
    const { body } = await ask('196592', '202592');
    const { body: majors } = await mdd.as('registrar').get<{ majorKey: number }[]>('/majors');
    const started = new Set(body.majors.started.map(({ majorKey }) => majorKey));
    expect(body.majors.started).toEqual(majors.filter(({ majorKey }) => started.has(majorKey)));
    const words = body.relationships.started.map(({ kind, ends }) =>
      [kind, ...ends.map(({ label }) => label)].join('\u0000'),
    );
    expect(words).toEqual(
      words.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
    );
    expect(body.relationships.started.find(({ kind }) => kind === 'schoolMajor')).toMatchObject({
      ends: [
        { kind: 'school', key: expect.stringMatching(/^[0-9A-Z]{2}$/), label: expect.stringContaining(' ') },
        {
          kind: 'major',
          key: expect.stringMatching(/^\d+$/),
          label: expect.stringMatching(/^[0-9A-Z]{3} [UGM] /),
        },
      ],
      startTerm: expect.stringMatching(/^\d{6}$/),
    });
  });

  test('has nothing between a term and itself, and shows a save immediately', async () => {
    expect(Object.values(seen((await ask('202492', '202492')).body)).flat()).toEqual([]);
    await ask('202492', '202592');
    const { body } = await mdd
      .as('registrar')
      .post<{ majorKey: number }>('/majors', aMajor({ startTermYyyyst: '202592' }));
    const { majors } = (await ask('202492', '202592')).body;
    expect(majors.started.map(({ majorKey }) => majorKey)).toContain(body.majorKey);
    await mdd.as('registrar').delete(`/majors/${body.majorKey}?overrideWarnings=true`);
  });

  test.each([
    ['from=202592&to=202492', 422, ['DIFFERENCES_TO_ORDER']],
    ['from=190092&to=202592', 422, ['DIFFERENCES_FROM_UNKNOWN_VALUE']],
    ['from=F25&to=202592', 422, ['DIFFERENCES_FROM_UNKNOWN_VALUE']],
    ['from=202592&to=F25', 422, ['DIFFERENCES_TO_UNKNOWN_VALUE']],
    ['from=190092&to=190192', 422, ['DIFFERENCES_FROM_UNKNOWN_VALUE', 'DIFFERENCES_TO_UNKNOWN_VALUE']],
    ['from=202592', 400, null],
    ['from=202592&to=', 400, null],
    ['from=202592&to=202592&more=1', 400, null],
  ])('?%s is rejected with %i', async (query, status, codes) => {
    const response = await mdd.as('registrar').get<{ errors: { code: string }[] }>(`/differences?${query}`);
    expect(response.status).toBe(status);
    if (codes) expect(response.body.errors.map(({ code }) => code)).toEqual(codes);
  });
});

test('GET /counts/terms counts each fall by school, the total first, each of its items once', async () => {
  const { status, body } = await mdd.as('viewer').get<TermCount[]>('/counts/terms');
  expect(status).toBe(200);
  const year = Number(runningTerm(new Date(), mdd.config.timeZone).slice(0, 4)) + 2;
  const starts = [
    ...rows.majors.map((row) => row.startTermYyyyst ?? ''),
    ...rows.degrees.map((row) => row.degreeStartTermYyyyst ?? ''),
  ];
  const first = starts.filter(Boolean).toSorted()[0] ?? '';
  const falls = sampleTerms
    .filter((term) => term.endsWith('92') && term >= first && term <= `${year}92`)
    .toSorted();
  const codes = [null, ...rows.schools.map((row) => row.schoolCode ?? '').toSorted()];
  const relationships = {
    majors: Map.groupBy(sampleRows('school_major'), ({ schoolCode }) => schoolCode),
    degrees: Map.groupBy(sampleRows('school_degree'), ({ schoolCode }) => schoolCode),
  };
  const relationshipIn = (code: string, item: 'majors' | 'degrees', term: string) => {
    const { key, start, end } = shape[item];
    const own = relationships[item].get(code) ?? [];
    const keys = new Set(own.filter((row) => isIn(row, 'startTerm', 'endTerm', term)).map((row) => row[key]));
    return rows[item].filter((row) => keys.has(row[key] ?? '') && isIn(row, start, end, term)).length;
  };
  const all = (item: 'majors' | 'degrees', term: string) =>
    rows[item].filter((row) => isIn(row, shape[item].start, shape[item].end, term)).length;
  const schoolIn = (code: string, term: string) =>
    rows.schools.some((row) => row.schoolCode === code && isIn(row, 'yearStart', 'yearEnd', term));
  expect(body.map(({ term, schoolCode }) => [term, schoolCode])).toEqual(
    falls.flatMap((term) => codes.map((code) => [term, code])),
  );
  for (const { term, schoolCode, majors, degrees } of body) {
    const counts =
      schoolCode === null
        ? [all('majors', term), all('degrees', term)]
        : schoolIn(schoolCode, term)
          ? [relationshipIn(schoolCode, 'majors', term), relationshipIn(schoolCode, 'degrees', term)]
          : [0, 0];
    expect([majors, degrees], `${term} ${schoolCode}`).toEqual(counts);
  }
});

test('GET /counts/terms counts a save immediately', async () => {
  const registrar = mdd.as('registrar');
  const wholeOf = async (term: string) =>
    (await registrar.get<TermCount[]>('/counts/terms')).body.find(
      (count) => count.term === term && count.schoolCode === null,
    )?.majors ?? 0;
  const [before, after] = [await wholeOf('202492'), await wholeOf('202592')];
  const { body } = await registrar.post<{ majorKey: number }>(
    '/majors',
    aMajor({ startTermYyyyst: '202592' }),
  );
  expect([await wholeOf('202492'), await wholeOf('202592')]).toEqual([before, after + 1]);
  await registrar.delete(`/majors/${body.majorKey}?overrideWarnings=true`);
});
