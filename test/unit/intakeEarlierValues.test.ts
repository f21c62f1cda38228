import { describe, expect, test } from 'vitest';
import type { ItemEarlierValue } from '../../contract/earlierValues.ts';
import { proposedRows } from '../../intake/proposed.ts';
import { recognize } from '../../intake/recognize.ts';
import { earlierValueRows, templateOf } from '../../intake/template.ts';
import { columnsIn, known, lines, read, sentencesOf, sheet } from '../support/intake.ts';

const KIND = 'earlierValue';
const readRows = (text: string, more = {}) => read(KIND, lines(text), more);
const proposed = (text: string) => proposedRows(readRows(text)).rows;

describe('a row of earlier values', () => {
  test('names an item of any kind, a field by its label or name, and a term as users write it', () => {
    const table = `
      School Code | Department Title 7 | Degree Title | Major Code | Field   | Last Term  | Value
      05          |                    |              |            | Title   | Fall 2010  | Fine Arts
                  | ART                |              |            | title7  | 201092     | FINART
                  |                    | Chemistry    |            | Program Credential Level | F10 | Bachelor's degree
                  |                    |              | 007        | Title 20 | Fall ’10  | Chem
    `;
    expect(sentencesOf(readRows(table))).toEqual([]);
    expect(proposed(table)).toEqual([
      {
        kind: KIND,
        ref: { school: { schoolCode: '05' }, field: 'title', lastTerm: '201092' },
        values: { value: 'Fine Arts' },
      },
      {
        kind: KIND,
        ref: { department: { deptKey: 1 }, field: 'title7', lastTerm: '201092' },
        values: { value: 'FINART' },
      },
      {
        kind: KIND,
        ref: { degree: { degreeKey: 1 }, field: 'programCredLevel', lastTerm: '201092' },
        values: { value: '03' },
      },
      {
        kind: KIND,
        ref: { major: { majorKey: 1 }, field: 'title20', lastTerm: '201092' },
        values: { value: 'Chem' },
      },
    ]);
  });

  test('shows the label of a field that is written otherwise, and the standard text of a term', () => {
    const { rows } = readRows(`
      Major Code | Field   | Last Term | Value
      007        | TITLE20 | Fall 2010 | Chem
    `);
    expect(rows[0]?.cells).toMatchObject({ field: { as: 'Title 20' }, lastTerm: { as: 'F10' } });
  });

  test('may say that there was no value, but not leave it out', () => {
    const text = (value: string) => `
      Major Code | Field      | Last Term | Value
      007        | Title Long | F10       | ${value}
    `;
    expect(proposed(text('(empty)'))).toMatchObject([{ values: { value: null } }]);
    expect(sentencesOf(readRows(text('')))).toEqual([
      'Row 2 has no Value. Fill it in, or write (empty) if there was none.',
    ]);
  });

  test('has a value as its field takes it: a code that a spreadsheet has damaged is asked about', () => {
    const table = sheet([
      ['Major Code', 'Field', 'Last Term', 'Value'],
      ['007', 'HEGIS Code', 'F10', ['701', '701']],
      ['007', 'CIP Code', 'F10', ['1.0101', '1.0101']],
      ['007', 'Title 20', 'F10', ['701', '701']],
    ]);
    const { rows } = read(KIND, table);
    expect(rows.map(({ problems }) => problems[0]?.question?.candidates.map(({ value }) => value))).toEqual([
      ['0701', '701'],
      ['01.0101'],
      undefined,
    ]);
    const choices = Object.fromEntries(
      rows.flatMap(({ problems }) =>
        problems.map(({ question }) => [question?.id ?? '', question?.candidates[0]?.value ?? '']),
      ),
    );
    expect(proposedRows(read(KIND, table, { choices })).rows.map(({ values }) => values)).toEqual([
      { value: '0701' },
      { value: '01.0101' },
      { value: '701' },
    ]);
  });

  test('is an error without an item, with two items, with another field, or without a term', () => {
    expect(
      sentencesOf(
        readRows(`
          School Code | Major Code | Field     | Last Term | Value
                      |            | Title 20  | F10       | A
          05          | 007        | Title 20  | F10       | A
                      | 007        | Comments  | F10       | A
                      | 007        | Title 20  |           | A
                      | 007        |           | F10       | A
                      | 0ZZ        | Title 20  | F10       | A
                      | 007        | Title 20  | F99       | A
        `),
      ),
    ).toEqual([
      'Row 2 names no item. Fill in School Code, Department Title 7, Degree Title or Major Code.',
      'Row 3 names a school and a major. Fill in the columns of one of them.',
      'Row 4, Field: “Comments” is no field of a major with earlier values. Write one of Major Code, Title 7, Title 20, Title Long, UC Discipline, HEGIS Code and CIP Code.',
      'Row 5 has no Last Term. Fill it in.',
      'Row 6 has no Field. Fill it in.',
      'Row 7, Major Code: “0ZZ” is no major. Create it first, or correct this.',
      'Row 8, Last Term: “F99” is not a known term. Write a term such as F25, or (empty) for none.',
    ]);
  });

  test('can be corrected, also in a column that the file lacks', () => {
    const table = `
      Major Code | Field    | Last Term | Value
      201        | Title 20 | F10       | Ballet
    `;
    const [problem] = readRows(table).rows[0]?.problems ?? [];
    expect(problem?.message).toContain('may be several majors. Choose one, or add its Segment');
    expect(problem?.ids).toEqual(['major.majorSegment']);
    const corrected = readRows(table, { edits: { 2: { 'major.majorSegment': 'G' } } });
    expect(proposedRows(corrected).rows).toMatchObject([{ ref: { major: { majorKey: 6 } } }]);
  });

  test('is an error if another row is for the same earlier value, but not for another term', () => {
    const table = `
      Major Code | Field    | Last Term | Value
      007        | Title 20 | F90       | A
      007        | Title 20 | F10       | B
      007        | title20  | 201092    | C
    `;
    expect(sentencesOf(readRows(table))).toEqual([
      'Rows 3 and 4 are for the same earlier value. Keep one of them, or correct a code in its row.',
      'Rows 3 and 4 are for the same earlier value. Keep one of them, or correct a code in its row.',
    ]);
  });
});

describe('the columns of earlier values', () => {
  test('are recognized, also by other names', () => {
    const table = lines(`
      Major | Segment | Field Name | Through | Old Value
      007   | U       | Title 20   | F10     | Chem
    `);
    expect(columnsIn(read(KIND, table))).toEqual({
      Major: 'Major Code',
      Segment: 'Major Segment',
      'Field Name': 'Field',
      Through: 'Last Term',
      'Old Value': 'Value',
    });
    expect(recognize(table)[0]).toMatchObject({ kind: KIND, isComplete: true, isLikely: true });
  });

  test('do not take a file of relationships or items', () => {
    for (const [kind, header] of [
      ['schoolMajor', 'School Code | Major Code'],
      ['schoolMajor', 'School Code | Major Code | Rel Start Qtr | Rel End Qtr'],
      ['major', 'Major Code | Segment | Title 20'],
      ['department', 'Dept Title 7 | Dept Title 40'],
    ] as const)
      expect(recognize(lines(`${header}\n05 | 007 | F10 | F25`))[0]?.kind, header).toBe(kind);
  });

  test('that are missing are named', () => {
    expect(sentencesOf(readRows('Value | Field\nChem | Title 20'))).toEqual([
      'There is no column School Code, Department Title 7, Degree Title or Major Code. Add it to the file, or match a column to it.',
      'There is no column Last Term. Add it to the file, or match a column to it.',
    ]);
  });
});

test('the template has the stored earlier values, which can be imported unchanged', () => {
  const stamp = { version: 1, lastModified: '2026-01-01T00:00:00.000Z', lastModifiedBy: 'registrar' };
  const all: ItemEarlierValue[] = [
    { kind: 'major', key: '6', field: 'title20', lastTerm: '201092', value: 'Ballet', ...stamp },
    { kind: 'school', key: '05', field: 'title8', lastTerm: '199092', value: null, ...stamp },
  ];
  const { header, rows } = templateOf(KIND, earlierValueRows(all, known.items), known.terms);
  expect(header).toEqual([
    'School Code',
    'Department Title 7',
    'Department Title 40',
    'Department Start Term',
    'Degree Award',
    'Degree Title',
    'Degree Start Term',
    'Major Code',
    'Major Segment',
    'Major Start Term',
    'Field',
    'Last Term',
    'Value',
  ]);
  expect(rows.map((row) => row.filter((text) => text !== ''))).toEqual([
    ['201', 'G', 'F65', 'Title 20', 'F10', 'Ballet'],
    ['05', 'Title 8', 'F90', '(empty)'],
  ]);
  const intake = read(KIND, sheet([header, ...rows]));
  expect(sentencesOf(intake)).toEqual([]);
  expect(proposedRows(intake).rows).toEqual([
    {
      kind: KIND,
      ref: { major: { majorKey: 6 }, field: 'title20', lastTerm: '201092' },
      values: { value: 'Ballet' },
    },
    {
      kind: KIND,
      ref: { school: { schoolCode: '05' }, field: 'title8', lastTerm: '199092' },
      values: { value: null },
    },
  ]);
});
