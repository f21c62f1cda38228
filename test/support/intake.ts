import { labelOf } from '../../intake/columns.ts';
import type { Cell, Intake, Known, Table } from '../../intake/intake.ts';
import { readTable } from '../../intake/read.ts';

const term = (termYyyyst: string, termLetterYear: string) => ({ termYyyyst, termLetterYear });

/** A catalog in which every kind has a few items, and some texts match several. */
export const known: Known = {
  terms: [
    term('196592', 'F65'),
    term('199092', 'F90'),
    term('201092', 'F10'),
    term('202503', 'W25'),
    term('202514', 'S25'),
    term('202525', 'Y25'),
    term('202539', 'T25'),
    term('202551', 'C25'),
    term('202576', 'Z25'),
    term('202592', 'F25'),
  ],
  awardTypes: [
    { degreeShort: 'BS', degreeCode: 'BS' },
    { degreeShort: 'BA', degreeCode: 'BA' },
    { degreeShort: 'PhD', degreeCode: 'PHD' },
    { degreeShort: 'MMgmt', degreeCode: 'MMGMT' },
  ],
  items: {
    school: [
      { schoolCode: '00', title: 'Graduate Division', title8: 'Grad Div' },
      { schoolCode: '75', title: 'School of Engineering', title8: 'Engr' },
      { schoolCode: '05', title: 'School of Arts', title8: null },
    ],
    department: [
      { deptKey: 1, title7: 'ART', title: 'Art', startTerm: '201092', endTerm: null },
      { deptKey: 2, title7: 'ENGRMSE', title: 'Materials Science', startTerm: '199092', endTerm: '201092' },
      { deptKey: 3, title7: 'MSE', title: 'Materials Science', startTerm: '201092', endTerm: null },
    ],
    degree: [
      {
        degreeKey: 1,
        degreeAwarded: 'BS',
        degreeTitleRc: 'Chemistry',
        degreeStartTermYyyyst: '196592',
        degreeEndTermYyyyst: null,
      },
      {
        degreeKey: 2,
        degreeAwarded: 'BA',
        degreeTitleRc: 'Art',
        degreeStartTermYyyyst: null,
        degreeEndTermYyyyst: null,
      },
    ],
    major: [
      {
        majorKey: 1,
        majorCode: '007',
        majorSegment: 'U',
        title20: 'Chemistry',
        hegisCode: '0701',
        startTermYyyyst: '196592',
        endTermYyyyst: null,
      },
      {
        majorKey: 2,
        majorCode: '1E5',
        majorSegment: 'U',
        title20: 'Art',
        startTermYyyyst: '199092',
        endTermYyyyst: '201092',
      },
      {
        majorKey: 3,
        majorCode: '153',
        majorSegment: 'U',
        title20: 'Old Physics',
        startTermYyyyst: '196592',
        endTermYyyyst: '199092',
      },
      {
        majorKey: 4,
        majorCode: '153',
        majorSegment: 'U',
        title20: 'Physics',
        startTermYyyyst: '201092',
        endTermYyyyst: null,
      },
      {
        majorKey: 5,
        majorCode: '201',
        majorSegment: 'U',
        title20: 'Dance',
        startTermYyyyst: '196592',
        endTermYyyyst: null,
      },
      {
        majorKey: 6,
        majorCode: '201',
        majorSegment: 'G',
        title20: 'Dance',
        startTermYyyyst: '196592',
        endTermYyyyst: null,
      },
    ],
  },
};

/** A sheet from the texts of its cells; `[text, stored]` is a cell whose stored value differs. */
export const sheet = (rows: readonly (readonly (string | readonly [string, string])[])[]): Table =>
  rows.map((cells) =>
    cells.map(
      (cell): Cell => (typeof cell === 'string' ? { text: cell } : { text: cell[0], stored: cell[1] }),
    ),
  );

/** Lines of cells between bars: `Major Code | Segment`. */
export const lines = (text: string): Table =>
  sheet(
    text
      .trim()
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim())),
  );

type More = Partial<Parameters<typeof readTable>[0]>;

export const read = (kind: string, table: Table, more: More = {}): Intake =>
  readTable({ table, kind, known, ...more });

/** The label of the column that each header of a file means, and whether it is guessed; null if it is ignored. */
export const columnsIn = ({ kind, columns }: Intake): Record<string, string | null> =>
  Object.fromEntries(
    columns.map(({ header, id, isGuess }) => [
      header,
      id === null ? null : `${labelOf(kind, id)}${isGuess ? ', guessed' : ''}`,
    ]),
  );

/** All messages about a table: of the file, then of its rows. */
export const sentencesOf = ({ problems, rows }: Intake): string[] =>
  [...problems, ...rows.flatMap((row) => row.problems)].map(({ message }) => message);
