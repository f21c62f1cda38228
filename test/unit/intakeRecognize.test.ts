import { describe, expect, test, vi } from 'vitest';
import { importKinds } from '../../contract/importMappings.ts';
import { headerWords } from '../../intake/headerWords.ts';
import { proposedRows } from '../../intake/proposed.ts';
import { recognize } from '../../intake/recognize.ts';
import { columnsIn, lines, read, sentencesOf } from '../support/intake.ts';

/** A list of majors that an office keeps by hand. */
const messy = lines(`
  Majors for the catalog
  Lvl      | Major Cd | Short Title | Title        | Full Name              | CIP     | Eff Term | Yr Approved | Active? | Notes              | Sort #  | Dept
  Graduate | 0Q0      | NEW00       | New Program  | Master of New Studies  | 11.0100 | F25      | 2025        | Yes     | Approved by Senate | 120,000 | COMPSCI
  U        | 0Q1      | NEW01       | Next Program | Bachelor of New Things | 11.0101 | F25      | 2025        | Y       |                    | 120,001 | COMPSCI
`);
const names = { sheet: 'Majors F26', file: 'majors-messy.xlsx' };
const kindOf = (header: string, more = {}) => recognize(lines(`${header}\n`), more)[0]?.kind;

describe('a messy list of majors', () => {
  const intake = read('major', messy);

  test('is recognized by all its headers', () => {
    const [best, next] = recognize(messy, names);
    expect(best).toMatchObject({
      kind: 'major',
      matched: 11,
      columns: 12,
      isComplete: true,
      isLikely: true,
    });
    expect(next?.score).toBeLessThan((best?.score ?? 0) / 2);
    expect(recognize(messy)[0]?.kind).toBe('major');
  });

  test('has a column for all its headers but one', () => {
    expect(columnsIn(intake)).toEqual({
      Lvl: 'Segment, guessed',
      'Major Cd': 'Major Code, guessed',
      'Short Title': 'Title 7, guessed',
      Title: 'Title 20, guessed',
      'Full Name': 'Title Long, guessed',
      CIP: 'CIP Code',
      'Eff Term': 'Start Term, guessed',
      'Yr Approved': 'Academic Year Approved, guessed',
      'Active?': 'Active',
      Notes: 'Comments, guessed',
      'Sort #': 'Sort Code',
      Dept: null,
    });
  });

  test('is read, and its notes name the guessed and the ignored columns', () => {
    expect(sentencesOf(intake)).toEqual([]);
    expect(intake.notes).toEqual([
      'Row 1, above the header, is left out.',
      'Matched by similar names: “Lvl” to Segment, “Major Cd” to Major Code, “Short Title” to Title 7, “Title” to Title 20, “Full Name” to Title Long, “Eff Term” to Start Term, “Yr Approved” to Academic Year Approved and “Notes” to Comments.',
      'The column “Dept” is ignored.',
    ]);
    expect(proposedRows(intake).rows[0]?.values).toMatchObject({
      majorCode: '0Q0',
      majorSegment: 'G',
      title20: 'New Program',
      sortCode: 120_000,
    });
  });

  test('has its first cells, whatever the kind', () => {
    for (const kind of importKinds) {
      const { columns } = read(kind, messy);
      expect(columns.map(({ cells }) => cells)).toContainEqual(['Graduate', 'U']);
      expect(columns.map(({ cells }) => cells)).toContainEqual(['Approved by Senate']);
    }
  });

  test('may call the segment U/G', () => {
    const { columns } = read('major', lines('Major Code | U/G | Title 20\n0A1 | U | New'));
    expect(columns[1]).toMatchObject({ id: 'majorSegment', isGuess: true });
  });

  test('is never advised to be another kind', () => {
    const columns = { 'Major Cd': '', Lvl: '' };
    expect(sentencesOf(read('major', messy, { columns }))).toEqual([
      'There is no column Major Key, or Major Code and Segment. Add it to the file, or match a column to it.',
    ]);
  });
});

describe('the kind of rows', () => {
  test.each([
    ['major', 'Seg | Campus | Code | Short'],
    ['major', 'Major Code | Segment | Title 20'],
    ['school', 'Code | Title | Year Start'],
    ['department', 'Title 7 | Title 40'],
    ['degree', 'Awarded | Title'],
    ['majorDegree', 'Major Code | U G M | Awarded | Title'],
    ['schoolMajor', 'School Code | Major Code | Segment | Start Term'],
    // Exports of Banner.
    ['major', 'STVMAJR_CODE | STVLEVL_CODE | STVMAJR_DESC | STVMAJR_CIPC_CODE | STVMAJR_ACTIVITY_DATE'],
    ['department', 'STVDEPT_CODE | STVDEPT_DESC | STVDEPT_ACTIVITY_DATE'],
    ['school', 'STVCOLL_CODE | STVCOLL_DESC | STVCOLL_STATSCODE'],
    // Exports of Campus Solutions.
    ['major', 'Acad Plan | Acad Career | Descr | Descrshort | CIP Code | First Term Valid | Acad Org'],
    // Lists that are kept by hand.
    ['department', 'Dept Cd | Dept Nm | Eff Qtr | Thru Qtr | Remarks'],
    ['degree', 'Degree | Full Name | Abbrev. | Eff Term | Cred Level'],
    ['school', 'Coll. # | College Name | Abbr | Begin Yr | Sort Order'],
    ['majorDegree', 'Maj Cd | Lvl | Deg Cd | Deg Ttl | Eff Term | Pgm Len Yrs'],
    ['majorDepartment', 'Maj Cd | Maj Lvl | Department | Eff Term | Thru Term'],
  ])('%s: %s', (kind, header) => {
    expect(recognize(lines(`${header}\n`))[0]).toMatchObject({ kind, isComplete: true, isLikely: true });
  });

  test('that fits as well as another is that of the sheet or the file', () => {
    const header = 'Code | Title | Active | Comments';
    expect(kindOf(header)).toBe('school');
    expect(kindOf(header, { file: 'depts.csv' })).toBe('department');
    expect(kindOf(header, { sheet: 'Departments 2026' })).toBe('department');
    expect(kindOf(header, { file: 'Schools.xlsx', sheet: 'Sheet1' })).toBe('school');
    expect(kindOf('School Code | Major Code', { file: 'Schools-Majors.csv' })).toBe('schoolMajor');
    expect(kindOf('School Code | Title | Title 8', { file: 'Departments' })).toBe('school');
  });

  test('is not likely if fewer than half of the columns match', () => {
    const half = 'Code | Title | Dean | Phone';
    expect(recognize(lines(`${half}\n`))[0]).toMatchObject({ matched: 2, columns: 4, isLikely: true });
    expect(recognize(lines(`${half} | Room\n`))[0]).toMatchObject({ columns: 5, isLikely: false });
  });

  test('depends neither on the columns that this application adds nor on those without a name', () => {
    const [first] = recognize(lines('Code | Title | Reason | Last Modified | \n75 | x | y | z | 1'));
    expect(first).toMatchObject({ kind: 'school', matched: 2, columns: 2 });
  });

  test('is incomplete without the columns that name its items, but still the best', () => {
    const found = recognize(lines('Ident | Segment | Title 20 | CIP Code | Title Long\n'));
    expect(found[0]).toMatchObject({ kind: 'major', matched: 4, isComplete: false });
  });

  test('is unknown if no header is known', () => {
    expect(recognize(lines('Whatever | Else\nx | y'))).toEqual([]);
    expect(recognize([], names)).toEqual([]);
  });
});

describe('a similar header', () => {
  test.each<[string, string, Record<string, string | null>]>([
    // Abbreviations, other words, plurals, another order, no spaces, a number sign.
    [
      'major',
      'Maj Cds | Code of Segment',
      { 'Maj Cds': 'Major Code, guessed', 'Code of Segment': 'Segment, guessed' },
    ],
    ['major', 'MajorCd | EffTerm', { MajorCd: 'Major Code, guessed', EffTerm: 'Start Term, guessed' }],
    [
      'major',
      'Major # | Approval Yr',
      { 'Major #': 'Major Code, guessed', 'Approval Yr': 'Academic Year Approved, guessed' },
    ],
    ['major', 'Acad Year of Approval', { 'Acad Year of Approval': 'Academic Year Approved, guessed' }],
    [
      'major',
      'Major CIP # | Is Active',
      { 'Major CIP #': 'CIP Code, guessed', 'Is Active': 'Active, guessed' },
    ],
    ['department', 'Dept | Dept Nm', { Dept: null, 'Dept Nm': 'Title 40, guessed' }],
    // One typing error: two letters swapped, one missing, one too many, another one.
    ['major', 'Segmnet | Major Code', { Segmnet: 'Segment, guessed', 'Major Code': 'Major Code' }],
    ['major', 'Disciplne', { Disciplne: 'UC Discipline, guessed' }],
    ['major', 'Disciplinne UC', { 'Disciplinne UC': 'UC Discipline, guessed' }],
    ['major', 'Titlr 20', { 'Titlr 20': 'Title 20, guessed' }],
    ['degree', 'Programm Cred Lvl', { 'Programm Cred Lvl': 'Program Credential Level, guessed' }],
    ['major', 'Mjaor Code', { 'Mjaor Code': 'Major Code, guessed' }],
    [
      'majorDegree',
      'Self Supporting? | Instr Wks',
      {
        'Self Supporting?': 'Self-Supporting Program, guessed',
        'Instr Wks': 'Instructional Weeks per Academic Year, guessed',
      },
    ],
    // Two errors, another number, a short word, and other words.
    ['major', 'Segmmnet', { Segmmnet: null }],
    ['major', 'Title 21 | Titel 40', { 'Title 21': null, 'Titel 40': null }],
    ['major', 'Major Codw | Sort Title', { 'Major Codw': null, 'Sort Title': null }],
    ['major', 'Minor Code | Term | # | No.', { 'Minor Code': null, Term: null, '#': null, 'No.': null }],
    ['major', 'Eff Date | Eff Status', { 'Eff Date': null, 'Eff Status': null }],
    // Names of another kind.
    ['major', 'Dept Cd | School Title', { 'Dept Cd': null, 'School Title': null }],
    ['school', 'Major Cd', { 'Major Cd': null }],
    // At the ends of relationships.
    [
      'schoolMajor',
      'Coll Cd | Maj Cd',
      { 'Coll Cd': 'School Code, guessed', 'Maj Cd': 'Major Code, guessed' },
    ],
    [
      'schoolMajor',
      'Eff Term | Maj Eff Term',
      { 'Eff Term': 'Start Term, guessed', 'Maj Eff Term': 'Major Start Term, guessed' },
    ],
    ['majorDegree', 'Deg Ttl | Title 20', { 'Deg Ttl': 'Degree Title, guessed', 'Title 20': null }],
    ['majorDegree', 'Pgm Len (Years)', { 'Pgm Len (Years)': 'Program Length in Years, guessed' }],
  ])('%s: %s', (kind, header, expected) => {
    const cells = header.split('|').map(() => 'x');
    expect(columnsIn(read(kind, lines(`${header}\n${cells.join(' | ')}`)))).toEqual(expected);
  });

  test('never takes a column from its own name, wherever that is', () => {
    expect(
      columnsIn(read('major', lines('Short Title | Maj Cd | Major Code | Title 7\na | b | c | d'))),
    ).toEqual({
      'Short Title': null,
      'Maj Cd': null,
      'Major Code': 'Major Code',
      'Title 7': 'Title 7',
    });
  });

  test('with the same words comes before one with a typing error', () => {
    expect(columnsIn(read('major', lines('Segmnet | Seg\nx | y')))).toEqual({
      Segmnet: null,
      Seg: 'Segment, guessed',
    });
  });

  test('after an equally similar one is ignored, which a note reports', () => {
    const intake = read('major', lines('Maj Cd | Lvl | Yr Approved | Approval Year\n0A1 | U | 2020 | 2021'));
    expect(columnsIn(intake)).toMatchObject({
      'Yr Approved': 'Academic Year Approved, guessed',
      'Approval Year': null,
    });
    expect(intake.notes).toContain('The column “Approval Year” is ignored.');
    expect(intake.problems).toEqual([]);
  });

  test('over an empty column is not reported', () => {
    expect(read('major', lines('Major Code | Segment | Notes\n0A1 | U |')).notes).toEqual([]);
  });
});

describe('a user’s correction', () => {
  const table = lines('Maj Cd | Lvl | Remarks | Dean\n0A1 | U | x | y');

  test('of a guess is no guess', () => {
    const columns = { 'Maj Cd': 'majorCode', Remarks: '' };
    const intake = read('major', table, { columns });
    expect(columnsIn(intake)).toEqual({
      'Maj Cd': 'Major Code',
      Lvl: 'Segment, guessed',
      Remarks: null,
      Dean: null,
    });
    expect(intake.notes).toEqual([
      'Matched by similar names: “Lvl” to Segment.',
      'The column “Dean” is ignored.',
    ]);
  });

  test('takes its column from a guess', () => {
    const intake = read('major', table, { columns: { Dean: 'comments' } });
    expect(columnsIn(intake)).toMatchObject({ Remarks: null, Dean: 'Comments' });
    expect(intake.problems).toEqual([]);
  });

  test('changes no other column', () => {
    const two = lines('Maj Cd | Lvl | Remarks | Notes\n0A1 | U | x | y');
    expect(columnsIn(read('major', two, { columns: { Remarks: '' } }))).toMatchObject({ Notes: null });
  });

  test('can make a header of a row of unknown names', () => {
    const unknown = lines('List of 2026\nIdent | Stage | Wording\n0A1 | U | Biology');
    const { problems, columns } = read('major', unknown);
    expect(problems[0]?.message).toMatch(/^No row names columns of majors\./);
    expect(columns).toMatchObject([
      { header: 'Ident', id: null, cells: ['0A1'] },
      { header: 'Stage', id: null, cells: ['U'] },
      { header: 'Wording', id: null, cells: ['Biology'] },
    ]);
    const matched = { Ident: 'majorCode', Stage: 'majorSegment', Wording: 'title20' };
    const intake = read('major', unknown, { columns: matched });
    expect(intake.problems).toEqual([]);
    expect(intake.notes).toEqual(['Row 1, above the header, is left out.', 'Row 2 is read as the header.']);
    expect(proposedRows(intake).rows[0]?.values).toMatchObject({ majorCode: '0A1', title20: 'Biology' });
  });
});

test('a column has at most three first cells, none of them empty, also if there are no rows', () => {
  const table = lines('Major Code | Title 20\n001 | \n | B\n003 | C\n004 | D\n005 | E\nTotal | 5');
  const { rows, columns } = read('major', table);
  expect(rows).toEqual([]);
  expect(columns.map(({ cells }) => cells)).toEqual([
    ['001', '003', '004'],
    ['B', 'C', 'D'],
  ]);
});

test.each([
  ['Maj Codes', 'code major'],
  ['MajorCode', 'code major'],
  ['CODE_OF_MAJOR', 'code major'],
  ['Title20', '20 title'],
  ['Sort #', 'number sort'],
  ['Active Y/N', 'active'],
  ['DESCRSHORT', 'description short'],
  ['HEGIS status class', 'class hegis status'],
  ['constructor', 'constructor'],
  ['(Y/N)', ''],
])('the words of %j are %j', (header, words) => {
  expect(headerWords(header).join(' ')).toBe(words);
});

test('the work for a header grows with its number of columns, whatever their typing errors', () => {
  const compared = (count: number) => {
    const header = Array.from({ length: count }, (_, at) => ({
      text: at % 2 === 0 ? 'Segmnet' : `Acadmic Year Aproved ${at}`,
    }));
    const spies = [vi.spyOn(String.prototype, 'slice'), vi.spyOn(String.prototype, 'normalize')];
    recognize([header, header]);
    const calls = spies.map((spy) => spy.mock.calls.length);
    for (const spy of spies) spy.mockRestore();
    return calls.reduce((sum, one) => sum + one, 0);
  };
  const [few, many] = [compared(50), compared(100)];
  expect(few).toBeLessThan(2 * 50 * 100);
  expect(many).toBeLessThan(few * 2.1);
});
