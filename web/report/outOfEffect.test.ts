import { describe, expect, test } from 'vitest';
import type { ReportRow } from '../../contract/report.ts';
import { readFilter } from './filterUrl.ts';
import { outOfEffect } from './outOfEffect.ts';

// The running term is F25.
const quarter = (code: string | null) => code && `F${code.slice(2, 4)}`;

const row = (majorKey: number, start: string, end: string | null, degreeEnd: string | null = null) =>
  ({
    major: {
      majorKey,
      majorCode: `0${majorKey}`,
      majorSegment: 'U',
      titleLong: 'Art',
      startTermYyyyst: start,
      endTermYyyyst: end,
    },
    degree: {
      degreeKey: majorKey,
      degreeAwarded: 'BA',
      degreeTitleRc: 'Art',
      degreeStartTermYyyyst: '201092',
      degreeEndTermYyyyst: degreeEnd,
    },
  }) as ReportRow;
const rows = [
  row(1, '201092', '202192'),
  row(1, '201092', '202192'),
  row(2, '202792', null),
  row(3, '201092', null, '202092'),
  row(4, '201092', '202592'),
];
const outside = (query: string) => outOfEffect(rows, readFilter(new URLSearchParams(query)), quarter);

describe('A report of active majors for all terms', () => {
  test('names each major once that has ended or not started', () => {
    expect(outside('majorInactive=false').majors).toEqual(['01 U Art ended F21', '02 U Art starts F27']);
  });

  test('says nothing of degrees, unless it asks for active ones', () => {
    expect(outside('majorInactive=false').degrees).toEqual([]);
    expect(outside('degreeInactive=false')).toEqual({ majors: [], degrees: ['BA Art ended F20'] });
  });
});

test.for([
  ['that also asks for inactive ones', ''],
  ['of inactive majors', 'majorActive=false'],
  ['as of a term', 'majorInactive=false&degreeInactive=false&asOf=202592'],
  ['as known on a day', 'majorInactive=false&degreeInactive=false&knownAt=2026-01-01T00:00:00Z'],
] as const)('A report %s says nothing', ([, query]) => {
  expect(outside(query)).toEqual({ majors: [], degrees: [] });
});
