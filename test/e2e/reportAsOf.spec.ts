import type { Page } from '@playwright/test';
import { reportOracle } from '../support/reportOracle.ts';
import { choose } from './forms.ts';
import { expect, expectAccessible, sessionOf, test } from './support.ts';

// The report as of a term (contract 10), over the sample data.
test.use({ storageState: sessionOf('registrar') });

/** The number of distinct rows in the default columns. */
const rowsAsOf = (asOfTerm: string) => {
  const keys = reportOracle({ asOfTerm }).map((row) =>
    [row.schoolCode, row.majorKey, row.degreeKey].join('/'),
  );
  return `${new Set(keys).size.toLocaleString('en-US')} Rows`;
};
const count = (page: Page) => page.locator('output').filter({ hasText: 'Rows' });
const run = (page: Page) => page.getByRole('button', { name: 'Run Report' }).click();

test('a term shows the rows in effect then, by choice, link, reload and Back, accessibly, and one click clears it', {
  tag: '@firefox',
}, async ({ page }) => {
  await page.goto('');
  await choose(page, 'As of Term', 'F19');
  await run(page);
  const rows = rowsAsOf('201992');
  await expect(count(page)).toHaveText(rows);
  await expect(page).toHaveURL(/[?&]asOf=201992/);
  await expect(page.getByRole('status').filter({ hasText: 'In effect in F19' })).toContainText(
    'Names and codes are those of F19.',
  );
  await page.reload();
  await expect(count(page)).toHaveText(rows);
  await page.getByRole('status').getByRole('button', { name: 'Clear' }).click();
  await expect(count(page)).not.toHaveText(rows);
  await expect(page).not.toHaveURL(/asOf/);
  await page.goBack();
  await expect(count(page)).toHaveText(rows);
  await expectAccessible(page);
});

test('Clear of the term keeps the filters that were typed since, runs the report with them, and the focus stays on the page', async ({
  page,
}) => {
  await page.goto('');
  await choose(page, 'As of Term', 'F19');
  await run(page);
  await expect(count(page)).toHaveText(rowsAsOf('201992'));
  await page.getByRole('button', { name: 'Edit filters' }).click();
  await page.getByRole('textbox', { name: 'Major Title' }).fill('engineering');
  await page.getByRole('status').getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL(/majorTitle=engineering/);
  await expect(page).not.toHaveURL(/asOf/);
  await expect(page.getByRole('button', { name: 'Run Report' })).toBeFocused();
});

test('a term from a list is selected, but does not run the report', async ({ page }) => {
  await page.goto('major?asOf=201992');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Report' }).click();
  await expect(page.getByRole('combobox', { name: 'As of Term' })).toHaveValue('F19');
  await expect(count(page)).toHaveCount(0);
  await run(page);
  await expect(count(page)).toHaveText(rowsAsOf('201992'));
});
