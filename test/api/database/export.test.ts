import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ItemKind } from '../../../contract/kinds.ts';
import type { Known } from '../../../intake/intake.ts';
import { writeExport } from '../../../server/cli/exporting/writeExport.ts';
import { filesIn, readFile } from '../../../server/cli/importing/importFiles.ts';
import { importRows } from '../../../server/cli/importing/importRows.ts';
import { exportIn, readExport } from '../../../server/cli/importing/readExport.ts';
import { readTogether } from '../../../server/cli/importing/readFiles.ts';
import { replaceLookup } from '../../../server/db/lookupTables.ts';
import type { Db } from '../../../server/db/tables.ts';
import { type TestApp, testApp } from '../../support/app.ts';

// Contract 13, Export: the files are read again by npm run import and npm run lookups, and the result equals the original.

let original: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'export-'));
const place = join(folder, 'files');
const registrar = () => original.as('registrar');

async function created(path: string, values: object): Promise<Record<string, unknown>> {
  const { status, body, text } = await registrar().post(path, values);
  expect(status, text).toBe(201);
  return [body].flat()[0] as Record<string, unknown>;
}

const aMajor = { majorSegment: 'U', campusIndicator: 'G' };
beforeAll(async () => {
  original = await testApp({ sample: true });
  await created('/terms', { termYyyyst: '2098S1', termLetterYear: 'S1,98' });
  await created('/award-types', { degreeShort: 'B"X', degreeCode: 'B,X', title: 'Award, of “X”' });
  await created('/schools', {
    schoolCode: '0E',
    title: '=HYPERLINK("x"), with a comma',
    title8: '-',
    comments: ' first\nsecond "quoted"\n\n- third',
  });
  await created('/departments', { title7: '(empty)', title: "'=apostrophe", startTerm: '2098S1' });
  await created('/departments', { title7: 'n/a', title: '25-Sep' });
  await created('/degrees', {
    degreeListAwarded: ['B"X'],
    degreeTitleRc: 'null',
    degreeComments: '1.00E+05',
  });
  const first = await created('/majors', { ...aMajor, majorCode: '1E5', title20: '+3', hegisCode: '0007' });
  // The same code, segment and start as another: allowed after a warning.
  const second = await created('/majors?overrideWarnings=true', {
    ...aMajor,
    majorCode: '1E5',
    title20: 'Total',
    ucDiscipline: '007',
  });
  for (const [major, title] of [
    [first, 'One'],
    [second, '(empty)'],
  ] as const)
    for (const [field, value] of [
      ['title20', title],
      ['title7', null],
    ] as const)
      expect(
        (await registrar().put(`/majors/${String(major.majorKey)}/earlier-values/${field}/201992`, { value }))
          .status,
      ).toBe(201);
  const degrees = await registrar().get<{ degreeKey: number }[]>('/degrees');
  const degreeKey = degrees.body[0]?.degreeKey;
  for (const major of [first, second])
    await created(`/relationships/major/${String(major.majorKey)}/degree/${degreeKey}`, {
      startTerm: '202592',
      programLengthYrs: major === first ? 4.25 : 0.5,
    });
  await writeExport(original.db, place);
});
afterAll(async () => {
  await original.close();
  rmSync(folder, { recursive: true });
});

const options = { title: 'files', reason: null, isDryRun: false, onlyGood: false };

/** An empty application with the lookups of the export. */
async function emptyApp(): Promise<TestApp> {
  const app = await testApp();
  for (const lookup of ['terms', 'award-types'] as const)
    await replaceLookup(app.db, lookup, readFileSync(join(place, `${lookup}.csv`), 'utf8'));
  return app;
}

/** Everything but users, times, keys and versions: each table with its items by what a user sees of them. */
async function contentOf(app: TestApp) {
  const lists: Record<string, unknown> = {};
  const left = /^(.*UciNetId|lastModified|lastModifiedBy|version|id|.*Key)$/;
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !left.test(name) || name === 'programKey')
        .map(([name, one]) => [name, plain(one)]),
    );
  };
  const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(plain(row))).toSorted();
  for (const path of [
    'schools',
    'departments',
    'degrees',
    'majors',
    'major-degrees',
    'reports',
    'terms',
    'award-types',
  ])
    lists[path] = sorted((await app.as('registrar').get<unknown[]>(`/${path}`)).body);
  // As of a term, with the names of then.
  lists.asOfTerm = sorted((await app.as('registrar').get<unknown[]>('/reports?asOfTerm=201592')).body);
  lists.fingerprint = (await app.as('registrar').get('/reports')).headers['x-report-fingerprint'];
  for (const [table, names] of Object.entries({
    school_department: 'school, department',
    school_degree: 'school, degree',
    degree_department: 'degree, department',
    school_major: 'school, major',
    major_department: 'major, department',
  }))
    lists[table] = (
      await sql`select r.start_term, r.end_term, r.active, ${sql.raw(
        names
          .split(', ')
          .map(
            (name) =>
              `(select row_to_json(i)::jsonb - '{${name}_key,dept_key,version,last_modified,last_modified_by}'::text[] from ${name} i where i.${keyColumn(name)} = r.${keyColumn(name)}) as ${name}`,
          )
          .join(', '),
      )} from ${sql.table(table)} r`.execute(app.db)
    ).rows
      .map((row) => JSON.stringify(row))
      .toSorted();
  lists.earlier = (
    await sql<{ text: string }>`
      select coalesce(m.title20, '') || v.item_kind || v.field || v.last_term || coalesce(v.value, '∅') as text
      from earlier_value v left join major m on v.item_kind = 'major' and m.major_key::text = v.item_key`.execute(
      app.db,
    )
  ).rows
    .map(({ text }) => text)
    .toSorted();
  return lists;
}
const keyColumn = (name: string) =>
  name === 'school' ? 'school_code' : name === 'department' ? 'dept_key' : `${name}_key`;

const imported = async (
  db: Db,
  read: (known: Known) => ReturnType<typeof readExport>,
  isConfirmed = false,
) => {
  const lines: string[] = [];
  await importRows(db, read, { ...options, isConfirmed }, (line) => lines.push(line)).catch(
    (error: unknown) => {
      throw new Error(lines.join('\n'), { cause: error });
    },
  );
  return lines;
};

test('An export has a file for each table and lookup, and the same bytes each time', async () => {
  expect(readdirSync(place).toSorted()).toEqual(
    [
      'award-types.csv',
      'degreeDepartment.csv',
      'degrees.csv',
      'departments.csv',
      'earlierValues.csv',
      'export.json',
      'majorDegree.csv',
      'majorDepartment.csv',
      'majors.csv',
      'schoolDegree.csv',
      'schoolDepartment.csv',
      'schoolMajor.csv',
      'schools.csv',
      'terms.csv',
    ].toSorted(),
  );
  const again = join(folder, 'again');
  await writeExport(original.db, again);
  for (const file of readdirSync(place))
    expect(readFileSync(join(again, file), 'utf8'), file).toBe(readFileSync(join(place, file), 'utf8'));
});

test('Imported into an empty database, the result equals the original and gives the same report', async () => {
  expect(exportIn(place)).toEqual({ changed: [] });
  const copy = await emptyApp();
  try {
    await imported(copy.db, (known) => readExport(place, known));
    const [expected, content] = [await contentOf(original), await contentOf(copy)];
    for (const name of Object.keys(expected)) expect(content[name], name).toEqual(expected[name]);
    // A second round gives the same files, apart from keys.
    await writeExport(copy.db, join(folder, 'second'));
    const linesOf = (file: string) => readFileSync(file, 'utf8').split('\r\n').length;
    for (const file of readdirSync(place))
      expect(linesOf(join(folder, 'second', file)), file).toBe(linesOf(join(place, file)));
  } finally {
    await copy.close();
  }
});

test('Changed files are read like those of a spreadsheet, also with earlier values of new items', async () => {
  const plain = await testApp({ sample: true });
  const target = await testApp();
  const files = join(folder, 'plain');
  try {
    const { body } = await plain.as('registrar').get<{ majorKey: number }[]>('/majors');
    await plain
      .as('registrar')
      .put(`/majors/${body[5]?.majorKey}/earlier-values/title20/201992`, { value: 'Then' });
    await writeExport(plain.db, files);
    const schools = join(files, 'schools.csv');
    writeFileSync(schools, readFileSync(schools, 'utf8').replace('Graduate Division', 'Graduate Div'));
    expect(exportIn(files)).toEqual({ changed: ['schools.csv'] });
    const read = filesIn(files).files.map(({ kind, file }) => readFile(kind, file));
    await imported(target.db, (known) => readTogether(read, known), true);
    const reportOf = async (app: TestApp) =>
      (await app.as('registrar').get('/reports?asOfTerm=201592')).headers['x-report-fingerprint'];
    expect(await reportOf(target)).toBe(await reportOf(plain));
  } finally {
    await plain.close();
    await target.close();
  }
});

test('An empty database exports and imports too', async () => {
  const empty = await testApp();
  try {
    await writeExport(empty.db, join(folder, 'empty'));
    const lines = await imported(empty.db, (known) => readExport(join(folder, 'empty'), known));
    expect(lines.at(-1)).toBe('There is nothing to change.');
  } finally {
    await empty.close();
  }
});

test('Imported onto the original, unique items are the same, and nothing of them changes', async () => {
  const copy = await testApp({ sample: true });
  try {
    const files = join(folder, 'same');
    await writeExport(copy.db, files);
    const lines = await imported(copy.db, (known) => readExport(files, known));
    expect(lines.at(-1)).toBe('There is nothing to change.');
  } finally {
    await copy.close();
  }
});

describe('A folder', () => {
  const rejection = (path: string) =>
    writeExport(original.db, path).then(
      () => 'written',
      (error: Error) => error.message,
    );

  test('that is not empty is an error and stays as it is', async () => {
    const full = join(folder, 'full');
    mkdirSync(full);
    writeFileSync(join(full, 'notes.txt'), 'mine');
    expect(await rejection(full)).toBe(`${full} is not empty: name a new folder, or an empty one.`);
    expect(readdirSync(full)).toEqual(['notes.txt']);
    expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual(['full']);
  });

  test('that is a file, or is in no folder, is an error', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, 'mine');
    expect(await rejection(file)).toBe(`${file} is a file: name a folder.`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(await rejection(join(folder, 'none', 'files'))).toBe(
      `There is no folder ${join(folder, 'none')}: create it first.`,
    );
  });

  test('that exists and is empty is filled', async () => {
    mkdirSync(join(folder, 'ready'));
    expect(await rejection(join(folder, 'ready'))).toBe('written');
    expect(readdirSync(join(folder, 'ready'))).toHaveLength(14);
  });
});

test('the kinds of an export are all that an import reads', () => {
  const kinds: ItemKind[] = ['school', 'department', 'degree', 'major'];
  expect(filesIn(place).files.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
  expect(filesIn(place).files).toHaveLength(11);
});
