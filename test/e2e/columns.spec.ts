import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { sampleRows } from '../support/asOfOracle.ts';
import { reportOracle } from '../support/reportOracle.ts';
import { bothDownloads } from './downloads.ts';
import { dialog } from './forms.ts';
import { expect, expectAccessible, headersOf, rowsOf, sessionOf, test, visit } from './support.ts';

// Columns are chosen and ordered on lists and on the report, and the URL keeps them (contract 11). Changes no data.

test.use({ storageState: sessionOf('registrar') });

const columns = (page: Page) => dialog(page, 'Columns');
const box = (page: Page, name: string) => columns(page).getByRole('checkbox', { name, exact: true });
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Ignored parts of this URL' });
const colsOf = (page: Page) => new URL(page.url()).searchParams.get('cols');
const open = async (page: Page) => {
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await expect(columns(page)).toBeVisible();
};

test('columns are chosen and ordered by keyboard alone; reload, Back and Reset work', async ({ page }) => {
  await page.goto('./school');
  const byDefault = ['Code', 'Title', 'Title 8', 'Year Start', 'Year End', 'Sort Code', 'Active', 'Actions'];
  await expect.poll(() => headersOf(page)).toEqual(byDefault);
  await page.getByRole('button', { name: 'Columns', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(columns(page).getByLabel('Find a column')).toBeFocused();
  await page.keyboard.type('year st');
  await expect(columns(page).getByRole('checkbox')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await columns(page).getByLabel('Find a column').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Backspace');
  await box(page, 'Comments').focus();
  await page.keyboard.press('Space');
  for (let at = 0; at < 5; at += 1) await page.keyboard.press('Alt+ArrowUp');
  // The focus stays on the moved row.
  await expect(box(page, 'Comments')).toBeFocused();
  await expect(columns(page).getByText('Comments: 3 of')).toBeAttached();
  await expect(columns(page).getByText('7 of 11 columns shown')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(columns(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Columns', exact: true })).toBeFocused();
  const chosen = ['Code', 'Title', 'Comments', 'Title 8', 'Year End', 'Sort Code', 'Active', 'Actions'];
  await expect.poll(() => headersOf(page)).toEqual(chosen);
  expect(colsOf(page)).toBe('schoolCode,title,comments,title8,yearEnd,sortCode,active');
  await page.reload();
  await expect.poll(() => headersOf(page)).toEqual(chosen);
  await page.goBack();
  await expect.poll(() => headersOf(page)).toEqual(byDefault);
  await page.goForward();
  await expect.poll(() => headersOf(page)).toEqual(chosen);
  await open(page);
  await columns(page).getByRole('button', { name: 'Reset columns' }).click();
  await expect.poll(() => headersOf(page)).toEqual(byDefault);
  expect(colsOf(page)).toBeNull();
});

test('columns are ordered by pointer and by button; Cancel and Escape change nothing', async ({ page }) => {
  await page.goto('./department');
  await open(page);
  const rows = columns(page).getByRole('listitem');
  const nameOf = (at: number) => rows.nth(at).getByRole('checkbox');
  await expect(nameOf(0)).toHaveAccessibleName('Title 7');
  await expectAccessible(page);
  const from = await rows.nth(0).locator('svg').first().boundingBox();
  const to = await rows.nth(2).boundingBox();
  if (!from || !to) throw new Error('not visible');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, to.y + 10, { steps: 6 });
  await page.mouse.up();
  await expect(nameOf(2)).toHaveAccessibleName('Title 7');
  await columns(page).getByRole('button', { name: 'Move Title 7 up' }).click();
  await columns(page).getByRole('button', { name: 'Move Title 7 up' }).click();
  await columns(page).getByRole('button', { name: 'Move Active up' }).click();
  await expect(columns(page).getByRole('button', { name: 'Move Active up' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(columns(page)).toBeHidden();
  expect(colsOf(page)).toBeNull();
  await open(page);
  await expect(nameOf(0)).toHaveAccessibleName('Title 7');
  await box(page, 'Active').uncheck();
  await columns(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(columns(page)).toBeHidden();
  await open(page);
  await expect(box(page, 'Active')).toBeChecked();
  for (const name of ['Title 7', 'Title 40', 'Active']) await box(page, name).uncheck();
  await columns(page).getByRole('button', { name: 'Apply' }).click();
  await expect(columns(page).getByText('Choose at least one column.')).toBeVisible();
  await box(page, 'Key').check();
  await columns(page).getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => headersOf(page)).toEqual(['Key', 'Actions']);
  // A list always leads to its items.
  await expect(page.locator('tbody a').first()).toHaveAttribute('href', /\/department\/\d+$/);
});

test('screen, CSV and Excel show the chosen columns, with the values of the sample', async ({ page }) => {
  await page.goto('./major?cols=cipCode,majorCode,endTermYyyyst,active,hegisCode&q=engr&sort=-title20');
  await expect
    .poll(() => headersOf(page))
    .toEqual(['CIP Code', 'Major Code', 'End Qtr', 'Active', 'HEGIS Code', 'Actions']);
  await expect(page.getByText('No results found')).toBeVisible();
  // The filter finds text in the shown columns; the order may be that of another.
  await page.getByRole('searchbox', { name: 'Filter results' }).fill('14.');
  await expect(page.locator('tbody tr td:nth-child(2)').first()).toBeVisible();
  const { csv, rows } = await bothDownloads(page);
  expect(csv[0]).toEqual(['CIP Code', 'Major Code', 'End Qtr', 'Active', 'HEGIS Code']);
  expect(rows[0]).toEqual(csv[0]);
  const expected = sampleRows('majors').filter(({ cipCode = '' }) => cipCode.includes('14.'));
  expect(
    csv
      .slice(1)
      .map(([cip, code]) => `${cip} ${code}`)
      .toSorted(),
  ).toEqual(expect.arrayContaining(expected.map(({ cipCode, majorCode }) => `${cipCode} ${majorCode}`)));
  const titles = csv
    .slice(1)
    .map(([, code]) => sampleRows('majors').find(({ majorCode }) => majorCode === code)?.title20 ?? '');
  expect(titles).toEqual(titles.toSorted(new Intl.Collator('en-US').compare).toReversed());
  await page.getByRole('link', { name: /^Change all \d+…$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`of ${csv.length - 1} majors`);
});

test('a column that does not exist, or comes twice, is left out with a notice', async ({ page }) => {
  await page.goto('./degree?cols=degreeCode,gone,degreeTitleRc,degreeCode');
  await expect.poll(() => headersOf(page)).toEqual(['Award Code', 'Title1', 'Actions']);
  await expect(notice(page)).toContainText('column “gone”, second column “degreeCode”');
  await visit(page, 'degree?cols=gone');
  await expect.poll(() => headersOf(page)).toHaveLength(6);
  await expect(notice(page)).toHaveText(/: column “gone”\.$/);
});

test('the report shows fields of its extended data, and one row for rows that look the same', async ({
  page,
}) => {
  await page.goto('./?run=true&cols=school.title,degree.degreeAwarded');
  await expect.poll(() => headersOf(page)).toEqual(['Sch Title', 'Deg Awarded']);
  const titleOf = new Map(sampleRows('schools').map(({ schoolCode, title }) => [schoolCode, title]));
  const expected = new Set(
    reportOracle({}).map(
      ({ schoolCode, degreeAwarded }) => `${titleOf.get(schoolCode ?? '') ?? ''} ${degreeAwarded ?? ''}`,
    ),
  );
  await expect(page.locator('output').filter({ hasText: 'Rows' })).toHaveText(`${expected.size} Rows`);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const { data } = Papa.parse<string[]>((await readFile(await (await downloaded).path(), 'utf8')).slice(1), {
    skipEmptyLines: true,
  });
  expect(new Set(data.slice(1).map((cells) => cells.join(' ')))).toEqual(expected);
  // Sorted by a column of the specification that is not shown.
  await visit(page, '?run=true&cols=major.title20&sort=-major.majorCode');
  await expect.poll(() => headersOf(page)).toEqual(['Maj Title']);
  await expect.poll(async () => (await rowsOf(page))[0]?.[0]).toBeTruthy();
  await page.getByRole('button', { name: 'Show Extended Data >>>' }).click();
  await expect(page.getByRole('columnheader', { name: 'Comments' })).toBeAttached();
  expect(colsOf(page)).toBeNull();
  await page.goBack();
  await expect.poll(() => headersOf(page)).toEqual(['Maj Title']);
});

test.describe('a reader', () => {
  test.use({ storageState: sessionOf('viewer') });
  test('chooses columns of the report, without links', async ({ page }) => {
    await page.goto('./?run=true&majorTitle=Art&cols=major.cipCode,school.title');
    await expect.poll(() => headersOf(page)).toEqual(['CIP', 'Sch Title']);
    await expect(page.locator('tbody tr').first()).toBeVisible();
    await expect(page.locator('tbody a')).toHaveCount(0);
    await open(page);
    await box(page, 'Maj Title').check();
    await columns(page).getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => headersOf(page)).toEqual(['CIP', 'Sch Title', 'Maj Title']);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('cards show the chosen columns, which are chosen behind ⋯', async ({ page }) => {
    await page.goto('./major?q=354');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await open(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    for (const name of [
      'U G M',
      'G H',
      'Sort Code',
      'Title 7',
      'Title Long',
      'Academic Yr Appr',
      'Start Qtr',
    ])
      await box(page, name).uncheck();
    await box(page, 'Complete').check();
    await columns(page).getByRole('button', { name: 'Apply' }).click();
    const card = page.locator('tbody tr').first();
    await expect(card).toContainText('354');
    await expect(card).toContainText('Environ Health Sci');
    await expect(card).toContainText(/Complete (Yes|No)/);
    await expect(card).not.toContainText('since');
    await page.getByRole('button', { name: 'More', exact: true }).focus();
  });
});
