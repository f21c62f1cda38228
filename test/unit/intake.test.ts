import { describe, expect, test } from 'vitest';
import { proposedRows } from '../../intake/proposed.ts';
import { termsNamed } from '../../intake/terms.ts';
import { known, lines, read, sentencesOf } from '../support/intake.ts';

/** The proposal of each row of a sheet. */
const proposed = (kind: string, text: string) => proposedRows(read(kind, lines(text))).rows;
const sentences = (kind: string, text: string) => sentencesOf(read(kind, lines(text)));

/** The understood cell of a new major, or of the relationship of a major and a school. */
function cell(header: string, text: string, kind = 'major') {
  const names = kind === 'major' ? 'Major Code | Segment' : 'Major Code | School Code';
  const values = kind === 'major' ? '0A1 | U' : '007 | 75';
  return read(kind, lines(`${names} | ${header}\n${values} | ${text}`));
}

describe('terms in common notations', () => {
  test.each([
    ['F25', '202592'],
    ['f25', '202592'],
    ['F 25', '202592'],
    ['F2025', '202592'],
    ['202592', '202592'],
    ['2025-92', '202592'],
    ['202592.0', '202592'],
    ['Fall 2025', '202592'],
    ['fall 25', '202592'],
    ['Fall ’25', '202592'],
    ['2025 Fall', '202592'],
    ['Fall Quarter 2025', '202592'],
    ['Autumn 2025', '202592'],
    ['Fa25', '202592'],
    ['fall2025', '202592'],
    ['FALL 10', '201092'],
    ['Fall 1965', '196592'],
    ['Winter 2025', '202503'],
    ['Spring, 2025', '202514'],
    ['Sp 25', '202514'],
    ['Summer 1 2025', '202525'],
    ['Summer Session I 2025', '202525'],
    ['SS1 2025', '202525'],
    ['Summer Session 2 2025', '202576'],
    ['Summer 10 Week 2025', '202539'],
    ['Y25', '202525'],
  ])('%j is %j', (text, value) => {
    const [row] = cell('Start Term', text).rows;
    expect(row?.cells.startTermYyyyst).toMatchObject({ from: text, value });
    expect(row?.proposed?.values).toMatchObject({ startTermYyyyst: value });
  });

  test('a term whose code has letters is found by code and label, and has no season', () => {
    const [fall, other] = [
      { termYyyyst: '202592', termLetterYear: 'F25' },
      { termYyyyst: '2025S1', termLetterYear: 'X25' },
    ];
    for (const text of ['2025S1', '2025s1', 'x25']) expect(termsNamed(text, [fall, other])).toEqual([other]);
    expect(termsNamed('Fall 2025', [fall, other])).toEqual([fall]);
  });

  test('a term in another notation has its standard text', () => {
    expect(cell('Start Term', 'Fall 2025').rows[0]?.cells.startTermYyyyst?.as).toBe('F25');
    expect(cell('Start Term', 'F25').rows[0]?.cells.startTermYyyyst?.as).toBeUndefined();
  });

  test('the example in an error is the last fall term, in whatever order the terms are', () => {
    const newestFirst = { ...known, terms: known.terms.toReversed() };
    const table = lines('Major Code | Segment | Start Term\n0A1 | U | F99');
    expect(sentencesOf(read('major', table, { known: newestFirst }))).toEqual([
      'Row 2, Start Term: “F99” is not a known term. Write a term such as F25, or (empty) for none.',
    ]);
  });

  test('a text that matches several terms needs a choice, which is applied', () => {
    const [problem] = cell('Start Term', 'Summer 2025').rows[0]?.problems ?? [];
    expect(problem?.message).toBe(
      'Row 2, Start Term: “Summer 2025” may be 4 terms. Choose one, or write it as Y25.',
    );
    expect(problem?.question?.candidates.map(({ label }) => label)).toEqual([
      'Y25 (202525)',
      'T25 (202539)',
      'C25 (202551)',
      'Z25 (202576)',
    ]);
    const table = lines('Major Code | Segment | Start Term\n0A1 | U | Summer 2025\n0A2 | U | Summer 2025');
    const withChoice = read('major', table, { choices: { [problem?.question?.id ?? '']: '202576' } });
    expect(withChoice.rows.map(({ cells }) => cells.startTermYyyyst)).toEqual([
      { from: 'Summer 2025', value: '202576', as: 'Z25' },
      { from: 'Summer 2025', value: '202576', as: 'Z25' },
    ]);
  });

  test.each(['9/25/2025', '2025-09-25', '25-Sep', 'Sep-25', '25-Sep-2025'])('%j is a date', (text) => {
    expect(sentencesOf(cell('Start Term', text))).toEqual([
      `Row 2, Start Term: “${text}” is a date. Write the term, such as F25, as text.`,
    ]);
  });

  test.each(['present', 'active', 'Fall', 'Fall 2040', '204092', '25', 'Fall 2025-26', 'Monday'])(
    '%j is not a term',
    (text) => {
      expect(sentencesOf(cell('Start Term', text))).toEqual([
        `Row 2, Start Term: “${text}” is not a known term. Write a term such as F25, or (empty) for none.`,
      ]);
    },
  );
});

describe('flags, options, awards and numbers', () => {
  test.each(['Yes', 'yes', 'Y', 'TRUE', 'true', '1', 'x', '✓'])('%j is Yes', (text) => {
    expect(cell('Active', text).rows[0]?.cells.active?.value).toBe(true);
  });
  test.each(['No', 'n', 'FALSE', '0'])('%j is No', (text) => {
    expect(cell('Active', text).rows[0]?.cells.active?.value).toBe(false);
  });
  test.each(['maybe', '2', 'not yet'])('%j is neither Yes nor No', (text) => {
    expect(sentencesOf(cell('Active', text))).toEqual([
      `Row 2, Active: “${text}” is neither Yes nor No. Write one of them.`,
    ]);
  });

  test.each(['G', 'g', 'General campus', 'G General campus', 'GENERAL CAMPUS'])('%j is an option', (text) => {
    expect(cell('Campus Indicator', text).rows[0]?.cells.campusIndicator?.value).toBe('G');
  });
  test('another text is not an option', () => {
    const { rows } = cell('G H', 'North');
    expect(rows[0]?.problems[0]).toMatchObject({
      message: 'Row 2, G H: “North” is not a value of Campus Indicator. Write one of G, H.',
      question: { candidates: [{ value: 'G' }, { value: 'H' }] },
    });
  });
  test('an option may have lost its zero', () => {
    const table = lines('Award | Title | Program Credential Level\nBS | Biology | 3');
    expect(read('degree', table).rows[0]?.cells.programCredLevel).toEqual({
      from: '3',
      value: '03',
      as: '03',
    });
  });

  test.each([
    ['BS', 'BS', undefined],
    ['B.S.', 'BS', 'BS'],
    ['b. s.', 'BS', 'BS'],
    ['Ph.D.', 'PhD', 'PhD'],
    ['phd', 'PhD', 'PhD'],
    ['M.MGMT.', 'MMgmt', 'MMgmt'],
  ])('%j is the award %j', (text, value, as) => {
    const found = read('degree', lines(`Awarded | Title\n${text} | Biology`)).rows[0]?.cells.degreeAwarded;
    expect(found).toEqual({ from: text, value, ...(as && { as }) });
  });
  test('another text is not an award', () => {
    expect(sentences('degree', 'Awarded | Title\nXYZ | Biology')).toEqual([
      'Row 2, Awarded: “XYZ” is not a known award. Write one from the list of awards, such as BS.',
    ]);
  });

  test.each([
    ['1993', 1993],
    ['1993.0', 1993],
    ['1,993', 1993],
  ])('%j is the number %j', (text, value) => {
    expect(cell('Academic Yr Appr', text).rows[0]?.cells.academicYearApproved?.value).toBe(value);
  });
  test.each(['1993-94', 'nineteen', '1993/4', '$5'])('%j is not a number', (text) => {
    expect(sentencesOf(cell('Academic Year Approved', text))).toEqual([
      `Row 2, Academic Year Approved: “${text}” is not a number. Write one from 1965 to 2100.`,
    ]);
  });
});

test.each([
  ['UG', 'U'],
  ['Undergrad', 'U'],
  ['undergraduate', 'U'],
  ['GR', 'G'],
  ['Grad.', 'G'],
])('an abbreviated segment is understood: %s', (text, segment) => {
  const { rows } = read('major', lines(`Major Code | Segment | Title 20\n0A1 | ${text} | New`));
  expect(rows[0]?.cells.majorSegment).toMatchObject({ value: segment });
});

test('(empty) clears a value; an empty cell and an absent column leave the stored value', () => {
  const table = 'Major Code | Segment | Title Long | Comments\n007 | U | (empty) |';
  expect(proposed('major', table)).toEqual([
    { kind: 'major', ref: { majorKey: 1 }, values: { majorCode: '007', majorSegment: 'U', titleLong: null } },
  ]);
});

test('the guard of a CSV against formulas is removed', () => {
  expect(cell('Title 20', "'=1+1").rows[0]?.proposed?.values).toMatchObject({ title20: '=1+1' });
  expect(cell('Title 20', "'tis").rows[0]?.proposed?.values).toMatchObject({ title20: "'tis" });
});

test('all errors of a row are reported together, including those that the server would find', () => {
  const text = [
    'School Code | Title | Year Start | Active',
    'ABC | School of Seas | 26 | maybe',
    'ABC | School of Seas | 26 | yes',
  ].join('\n');
  // The second row goes to the server, which reports the same error.
  expect(sentences('school', text)).toEqual([
    expect.stringMatching(/^Row 2, Active: “maybe” is neither/),
    'Row 2, School Code: “ABC” must be exactly 2 characters.',
    'Row 2, Year Start: “26” must be between 1965 and 2100.',
  ]);
});

describe('items', () => {
  test('are found by key, by natural key, or are new', () => {
    expect(proposed('major', 'Major Key | Title 20\n4 | Physics II')).toEqual([
      { kind: 'major', ref: { majorKey: 4 }, values: { title20: 'Physics II' } },
    ]);
    expect(proposed('school', 'Code | Title\n75 | Engineering')).toEqual([
      { kind: 'school', ref: { schoolCode: '75' }, values: { schoolCode: '75', title: 'Engineering' } },
    ]);
    expect(proposed('department', 'Title 7 | Title 40 | Start Term\nNEW | New | F25')).toEqual([
      {
        kind: 'department',
        ref: { title7: 'NEW', startTerm: '202592' },
        values: { title7: 'NEW', title: 'New', startTerm: '202592' },
      },
    ]);
  });

  test('the start term selects among several majors with the same code', () => {
    const rows = proposed('major', 'Major Code | U G M | Start Qtr\n153 | U | F65\n153 | U | F10');
    expect(rows.map(({ ref }) => ref)).toEqual([{ majorKey: 3 }, { majorKey: 4 }]);
  });

  test('equal values select among several majors with the same code', () => {
    expect(proposed('major', 'Major Code | U G M | Title 20\n153 | U | Physics')[0]?.ref).toEqual({
      majorKey: 4,
    });
  });

  test('several matches need a choice', () => {
    const table = lines('Major Code | U G M | Title 20\n153 | U | Astronomy');
    const [problem] = read('major', table).rows[0]?.problems ?? [];
    expect(problem?.message).toBe('Row 2 may be for several majors. Choose one, or add its start term.');
    expect(problem?.question?.candidates).toEqual([
      { value: '3', label: '153 U Old Physics (F65 to F90)' },
      { value: '4', label: '153 U Physics (F10 to …)' },
    ]);
    const choices = { [problem?.question?.id ?? '']: '4' };
    const [chosen] = read('major', table, { choices }).rows;
    expect(chosen?.proposed?.ref).toEqual({ majorKey: 4 });
    expect(chosen?.solved).toEqual([problem]);
  });

  test('are named also for a row with errors', () => {
    const table = lines('Major Code | U G M | Start Qtr\n201 | G | F44\n0A1 | U | F44');
    const [existing, other] = read('major', table).rows;
    expect(existing?.existing).toEqual({ key: '6', label: '201 G Dance' });
    expect(other?.existing).toBeUndefined();
  });

  test('an item that had already ended needs a choice, which may be a new item', () => {
    const table = lines('Major Code | U G M | Title 20 | Start Qtr\n1E5 | U | Art | F25');
    const [problem] = read('major', table).rows[0]?.problems ?? [];
    expect(problem?.message).toBe(
      'Row 2 is for a major that had already ended. Choose that major or a new one.',
    );
    const choices = { [problem?.question?.id ?? '']: 'new' };
    const [chosen] = read('major', table, { choices }).rows;
    expect(chosen?.proposed?.ref).toEqual({});
    expect(chosen?.solved).toEqual([problem]);
  });

  test('without a name, or with an unknown key, are rejected', () => {
    expect(sentences('major', 'Major Code | U G M | Title 20\n | U | Art')).toEqual([
      'Row 2 names no major. Fill in Major Code and Segment.',
    ]);
    expect(sentences('department', 'Department Key | Title 7\n99 | ART\nx | ART')).toEqual([
      'Row 2, Department Key: “99” is not the key of a department. Correct it, or leave it empty to name the department by its other columns.',
      'Row 3, Department Key: “x” is not a key. Keys are whole numbers that this application assigns; leave it empty for a new row.',
    ]);
  });
});

describe('the ends of relationships', () => {
  test('are found by code, by title, and loosely', () => {
    const rows = read(
      'schoolMajor',
      lines('School | Major Code\n75 | 007\nengr | 1e5\nSchool of Arts | 007'),
    ).rows;
    expect(rows.map(({ proposed }) => proposed?.ref)).toEqual([
      { school: { schoolCode: '75' }, major: { majorKey: 1 } },
      { school: { schoolCode: '75' }, major: { majorKey: 2 } },
      { school: { schoolCode: '05' }, major: { majorKey: 1 } },
    ]);
    expect(rows.map(({ cells }) => cells['school.schoolCode']?.as)).toEqual([undefined, '75', '05']);
  });

  test('without a match, or with several, are rejected', () => {
    expect(
      sentences(
        'schoolMajor',
        'School | Major Code | Segment\nLaw | 007 | U\n75 | 099 | U\n75 | 153 | U\n| 007 | U\n75 | 007 | G',
      ),
    ).toEqual([
      'Row 2, School: “Law” is no school. Create it first, or correct this.',
      'Row 3, Major Code: “099” is no major with “U”. Create it first, or correct this.',
      'Row 4, Major Code: “153” may be several majors. Choose one, or add its start term.',
      'Row 5 names no school. Fill in School Code.',
      'Row 6, Major Code: “007” is no major with “G”. Create it first, or correct this.',
    ]);
  });

  test('are distinguished by their start terms', () => {
    const table =
      'Department | Degree Award | Degree Title | Department Start Term\nMaterials Science | BA | Art | F10';
    expect(proposed('degreeDepartment', table)[0]?.ref).toEqual({
      degree: { degreeKey: 2 },
      department: { deptKey: 3 },
    });
    expect(sentences('degreeDepartment', table.replace('F10', 'F25'))).toEqual([
      'Row 2, Department: “Materials Science” is a department with another start term. Correct that, or leave it empty.',
    ]);
  });

  test('may be created by rows of the same proposal', () => {
    const items = { ...known.items, school: [{ schoolCode: '99', title: 'New', ref: { row: 7 } }] };
    const table = lines('School | Major Code | Start Term\n99 | 007 | F25');
    expect(proposedRows(read('schoolMajor', table, { known: { ...known, items } })).rows).toEqual([
      {
        kind: 'schoolMajor',
        ref: { school: { row: 7 }, major: { majorKey: 1 } },
        values: { startTerm: '202592' },
      },
    ]);
  });
});
