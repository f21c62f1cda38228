import type { Page } from '@playwright/test';
import { createItem, relate, send } from './data.ts';
import { checkWidths, expect, expectAccessible, sessionOf, test, visit } from './support.ts';

// Net changes of the records between two days.

test.use({ storageState: sessionOf('registrar') });

const part = (page: Page, name: 'Created' | 'Edited' | 'Deleted') =>
  page.getByRole('region', { name, exact: true });
const line = (page: Page, name: 'Created' | 'Edited' | 'Deleted', text: string) =>
  part(page, name).getByRole('listitem').filter({ hasText: text });
const today = (page: Page) => page.evaluate(() => new Date().toLocaleDateString('sv'));

/** Makes the days begin now, because the sample data was loaded today too. */
async function beginsNow(page: Page) {
  const from = new Date().toISOString();
  await page.route('**/api/differences/recorded?*', async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('from', from);
    await route.continue({ url: url.href });
  });
}

test('created, edited and deleted records are listed, but not those that were created and deleted again', async ({
  page,
}) => {
  const [edited, deleted, major] = [
    await createItem(page, 'school'),
    await createItem(page, 'school'),
    await createItem(page, 'major'),
  ];
  await relate(page, ['school', deleted], ['major', major]);
  await page.waitForTimeout(5);
  await beginsNow(page);
  const created = await createItem(page, 'school');
  const gone = await createItem(page, 'school');
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
  // Each list shows its first 100 lines, and other tests create items too.
  const schools = page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: 'Schools' });
  await schools.click();
  await expect(line(page, 'Created', created.title)).toHaveCount(1);
  await expect(line(page, 'Edited', edited.title)).toHaveText(
    new RegExp(`Edited school .*Title:from ${edited.title}.*to New ${edited.title}`),
  );
  await expect(line(page, 'Edited', edited.title)).not.toContainText('Comments');
  await expect(page.getByText(gone.title)).toHaveCount(0);
  await schools.click();
  await expect(line(page, 'Deleted', deleted.title)).toHaveCount(2);
  await expect(page.getByText(gone.title)).toHaveCount(0);
  // The limit to a kind hides the relationship.
  await schools.click();
  await expect(line(page, 'Deleted', deleted.title)).toHaveCount(1);
  await page.reload();
  await expect(line(page, 'Deleted', deleted.title)).toHaveCount(1);
  await expectAccessible(page);
  await checkWidths(page, 'differences-days');
  // The URL of a deleted item shows its deletion.
  await line(page, 'Deleted', deleted.title).getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Between two terms' }).click();
  await expect(page).toHaveURL(/differences$/);
});

test('the days are in the URL; before the first change there are no records', async ({ page }) => {
  await page.goto('./differences?between=days&from=1999-01-01&to=1999-12-31');
  await expect(page.getByRole('heading', { name: 'From Jan 1, 1999 to Dec 31, 1999' })).toBeVisible();
  for (const name of ['Created', 'Edited', 'Deleted'] as const)
    await expect(part(page, name)).toContainText('None');
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
  await to.fill('1998-12-31');
  await expect(to).toHaveAccessibleDescription('To must not be before From');
  await expect(part(page, 'Created')).toHaveCount(0);
  await to.fill('2000-01-31');
  await expect(page.getByRole('heading', { name: 'From Jan 1, 1999 to Jan 31, 2000' })).toBeVisible();
  await page.goBack();
  await expect(to).toHaveAccessibleDescription('To must not be before From');

  await test.step('a chosen kind without a change stays visible, and clears the limit', async () => {
    await visit(page, 'differences?between=days&from=1999-01-01&to=1999-12-31&kind=lookup');
    const chosen = page
      .getByRole('group', { name: 'Show only' })
      .getByRole('button', { name: 'Terms and awards' });
    await expect(chosen).toHaveAttribute('aria-pressed', 'true');
    await expect(chosen).toContainText('0 created');
    await chosen.click();
    await expect(page).not.toHaveURL(/kind/);
    await expect(chosen).toHaveCount(0);
  });

  await test.step('a future day has an error', async () => {
    await visit(page, 'differences?between=days&from=2999-01-01&to=2999-12-31');
    await expect(from).toHaveAccessibleDescription('From must not be in the future');
  });

  await test.step('emptied by keyboard it is the default', async () => {
    await visit(page, 'differences?between=days&from=1999-01-01&to=1999-12-31');
    await expect(part(page, 'Created')).toBeVisible();
    await from.fill('');
    await from.press('Tab');
    await expect(page.getByRole('heading', { name: 'From Dec 1, 1999 to Dec 31, 1999' })).toBeVisible();
  });
});

test('a side and a kind that the comparison does not have are reported, and do not limit it', async ({
  page,
}) => {
  const ignored = page.getByText('Ignored parts of this URL');
  const pressed = page.getByRole('group', { name: 'Show only' }).locator('[aria-pressed="true"]');
  await page.goto('.');
  for (const [query, parts] of [
    ['between=days&kind=foo&from=soon&to=2999', 'From “soon”, To “2999”, Show only “foo”.'],
    [
      'kind=lookup&from=201992&to=2019-01-01&between=years',
      'Between “years”, To “2019-01-01”, Show only “lookup”.',
    ],
  ]) {
    await visit(page, `differences?${query}`);
    await expect(ignored).toContainText(parts ?? '');
    await expect(page.getByRole('group', { name: 'Show only' })).toBeVisible();
    await expect(pressed).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
  }
});
