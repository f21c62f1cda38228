import { expect, test } from 'vitest';
import type { Preview, PreviewRow, ProposalRow } from '../../contract/proposals.ts';
import { chosenRows, type Previewed, type Proposal, readRows, withUnreadableRows } from './proposal.ts';

type Shown = Partial<PreviewRow> & Pick<PreviewRow, 'outcome'>;

/** These rows, each with its preview. */
function previewed(...rows: [ProposalRow, Shown][]): Previewed {
  const shown = rows.map(([, row], index) => ({
    index,
    key: null,
    label: null,
    version: null,
    fields: [],
    errors: [],
    warnings: [],
    ...row,
  }));
  return { rows: rows.map(([row]) => row), preview: { rows: shown, counts: {} as Preview['counts'] } };
}

const school = (schoolCode: string): ProposalRow => ({
  kind: 'school',
  ref: { schoolCode },
  values: { title: schoolCode },
});
const major: ProposalRow = { kind: 'major', ref: {}, values: { title20: 'New' } };
const relationship = (school: number | { schoolCode: string }, major: number): ProposalRow => ({
  kind: 'schoolMajor',
  ref: { school: typeof school === 'number' ? { row: school } : school, major: { row: major } },
  values: { startTerm: '202592' },
});

test('rows that change something are sent, with the version that was shown', () => {
  const { rows, indexes, changes } = chosenRows(
    previewed(
      [school('01'), { outcome: 'same', version: 3 }],
      [school('02'), { outcome: 'update', version: 7 }],
      [school('03'), { outcome: 'create' }],
    ),
  );
  expect(rows).toEqual([{ ...school('02'), version: 7 }, school('03')]);
  expect(indexes).toEqual([1, 2]);
  expect(changes).toBe(2);
});

test('rows with errors are skipped, and so are rows that refer to them', () => {
  const { rows, changes } = chosenRows(
    previewed(
      [major, { outcome: 'refused' }],
      [school('02'), { outcome: 'update', version: 1 }],
      [relationship(1, 0), { outcome: 'create' }],
    ),
  );
  expect(rows).toEqual([{ ...school('02'), version: 1 }]);
  expect(changes).toBe(1);
});

test('rows with unconfirmed warnings are skipped, and so are rows that refer to them', () => {
  const { rows } = chosenRows(
    previewed(
      [major, { outcome: 'create', warnings: ['There is another one'] }],
      [relationship({ schoolCode: '02' }, 0), { outcome: 'create' }],
      [school('02'), { outcome: 'update', version: 4 }],
    ),
    ({ warnings }) => warnings.length > 0,
  );
  expect(rows).toEqual([{ ...school('02'), version: 4 }]);
});

test('references to other rows are renumbered when rows are skipped', () => {
  const { rows } = chosenRows(
    previewed(
      [school('01'), { outcome: 'refused' }],
      [school('02'), { outcome: 'same', version: 2 }],
      [school('03'), { outcome: 'same', version: 2 }],
      [major, { outcome: 'create' }],
      [relationship(2, 3), { outcome: 'create' }],
      [relationship({ schoolCode: '04' }, 3), { outcome: 'create' }],
    ),
  );
  // School 03 changes nothing, but the first relationship refers to it.
  expect(rows).toEqual([
    { ...school('03'), version: 2 },
    major,
    relationship(0, 1),
    relationship({ schoolCode: '04' }, 1),
  ]);
});

const unreadable = { code: 'UNREAD', message: 'There is no term F44', field: 'title' };
const fromFile: Proposal = {
  origin: 'import',
  title: 'schools.csv',
  rows: [school('01'), school('02'), school('03')],
  source: {
    numbers: [2, 3, 5],
    unreadable: new Map([[1, [unreadable]]]),
    existing: new Map([[1, { key: '02', label: '02 Arts' }]]),
    isFilledIn: () => false,
    sentenceOf: (message) => message.replace('row 2', 'row 5'),
    download: () => {},
    cellsOf: () => [],
    correct: () => {},
  },
};

test('unreadable rows of a file have errors and are not sent', () => {
  expect(readRows(fromFile)).toEqual([school('01'), school('03')]);
  const { preview } = previewed(
    [school('01'), { outcome: 'same' }],
    [school('03'), { outcome: 'create', warnings: ['Like that of row 2'] }],
  );
  const counts = { create: 1, update: 0, delete: 0, same: 1, refused: 0, warned: 0 };
  const { rows, counts: all } = withUnreadableRows(fromFile, { ...preview, counts });
  expect(rows.map(({ index, outcome }) => [index, outcome])).toEqual([
    [0, 'same'],
    [1, 'refused'],
    [2, 'create'],
  ]);
  expect(rows[1]?.errors).toEqual([unreadable]);
  expect(rows[1]).toMatchObject({ key: '02', label: '02 Arts' });
  expect(rows[2]?.warnings).toEqual(['Like that of row 5']);
  expect(all).toEqual({ ...counts, refused: 1 });
  expect(chosenRows({ rows: fromFile.rows, preview: { rows, counts: all } }).indexes).toEqual([2]);
});
