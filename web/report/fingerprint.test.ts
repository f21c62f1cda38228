import { expect, test } from 'vitest';
import { fewerRowsText } from './fingerprint.ts';

test('a download says why it has fewer rows than the report of its fingerprint', () => {
  expect(fewerRowsText(8, 9)).toBe(
    '9 rows of the report are 8 rows here: rows that do not differ in these columns appear once',
  );
  expect(fewerRowsText(9, 9)).toBeNull();
});
