import type { Page } from '@playwright/test';
import type { Items } from '../../contract/kinds.ts';
import { writeWorkbook } from '../../sheets/write.ts';
import { createItem, randomLetters, read, unusedCode } from './data.ts';
import { dialog, tabTo } from './forms.ts';
import {
  cellsBox,
  chooseFile,
  column,
  csvOf,
  downloadFrom,
  expectAllSame,
  fileBox,
  kindBox,
  open,
  problem,
  step,
  textOf,
} from './imports.ts';
import { apply, applyButton, changes, heading, lineOf, newest, rowBox, toasts } from './proposals.ts';
import { checkWidths, expect, expectAccessible, holdRequests, sessionOf, test } from './support.ts';

// The Import screen: the user chooses a file, sees it as a proposal, and saves it as one change.

test.use({ storageState: sessionOf('registrar') });

const imported = (page: Page) => page.getByRole('region', { name: 'Imported' });
const correct = (page: Page, cell: string) => page.getByRole('button', { name: `Correct ${cell}` });

test('new, changed and rejected rows are shown, saved as one change, and undone by one click', {
  tag: '@firefox',
}, async ({ page }) => {
  const text = randomLetters(8);
  const major = await createItem(page, 'major', { title20: `Old ${text}` });
  const code = await unusedCode(page, 'major');
  await open(page, 'Major');
  await chooseFile(
    page,
    csvOf(
      ['Major Code', 'U G M', 'Title 20', 'Start Qtr', 'Active'],
      [major.majorCode, 'U', `New ${text}`, '', ''],
      [code, 'Graduate', `Made ${text}`, 'Fall 2025', 'yes'],
      [code, 'M', `Wrong ${text}`, 'F44', ''],
    ),
    'majors.csv',
  );
  await expect(step(page)).toHaveText('Check');
  await expect(page.getByText('Major from majors.csv, 3 rows, 5 of 5 columns')).toBeVisible();
  await expect(lineOf(page, `New ${text}`)).toContainText(`Old ${text}→ to New ${text}`);
  await expect(lineOf(page, `Made ${text}`)).toContainText('F25');
  await expect(lineOf(page, `Wrong ${text}`)).toContainText('F44');
  await expect(changes(page)).toContainText('not a known term');
  // Texts that differ from the standard text of their value are listed.
  await page.getByText(/texts? read as something else/).click();
  await expect(page.getByText('‘Fall 2025’ read as F25')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason (optional)' }).fill('Catalog 2025');
  await apply(page, 'Apply 2 of 3');
  await expect(step(page)).toHaveText('File');
  await expect(imported(page)).toContainText('majors.csv: 2 saved, 1 skipped');
  await expect(imported(page)).toBeFocused();
  expect(await newest(page, `Made ${text}`)).toMatchObject({
    origin: 'import',
    title: 'majors.csv',
    reason: 'Catalog 2025',
    created: 1,
    updated: 1,
  });
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toasts(page).getByText('Undone')).toBeVisible();
  const majors = await read<Items['major']>(page, 'majors');
  expect(majors.filter(({ title20 }) => title20.endsWith(text)).map(({ title20 }) => title20)).toEqual([
    `Old ${text}`,
  ]);
});

test('rows that change existing items are counted and named before they are applied', async ({ page }) => {
  const text = randomLetters(6);
  const known = await createItem(page, 'major', { title20: `Known ${text}` });
  const ended = await createItem(page, 'major', {
    title20: `Ended ${text}`,
    startTermYyyyst: '196592',
    endTermYyyyst: '201992',
  });
  const codes = [await unusedCode(page, 'major'), await unusedCode(page, 'major')] as const;
  await open(page, 'Major');
  await chooseFile(
    page,
    csvOf(
      ['Major Code', 'Segment', 'Title 20', 'Start Term'],
      [codes[0], 'U', `One ${text}`, 'F25'],
      [codes[1], 'U', `Two ${text}`, 'F25'],
      [known.majorCode, known.majorSegment, `Other ${text}`, ''],
      [ended.majorCode, ended.majorSegment, 'A title that is too long for Title 20', ''],
      [ended.majorCode, ended.majorSegment, `Old ${text}`, 'F44'],
    ),
    'new.csv',
  );
  await expect(page.getByText('2 rows are new, 1 changes an item that exists, 2 have errors.')).toBeVisible();
  await expect(page.getByText('2 rows are new. 3 rows will be skipped, 2 with errors')).toBeVisible();
  const label = `${known.majorCode} ${known.majorSegment} Known ${text}`;
  await expect(
    page.getByText(`1 row changes an item that exists: ${label}. It is not selected.`),
  ).toBeVisible();
  await expect(rowBox(page, `Other ${text}`)).not.toBeChecked();
  await test.step('a row with errors names the item that it would change', async () => {
    const existing = `This row would change ${ended.majorCode} ${ended.majorSegment} Ended ${text}, which exists.`;
    await expect(page.getByText(existing)).toHaveCount(2);
  });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show only changed rows' }).click();
  await expect(lineOf(page, `One ${text}`)).toHaveCount(0);
  await expect(lineOf(page, `Other ${text}`)).toBeVisible();
  await page.getByRole('button', { name: 'Select it', exact: true }).click();
  await expect(rowBox(page, `Other ${text}`)).toBeChecked();
  await expect(
    page.getByText('2 rows are new, 1 changes an item that exists. 2 rows with errors will be skipped'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Leave it out', exact: true }).click();
  await expect(rowBox(page, `Other ${text}`)).not.toBeChecked();
  await expect(page.getByText('2 rows are new. 3 rows will be skipped, 2 with errors')).toBeVisible();
  await page.getByRole('button', { name: 'Show all rows' }).click();
  await expect(lineOf(page, `One ${text}`)).toBeVisible();
  await apply(page, 'Apply 2 of 5');
});

test('a row that comes to change an existing item is not selected, even if the user has selected others before', async ({
  page,
}) => {
  const text = randomLetters(6);
  const known = await createItem(page, 'major', { title20: `Known ${text}` });
  const codes = [await unusedCode(page, 'major'), await unusedCode(page, 'major')] as const;
  await open(page, 'Major');
  await chooseFile(
    page,
    csvOf(
      ['Major Code', 'Segment', 'Title 20', 'Start Term'],
      [codes[0], 'U', `One ${text}`, 'F25'],
      [codes[1], 'U', `Two ${text}`, 'F25'],
      ['?!', known.majorSegment, `Other ${text}`, 'F25'],
    ),
    'new.csv',
  );
  await rowBox(page, `One ${text}`).uncheck();
  await correct(page, 'Major Code in row 4').click();
  await page.getByRole('textbox', { name: 'Major Code in row 4' }).fill(known.majorCode);
  await page.keyboard.press('Enter');
  const note = page.getByText(/^1 row changes an item that exists: .* It is not selected\.$/);
  await expect(note).toBeVisible();
  await expect(rowBox(page, `Other ${text}`)).not.toBeChecked();
  await page.reload();
  await expect(note).toBeVisible();
  await expect(rowBox(page, `Other ${text}`)).not.toBeChecked();
  await expect(rowBox(page, `One ${text}`)).not.toBeChecked();
  await expect(rowBox(page, `Two ${text}`)).toBeChecked();
});

test('of two rows for the same major, the user corrects the code of one, or keeps one', async ({ page }) => {
  const text = randomLetters(6);
  const codes = [await unusedCode(page, 'major'), await unusedCode(page, 'major')] as const;
  await open(page, 'Major');
  await chooseFile(
    page,
    csvOf(
      ['Major Code', 'Segment', 'Title 20'],
      [codes[0], 'U', `One ${text}`],
      [codes[0], 'U', `Two ${text}`],
    ),
  );
  const question = page.getByRole('combobox', {
    name: 'Rows 2 and 3 are for the same major. Keep one of them, or correct a code in its row.',
    exact: true,
  });
  await question.selectOption('Keep row 3');
  await expect(
    page.getByText('Row 2 is left out, because you keep another row for the same major.'),
  ).toBeVisible();
  await expect(rowBox(page, `Two ${text}`)).toBeChecked();
  await expect(lineOf(page, `One ${text}`)).toHaveCount(0);
  await page.getByText('1 choice made').click();
  await question.selectOption('Choose');
  await expect(lineOf(page, `One ${text}`)).toBeVisible();
  await page.getByRole('button', { name: `Correct Major Code in row 2: ${codes[0]}` }).click();
  await page.keyboard.type(codes[1]);
  await page.keyboard.press('Enter');
  await expect(rowBox(page, `One ${text}`)).toBeChecked();
  await apply(page, 'Apply 2 changes');
});

test('rejected rows are downloaded in the format of their file with their reasons, corrected and imported', async ({
  page,
}) => {
  const text = randomLetters(8);
  const code = await unusedCode(page, 'major');
  await open(page, 'Major');
  await chooseFile(
    page,
    csvOf(
      ['Major Code', 'Segment', 'Title 20', 'CIP Code'],
      [code, 'U', `Corrected ${text}`, '5.07E+01'],
    ).replaceAll(',', ';'),
  );
  // By its code, although that could not be read.
  await expect(lineOf(page, `${code} U`)).toContainText('Error');
  const refused = await textOf(await downloadFrom(page, 'Download the 1 row with errors'));
  expect(refused).toContain('Major Code;Segment;Title 20;CIP Code;Reason');
  expect(refused.match(/Row 2, CIP Code: /g)).toHaveLength(1);
  await open(page, 'Major');
  await chooseFile(page, refused.replace('5.07E+01', '50.0703'), 'corrected.csv');
  await expect(lineOf(page, `Corrected ${text}`)).toContainText('New');
  await apply(page, 'Apply 1 change');
  expect(await newest(page, `Corrected ${text}`)).toMatchObject({ title: 'corrected.csv', created: 1 });
});

test('an error is corrected in its cell and checked again; skipped rows can be downloaded afterward', async ({
  page,
}) => {
  const text = randomLetters(8);
  const [code, other] = [await unusedCode(page, 'major'), await unusedCode(page, 'major')];
  const major = await createItem(page, 'major', { title20: `Same ${text}` });
  await open(page, 'Major');
  await chooseFile(
    page,
    csvOf(
      ['Major Code', 'Segment', 'Title 20', 'Start Term'],
      [code, 'U', `Term ${text}`, 'F44'],
      [other, 'U', `Skip ${text}`, 'F25'],
      [major.majorCode, 'U', `Same ${text}`, ''],
      ['??', 'U', `Code ${text}`, 'F25'],
    ),
    'messy.csv',
  );
  await test.step('Escape restores the text, and Enter accepts another', async () => {
    await correct(page, 'Start Term in row 2: F44').click();
    const cell = page.getByRole('textbox', { name: 'Start Term in row 2' });
    await expect(cell).toBeFocused();
    await cell.fill('F25');
    await cell.press('Escape');
    await expect(correct(page, 'Start Term in row 2: F44')).toBeVisible();
    await expect(lineOf(page, `Term ${text}`).first()).toBeFocused();
    // The same by keyboard.
    await page.keyboard.press('e');
    await cell.fill('Fall 2025');
    await cell.press('Enter');
    await expect(lineOf(page, `Term ${text}`)).toContainText('New');
    await expect(lineOf(page, `Term ${text}`)).toContainText('F25');
    await expect(rowBox(page, `Term ${text}`)).toBeChecked();
  });
  await test.step('an error that has no column of its own is corrected below its row', async () => {
    await correct(page, 'Major Code in row 5: ??').first().click();
    const cell = page.getByRole('textbox', { name: 'Major Code in row 5' });
    await cell.fill('?!');
    // Leaving the cell accepts it. Apply does not save the rows as they were before.
    await rowBox(page, `Skip ${text}`).uncheck();
    await expect(correct(page, 'Major Code in row 5: ?!').first()).toBeVisible();
    // The check of the correction has ended.
    await expect(applyButton(page)).toBeEnabled();
    // A selection alone is not checked again.
    const previews: string[] = [];
    page.on('request', (sent) => sent.url().endsWith('/proposals/preview') && previews.push(sent.url()));
    await rowBox(page, `Term ${text}`).uncheck();
    await expect(page.getByText('Select the rows to save')).toBeVisible();
    await rowBox(page, `Term ${text}`).check();
    expect(previews).toEqual([]);
    await expect(applyButton(page)).toHaveText('Apply 1 of 3');
  });
  await apply(page, 'Apply 1 of 3');
  await expect(imported(page)).toContainText('messy.csv: 1 saved, 1 unchanged, 2 skipped');
  const skipped = await textOf(await downloadFrom(page, 'Download them'));
  expect(skipped.split('\r\n').slice(1, 3)).toEqual([
    `${other},U,Skip ${text},F25,Skipped.`,
    `?!,U,Code ${text},F25,Major Code must be exactly 3 characters`,
  ]);
  const majors = await read<Items['major']>(page, 'majors');
  expect(majors.filter(({ title20 }) => title20.endsWith(text)).map(({ title20 }) => title20)).toEqual(
    expect.arrayContaining([`Term ${text}`, `Same ${text}`]),
  );
  expect(majors.some(({ title20 }) => title20 === `Skip ${text}`)).toBe(false);
});

test('a messy file is recognized by all headers, guesses are confirmed once, and remembered for the whole office', async ({
  page,
  browser,
}) => {
  const text = randomLetters(8);
  const file = csvOf(
    ['Lvl', 'Major Cd', 'Title', 'Eff Term', `Notes ${text}`, 'Dept'],
    ['Graduate', await unusedCode(page, 'major'), `Messy ${text}`, 'F25', 'Approved', 'COMPSCI'],
  );
  await page.goto('./import');
  await chooseFile(page, file, 'majors-messy.csv');
  await expect(step(page)).toHaveText('Columns');
  await expect(kindBox(page)).toHaveValue('major');
  await expect(column(page, 'Major Cd')).toHaveValue('majorCode');
  await expect(page.getByRole('row', { name: /Major Cd/ })).toContainText('Guessed from the header');
  await expect(page.getByRole('row', { name: /Dept/ })).toContainText('COMPSCI');
  await column(page, `Notes ${text}`).selectOption({ label: 'Comments' });
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(lineOf(page, `Messy ${text}`)).toContainText('Approved');
  await expect(lineOf(page, `Messy ${text}`)).toContainText('New');

  // Another user, in another browser, who chooses nothing.
  const other = await browser.newContext({ storageState: sessionOf('admin') });
  const colleague = await other.newPage();
  await colleague.goto('./import');
  await chooseFile(colleague, file, 'another.csv');
  await expect(step(colleague)).toHaveText('Check');
  await expect(lineOf(colleague, `Messy ${text}`)).toContainText('Approved');
  await expect(colleague.getByText(/^The columns are matched as by registrar on /)).toBeVisible();
  await other.close();
});

test.describe('without the memory of columns', () => {
  test.use({ expectedProblems: /ERR_FAILED/ });

  test('if fewer than half of the columns match, the kind and the columns are asked for', async ({
    page,
  }) => {
    // An import works without the memory.
    await page.route('**/api/import-mappings', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await open(page, 'Major');
    await chooseFile(
      page,
      csvOf(
        ['Major Code', 'Segment', 'Alpha', 'Beta', 'Gamma'],
        [await unusedCode(page, 'major'), 'U', 'a', 'b', 'c'],
      ),
    );
    await expect(step(page)).toHaveText('Columns');
    await expect(page.getByText('Only 2 of 5 columns match Major.')).toBeVisible();
    await expect(page.getByRole('row', { name: /Gamma/ })).toContainText('c');
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(step(page)).toHaveText('Check');
  });
});

test('changes far to the right make the table scroll, not the page', async ({ page }) => {
  const school = await createItem(page, 'school');
  await open(page, 'School');
  await chooseFile(
    page,
    csvOf(
      ['School Code', 'Title', 'Title 8', 'Year Start', 'Year End', 'Sort Code'],
      [school.schoolCode, `Long ${school.title}`, 'LONG', 1980, 2020, 5],
      [await unusedCode(page, 'school'), 'A title that is refused '.repeat(5), 'LONG', 1980, 2020, 5],
    ),
  );
  await expect(lineOf(page, `Long ${school.title}`)).toContainText('→');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
  await page.setViewportSize({ width: 800, height: 900 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(800);
});

test('the interpretation of a file', async ({ page }) => {
  await test.step('its headers determine the kind of data', async () => {
    const school = await createItem(page, 'school');
    await page.goto('./import');
    await chooseFile(
      page,
      csvOf(['Code', 'Title', 'Title 8', 'Year Start'], [school.schoolCode, school.title, '', '']),
    );
    await expect(step(page)).toHaveText('Columns');
    await expect(kindBox(page)).toHaveValue('school');
    await page.getByRole('button', { name: 'Check' }).last().click();
    await expectAllSame(page);
  });

  await test.step('a sheet of a workbook is chosen', async () => {
    const major = await createItem(page, 'major');
    const workbook = writeWorkbook({
      name: 'Notes',
      header: ['Nothing of ours'],
      rows: [],
      about: ['Major Key', String(major.majorKey)],
    });
    await open(page, 'Major');
    await chooseFile(page, Buffer.from(workbook), 'book.xlsx');
    await page.getByRole('combobox', { name: 'Sheet' }).selectOption({ label: 'About, 2 rows' });
    await page.getByRole('button', { name: 'Check' }).click();
    await expectAllSame(page);
  });

  await test.step('an ambiguous text needs a choice, and is never guessed', async () => {
    const text = randomLetters(8);
    await open(page, 'Degree');
    const rows = ['BA', 'BS'].map((award) => [award, `Asked ${text}`, 'Summer 2025']);
    await chooseFile(page, csvOf(['Award', 'Title', 'Start Term'], ...rows));
    await expect(lineOf(page, `BS Asked ${text}`)).toContainText('Error');
    const question = page.getByRole('combobox', { name: /Summer 2025/ });
    await expect(question).toHaveCount(1);
    await question.selectOption({ label: 'Z25 (202576)' });
    await expect(lineOf(page, `BA Asked ${text}`)).toContainText('New');
    await expect(lineOf(page, `BS Asked ${text}`)).toContainText('Z25');
    await apply(page, 'Apply 2 changes');
  });

  await test.step('the user matches columns, and the next file uses the same match', async () => {
    const text = randomLetters(8);
    const major = await createItem(page, 'major', { title20: `Hand ${text}` });
    const file = csvOf(['Code', 'U G M', 'Notes of the dean'], [major.majorCode, 'U', `Seen ${text}`]);
    await open(page, 'Major');
    await chooseFile(page, file);
    await expect(page.getByText('Notes of the dean')).toBeVisible();
    await page.getByRole('link', { name: 'Columns' }).click();
    await column(page, 'Notes of the dean').selectOption({ label: 'Comments' });
    await page.getByRole('button', { name: 'Check' }).last().click();
    await expect(lineOf(page, `Seen ${text}`)).toContainText('Changed');
    await open(page, 'Major');
    await chooseFile(page, file, 'next.csv');
    await expect(lineOf(page, `Seen ${text}`)).toContainText('Changed');
  });
});

test('a file that is chosen right after the kind of data is checked as that kind', async ({ page }) => {
  await page.goto('./import');
  const box = await kindBox(page).elementHandle();
  const input = await fileBox(page).elementHandle();
  // Both in the same task, so that the page does not render between them.
  await page.evaluate(
    ([kinds, files]) => {
      if (!(kinds instanceof HTMLSelectElement && files instanceof HTMLInputElement)) throw new Error();
      kinds.value = 'degree';
      kinds.dispatchEvent(new Event('change', { bubbles: true }));
      const given = new DataTransfer();
      given.items.add(new File(['Award,Title,Start Term\r\nBA,Given at once,F25\r\n'], 'rows.csv'));
      files.files = given.files;
      files.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [box, input] as const,
  );
  await expect(step(page)).toHaveText('Check');
  await expect(lineOf(page, 'BA Given at once')).toContainText('New');
});

test('a pending file does not change the URL of the next screen', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/fileWorker-*.js');
  await open(page, 'Degree');
  await chooseFile(page, csvOf(['Award', 'Title', 'Start Term'], ['BA', 'Left', 'F25']), 'pending.csv');
  await page.getByRole('link', { name: 'Schools', exact: true }).click();
  await expect(page).toHaveURL(/\/school$/);
  await expect(heading(page)).toHaveText('Schools');
  await release();
  // Once it has been read, the browser keeps it.
  const isKept = () =>
    page.evaluate(() => Object.keys(sessionStorage).some((name) => name.startsWith('import:')));
  await expect.poll(isKept).toBe(true);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  await expect(page).toHaveURL(/\/school$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/import\?kind=degree$/);
});

test('cells are pasted', { tag: '@firefox' }, async ({ page }) => {
  const department = await createItem(page, 'department');
  const title = `Pasted ${randomLetters(8)}`;
  await open(page, 'Department');
  await cellsBox(page).fill(`Key\tTitle 40\n${department.deptKey}\t${title}\n`.replace('Key', 'deptKey'));
  await page.getByRole('button', { name: 'Read the cells' }).click();
  await apply(page, 'Apply 1 change');
  expect(await newest(page, title)).toMatchObject({ origin: 'import', title: 'Pasted cells', updated: 1 });
});

test('pasted cells that cannot be read stay in their box, to be corrected', async ({ page }) => {
  const title = `Pasted ${randomLetters(8)}`;
  await open(page, 'Department');
  const cells = `Title 7\tTitle 40\nPASTED\t"${title}\n`;
  await cellsBox(page).fill(cells);
  await page.getByRole('button', { name: 'Read the cells' }).click();
  await expect(problem(page)).toContainText('quotation marks');
  await expect(cellsBox(page)).toHaveValue(cells);
  await cellsBox(page).fill(cells.replace('"', ''));
  await page.getByRole('button', { name: 'Read the cells' }).click();
  await expect(lineOf(page, title)).toContainText('New');
  await page.goBack();
  await expect(cellsBox(page)).toHaveValue('');
});

test('three files import 300 majors with 900 relationships, and are undone newest first', async ({
  page,
}) => {
  test.slow();
  const text = randomLetters(6);
  const school = await createItem(page, 'school');
  const taken = new Set((await read<Items['major']>(page, 'majors')).map(({ majorCode }) => majorCode));
  const codes = Array.from(
    { length: 36 ** 2 },
    (_, at) => `1${at.toString(36).toUpperCase().padStart(2, '0')}`,
  )
    .filter((code) => !taken.has(code))
    .slice(0, 300);
  const awards = ['BA', 'BS'];
  for (const award of awards)
    await createItem(page, 'degree', { degreeListAwarded: [award], degreeTitleRc: `Moved ${text}` });
  const header = ['Major Code', 'Segment', 'Start Term'];
  const pairs = codes.flatMap((code) => awards.map((award) => [code, 'M', 'F25', award, `Moved ${text}`]));
  // Each with its own: pairs of majors with the same title would be findings, 90,000 of them.
  const titleOf = (code: string) => `Moved ${text} ${code}`;
  const files = [
    ['Major', csvOf([...header, 'Title 20'], ...codes.map((code) => [code, 'M', 'F25', titleOf(code)]))],
    [
      'School – Major',
      csvOf([...header, 'School'], ...codes.map((code) => [code, 'M', 'F25', school.title])),
    ],
    ['Major – Degree', csvOf([...header, 'Awarded', 'Degree Title'], ...pairs)],
  ] as const;
  for (const [kind, file] of files) {
    await open(page, kind);
    await chooseFile(page, file, `${text} ${kind}.csv`);
    if (kind === 'School – Major') {
      // By the names of its ends, not by their keys.
      const ends = `${school.schoolCode} ${school.title} – ${codes[0]} M ${titleOf(codes[0] ?? '')}`;
      await expect(lineOf(page, ends)).toContainText('New');
    }
    await apply(page, `Apply ${file.split('\r\n').length - 2} changes`);
  }
  await page.goto(`./changes?origin=import&q=${text}`);
  for (const [kind] of files.toReversed()) {
    const row = page
      .getByRole('listitem')
      .filter({ hasText: `imported '${text} ${kind}.csv'` })
      .last();
    await row.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(dialog(page, 'Warning')).toContainText(`${text} ${kind}.csv, `);
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    await expect(row).toContainText('Undone');
  }
  const left = await read<Items['major']>(page, 'majors');
  expect(left.filter(({ title20 }) => title20.startsWith(`Moved ${text}`))).toEqual([]);
});

test('an unreadable file shows the error and the correction, and the next file is read', async ({ page }) => {
  await open(page, 'Major');
  for (const [name, content, sentence] of [
    ['empty.csv', '', /empty/],
    ['picture.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /picture|image/i],
    ['report.pdf', '%PDF-1.7 and so on', /PDF/],
    ['old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /\.xlsx/],
    ['broken.xlsx', 'PK\u0003\u0004broken', /damaged/],
  ] as const) {
    await chooseFile(page, content, name);
    await expect(problem(page)).toHaveText(sentence);
  }
  await chooseFile(page, csvOf(['Whatever'], ['x']));
  await expect(step(page)).toHaveText('Columns');
  await expect(problem(page)).toContainText('No row names columns of');
  await page.getByRole('button', { name: 'Another file' }).click();
  await chooseFile(page, csvOf(['Major Code', 'Segment', 'Title 20'], ['9', 'U', 'Short']));
  await expect(lineOf(page, 'Short')).toContainText('Error');
  await expect(applyButton(page)).toHaveAttribute('aria-disabled', 'true');
});

test('the file is kept while the user visits other screens, and Back returns to it', async ({ page }) => {
  const major = await createItem(page, 'major');
  const title = `Kept ${randomLetters(8)}`;
  await open(page, 'Major');
  await chooseFile(page, csvOf(['Major Code', 'Segment', 'Title 20'], [major.majorCode, 'U', title]));
  await expect(lineOf(page, title)).toContainText('Changed');
  await page.getByRole('link', { name: 'Schools', exact: true }).click();
  await expect(heading(page)).toHaveText('Schools');
  await page.goBack();
  await expect(lineOf(page, title)).toContainText('Changed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(step(page)).toHaveText('Columns');
  await page.getByRole('button', { name: 'Another file' }).click();
  await expect(step(page)).toHaveText('File');
  await expect(page.getByText('rows.csv is still open.')).toBeVisible();
  await test.step('also if the next file cannot be read', async () => {
    await chooseFile(page, '', 'empty.csv');
    await expect(problem(page)).toHaveText(/empty/);
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(lineOf(page, title)).toContainText('Changed');
  });
  await apply(page, 'Apply 1 change');
  await expect(step(page)).toHaveText('File');
  await expect(page.getByText('is still open')).toHaveCount(0);
  // Another file takes the same steps.
  await kindBox(page).selectOption({ label: 'Major' });
  await chooseFile(page, csvOf(['Major Code', 'Segment', 'Title 20'], [major.majorCode, 'U', `${title} B`]));
  await apply(page, 'Apply 1 change');
});

test('by keyboard alone', async ({ page }) => {
  const title = `Keys ${randomLetters(8)}`;
  const department = await createItem(page, 'department');
  await page.goto('./import');
  await kindBox(page).focus();
  await page.keyboard.type('Dep');
  await expect(kindBox(page)).toHaveValue('department');
  await tabTo(cellsBox(page));
  await page.keyboard.insertText(`deptKey\tTitle 40\n${department.deptKey}\t${title}`);
  await tabTo(page.getByRole('button', { name: 'Read the cells' }));
  await page.keyboard.press('Enter');
  await expect(lineOf(page, title)).toContainText('Changed');
  await tabTo(page.getByRole('button', { name: 'Apply 1 change' }));
  await page.keyboard.press('Enter');
  await expect(imported(page)).toBeFocused();
});

test('the steps have no accessibility violations, also on a phone', async ({ page }) => {
  const text = randomLetters(6);
  await open(page, 'Major');
  await expectAccessible(page);
  await checkWidths(page, 'import-file');
  await chooseFile(
    page,
    csvOf(
      ['Major Code', 'Segment', 'Title 20', 'Start Term', 'Dean'],
      ['9', 'U', `Zero ${text}`, 'F25', 'x'],
      [await unusedCode(page, 'major'), 'Undergraduate', `New ${text}`, 'Fall 2025', 'y'],
      [await unusedCode(page, 'major'), 'U', `Summer ${text}`, 'Summer 2025', ''],
    ),
    'majors.csv',
  );
  await expect(lineOf(page, `New ${text}`)).toBeVisible();
  await expectAccessible(page);
  await checkWidths(page, 'import-check');
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: `New ${text}` })
      .or(lineOf(page, `New ${text}`))
      .first(),
  ).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('link', { name: 'Columns' }).click();
  await expectAccessible(page);
  await checkWidths(page, 'import-columns');
});

test('the encoding of a text is shown with an example, and another can be chosen', async ({ page }) => {
  await open(page, 'School');
  await chooseFile(page, Buffer.from('School Code,Title\nQ9,Café of Arts\n', 'latin1'), 'accents.csv');
  await expect(page.getByText('The file was read as Windows-1252, such as “Café of Arts”.')).toBeVisible();
  await expect(lineOf(page, 'Café of Arts')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Columns' }).click();
  await page.getByRole('combobox', { name: 'Encoding' }).selectOption('UTF-8');
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('UTF-8');
  await page.getByRole('button', { name: 'Check' }).last().click();
  await expect(page.getByText(/has letters that were lost when it was saved/)).toBeVisible();
});
