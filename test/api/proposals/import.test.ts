import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeSet } from '../../../contract/history.ts';
import { filesIn, readFile } from '../../../server/cli/importing/importFiles.ts';
import { importRows, type Wanted } from '../../../server/cli/importing/importRows.ts';
import { readOne, readTogether } from '../../../server/cli/importing/readFiles.ts';
import { evaluateEntries, save } from '../../../server/cli/importing/saveImport.ts';
import { limits } from '../../../server/runtime/limits.ts';
import { writeWorkbook } from '../../../sheets/write.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { workbookOf } from '../../support/workbook.ts';

let mdd: TestApp;
let folder: string;
beforeAll(async () => {
  mdd = await testApp();
  folder = mkdtempSync(join(tmpdir(), 'import-'));
});
afterAll(async () => {
  await mdd.close();
  rmSync(folder, { recursive: true });
});

const plain: Wanted = { title: 'A file', reason: null, isDryRun: false, onlyGood: false, isConfirmed: false };
const put = (name: string, bytes: string | Uint8Array) => {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
};

/** Imports a file. Returns the messages, and the reason if it is rejected. */
async function load(kind: string, file: string, more: Partial<Wanted> = {}) {
  const messages: string[] = [];
  const given = readFile(kind, file);
  const failed = await importRows(
    mdd.db,
    (known) => readOne(given, known),
    { ...plain, ...more },
    (line) => messages.push(line),
  ).then(
    () => null,
    (error: Error) => error.message,
  );
  return { messages, failed };
}

const codes = async () =>
  (await mdd.as('registrar').get<{ majorCode: string }[]>('/majors')).body.map(({ majorCode }) => majorCode);
const newest = async () =>
  (await mdd.as('registrar').get<{ changeSets: ChangeSet[] }>('/changes')).body.changeSets[0];

test('a file name with any characters becomes a title', async () => {
  const file = put('named.csv', 'Major Code;Segment;Title 20\n0D9;U;Named\n');
  const title = `Fa\u0308cher\u202f\u0007of 2026.csv${'x'.repeat(300)}`;
  expect((await load('major', file, { title })).failed).toBeNull();
  expect((await newest())?.title).toBe(`Fächer of 2026.csv${'x'.repeat(182)}`);
});

test('values that differ from the shown text are reported as on the screen', async () => {
  const text = (one: string) => `<c t="inlineStr"><is><t>${one}</t></is></c>`;
  const header = ['School Code', 'Title', 'Sort Code'].map(text).join('');
  const rows = `<row>${header}</row><row r="2" hidden="1">${text('Q1')}${text('École')}<c s="1"><v>1234.5</v></c></row>`;
  const file = put('shown.xlsx', workbookOf({ sheets: [rows], formats: ['#,##0'] }));
  const { messages } = await load('school', file, { isDryRun: true });
  expect(messages.slice(0, 3)).toEqual([
    'shown.xlsx: 1 row.',
    'shown.xlsx: Includes 1 row that the spreadsheet hides.',
    'shown.xlsx: Sort Code: “1,235” read as 1234.5, in 1 row.',
  ]);
});

test('a text is read in the requested encoding, which a note names', async () => {
  const file = put('accents.csv', Buffer.from('School Code,Title\nQ1,Caf\u00e9\n', 'latin1'));
  const given = readFile('school', file, 'UTF-16');
  expect(given.source.encoding).toBe('UTF-16');
  const { messages } = await load('school', file, { isDryRun: true });
  expect(messages[1]).toBe('accents.csv: The file was read as Windows-1252, such as “Café”.');
});

test('a dry run reports its changes, and saves nothing', async () => {
  const file = put('dry.csv', 'Major Code;Segment;Title 20\n0D1;U;Dry\n');
  const { messages, failed } = await load('major', file, { isDryRun: true });
  expect(failed).toBeNull();
  expect(messages).toEqual([
    'dry.csv: 1 row.',
    '1 to create, 0 to change, 0 the same, 0 with errors, 0 with warnings.',
    'Nothing was saved: this was a dry run.',
  ]);
  expect(await codes()).not.toContain('0D1');
});

test('a workbook from this application is imported, with its name and reason in the log', async () => {
  const rows = [['0W1', 'G', '=1+1']];
  const header = ['Major Code', 'U G M', 'Title 20'];
  const file = put('book.xlsx', writeWorkbook({ name: 'Majors', header, rows, about: ['Majors', '1 row'] }));
  expect((await load('major', file, { title: 'book.xlsx', reason: 'Moved' })).failed).toBeNull();
  expect(await codes()).toContain('0W1');
  expect(await newest()).toMatchObject({ origin: 'import', title: 'book.xlsx', reason: 'Moved', created: 1 });
});

test('what another user saves before an import is saved is not replaced, and another field of the row stays', async () => {
  const registrar = mdd.as('registrar');
  const school = { schoolCode: 'Q4', title: 'First', comments: null as string | null };
  await registrar.post('/schools', school);
  const evaluated = () => {
    const row = { kind: 'school', ref: { schoolCode: 'Q4' }, values: { title: 'Of the file' } };
    return evaluateEntries(mdd.db, [{ from: [], number: 2, row }] as never);
  };
  const saved = (entries: Awaited<ReturnType<typeof evaluated>>) =>
    save(mdd.db, entries, { title: 'schools.csv', reason: null }, limits.longWork);
  const stored = async () => (await registrar.get<{ school: object }>('/schools/Q4')).body.school;

  const before = await evaluated();
  await registrar.put('/schools/Q4', { ...school, title: 'Of a user' });
  await expect(saved(before)).rejects.toThrow('Another user has saved changes: run the import again.');
  expect(await stored()).toMatchObject({ title: 'Of a user' });

  const again = await evaluated();
  await registrar.put('/schools/Q4', { ...school, title: 'Of a user', comments: 'Of a user' });
  await saved(again);
  expect(await stored()).toMatchObject({ title: 'Of the file', comments: 'Of a user' });
});

test('rejected rows are written beside the file, and nothing is saved unless they may be left out', async () => {
  const file = put(
    'some.csv',
    'Major Code,Segment,Title 20\n0S1,U,Good\n7,U,Lost\n0S2,U,A title that is much too long\n',
  );
  const refused = await load('major', file);
  expect(refused.failed).toBe(
    'Nothing was saved: correct the rows with errors, or skip them with --only-good.',
  );
  expect(refused.messages).toContain('1 to create, 0 to change, 0 the same, 2 with errors, 0 with warnings.');
  expect(refused.messages).toContain('some.csv: Row 4, Title 20: Title 20 must be at most 20 characters.');
  expect(await codes()).not.toContain('0S1');

  const beside = `${file}.refused.csv`;
  const csv = readFileSync(beside, 'utf8');
  expect(csv).toMatch(/^\uFEFFMajor Code,Segment,Title 20,Reason\r\n7,U,Lost,/);
  expect((await load('major', file, { onlyGood: true })).failed).toBeNull();
  expect(await codes()).toEqual(expect.arrayContaining(['0S1']));
  expect(readFileSync(beside, 'utf8')).toBe(csv);
  expect(existsSync(`${file}.2.refused.csv`)).toBe(true);

  writeFileSync(
    beside,
    csv.replace('7,U,Lost', '0S7,U,Found').replace('A title that is much too long', 'Short'),
  );
  expect((await load('major', beside)).failed).toBeNull();
  expect(await codes()).toEqual(expect.arrayContaining(['0S2', '0S7']));
});

test('warnings are reported, and need a confirmation', async () => {
  const file = put('twins.csv', 'Title 7,Title 40\nTWIN A,Twins\nTWIN B,Twins\n');
  const { messages, failed } = await load('department', file);
  expect(failed).toBe('Nothing was saved: read the warnings, and confirm them with --confirm.');
  // A dry run reports the same, and saves nothing even if it confirms the warnings.
  expect((await load('department', file, { isDryRun: true })).failed).toBe(failed);
  const confirmed = await load('department', file, { isDryRun: true, isConfirmed: true });
  expect([confirmed.failed, confirmed.messages.at(-1)]).toEqual([
    null,
    'Nothing was saved: this was a dry run.',
  ]);
  expect(messages).toContain('twins.csv: Row 3: Department of row 2 already has the title Twins.');
  expect((await load('department', file, { isConfirmed: true })).failed).toBeNull();
  expect((await load('department', file)).messages.at(-1)).toBe('There is nothing to change.');
});

test('columns matched by similar names are reported, and need a confirmation', async () => {
  const file = put('similar.csv', 'Maj Cd,Lvl,Title 20\n0G1,U,Guessed\n');
  const { messages, failed } = await load('major', file, { onlyGood: true });
  expect(messages).toContain(
    'similar.csv: Matched by similar names: “Maj Cd” to Major Code and “Lvl” to Segment.',
  );
  expect(failed).toBe(
    'Nothing was saved: read the columns matched by similar names, and confirm them with --confirm.',
  );
  expect(await codes()).not.toContain('0G1');
  expect((await load('major', file, { isConfirmed: true })).failed).toBeNull();
  expect(await codes()).toContain('0G1');
  expect((await load('major', file)).messages.at(-1)).toBe('There is nothing to change.');

  const twins = put('similarTwins.csv', 'Dept Cd,Title 40\nGUESS A,Guesses\nGUESS B,Guesses\n');
  expect((await load('department', twins)).failed).toBe(
    'Nothing was saved: read the warnings and the columns matched by similar names, and confirm them with --confirm.',
  );
});

test('a file that cannot be understood is rejected as a whole', async () => {
  const { messages, failed } = await load('school', put('wrong.csv', 'Awarded,Title\nBS,Art\n'), {
    onlyGood: true,
  });
  expect(failed).toBe('Nothing was saved: correct the files, and import them again.');
  expect(messages).toContain(
    'wrong.csv: There is no column School Code. Add it to the file, or match a column to it. The columns fit degrees: choose that kind if it is correct.',
  );
});

test('the files of a folder refer to each other by their own keys, and rows that need a rejected row are left out with it', async () => {
  const own = mkdtempSync(join(folder, 'all-'));
  writeFileSync(join(own, 'schools.csv'), 'schoolCode,title\n9A,New School\n');
  writeFileSync(
    join(own, 'majors.csv'),
    'majorKey,majorCode,majorSegment,title20\n901,0F1,U,One\n902,0F2,U,A title that is much too long\n',
  );
  writeFileSync(
    join(own, 'school_major.csv'),
    'schoolCode,majorKey,startTerm\n9A,901,202592\n9A,902,202592\n9A,903,202592\n',
  );
  writeFileSync(join(own, 'terms.csv'), 'termYyyyst\n');
  const { files, others } = filesIn(own);
  expect(others).toEqual(['terms.csv']);
  const given = files.map(({ kind, file }) => readFile(kind, file));
  const messages: string[] = [];
  await importRows(
    mdd.db,
    (known) => readTogether(given, known),
    { ...plain, onlyGood: true },
    (line) => messages.push(line),
  );
  expect(messages).toEqual(
    expect.arrayContaining([
      'majors.csv: Row 3, title20: Title 20 must be at most 20 characters.',
      'school_major.csv: Row 3, majorKey: Row 3 of majors.csv has errors, so its major does not exist.',
      expect.stringContaining('school_major.csv: Row 4, majorKey: “903” is not the key of a major.'),
      '3 to create, 0 to change, 0 the same, 3 with errors, 0 with warnings.',
    ]),
  );
  expect(await newest()).toMatchObject({ created: 3 });
  const { body } = await mdd
    .as('registrar')
    .get<{ majors: { item: { majorCode: string } }[] }>('/schools/9A');
  expect(body.majors.map(({ item }) => item.majorCode)).toEqual(['0F1']);
});

test('files of a folder are read with any extension, and other files are listed', () => {
  const own = mkdtempSync(join(folder, 'endings-'));
  mkdirSync(join(own, 'departments'));
  const names = 'schools.txt Majors.XLSM degrees.xls notes.pdf degree some.refused.csv ~$Majors.XLSM .lock';
  for (const name of names.split(' ')) writeFileSync(join(own, name), 'x');
  const { files, others } = filesIn(own);
  expect(files.map(({ kind, file }) => [kind, file.slice(own.length + 1)])).toEqual([
    ['school', 'schools.txt'],
    ['major', 'Majors.XLSM'],
  ]);
  expect(others).toEqual(['degree', 'degrees.xls', 'notes.pdf']);
});
