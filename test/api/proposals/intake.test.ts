import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogKinds } from '../../../contract/history.ts';
import { type ItemKind, isItemKind, itemKinds } from '../../../contract/kinds.ts';
import type { RelationshipKind } from '../../../contract/relationships.ts';
import { relationshipOf } from '../../../intake/columns.ts';
import type { Intake, Known, KnownItem, Table } from '../../../intake/intake.ts';
import { proposedRows } from '../../../intake/proposed.ts';
import { readTable } from '../../../intake/read.ts';
import { recognize } from '../../../intake/recognize.ts';
import { templateOf } from '../../../intake/template.ts';
import { written } from '../../../intake/words.ts';
import { filesIn, readFile } from '../../../server/cli/importing/importFiles.ts';
import { knownIn } from '../../../server/cli/importing/importLookups.ts';
import { importRows, type Wanted } from '../../../server/cli/importing/importRows.ts';
import { readTogether } from '../../../server/cli/importing/readFiles.ts';
import { guarded } from '../../../sheets/guard.ts';
import { readPasted, readSpreadsheet } from '../../../sheets/read.ts';
import { writeWorkbook } from '../../../sheets/write.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { proposalsOf } from './support.ts';

let mdd: TestApp;
let known: Known;
const folder = mkdtempSync(join(tmpdir(), 'import-'));
beforeAll(async () => {
  mdd = await testApp({ sample: true });
  known = await knownIn(mdd.db);
});
afterAll(async () => {
  await mdd.close();
  rmSync(folder, { recursive: true });
});

const get = async (path: string) => (await mdd.as('registrar').get<KnownItem[]>(path)).body;

/** All relationships of a kind, each with the items at its ends. */
async function relationships({ name, from, to }: RelationshipKind): Promise<KnownItem[]> {
  const rows: KnownItem[] = await mdd.db
    .selectFrom(name as 'majorDegree')
    .selectAll()
    .execute();
  const itemOf = (item: ItemKind, row: KnownItem) => {
    const { key } = itemKinds[item];
    return known.items[item].find(({ [key]: own }) => own === row[key]) ?? {};
  };
  return rows.map((row) => ({ ...row, [from]: itemOf(from, row), [to]: itemOf(to, row) }));
}

/** The stored rows of a kind, in the form for its template. */
const currentOf = async (kind: string): Promise<readonly KnownItem[]> =>
  isItemKind(kind) ? known.items[kind] : await relationships(relationshipOf(kind));

const csvOf = (header: readonly string[], rows: readonly (readonly string[])[]) =>
  [header, ...rows]
    .map((cells) => cells.map((cell) => `"${guarded(cell).replaceAll('"', '""')}"`).join(','))
    .join('\r\n');

const tableOf = (csv: string): Table => readPasted(csv).sheets[0]?.rows ?? [];

/** The preview of all rows of a table. */
async function counts(intake: Intake) {
  expect(intake.problems).toEqual([]);
  expect(intake.rows.flatMap(({ problems }) => problems)).toEqual([]);
  const { body } = await proposalsOf(mdd).preview(proposedRows(intake).rows);
  return body.counts;
}

const allTheSame = (same: number) => ({ create: 0, update: 0, delete: 0, same, refused: 0, warned: 0 });

describe('the downloads of the lists can be imported', () => {
  const quarter = (code: unknown) =>
    known.terms.find(({ termYyyyst }) => termYyyyst === code)?.termLetterYear ?? null;
  const shown = (value: unknown) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : written(value));

  test.each([
    [
      'school',
      'Code,Title,Title 8,Year Start,Year End,Sort Code,Active',
      'schoolCode title title8 yearStart yearEnd sortCode active',
    ],
    ['department', 'Title 7,Title 40,Active', 'title7 title active'],
    [
      'degree',
      'Awarded,Title,Abbreviated Title,Start Qtr,End Qtr',
      'degreeAwarded degreeTitleRc degreeTitleAbbr degreeStartTermYyyyst degreeEndTermYyyyst',
    ],
    [
      'major',
      'U G M,G H,Major Code,Sort Code,Title 7,Title 20,Title Long,Academic Yr Appr,Start Qtr,End Qtr',
      'majorSegment campusIndicator majorCode sortCode title7 title20 titleLong academicYearApproved startTermYyyyst endTermYyyyst',
    ],
  ] as const)('%s', async (kind, header, fields) => {
    const items = await get(`/${itemKinds[kind].collection}`);
    const rows = items.map((item) =>
      fields.split(' ').map((name) => shown(/Term/.test(name) ? quarter(item[name]) : item[name])),
    );
    const table = tableOf(csvOf(header.split(','), rows));
    expect(recognize(table)[0]).toMatchObject({ kind, isComplete: true });
    expect(await counts(readTable({ table, kind, known }))).toEqual(allTheSame(items.length));
  });

  test('the pairs of majors and degrees', async () => {
    const pairs = (await get('/major-degrees')) as { major: KnownItem; degree: KnownItem }[];
    const rows = pairs.map(({ major, degree }) =>
      [major.majorCode, major.majorSegment, major.title20, degree.degreeAwarded, degree.degreeTitleRc].map(
        shown,
      ),
    );
    const table = tableOf(csvOf(['Major Code', 'U G M', 'Title 20', 'Awarded', 'Title'], rows));
    const intake = readTable({ table, kind: 'majorDegree', known });
    expect(intake.notes).toEqual(['The column “Title 20” is ignored.']);
    expect(await counts(intake)).toEqual(allTheSame(pairs.length));
  });
});

test.each(catalogKinds)('the template of %s can be imported', async (kind) => {
  const current = await currentOf(kind);
  const { header, rows } = templateOf(kind, current, known.terms);
  expect(current.length).toBeGreaterThan(20);
  for (const table of [tableOf(csvOf(header, rows)), inWorkbook(header, rows)])
    expect(await counts(readTable({ table, kind, known }))).toEqual(allTheSame(current.length));
});

function inWorkbook(header: readonly string[], rows: readonly (readonly string[])[]): Table {
  const bytes = writeWorkbook({ name: 'Template', header, rows, about: [] });
  return readSpreadsheet(bytes, 'template.xlsx').sheets[0]?.rows ?? [];
}

const wanted: Wanted = {
  title: 'Moved in',
  reason: 'Old system',
  isDryRun: false,
  onlyGood: false,
  isConfirmed: true,
};

describe('ten files with the whole catalog', () => {
  const keyed = (kind: string) => isItemKind(kind) && kind !== 'school';

  /** The files of all kinds, without the keys, which belong to this catalog. An unknown flag is written as '(empty)'. */
  async function writeFiles() {
    for (const kind of catalogKinds) {
      const current = (await currentOf(kind)).toSorted(byKey(kind));
      const { header, rows } = templateOf(kind, current, known.terms);
      const isFlag = (at: number) => header[at]?.endsWith('Program') === true;
      const content = rows.map((cells) =>
        cells.map((cell, at) => (cell === '' && isFlag(at) ? '(empty)' : cell)),
      );
      const from = keyed(kind) ? 1 : 0;
      const csv = csvOf(
        header.slice(from),
        content.map((cells) => cells.slice(from)),
      );
      writeFileSync(join(folder, `${kind}.csv`), csv);
    }
  }
  const byKey = (kind: string) => (one: KnownItem, other: KnownItem) =>
    isItemKind(kind) && kind !== 'school'
      ? Number(one[itemKinds[kind].key]) - Number(other[itemKinds[kind].key])
      : 0;

  /** The report, without the users and times of saves. */
  const report = async (app: TestApp) => {
    const { body } = await app.as('viewer').post<object[]>('/reports', {});
    return JSON.stringify(body, (name, value: unknown) =>
      /^(lastModified|lastModifiedBy|.*UciNetId|version)$/.test(name) ? undefined : value,
    );
  };

  test('load an empty catalog with the same data, in one change set', async () => {
    await writeFiles();
    const empty = await testApp();
    const files = filesIn(folder).files.map(({ kind, file }) => readFile(kind, file));
    const lines: string[] = [];
    const load = () =>
      importRows(
        empty.db,
        (own) => readTogether(files, own),
        wanted,
        (line) => lines.push(line),
      );
    await load();
    expect(lines).toContain('2,904 to create, 0 to change, 0 the same, 0 with errors, 1 with warnings.');
    const content = await report(mdd);
    expect(content).toContain('"terminalPgmFlag":null');
    expect(await report(empty)).toBe(content);
    await load();
    expect(lines.at(-1)).toBe('There is nothing to change.');
    const { body } = await empty.as('registrar').get<{ changeSets: object[] }>('/changes');
    expect(body.changeSets[0]).toMatchObject({
      origin: 'import',
      title: 'Moved in',
      reason: 'Old system',
      created: 2904,
    });
    await empty.close();
  }, 120_000);
});
