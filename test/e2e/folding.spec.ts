import type { Page } from '@playwright/test';
import { choose } from './forms.ts';
import { expect, expectAccessible, sessionOf, test } from './support.ts';

test.use({ storageState: sessionOf('viewer') });

const count = (page: Page) => page.getByRole('main').getByText(/^[\d,]+ Rows$/);
const run = (page: Page) => page.getByRole('button', { name: 'Run Report' }).click();
const group = (page: Page, name: 'Major' | 'Degree') => page.getByRole('group', { name, exact: true });
const edit = (page: Page) => page.getByRole('button', { name: 'Edit filters' });
const chips = (page: Page) =>
  page.getByRole('list', { name: 'Active filters' }).locator('li > span:first-child');

test('after a run the filters collapse into chips of the set filters, and a click expands them', async ({
  page,
}) => {
  await page.goto('.');
  await expect(edit(page)).toHaveCount(0);
  await choose(page, 'School', '57 ');
  await choose(page, 'Degree Awarded', 'BA');
  await group(page, 'Major').getByRole('checkbox', { name: 'Inactive' }).uncheck();
  await page.getByLabel('Major Title').fill('art');
  await page.keyboard.press('Enter');
  await expect(count(page)).toBeVisible();
  const isFolded = async () => {
    await expect(edit(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByLabel('Major Title')).not.toBeInViewport();
    await expect(chips(page)).toHaveText([
      /^School 57 /,
      'Major Title art',
      'Degree Awarded BA',
      'Active majors only',
    ]);
    await expect(page.getByText('Use 00 as the school code')).toBeInViewport();
  };
  await isFolded();
  await expect(page.getByRole('button', { name: 'Run Report' })).toBeFocused();
  await page.reload();
  await isFolded();
  await expectAccessible(page);
  await edit(page).click();
  const hide = page.getByRole('button', { name: 'Hide filters' });
  await expect(hide).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByLabel('Major Title')).toBeInViewport();
  await hide.click();
  await isFolded();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByLabel('Major Title')).toBeInViewport();
  await page.goBack();
  await isFolded();
});

test('a click or a key on a collapsed filter expands it', async ({ page }) => {
  await page.goto('./?run=true');
  await expect(edit(page)).toBeVisible();
  await group(page, 'Degree').getByRole('checkbox', { name: 'Inactive' }).uncheck();
  await expect(page.getByRole('button', { name: 'Hide filters' })).toBeVisible();
  await run(page);
  await expect(edit(page)).toBeVisible();
  await edit(page).focus();
  await page.keyboard.press('Shift+Tab');
  // The last chip is before the button, and the last field before the chips.
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByLabel('As Known On')).toBeFocused();
  await expect(page.getByLabel('As Known On')).toBeInViewport();
});
