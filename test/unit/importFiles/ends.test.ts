import { describe, expect, test } from 'vitest';
import { type ImportFile, resultOf } from '../../support/importFile.ts';

const files: ImportFile[] = [
  [
    'codes',
    'School Code,Major Code,Start Term\n75,007,F25\n',
    'schoolMajor',
    ['2: school (schoolCode 75), major (majorKey 1) | startTerm 202592'],
  ],
  [
    '5 for school 05',
    'School Code,Major Code,Start Term\n5,007,F25\n',
    'schoolMajor',
    [
      'Row 2, School Code: “5” seems to have lost its zeros in a spreadsheet. Choose the correct value, or format the cells as text and type it with its zeros.',
    ],
  ],
  [
    'a school by its title',
    'School,Major Code,Start Term\nSchool of Engineering,007,F25\n',
    'schoolMajor',
    ['2: school (schoolCode 75), major (majorKey 1) | startTerm 202592'],
  ],
  [
    'a school by its short title, in capitals',
    'School,Major Code,Start Term\nENGR,007,F25\n',
    'schoolMajor',
    ['2: school (schoolCode 75), major (majorKey 1) | startTerm 202592'],
  ],
  [
    'a school by half of its title',
    'School,Major Code,Start Term\nEngineering,007,F25\n',
    'schoolMajor',
    ['Row 2, School: “Engineering” is no school. Create it first, or correct this.'],
  ],
  [
    'a school with its code and title',
    'School,Major Code,Start Term\n75 School of Engineering,007,F25\n',
    'schoolMajor',
    ['Row 2, School: “75 School of Engineering” is no school. Create it first, or correct this.'],
  ],
  [
    'a school that does not exist',
    'School Code,Major Code,Start Term\n99,007,F25\n',
    'schoolMajor',
    ['Row 2, School Code: “99” is no school. Create it first, or correct this.'],
  ],
  [
    'a department by Title 7',
    'School Code,Department,Start Term\n75,MSE,F25\n',
    'schoolDepartment',
    ['2: school (schoolCode 75), department (deptKey 3) | startTerm 202592'],
  ],
  [
    'a department by Title 40',
    'School Code,Department,Start Term\n75,Art,F25\n',
    'schoolDepartment',
    ['2: school (schoolCode 75), department (deptKey 1) | startTerm 202592'],
  ],
  [
    'a department by a Title 40 that two departments have',
    'School Code,Department,Start Term\n75,Materials Science,F25\n',
    'schoolDepartment',
    ['Row 2, Department: “Materials Science” may be several departments. Choose one, or add its start term.'],
  ],
  [
    'a department by a Title 40 that two departments have, and its start term',
    'School Code,Department,Department Start Term,Start Term\n75,Materials Science,F10,F25\n',
    'schoolDepartment',
    ['2: school (schoolCode 75), department (deptKey 3) | startTerm 202592'],
  ],
  [
    'a code of two majors',
    'School Code,Major Code,Start Term\n75,153,F25\n',
    'schoolMajor',
    ['Row 2, Major Code: “153” may be several majors. Choose one, or add its start term.'],
  ],
  [
    'a code of two majors, and a start term',
    'School Code,Major Code,Major Start Term,Start Term\n75,153,F10,F25\n',
    'schoolMajor',
    ['2: school (schoolCode 75), major (majorKey 4) | startTerm 202592'],
  ],
  [
    'a code of two majors, and a start term that neither has',
    'School Code,Major Code,Major Start Term,Start Term\n75,153,F25,F25\n',
    'schoolMajor',
    ['Row 2, Major Code: “153” is a major with another start term. Correct that, or leave it empty.'],
  ],
  [
    'a major code with two segments',
    'School Code,Major Code,Start Term\n75,201,F25\n',
    'schoolMajor',
    ['Row 2, Major Code: “201” may be several majors. Choose one, or add its Segment.'],
  ],
  [
    'a major code with two segments and its segment',
    'School Code,Major Code,Segment,Start Term\n75,201,G,F25\n',
    'schoolMajor',
    ['2: school (schoolCode 75), major (majorKey 6) | startTerm 202592'],
  ],
  [
    'a major code that does not exist',
    'School Code,Major Code,Start Term\n75,999,F25\n',
    'schoolMajor',
    ['Row 2, Major Code: “999” is no major. Create it first, or correct this.'],
  ],
  [
    'a major by its title',
    'School Code,Major,Start Term\n75,Chemistry,F25\n',
    'schoolMajor',
    ['2: school (schoolCode 75), major (majorKey 1) | startTerm 202592'],
  ],
  [
    'a degree by B.S. and its title',
    'Major Code,Award,Degree Title,Start Term\n007,B.S.,chemistry,F25\n',
    'majorDegree',
    ['2: major (majorKey 1), degree (degreeKey 1) | startTerm 202592'],
  ],
  [
    'a degree without its award',
    'Major Code,Degree Title,Start Term\n007,Chemistry,F25\n',
    'majorDegree',
    ['2: major (majorKey 1), degree (degreeKey 1) | startTerm 202592'],
  ],
  [
    'a degree with another award',
    'Major Code,Award,Degree Title,Start Term\n007,BA,Chemistry,F25\n',
    'majorDegree',
    ['Row 2, Award: “BA” is no degree with “Chemistry”. Create it first, or correct this.'],
  ],
  [
    'without a start term',
    'School Code,Major Code\n75,007\n',
    'schoolMajor',
    ['2: school (schoolCode 75), major (majorKey 1) | '],
  ],
  [
    'without a column for one end',
    'Major Code,Segment,Start Term\n007,U,F25\n',
    'schoolMajor',
    [
      'There is no column School Code. Add it to the file, or match a column to it. The columns fit majors: choose that kind if it is correct.',
    ],
  ],
  [
    'one end left empty, as if merged with the row above',
    'School Code,Major Code,Start Term\n75,007,F25\n,1E5,F25\n',
    'schoolMajor',
    [
      '2: school (schoolCode 75), major (majorKey 1) | startTerm 202592',
      'Row 3 names no school. Fill in School Code.',
    ],
  ],
  [
    'a duplicate relationship',
    'School Code,Major Code,Start Term\n75,007,F25\nEngr,007,F10\n',
    'schoolMajor',
    [
      'Rows 2 and 3 are for the same relationship. Keep one of them, or correct a code in its row.',
      'Rows 2 and 3 are for the same relationship. Keep one of them, or correct a code in its row.',
    ],
  ],
  [
    'majors with the same code, by start term',
    'Major Code,Segment,Start Term,Title 20\n153,U,F65,Physics I\n153,U,F10,Physics II\n153,U,F25,Physics III\n',
    'major',
    [
      '2: majorKey 3 | majorSegment U, majorCode 153, title20 Physics I, startTermYyyyst 196592',
      '3: majorKey 4 | majorSegment U, majorCode 153, title20 Physics II, startTermYyyyst 201092',
      'Row 4 may be for several majors or a new one. Choose which.',
    ],
  ],
  [
    'a department whose code has ended',
    'Title 7,Title 40,Start Term\nENGRMSE,Materials,F25\n',
    'department',
    ['Row 2 is for a department that had already ended. Choose that department or a new one.'],
  ],
];

describe('the ends of relationships', () => {
  test.each(files)('%s', (_, content, kind, cameOut) => {
    expect(resultOf(content, kind)).toEqual(cameOut);
  });
});
