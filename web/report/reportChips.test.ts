import { expect, test } from 'vitest';
import type { ReportFilter } from '../../contract/report.ts';
import { readFilter } from './filterUrl.ts';
import { chipsOf } from './reportChips.ts';

const noFilter = readFilter(new URLSearchParams());
const wording = {
  school: (code: string) => `${code} of schools`,
  major: (code: string) => `${code} of majors`,
  term: (code: string) => `${code} of terms`,
  asOf: (asOf: string) => `as of ${asOf}`,
  time: (iso: string) => `${iso} in words`,
};
const labels = (filter: Partial<ReportFilter>) =>
  chipsOf({ ...noFilter, ...filter }, wording).map(({ label, text }) => (label ? `${label}: ${text}` : text));

test('without filters there are no chips', () => {
  expect(labels({})).toEqual([]);
  expect(labels({ majorTitle: '  ', schoolCode: 'ALL' })).toEqual([]);
});

test('codes have the labels of their inputs, texts are shown as typed', () => {
  expect(
    labels({
      schoolCode: '57',
      majorCode: '201',
      majorTitle: 'art ',
      majorStartTermYyyyst: '202592',
      degreeListAwarded: ['BA', 'PhD'],
      degreeEndTermYyyyst: '202603',
      asOfTerm: '201992',
      knownAt: '2025-10-31T17:00:00.000Z',
    }),
  ).toEqual([
    'School: 57 of schools',
    'Major Code: 201 of majors',
    'Major Title: art',
    'Major Start Term: 202592 of terms',
    'Degree Awarded: BA, PhD',
    'Degree End Term: 202603 of terms',
    'As of Term: as of 201992',
    'As Known On: 2025-10-31T17:00:00.000Z in words',
  ]);
});

test('no school and no degree are shown in words', () => {
  expect(labels({ schoolCode: 'NONE', degreeListAwarded: ['NONE'] })).toEqual(['No school', 'No degree']);
  expect(labels({ schoolCode: 'none', degreeListAwarded: ['BA', 'NONE'] })).toEqual([
    'No school',
    'Degree Awarded: BA, no degree',
  ]);
});

test.each([
  [{ majorInactive: false }, 'Active majors only'],
  [{ majorActive: false }, 'Inactive majors only'],
  [{ majorActive: false, majorInactive: false }, 'No majors: neither active nor inactive'],
  [{ graduate: false }, 'Undergraduate majors only'],
  [{ underGraduate: false }, 'Graduate majors only'],
  [{ underGraduate: false, graduate: false }, 'No majors: neither undergraduate nor graduate'],
  [{ degreeInactive: false }, 'Active degrees only'],
  [{ degreeActive: false }, 'Inactive degrees only'],
  [{ degreeActive: false, degreeInactive: false }, 'No degrees: neither active nor inactive'],
] as const)('the flags %j say: %s', (flags, text) => {
  expect(labels(flags)).toEqual([text]);
});

test('a chip removes only its own filter', () => {
  const filter: ReportFilter = {
    schoolCode: 'NONE',
    majorCode: '201',
    majorTitle: 'art',
    majorStartTermYyyyst: '202592',
    majorEndTermYyyyst: '202592',
    majorActive: false,
    majorInactive: false,
    underGraduate: false,
    graduate: true,
    degreeListAwarded: ['BA', 'NONE'],
    degreeTitleRc: 'art',
    degreeStartTermYyyyst: '202592',
    degreeEndTermYyyyst: '202592',
    degreeActive: true,
    degreeInactive: false,
    asOfTerm: '201992',
    knownAt: '2025-10-31T17:00:00.000Z',
  };
  const chips = chipsOf(filter, wording);
  expect(chips).toHaveLength(14);
  let left = filter;
  for (const [at, { without }] of chips.entries()) {
    left = { ...left, ...without };
    expect(chipsOf(left, wording)).toEqual(chips.slice(at + 1));
  }
  expect(left).toEqual(noFilter);
});

test('now stays now', () => {
  expect(labels({ asOfTerm: 'now' })).toEqual(['As of Term: as of now']);
  expect(labels({ asOfTerm: 'ALL' })).toEqual([]);
});
