import { expect, test } from 'vitest';
import { findCodes, indexCodes } from '../../web/catalog/codes/codeFilter.ts';
import { codeReader } from '../../web/catalog/codes/readCodes.ts';
import { sampleRows } from '../support/asOfOracle.ts';

const kinds = {
  schools: ({ schoolCode = '' }) => ({ code: schoolCode }),
  departments: ({ title7 = '' }) => ({ code: title7 }),
  majors: ({ majorCode = '', majorSegment = '' }) => ({ code: majorCode, letter: majorSegment }),
} satisfies Record<string, (row: Record<string, string>) => { code: string; letter?: string }>;

test.each(Object.entries(kinds))('all codes of the %s of the sample are read and found', (file, codeOf) => {
  const rows = sampleRows(file);
  const index = indexCodes(rows, codeOf);
  const written = [...new Set(rows.map((row) => codeOf(row).code))];
  for (const between of ['\n', ', ', '\t', ';', '"\r\n"'])
    for (const text of [written.join(between), written.join(between).toLowerCase()]) {
      const codes = codeReader(index)(text).codes.map(({ code }) => code);
      expect(codes).toEqual(written);
      expect(findCodes(index, codes)).toEqual({ items: new Set(rows), missing: [] });
    }
});
