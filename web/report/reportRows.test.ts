import { expect, test } from 'vitest';
import { defaultKey } from '../../contract/columns/columnsOfReport.ts';
import type { ReportRow } from '../../contract/report.ts';
import { distinct, extendedKey } from './reportRows.ts';

const row = (school: string | null, majorKey: number, degreeKey: number | null, deptKey: number | null) =>
  ({
    school: school && { schoolCode: school },
    major: { majorKey },
    degree: degreeKey && { degreeKey },
    department: deptKey && { deptKey },
  }) as ReportRow;

const rows = [
  row('57', 1, 10, 5),
  row('57', 1, 10, 6),
  row('57', 1, 11, 5),
  row('60', 1, 10, 5),
  row(null, 2, null, 5),
  row(null, 2, null, 6),
  row(null, 2, null, null),
  row(null, 3, null, null),
];
const found = (keyOf: typeof defaultKey) => distinct(rows, keyOf).map((one) => rows.indexOf(one));

test('by default there is one row for each school, major and degree', () => {
  expect(found(defaultKey)).toEqual([0, 2, 3, 4, 7]);
});

test('with the extended data there is one row for each department too', () => {
  expect(found(extendedKey)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(distinct([...rows, ...rows], extendedKey)).toEqual(rows);
});
