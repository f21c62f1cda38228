import type { Page } from '@playwright/test';
import { make, relate, send } from './data.ts';
import { expect, expectAccessible, photograph, sessionOf, test } from './support.ts';

// What has changed in the records between two days, net.

test.use({ storageState: sessionOf('registrar') });

const part = (page: Page, name: 'Created' | 'Edited' | 'Deleted') =>
  page.getByRole('region', { name, exact: true });
const line = (page: Page, name: 'Created' | 'Edited' | 'Deleted', text: string) =>
  part(page, name).getByRole('listitem').filter({ hasText: text });
const today = (page: Page) => page.evaluate(() => new Date().toLocaleDateString('sv'));

/** From now on the days begin with this moment: the sample data was loaded today too. */
async function beginsNow(page: Page) {
  const from = new Date().toISOString();
  await page.route('**/api/differences/recorded?*', async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('from', from);
    await route.continue({ url: url.href });
  });
}

test('what was created, edited by field and deleted is told, and not what came and went', async ({
  page,
}) => {
  const [edited, deleted, major] = [
    await make(page, 'school'),
    await make(page, 'school'),
    await make(page, 'major'),
  ];
  await relate(page, ['school', deleted], ['major', major]);
  await page.waitForTimeout(5);
  await beginsNow(page);
  const created = await make(page, 'school');
  const gone = await make(page, 'school');
  await send(page, 'PUT', `schools/${edited.schoolCode}`, {
    ...edited,
    title: `New ${edited.title}`,
    comments: 'x',
  });
  await send(page, 'PUT', `schools/${edited.schoolCode}`, {
    ...edited,
    title: `New ${edited.title}`,
    version: edited.version + 1,
  });
  await send(page, 'DELETE', `schools/${deleted.schoolCode}?overrideWarnings=true`);
  await send(page, 'DELETE', `schools/${gone.schoolCode}`);

  await page.goto('./differences');
  await page.getByRole('button', { name: 'Between two days' }).click();
  await expect(page).toHaveURL(/differences\?between=days$/);
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(await today(page));
  await expect(line(page, 'Created', created.title)).toHaveCount(1);
  await expect(line(page, 'Edited', edited.title)).toHaveText(
    new RegExp(`Edited school .*Title:from ${edited.title}.*to New ${edited.title}`),
  );
  await expect(line(page, 'Edited', edited.title)).not.toContainText('Comments');
  await expect(line(page, 'Deleted', deleted.title)).toHaveCount(2);
  await expect(page.getByText(gone.title)).toHaveCount(0);
  // Limited to a kind, the relationship goes.
  await page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: 'Schools' }).click();
  await expect(line(page, 'Deleted', deleted.title)).toHaveCount(1);
  await page.reload();
  await expect(line(page, 'Deleted', deleted.title)).toHaveCount(1);
  await expectAccessible(page);
  await photograph(page, 'differences-days');
  // What was deleted tells at its address what became of it.
  await line(page, 'Deleted', deleted.title).getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Between two terms' }).click();
  await expect(page).toHaveURL(/differences$/);
});

test('the days are in the address; before the first change there is nothing', async ({ page }) => {
  await page.goto('./differences?between=days&from=1999-01-01&to=1999-12-31');
  await expect(page.getByRole('heading', { name: 'From Jan 1, 1999 to Dec 31, 1999' })).toBeVisible();
  for (const name of ['Created', 'Edited', 'Deleted'] as const)
    await expect(part(page, name)).toContainText('None');
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  const to = page.getByLabel('To', { exact: true });
  await to.fill('1998-12-31');
  await expect(to).toHaveAccessibleDescription('To must not be before From');
  await expect(part(page, 'Created')).toHaveCount(0);
  await to.fill('2000-01-31');
  await expect(page.getByRole('heading', { name: 'From Jan 1, 1999 to Jan 31, 2000' })).toBeVisible();
  await page.goBack();
  await expect(to).toHaveAccessibleDescription('To must not be before From');
});

test('a day to come says so, and emptied by keyboard it is the default', async ({ page }) => {
  await page.goto('./differences?between=days&from=2999-01-01&to=2999-12-31');
  const from = page.getByLabel('From', { exact: true });
  await expect(from).toHaveAccessibleDescription('From must not be in the future');
  await page.goto(`./differences?between=days&from=1999-01-01&to=1999-12-31`);
  await expect(part(page, 'Created')).toBeVisible();
  await from.fill('');
  await from.press('Tab');
  await expect(page.getByRole('heading', { name: 'From Dec 1, 1999 to Dec 31, 1999' })).toBeVisible();
});
