import type { Page } from '@playwright/test';
import { unguarded } from '../../sheets/guard.ts';
import { createItem, randomLetters, send } from './data.ts';
import { bothDownloads, DAY, inExcel, trimmed } from './downloads.ts';
import { dialog } from './forms.ts';
import { expect, expectAccessible, sessionOf, test } from './support.ts';

// Each CSV download has an Excel download. The tests for the lists are in lists.spec.ts.

test.use({ storageState: sessionOf('registrar') });

const excelButton = (page: Page) => page.getByRole('button', { name: 'Excel', exact: true });
const filter = (page: Page) => page.getByPlaceholder('Filter results...');
const plain = (csv: readonly string[][]) => trimmed(inExcel(csv).map((row) => row.map(unguarded)));

test('a text that looks like a formula has no apostrophe, and the filter is named', async ({ page }) => {
  const title20 = `=${randomLetters(8)}`;
  await createItem(page, 'major', { title20 });
  await page.goto('./major');
  await filter(page).fill(title20);
  await expect(page.getByText('1 Rows', { exact: true })).toBeVisible();
  const { rows, about } = await bothDownloads(page);
  expect(rows[1]).toContain(title20);
  expect(about.slice(1, 3)).toEqual(['1 row', `Filter: ${title20}`]);
});

test('the report: all shown columns, and its filters in words', async ({ page }) => {
  await page.goto('./?schoolCode=80&underGraduate=false&extended=true');
  await expect(page.getByRole('table')).toBeVisible();
  // The titles of the schools come in their own response.
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(/School 80 \S/);
  let files = await bothDownloads(page);
  // The fingerprint is computed after the rows are shown.
  await expect
    .poll(async () => {
      if (files.about.length < 6) files = await bothDownloads(page);
      return files.about.join('\n');
    })
    .toContain('Fingerprint');
  const { names, csv, rows, about } = files;
  expect(names[1]).toBe('report.xlsx');
  expect(rows[0]).toHaveLength(33);
  expect(trimmed(rows)).toEqual(plain(csv));
  expect(about).toEqual([
    'Report',
    `${rows.length - 1} rows`,
    expect.stringMatching(/^School: 80 /),
    'Graduate majors only',
    expect.stringMatching(/^Fingerprint of the report's [\d,]+ rows?, default columns: v1:[0-9a-f]{64}$/),
    expect.stringMatching(DAY),
  ]);
});

test('the changes: a line for each changed field, and the filters in words', async ({ page }) => {
  const school = await createItem(page, 'school');
  await send(page, 'PUT', `schools/${school.schoolCode}`, {
    title: school.title,
    comments: '=1+1\nand more',
  });
  await page.goto(`./changes?q=${school.title}&kind=school`);
  const { names, csv, rows, about } = await bothDownloads(page);
  expect(names[1]).toBe('changes.xlsx');
  // The CSV is for programs, the workbook for users.
  expect(csv[0]?.[0]).toBe('Time');
  expect(csv[1]?.[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(rows[0]?.[0]).toBe('Time (Pacific Time)');
  expect(rows[1]?.[0]).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/);
  expect(trimmed(rows)).toEqual(plain(csv));
  expect(rows[1]).toContain('=1+1\nand more');
  expect(about).toEqual([
    'Changes',
    `${rows.length - 1} rows`,
    'Kind: School',
    `Text: ${school.title}`,
    expect.stringMatching(DAY),
  ]);
});

test.describe('without a connection', () => {
  test.use({ expectedProblems: /ERR_FAILED/ });

  test('it shows that the file could not be created, and what to do', async ({ page }) => {
    await page.goto('./school');
    await expect(page.getByRole('table')).toBeVisible();
    await page.route('**/assets/write-*.js', (route) => route.abort());
    await excelButton(page).click();
    await expect(dialog(page, 'Error')).toContainText('The Excel export could not be loaded.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(excelButton(page)).toBeFocused();
  });
});
