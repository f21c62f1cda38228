import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KnownItem } from '../../intake/intake.ts';
import { isDate, isPower } from '../../intake/mangled.ts';
import { proposedRows } from '../../intake/proposed.ts';
import { readTable } from '../../intake/read.ts';
import { templateOf } from '../../intake/template.ts';
import { guarded } from '../../sheets/guard.ts';
import { known, sentencesOf, sheet } from '../support/intake.ts';

// Texts that look like formulas, numbers, terms and marks. Excluded are '(empty)', formula errors, and dashes, which need a
// choice because many users write them for no value; also dates and powers of ten, which come from a spreadsheet.
const text = (most: number) =>
  fc
    .string({ unit: fc.constantFrom(...`=+-@'" .,;|/0719EeF()éß漢Total`), minLength: 1, maxLength: most })
    .map((one) => one.normalize('NFC').trim())
    .filter((one) => one !== '' && !/empty/i.test(one) && !/^-+$/.test(one) && !isDate(one) && !isPower(one));
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const term = fc.constantFrom(...known.terms.map(({ termYyyyst }) => termYyyyst));

const major = fc.record({
  majorSegment: fc.constantFrom('U', 'G', 'M'),
  campusIndicator: orNull(fc.constantFrom('G', 'H')),
  majorCode: fc.string({ unit: fc.constantFrom(...'01789AEF'), minLength: 3, maxLength: 3 }),
  title7: orNull(text(7)),
  title20: text(20),
  titleLong: orNull(text(60)),
  academicYearApproved: orNull(fc.integer({ min: 1965, max: 2100 })),
  startTermYyyyst: orNull(term),
  endTermYyyyst: orNull(term),
  ucDiscipline: orNull(fc.constantFrom('007', '123')),
  hegisCode: orNull(fc.constantFrom('0701', '4901')),
  cipCode: orNull(fc.constantFrom('09.0101', '26.0100')),
  sortCode: orNull(fc.integer({ min: 1, max: 999_999 })),
  complete: fc.boolean(),
  active: fc.boolean(),
  comments: orNull(text(100)),
});

/** Majors that differ in code, segment and start, so that a file can distinguish them. */
const majors = fc
  .uniqueArray(major, {
    minLength: 1,
    maxLength: 8,
    selector: ({ majorCode, majorSegment, startTermYyyyst }) =>
      `${majorCode}${majorSegment}${startTermYyyyst}`,
  })
  .map((all) => all.map((one, at): KnownItem => ({ ...one, majorKey: at + 1 })));

const asCsvShows = (rows: readonly (readonly string[])[]) => sheet(rows.map((cells) => cells.map(guarded)));
const given = (item: KnownItem) =>
  Object.fromEntries(Object.entries(item).filter(([name, value]) => value !== null && name !== 'majorKey'));

test('an imported template of majors gives the same majors with the same values', () => {
  fc.assert(
    fc.property(majors, (all) => {
      const { header, rows } = templateOf('major', all, known.terms);
      const intake = readTable({
        table: asCsvShows([header, ...rows]),
        kind: 'major',
        known: { ...known, items: { ...known.items, major: all } },
      });
      expect(sentencesOf(intake)).toEqual([]);
      expect(proposedRows(intake).rows).toEqual(
        all.map((item) => ({ kind: 'major', ref: { majorKey: item.majorKey }, values: given(item) })),
      );
    }),
  );
});

test('without its keys it finds the same majors, and in an empty catalog it creates them', () => {
  fc.assert(
    fc.property(majors, (all) => {
      const { header, rows } = templateOf('major', all, known.terms);
      const table = asCsvShows([header, ...rows].map((cells) => cells.slice(1)));
      const read = (items: readonly KnownItem[]) =>
        proposedRows(
          readTable({ table, kind: 'major', known: { ...known, items: { ...known.items, major: items } } }),
        ).rows;
      expect(read(all).map(({ ref }) => ref)).toEqual(all.map(({ majorKey }) => ({ majorKey })));
      expect(read([]).map(({ values }) => values)).toEqual(all.map(given));
    }),
  );
});
