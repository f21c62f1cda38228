import { expect, test } from 'vitest';
import type { ReportExclusions, ReportFilter } from '../../contract/report.ts';
import { exclusionTexts } from './exclusionTexts.ts';
import { readFilter } from './filterUrl.ts';
import { chipsOf } from './reportChips.ts';

// The running term is F25.
const quarter = (code: string | null) => code && `F${code.slice(2, 4)}`;
const wording = {
  school: (code: string) => `${code} of schools`,
  major: (code: string) => `${code} of majors`,
  term: (code: string) => `F${code.slice(2, 4)}`,
  asOf: (asOf: string) => `F${asOf.slice(2, 4)}`,
  time: (iso: string) => iso.slice(0, 10),
};

const major = {
  majorCode: '201',
  majorSegment: 'G',
  titleLong: 'Computer Science',
  title20: 'Computer Science',
  title7: 'COMPSCI',
  active: false,
  startTermYyyyst: '202192',
  endTermYyyyst: null,
};
const degree = (degreeAwarded: string, degreeActive: boolean, endTerm: string | null = null) => ({
  startTerm: '201092',
  endTerm,
  item: {
    degreeAwarded,
    degreeTitleRc: 'Computing',
    degreeActive,
    degreeStartTermYyyyst: '201092',
    degreeEndTermYyyyst: null,
  },
});
const school = (schoolCode: string, endTerm: string | null = null, yearEnd: number | null = null) => ({
  startTerm: '201092',
  endTerm,
  item: { schoolCode, title: 'Arts', yearStart: null, yearEnd },
});

const textsOf = (
  excludedBy: (keyof ReportFilter)[][],
  filters: Partial<ReportFilter>,
  more: { schools?: object[]; degrees?: object[]; major?: null } = {},
) => {
  const filter = { ...readFilter(new URLSearchParams()), ...filters };
  const exclusions = { excludedBy, major, schools: [], degrees: [], ...more } as unknown as ReportExclusions;
  const { asOfTerm: term, schoolCode } = filter;
  return exclusionTexts(exclusions, { chips: chipsOf(filter, wording), term, schoolCode, quarter });
};

test('a fact of the major, and the filter that it does not meet, in the words of its chip', () => {
  const filters: Partial<ReportFilter> = {
    majorCode: '345',
    majorTitle: 'art',
    majorStartTermYyyyst: '201992',
    majorEndTermYyyyst: '202092',
    majorInactive: false,
    graduate: false,
  };
  const groups = Object.keys(filters).map((name) => [name as keyof ReportFilter]);
  expect(textsOf(groups, filters)).toEqual([
    'Major code is 201; the filter is Major Code: 345 of majors',
    'Titles are Computer Science and COMPSCI; the filter is Major Title: art',
    'Starts F21; the filter is Major Start Term: F19',
    'No end term; the filter is Major End Term: F20',
    'Not active; the filter is Active majors only',
    'Segment is Graduate; the filter is Undergraduate majors only',
  ]);
});

test('the term, which comes first', () => {
  expect(textsOf([['graduate'], ['asOfTerm']], { graduate: false, asOfTerm: '201992' })).toEqual([
    'Not in effect in F19; starts F21',
    'Segment is Graduate; the filter is Undergraduate majors only',
  ]);
});

test('a school that the major has not, no longer has, or that has ended', () => {
  const text = (schoolCode: string, schools: object[], asOfTerm: string | null = '201992') =>
    textsOf([['schoolCode']], { schoolCode, asOfTerm }, { schools });
  expect(text('85', [])).toEqual(['No relationship to a school; the filter is School: 85 of schools']);
  expect(text('85', [school('57'), school('60')], null)).toEqual([
    'Its schools are 57 Arts and 60 Arts; the filter is School: 85 of schools',
  ]);
  expect(text('NONE', [school('57')])).toEqual(['Its school is 57 Arts; the filter is No school']);
  expect(text('ux', [school('UX', '201876')])).toEqual(['Its relationship to school UX ended F18']);
  expect(text('85', [school('85', null, 2015)])).toEqual(['School 85 ended 2015']);
  expect(text('85', [school('57', '201876')])).toEqual([
    'No school in effect in F19: 57 Arts (relationship ended F18); the filter is School: 85 of schools',
  ]);
});

test('degrees, each fact once with all its filters', () => {
  const filters = { degreeListAwarded: ['PhD'], degreeTitleRc: 'art', degreeInactive: false };
  const groups: (keyof ReportFilter)[][] = [['degreeListAwarded'], ['degreeTitleRc'], ['degreeInactive']];
  expect(textsOf(groups, filters)).toEqual([
    'No relationship to a degree; the filters are Degree Awarded: PhD, Degree Title: art, and Active degrees only',
  ]);
  expect(textsOf(groups, filters, { degrees: [degree('BS', false)] })).toEqual([
    'Its degree is BS Computing; the filters are Degree Awarded: PhD and Degree Title: art',
    'Its degree is BS Computing (not active); the filter is Active degrees only',
  ]);
  expect(
    textsOf([['degreeListAwarded']], { degreeListAwarded: ['NONE'] }, { degrees: [degree('BS', true)] }),
  ).toEqual(['Its degree is BS Computing; the filter is No degree']);
  expect(
    textsOf(
      [['degreeStartTermYyyyst'], ['degreeEndTermYyyyst']],
      { degreeStartTermYyyyst: '201992', degreeEndTermYyyyst: '202092' },
      { degrees: [degree('BS', true)] },
    ),
  ).toEqual([
    'Its degree is BS Computing (starts F10); the filter is Degree Start Term: F19',
    'Its degree is BS Computing (no end term); the filter is Degree End Term: F20',
  ]);
  expect(
    textsOf(
      [['degreeInactive']],
      { degreeInactive: false, asOfTerm: '201992' },
      { degrees: [degree('BS', true, '201876')] },
    ),
  ).toEqual([
    'No degree in effect in F19: BS Computing (relationship ended F18); the filter is Active degrees only',
  ]);
});

test('filters that different degrees meet', () => {
  const degrees = [degree('BA', false), degree('MA', true)];
  expect(
    textsOf(
      [['degreeListAwarded', 'degreeInactive']],
      { degreeListAwarded: ['BA'], degreeInactive: false },
      { degrees },
    ),
  ).toEqual([
    'Its degrees are BA Computing (not active) and MA Computing (active); none meets both Degree Awarded: BA and Active degrees only',
  ]);
  expect(
    textsOf(
      [['degreeActive', 'degreeInactive']],
      { degreeActive: false, degreeInactive: false },
      { degrees },
    ),
  ).toEqual([
    'Its degrees are BA Computing (not active) and MA Computing (active); the filter is No degrees: neither active nor inactive',
  ]);
});

test('only some of many degrees are named', () => {
  const degrees = Array.from({ length: 8 }, (_, at) => degree(`B${at}`, true));
  expect(textsOf([['degreeListAwarded']], { degreeListAwarded: ['BA'] }, { degrees })).toEqual([
    'Its degrees are B0 Computing, B1 Computing, B2 Computing, B3 Computing, B4 Computing, and 3 more; the filter is Degree Awarded: BA',
  ]);
});

test('a major that was not known at the time of the report', () => {
  expect(textsOf([['knownAt']], { knownAt: '2025-10-31T17:00:00.000Z' }, { major: null })).toEqual([
    'Not yet in the database; the filter is As Known On: 2025-10-31',
  ]);
});
