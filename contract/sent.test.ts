import { describe, expect, test } from 'vitest';
import { degreeForm } from './degree.ts';
import { majorForm } from './major.ts';
import { majorDegreeForm } from './majorDegree.ts';
import { programForm } from './relationships.ts';
import { schoolForm } from './school.ts';
import { mergePartialUpdate } from './sent.ts';

const school = {
  schoolCode: '76',
  title: 'Education',
  title8: 'Educ',
  yearStart: 2001,
  yearEnd: null,
  sortCode: 5,
  active: false,
  comments: 'two\nlines',
  version: 3,
};
const program = {
  startTerm: '202592',
  endTerm: null,
  programLengthYrs: null,
  programLengthQtrs: 12.5,
  acadYrInstrWks: null,
  specProgIndctr: null,
  terminalPgmFlag: null,
  profDegreePgm: null,
  selfSuppPgm: true,
  active: true,
  version: 1,
};

describe('Merging sent values into a stored item', () => {
  test('sending nothing changes nothing, including null flags', () => {
    expect(mergePartialUpdate(schoolForm, school, {})).toEqual({ values: school });
    expect(mergePartialUpdate(programForm, program, {})).toEqual({ values: program });
  });

  test('sent fields are parsed as in the form, and the others keep their values', () => {
    expect(
      mergePartialUpdate(schoolForm, school, { title: '  Education, e\u0301cole ', title8: '' }),
    ).toEqual({
      values: { ...school, title: 'Education, école', title8: null },
    });
    expect(mergePartialUpdate(schoolForm, school, { schoolCode: 'ab' })).toEqual({
      values: { ...school, schoolCode: 'AB' },
    });
  });

  test('null stands for the default of the form', () => {
    expect(mergePartialUpdate(schoolForm, school, { active: null, sortCode: null })).toEqual({
      values: { ...school, active: true, sortCode: null },
    });
    expect(mergePartialUpdate(programForm, program, { terminalPgmFlag: null, selfSuppPgm: null })).toEqual({
      values: { ...program, terminalPgmFlag: true, selfSuppPgm: false },
    });
  });

  test('read-only fields are ignored, and other columns of the stored row are omitted', () => {
    const row = { ...school, lastModified: '2026-01-02T03:04:05.678Z', schoolUciNetId: 'registrar' };
    const { lastModified, schoolUciNetId } = row;
    expect(mergePartialUpdate(schoolForm, row, { sortCode: 6, lastModified, schoolUciNetId })).toEqual({
      values: { ...school, sortCode: 6 },
    });
  });

  test('every invalid field is reported with every rule that it breaks, as by the form, and unknown fields by name', () => {
    const sent = { title8: 'Nine char', sortCode: 0.5, active: 'yes', title: null, more: 1, constructor: 2 };
    const checked = mergePartialUpdate(schoolForm, school, sent);
    expect(checked).toEqual({
      errors: [
        { code: 'SCHOOL_TITLE_REQUIRED', field: 'title', message: 'Title is required' },
        { code: 'SCHOOL_TITLE8_TOO_LONG', field: 'title8', message: 'Title 8 must be at most 8 characters' },
        {
          code: 'SCHOOL_SORT_CODE_OUT_OF_RANGE',
          field: 'sortCode',
          message: 'Sort Code must be between 1 and 999999',
        },
        {
          code: 'SCHOOL_SORT_CODE_BAD_FORMAT',
          field: 'sortCode',
          message: 'Sort Code must be a whole number',
        },
        { code: 'SCHOOL_ACTIVE_BAD_TYPE', field: 'active', message: 'Active must be true or false' },
        {
          code: 'SCHOOL_MORE_UNKNOWN_FIELD',
          field: 'more',
          message: 'more is not a field that can be sent here',
        },
        {
          code: 'SCHOOL_CONSTRUCTOR_UNKNOWN_FIELD',
          field: 'constructor',
          message: 'constructor is not a field that can be sent here',
        },
      ],
    });
  });

  test('the error of an unknown field with a long name has only the beginning of the name', () => {
    const name = 'n'.repeat(60);
    expect(mergePartialUpdate(schoolForm, school, { ['n'.repeat(60_000)]: 1 })).toEqual({
      errors: [
        {
          code: `SCHOOL_${name.toUpperCase()}_UNKNOWN_FIELD`,
          field: name,
          message: `${name} is not a field that can be sent here`,
        },
      ],
    });
  });

  test('an error inside a part has its path', () => {
    expect(mergePartialUpdate(majorDegreeForm, {}, { major: { majorCode: 'AAA', title20: 'A' } })).toEqual({
      errors: [
        { code: 'MAJOR_SEGMENT_REQUIRED', field: 'major.majorSegment', message: 'Segment is required' },
      ],
    });
  });
});

describe('A stored value that is not sent', () => {
  test('may be invalid for its field', () => {
    const stored = { ...school, schoolCode: 'x', title8: 'Nine char', yearStart: 1900 };
    expect(mergePartialUpdate(schoolForm, stored, { sortCode: 6 })).toEqual({
      values: { ...stored, sortCode: 6 },
    });
    expect(mergePartialUpdate(degreeForm, { degreeAwarded: null }, { degreeTitleRc: 'A' })).toMatchObject({
      values: { degreeAwarded: null, degreeTitleRc: 'A' },
    });
  });

  test('may break rules between fields', () => {
    const stored = { ...school, yearStart: 2010, yearEnd: 2001 };
    expect(mergePartialUpdate(schoolForm, stored, { sortCode: 6 })).toEqual({
      values: { ...stored, sortCode: 6 },
    });
  });
});

describe('A rule between fields', () => {
  const rejected = {
    errors: [
      { code: 'SCHOOL_YEAR_END_ORDER', field: 'yearEnd', message: 'Year End must not be before Year Start' },
    ],
  };

  test('applies if either field is sent', () => {
    expect(mergePartialUpdate(schoolForm, school, { yearEnd: 2000 })).toEqual(rejected);
    expect(mergePartialUpdate(schoolForm, { ...school, yearEnd: 2005 }, { yearStart: 2006 })).toEqual(
      rejected,
    );
    expect(mergePartialUpdate(schoolForm, school, { yearStart: 2005, yearEnd: 2004 })).toEqual(rejected);
    expect(mergePartialUpdate(schoolForm, { ...school, yearEnd: 2000 }, { yearStart: 2001 })).toEqual(
      rejected,
    );
  });

  test('takes stored values into account', () => {
    expect(mergePartialUpdate(schoolForm, school, { yearEnd: 2001 })).toEqual({
      values: { ...school, yearEnd: 2001 },
    });
    expect(mergePartialUpdate(schoolForm, { ...school, yearEnd: 2000 }, { yearEnd: null })).toEqual({
      values: { ...school, yearEnd: null },
    });
    expect(
      mergePartialUpdate(majorForm, { startTermYyyyst: '202592' }, { endTermYyyyst: '202592' }),
    ).toMatchObject({
      values: { endTermYyyyst: '202592' },
    });
  });

  test('is not checked if one of the fields is itself invalid', () => {
    expect(mergePartialUpdate(schoolForm, school, { yearEnd: 1900 })).toMatchObject({
      errors: [{ code: 'SCHOOL_YEAR_END_OUT_OF_RANGE' }],
    });
  });
});
