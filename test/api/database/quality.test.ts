import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Found, findAll, findAllKnownAt } from '../../../server/catalog/quality/findings.ts';
import { rules } from '../../../server/catalog/quality/rules.ts';
import { readTrends, recordTrends } from '../../../server/catalog/quality/trend.ts';
import { endWaiver, readWaivers, waive } from '../../../server/catalog/quality/waivers.ts';
import { restoreBackup } from '../../../server/db/backup/restoreBackup.ts';
import { writeBackup } from '../../../server/db/backup/writeBackup.ts';
import type { Database } from '../../../server/db/database.ts';
import { sampleRows, sampleTerms } from '../../support/asOfOracle.ts';
import { build } from '../../support/build.ts';
import { bareDatabase, testDatabase } from '../../support/database.ts';
import { expectedFindings, namesOf } from '../../support/qualityOracle.ts';
import { createWorld, type Row, store, type World } from '../../support/qualityWorld.ts';

// Every rule finds its faults, does not report what only looks like one, and agrees with an oracle over plain arrays.

const TERM = '202592';
const ENDED = '202014';
const UNKNOWN = ['2001S1', '2029S1'];

const cipCodes = sampleRows('cip2020').map(({ code = '' }) => code);
const lookups = {
  terms: new Set(sampleTerms),
  levels: new Map(
    sampleRows('award_types').map(({ degreeShort = '', programCredLevel = '' }) => [
      degreeShort,
      programCredLevel || null,
    ]),
  ),
  cipCodes: new Set(cipCodes),
};

type Named = [kind: string, ...rows: Row[]];
interface Seed {
  fault: Named;
  /** Not a finding of this rule. */
  near: Named;
}

const ended = { endTermYyyyst: ENDED, active: false };
const ofProgram = (w: World, values: Row, ofMajor: Row = {}, ofDegree: Row = {}): Named => [
  'majorDegree',
  w.pair({ ofMajor, ofDegree, ofProgram: values }).program,
];
/** An undergraduate program with these values is a fault, and with others it is none. */
const programs = (fault: Row, near: Row) => (w: World) => ({
  fault: ofProgram(w, fault),
  near: ofProgram(w, near),
});
const isOdd = (n: number) => n % 2 === 1;

const seeds: Record<string, (w: World, n: number) => Seed> = {
  'unknown-term': (w, n) => ({
    fault: [
      (): Named => ['major', w.pair({ ofMajor: { startTermYyyyst: '2001S1' } }).major],
      (): Named => ['department', w.department({ startTerm: '2001S1' })],
      (): Named => ['degree', w.pair({ ofDegree: { degreeStartTermYyyyst: '2001S1' } }).degree],
      (): Named => ofProgram(w, { endTerm: '2029S1' }),
    ][n % 4]?.() as Named,
    near: ['major', w.pair({ ofMajor: { endTermYyyyst: null } }).major],
  }),
  'major-code-shared': (w) => {
    const { major } = w.pair();
    const { majorCode } = major;
    return {
      fault: ['major', major, w.pair({ ofMajor: { majorCode } }).major],
      near: ['major', major, w.pair({ ofMajor: { majorCode, majorSegment: 'G' } }).major],
    };
  },
  'relationship-outside-item': (w, n) => {
    const school = w.school({ yearEnd: 2028 });
    const major = w.major({ endTermYyyyst: '202792' }, { hasSchool: false });
    const near = w.relate('schoolMajor', {
      schoolCode: w.home.schoolCode,
      majorKey: major.majorKey,
      endTerm: '202792',
    });
    if (isOdd(n)) return { fault: ofProgram(w, { startTerm: '200092' }), near: ['schoolMajor', near] };
    const fault = w.relate('schoolMajor', {
      schoolCode: school.schoolCode,
      majorKey: w.major().majorKey,
    });
    return { fault: ['schoolMajor', fault], near: ['schoolMajor', near] };
  },
  'self-supporting-undergraduate': (w) => ({
    fault: ofProgram(w, { selfSuppPgm: true }),
    near: ofProgram(w, { selfSuppPgm: true }, { majorSegment: 'G' }),
  }),
  'special-program-level': (w, n) => ({
    fault: isOdd(n)
      ? ofProgram(w, { specProgIndctr: 'PUT'[n % 3] ?? 'P' })
      : ofProgram(w, { specProgIndctr: 'N' }, {}, { programCredLevel: '99' }),
    near: ofProgram(w, { specProgIndctr: 'P' }, {}, { programCredLevel: isOdd(n) ? '99' : null }),
  }),
  'active-but-ended': (w, n) => {
    const { major, degree } = w.pair();
    const department = w.department();
    const keys = {
      schoolCode: w.school().schoolCode,
      deptKey: department.deptKey,
      degreeKey: degree.degreeKey,
      majorKey: w.major({}, { hasSchool: false }).majorKey,
    };
    const relate = (
      kind: keyof World['catalog'],
      one: keyof typeof keys,
      other: keyof typeof keys,
    ): Named => [kind, w.relate(kind, { [one]: keys[one], [other]: keys[other], endTerm: ENDED })];
    const faults = [
      (): Named => ['major', w.major({ endTermYyyyst: ENDED }, { hasSchool: false })],
      (): Named => ['school', w.school({ yearEnd: 2020 })],
      () => relate('schoolMajor', 'schoolCode', 'majorKey'),
      () => relate('schoolDegree', 'schoolCode', 'degreeKey'),
      () => relate('schoolDepartment', 'schoolCode', 'deptKey'),
      () => relate('majorDepartment', 'majorKey', 'deptKey'),
      () => relate('degreeDepartment', 'degreeKey', 'deptKey'),
    ];
    return { fault: faults[n % faults.length]?.() as Named, near: ['major', major] };
  },
  'inactive-but-in-effect': (w, n) => ({
    fault: isOdd(n)
      ? ['major', w.pair({ ofMajor: { active: false } }).major]
      : ofProgram(w, { active: false }),
    near: ['major', w.major({ active: false, startTermYyyyst: '203092' }, { hasSchool: false })],
  }),
  'major-without-school': (w, n) => {
    const major = w.major({}, { hasSchool: false });
    const school = w.school({ yearEnd: 2015, active: false });
    if (isOdd(n)) w.relate('schoolMajor', { schoolCode: school.schoolCode, majorKey: major.majorKey });
    return { fault: ['major', major], near: ['major', w.major()] };
  },
  'major-without-degree': (w) => ({
    fault: ['major', w.pair({ ofProgram: { endTerm: ENDED, active: false } }).major],
    near: ['major', w.major()],
  }),
  'degree-without-major': (w, n) => {
    const degree = w.degree();
    if (isOdd(n)) w.program(w.major(ended, { hasSchool: false }), degree, { endTerm: ENDED, active: false });
    return { fault: ['degree', degree], near: ['degree', w.pair().degree] };
  },
  'department-without-school': (w) => ({
    fault: ['department', w.department({}, { isRelated: false })],
    near: ['department', w.department()],
  }),
  'duplicate-degree': (w) => {
    const { degree } = w.pair();
    const degreeTitleRc = String(degree.degreeTitleRc).toUpperCase();
    return {
      fault: ['degree', degree, w.pair({ ofDegree: { degreeTitleRc } }).degree],
      near: ['degree', degree, w.pair({ ofDegree: { degreeTitleRc, degreeAwarded: 'BA' } }).degree],
    };
  },
  'credential-level-unusual': (w, n) => ({
    fault: ['degree', w.pair({ ofDegree: { programCredLevel: isOdd(n) ? null : '05' } }).degree],
    near: ['degree', w.degree({ programCredLevel: '05', degreeEndTermYyyyst: ENDED, degreeActive: false })],
  }),
  'major-without-cip': (w) => ({
    fault: ['major', w.pair({ ofMajor: { cipCode: null } }).major],
    near: ['major', w.major({ cipCode: null })],
  }),
  'program-without-length': programs(
    { programLengthYrs: null, programLengthQtrs: null },
    { programLengthYrs: null },
  ),
  'program-without-indicator': programs({ specProgIndctr: null }, { specProgIndctr: 'N' }),
  'program-without-weeks': programs(
    { programLengthYrs: 1.5, programLengthQtrs: null, acadYrInstrWks: null },
    { acadYrInstrWks: null },
  ),
  'program-twice': (w, n) => {
    const { major, program } = w.pair();
    const titles = isOdd(n) ? { title20: major.title20 } : { titleLong: String(major.title20).toUpperCase() };
    const same = w.pair({ ofMajor: titles }).program;
    const other = w.pair({ ofMajor: { ...titles, majorSegment: 'G' } }).program;
    return { fault: ['majorDegree', program, same], near: ['majorDegree', program, other] };
  },
  'approved-after-start': (w, n) => ({
    fault: [
      'major',
      w.major({ academicYearApproved: 2011, startTermYyyyst: isOdd(n) ? '201114' : '201092' }),
    ],
    near: ['major', w.major({ academicYearApproved: 2011, startTermYyyyst: isOdd(n) ? '201125' : '201192' })],
  }),
  'department-without-major': (w) => {
    const department = w.department({}, { isRelated: false });
    w.relate('schoolDepartment', {
      schoolCode: w.home.schoolCode,
      deptKey: department.deptKey,
    });
    return { fault: ['department', department], near: ['department', w.department()] };
  },
  'no-start-term': (w, n) => ({
    fault: isOdd(n)
      ? ['major', w.pair({ ofMajor: { startTermYyyyst: null } }).major]
      : ['school', w.school({ yearStart: null })],
    near: ['major', w.major({ startTermYyyyst: null, ...ended }, { hasSchool: false })],
  }),
  'cip-not-in-2020': (w, n) => ({
    fault: ['major', w.pair({ ofMajor: { cipCode: `99.000${n}` } }).major],
    near: ['major', w.pair().major],
  }),
  'cip-with-several-disciplines': (w) => {
    const [cipCode, other] = [w.cip(), w.cip()];
    const majors = (code: string | null, ...disciplines: (string | null)[]) =>
      disciplines.map((ucDiscipline) => w.pair({ ofMajor: { cipCode: code, ucDiscipline } }).major);
    return {
      fault: ['major', ...majors(cipCode, '101', '102', '101')],
      near: ['major', ...majors(other, '101', '101', null)],
    };
  },
  'cip-with-several-lengths': (w, n) => {
    const [cipCode, other] = [w.cip(), w.cip()];
    const long = isOdd(n) ? { programLengthYrs: 5, programLengthQtrs: 15 } : { acadYrInstrWks: 40 };
    const one = (code: string | null, values: Row, ofDegree: Row = {}) =>
      w.pair({ ofMajor: { cipCode: code }, ofProgram: values, ofDegree }).program;
    return {
      fault: ['majorDegree', one(cipCode, {}), one(cipCode, long)],
      near: [
        'majorDegree',
        one(other, {}),
        one(other, long, { degreeAwarded: 'MS', programCredLevel: '05' }),
      ],
    };
  },
  'weeks-below-30': programs({ acadYrInstrWks: 29 }, { acadYrInstrWks: 30 }),
  'length-not-whole-years': programs(
    { programLengthYrs: 1.5, programLengthQtrs: 6 },
    { programLengthYrs: 2, programLengthQtrs: 6 },
  ),
  'quarters-and-years-differ': programs({ programLengthQtrs: 13 }, { programLengthQtrs: 16 }),
  'repealed-indicator': (w, n) => ({
    fault: ofProgram(w, { specProgIndctr: isOdd(n) ? 'A' : 'B' }),
    near: ofProgram(w, { specProgIndctr: 'N' }),
  }),
  'code-reused-soon': (w) => {
    const majorCodes = [w.pair().major, w.pair().major].map(({ majorCode }) => majorCode);
    const before = (majorCode: Row[string], end: string) =>
      w.major(
        {
          majorCode,
          startTermYyyyst: '198592',
          endTermYyyyst: end,
          active: false,
          academicYearApproved: null,
        },
        { hasSchool: false },
      );
    const now = (code: unknown) =>
      w.catalog.major.find(({ majorCode, endTermYyyyst }) => majorCode === code && endTermYyyyst === null) ??
      {};
    return {
      fault: ['major', before(majorCodes[0], '200103'), now(majorCodes[0])],
      near: ['major', before(majorCodes[1], '200092'), now(majorCodes[1])],
    };
  },
};

const EACH = 7;
const world = createWorld(cipCodes);
const seeded = rules.flatMap(({ id }) =>
  Array.from({ length: EACH }, (_, n) => ({ rule: id, ...(seeds[id] as (typeof seeds)[string])(world, n) })),
);

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  await sql`insert into app_user (uci_net_id) values ('registrar') on conflict do nothing`.execute(
    database.db,
  );
  await store(database.db, world.catalog, UNKNOWN);
});
afterAll(() => database.close());

const named = (found: Found[]) =>
  found
    .map(({ items }) =>
      items
        .map(({ kind, key }) => `${kind} ${key}`)
        .sort()
        .join(' & '),
    )
    .sort();

async function findEverything(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const rule of rules) all[rule.id] = named(await findAll(database.db, rule, TERM));
  return all;
}

test('the rules find all of 203 seeded faults and nothing else', async () => {
  expect(seeded).toHaveLength(rules.length * EACH);
  const found = await findEverything();
  expect(found).toEqual(expectedFindings(world.catalog, lookups, { term: TERM, running: TERM }));
  for (const { rule, fault, near } of seeded) {
    expect(found[rule], `${rule} finds its fault`).toContain(namesOf(...fault));
    expect(found[rule], `${rule} leaves out its near miss`).not.toContain(namesOf(...near));
  }
});

test('the rules agree with the oracle in other terms too', { timeout: 60_000 }, async () => {
  for (const term of ['200092', '201092', '201592', ENDED, '203092']) {
    const expected = expectedFindings(world.catalog, lookups, { term, running: term });
    for (const rule of rules)
      expect(named(await findAll(database.db, rule, term)), `${rule.id} in ${term}`).toEqual(
        expected[rule.id],
      );
  }
});

test('the rules find the same in the data as known now', async () => {
  const { rows } = await sql<{ at: string }>`select derived.iso(max(at)) as at from change_set`.execute(
    database.db,
  );
  for (const rule of rules) {
    const known = await findAllKnownAt(database.db, rule, TERM, rows[0]?.at ?? '');
    expect(known, rule.id).toEqual(await findAll(database.db, rule, TERM));
  }
});

describe('A finding', () => {
  test('has the stored values of each item, and the same fingerprint as long as they are the same', async () => {
    const [rule] = rules.filter(({ id }) => id === 'quarters-and-years-differ');
    if (!rule) throw new Error('There is no such rule');
    const found = await findAll(database.db, rule, TERM);
    expect(found[0]?.facts).toEqual([
      { name: 'programLengthYrs', value: 4 },
      { name: 'programLengthQtrs', value: expect.any(Number) },
    ]);
    expect(await findAll(database.db, rule, TERM)).toEqual(found);
    const all = (await Promise.all(rules.map((one) => findAll(database.db, one, TERM)))).flat();
    expect(new Set(all.map(({ fingerprint }) => fingerprint)).size).toBe(all.length);
    expect(all.every(({ fingerprint }) => /^[\w-]{43}$/.test(fingerprint))).toBe(true);
  });

  test('has its items by key, and is ordered by the label of the first', async () => {
    for (const rule of rules) {
      const found = await findAll(database.db, rule, TERM);
      const labels = found.map(({ items }) => items[0]?.label ?? '');
      expect(labels, rule.id).toEqual(labels.toSorted((a, b) => (a < b ? -1 : 1)));
      for (const { keys } of found)
        expect(keys).toEqual(
          keys.toSorted((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]) || 0),
        );
    }
  });
});

test('a backup contains waivers, ended ones too, and trends', { timeout: 120_000 }, async () => {
  const { db } = database;
  const folder = mkdtempSync(join(tmpdir(), 'quality-'));
  const target = await bareDatabase();
  try {
    const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'r-1' };
    for (const note of ['first', 'second'])
      await waive(db, actor, { rule: 'weeks-below-30', fingerprint: 'any', note });
    await recordTrends(db, { timeZone: 'America/Los_Angeles', report: () => {} });
    await writeBackup(database, join(folder, 'backup.gz'), build);
    await restoreBackup(target.db, join(folder, 'backup.gz'));
    expect(await readWaivers(target.db)).toEqual(await readWaivers(db));
    expect((await readWaivers(target.db)).get('weeks-below-30')?.get('any')?.note).toBe('second');
    expect(await readTrends(target.db)).toEqual(await readTrends(db));
    expect((await readTrends(target.db)).size).toBe(rules.length);
    await endWaiver(target.db, actor, { rule: 'weeks-below-30', fingerprint: 'any' });
    const ended = sql<{
      note: string;
    }>`select note from quality_waiver where ended_at is not null order by id`;
    expect((await ended.execute(target.db)).rows).toEqual([{ note: 'first' }, { note: 'second' }]);
  } finally {
    await target.close();
    rmSync(folder, { recursive: true });
  }
});
