import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { relationshipKinds } from '../../../contract/relationships.ts';
import type { ReportExclusions, ReportRow } from '../../../contract/report.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { exclusionsOracle, hasRowsWithout, namesIn, only } from '../../support/exclusionsOracle.ts';
import { aMajor, aRelationship } from '../../support/factories.ts';
import { createItem, pathOf, pathOfRelationship } from '../../support/kinds.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { type OracleFilter, type OracleRow, sampleMajors, terms } from '../../support/reportOracle.ts';

// Why a major is not in the report.

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
});
afterAll(() => mdd.close());

const viewer = () => mdd.as('viewer');
const registrar = () => mdd.as('registrar');

async function exclusionsOf(majorKey: number, filter: object): Promise<ReportExclusions> {
  const { status, body, text } = await viewer().post<ReportExclusions>(
    `/reports/exclusions/${majorKey}`,
    filter,
  );
  expect(status, text).toBe(200);
  return body;
}

const groupsOf = async (majorKey: number, filter: object) =>
  (await exclusionsOf(majorKey, filter)).excludedBy;

/** Groups whose order, and the order in them, do not matter. */
const sorted = (groups: readonly (readonly string[])[]) =>
  groups.map((group) => group.toSorted().join(' ')).toSorted();

const isIn = async (majorKey: number, filter: object) => {
  const { body } = await viewer().post<ReportRow[]>('/reports', filter);
  return body.some(({ major }) => major.majorKey === majorKey);
};

/** A filter of some fields, each with a value of any row of the major, or with another. */
function filterFor(random: Random, rows: readonly OracleRow[], often: number): OracleFilter {
  const own = <Name extends keyof OracleRow>(name: Name) => random.pick(rows)[name];
  const sometimes = <Value>(of: number, fits: Value | null, others: readonly Value[]) => {
    if (!random.chance(of)) return undefined;
    return random.chance(0.6) ? (fits ?? undefined) : random.pick(others);
  };
  const flag = () => (random.chance(0.12) ? false : undefined);
  const awards = ['BA', 'PhD', 'NONE', ...rows.map(({ degreeAwarded }) => degreeAwarded ?? 'NONE')];
  const filter = {
    schoolCode: sometimes(0.25, own('schoolCode'), ['00', '57', '85', 'ux', 'NONE', 'QQ']),
    majorCode: sometimes(0.1, own('majorCode'), ['0K2', '201', 'QQQ']),
    majorTitle: sometimes(0.2, own('title20').slice(0, 3), ['art', 'engineering', 'e']),
    majorStartTermYyyyst: sometimes(0.1, own('majorStartTermYyyyst'), ['196592', '199392']),
    majorEndTermYyyyst: sometimes(0.1, own('majorEndTermYyyyst'), ['198276', '201876']),
    majorActive: flag(),
    majorInactive: flag(),
    underGraduate: flag(),
    graduate: flag(),
    degreeListAwarded: random.chance(often)
      ? [...new Set([random.pick(awards), random.pick(awards)])]
      : undefined,
    degreeTitleRc: sometimes(often, own('degreeTitleRc'), ['science', 'art', 'e']),
    degreeStartTermYyyyst: sometimes(often, own('degreeStartTermYyyyst'), ['196592', '199392']),
    degreeEndTermYyyyst: sometimes(often, own('degreeEndTermYyyyst'), ['198276', '201876']),
    degreeActive: flag(),
    degreeInactive: flag(),
    asOfTerm: random.chance(0.4) ? random.pick(terms) : undefined,
  };
  // Leaves out what is undefined.
  return JSON.parse(JSON.stringify(filter)) as OracleFilter;
}

/** Whether the degrees of a major differ in more than their awards. */
const hasVariousDegrees = (rows: readonly OracleRow[]) =>
  new Set(rows.map((row) => `${row.degreeTitleRc}${row.degreeStartTermYyyyst}${row.degreeEndTermYyyyst}`))
    .size > 1;

describe('The filters that exclude a major', () => {
  const PAIRS = 200;

  test('of 200 random pairs are those that an oracle finds by switching conditions off one at a time', async () => {
    const random = randomFrom(20_261_128);
    const majors = [...sampleMajors()];
    const various = majors.filter(([, rows]) => hasVariousDegrees(rows));
    const found: string[][][] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const isVarious = random.chance(0.3);
      const [majorKey, rows] = random.pick(isVarious ? various : majors);
      const filter = filterFor(random, rows, isVarious ? 0.5 : 0.2);
      const about = `major ${majorKey}, ${JSON.stringify(filter)}`;
      const groups = await groupsOf(majorKey, filter);
      expect(sorted(groups), about).toEqual(sorted(exclusionsOracle(filter, majorKey)));
      expect(hasRowsWithout(null, filter, majorKey), about).toBe(groups.length === 0);
      // Switched off, only the single condition that excludes it by itself lets the major in.
      if (groups.length > 0 && groups.every((group) => group.length === 1))
        for (const name of namesIn(filter))
          expect(hasRowsWithout(name, filter, majorKey), `${about} without ${name}`).toBe(
            groups.flat().join() === name,
          );
      found.push(groups);
    }
    // The pairs have every kind of result.
    const count = (is: (groups: string[][]) => boolean) => found.filter(is).length;
    expect(count((groups) => groups.length === 0)).toBeGreaterThan(20);
    expect(count((groups) => groups.length > 1)).toBeGreaterThan(20);
    expect(count((groups) => groups.some((group) => group.length > 1))).toBeGreaterThan(3);
    expect(count((groups) => groups.flat().includes('asOfTerm'))).toBeGreaterThan(20);
    expect(new Set(found.flat(2)).size).toBe(16);
  });

  test('are found by the names and codes of the term, as in reports with one condition at a time', async () => {
    const major = await createItem(registrar(), 'major', {
      majorCode: '9QX',
      title20: 'Today',
      startTermYyyyst: '200092',
    });
    const degree = await createItem(registrar(), 'degree', { degreeTitleRc: 'Degree of today' });
    const school = await createItem(registrar(), 'school');
    const { majorDegree, schoolMajor } = relationshipKinds;
    await registrar().post(pathOfRelationship(majorDegree, major, degree), { startTerm: '200092' });
    await registrar().post(pathOfRelationship(schoolMajor, school, major), {
      startTerm: '201592',
      endTerm: '202092',
    });
    for (const [kind, item, field, value] of [
      ['major', major, 'majorCode', '8QX'],
      ['major', major, 'title20', 'Then'],
      ['degree', degree, 'degreeTitleRc', 'Degree of old'],
    ] as const)
      await registrar().put(`${pathOf(kind, item)}/earlier-values/${field}/201692`, { value });

    const random = randomFrom(14);
    const majorKey = Number(major.majorKey);
    const values = {
      asOfTerm: ['201292', '201692', '201703', '202192'],
      majorCode: ['9QX', '8QX'],
      majorTitle: ['today', 'then'],
      degreeTitleRc: ['today', 'old'],
      schoolCode: [school.schoolCode, 'NONE'],
    };
    const counts = { in: 0, out: 0 };
    for (let drawn = 0; drawn < 40; drawn += 1) {
      const filter: OracleFilter = Object.fromEntries(
        Object.entries(values).flatMap(([name, some]) =>
          random.chance(0.6) ? [[name, random.pick<unknown>(some)]] : [],
        ),
      );
      const about = JSON.stringify(filter);
      const groups = await groupsOf(majorKey, filter);
      const alone: string[][] = [];
      for (const name of namesIn(filter))
        if (!(await isIn(majorKey, only(filter, [name])))) alone.push([name]);
      expect(sorted(groups), about).toEqual(sorted(alone));
      expect(await isIn(majorKey, filter), about).toBe(groups.length === 0);
      counts[groups.length === 0 ? 'in' : 'out'] += 1;
    }
    expect(counts.in).toBeGreaterThan(3);
    expect(counts.out).toBeGreaterThan(15);
  });

  test('are those of its degrees together if each is met by another degree', async () => {
    const major = await createItem(registrar(), 'major');
    const majorKey = Number(major.majorKey);
    for (const values of [
      { degreeListAwarded: ['BA'], degreeActive: false },
      { degreeListAwarded: ['MFA'], degreeActive: true },
    ]) {
      const degree = await createItem(registrar(), 'degree', values);
      await registrar().post(
        pathOfRelationship(relationshipKinds.majorDegree, major, degree),
        aRelationship(),
      );
    }
    const both = { degreeListAwarded: ['BA'], degreeInactive: false };
    expect(await groupsOf(majorKey, both)).toEqual([['degreeListAwarded', 'degreeInactive']]);
    expect(await groupsOf(majorKey, { ...both, degreeTitleRc: 'no such title' })).toEqual([
      ['degreeTitleRc'],
      ['degreeListAwarded', 'degreeInactive'],
    ]);
    expect(await groupsOf(majorKey, { degreeActive: false, degreeInactive: false })).toEqual([
      ['degreeActive', 'degreeInactive'],
    ]);
  });

  test('come with the major, its schools and its degrees, in effect or not, by their names then', async () => {
    const school = await createItem(registrar(), 'school', { title: 'Today', yearStart: null });
    const major = await createItem(registrar(), 'major', { startTermYyyyst: '202192' });
    await registrar().post(pathOfRelationship(relationshipKinds.schoolMajor, school, major), {
      startTerm: '201092',
      endTerm: '201876',
    });
    await registrar().put(`${pathOf('school', school)}/earlier-values/title/201992`, { value: 'Then' });
    const filter = { asOfTerm: '201992', schoolCode: school.schoolCode, degreeInactive: false };
    expect(await exclusionsOf(Number(major.majorKey), filter)).toMatchObject({
      excludedBy: [['asOfTerm'], ['schoolCode'], ['degreeInactive']],
      major: { majorKey: major.majorKey, startTerm: { termYyyyst: '202192' } },
      schools: [{ endTerm: '201876', item: { title: 'Then' } }],
      degrees: [],
    });
  });

  test('are as known at a time: before the major was created, the time excludes it', async () => {
    const { body: before } = await viewer().get<{ at: string }>('/reports/moment');
    const major = await createItem(registrar(), 'major', { active: true });
    const majorKey = Number(major.majorKey);
    const { body: active } = await viewer().get<{ at: string }>('/reports/moment');
    await registrar().put(pathOf('major', major), { ...aMajor(), active: false });
    const filter = { majorInactive: false };
    expect(await groupsOf(majorKey, filter)).toEqual([['majorInactive']]);
    expect(await groupsOf(majorKey, { ...filter, knownAt: active.at })).toEqual([]);
    expect(await exclusionsOf(majorKey, { ...filter, knownAt: before.at })).toEqual({
      excludedBy: [['knownAt']],
      major: null,
      schools: [],
      degrees: [],
    });
  });

  test.for([
    ['987654', {}, 404, 'MAJOR_NOT_FOUND'],
    ['x', {}, 404, 'MAJOR_NOT_FOUND'],
    ['1', { asOfTerm: '190092' }, 422, 'REPORT_AS_OF_TERM_UNKNOWN_VALUE'],
    ['1', { knownAt: '2999-01-01T00:00:00Z' }, 422, 'REPORT_KNOWN_AT_OUT_OF_RANGE'],
    ['1', { title: 'x' }, 422, 'REPORT_TITLE_UNKNOWN_FIELD'],
  ] as const)('of major %s and the filter %j: %s %s', async ([key, filter, status, code]) => {
    expect(await viewer().post(`/reports/exclusions/${key}`, filter)).toMatchObject({
      status,
      body: { errors: [{ code }] },
    });
  });
});
