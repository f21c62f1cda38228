import type { Locator, Page } from '@playwright/test';
import { createItem, randomLetters, relate, textOf } from './data.ts';
import { dialog, section, tabTo } from './forms.ts';
import { expect, sessionOf, test } from './support.ts';

// A user opens an item from a list and comes back: the list has the same state, with the focus on the row.

test.use({ storageState: sessionOf('admin') });

const link = (row: Locator) => row.getByRole('link').first();
/** The row of the item at this position: other tests may insert rows before it. */
async function rowAt(page: Page, at: number): Promise<Locator> {
  const address = await link(page.locator(`tbody tr[data-at="${at}"]`)).getAttribute('href');
  return page.locator('tbody tr').filter({ has: page.locator(`a[href="${address}"]`) });
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const scrolled = (page: Page, name: string) =>
  page.getByRole('region', { name }).evaluate(({ scrollTop }) => scrollTop);

test('Back, and the link, restore the focused row, the filter, the order and the page', async ({ page }) => {
  await page.goto('./major?q=a&sort=-title20&page=2');
  for (const [way, at] of [
    ['Back', 30],
    ['the link', 20],
  ] as const)
    await test.step(way, async () => {
      const row = await rowAt(page, at);
      await row.getByRole('link').nth(1).click();
      await expect(heading(page)).toHaveText('View Major');
      if (way === 'Back') await page.goBack();
      else await page.getByRole('link', { name: 'Back to Majors' }).click();
      await expect(heading(page)).toHaveText('Majors');
      await expect(page).toHaveURL(/major\?q=a&sort=-title20&page=2$/);
      await expect(page.getByPlaceholder('Filter results...')).toHaveValue('a');
      await expect(link(row)).toBeFocused();
      await expect(row).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('ArrowDown');
      await expect(link(row.locator('+ tr'))).toBeFocused();
    });
});

test('the focus is restored after an item was opened by keyboard, or by its button', async ({ page }) => {
  await page.goto('./degree');
  const [first, third, fifth] = [await rowAt(page, 0), await rowAt(page, 2), await rowAt(page, 4)];
  await tabTo(link(first));
  const isThere = () => link(third).evaluate((element) => element === document.activeElement);
  while (!(await isThere())) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('View Degree');
  await page.goBack();
  await expect(link(third)).toBeFocused();
  await fifth.getByRole('button', { name: /^View Details/ }).click();
  await expect(heading(page)).toHaveText('View Degree');
  await page.goBack();
  await expect(link(fifth)).toBeFocused();
});

test('a long list that renders only some rows restores its scroll position', async ({ page }) => {
  await page.goto('./major?size=all');
  const region = page.getByRole('region', { name: 'Majors' });
  await expect(page.locator('tbody tr[data-at="0"]')).toBeVisible();
  await region.evaluate((element) => element.scrollTo(0, 5000));
  const row = await rowAt(page, 145);
  await link(row).click();
  await expect(heading(page)).toHaveText('View Major');
  await page.reload();
  await page.goBack();
  await expect(link(row)).toBeFocused();
  await expect.poll(() => scrolled(page, 'Majors')).toBe(5000);
});

test('the focus is restored to a row of the report and of related items', async ({ page }) => {
  await page.goto('./?run=true');
  const row = page.locator('tbody tr[data-at="7"]');
  await row.getByRole('link').nth(1).click();
  await expect(heading(page)).toHaveText('View Major');
  await page.goBack();
  await expect(link(row)).toBeFocused();

  const [major, degree] = [await createItem(page, 'major'), await createItem(page, 'degree')];
  await relate(page, ['major', major], ['degree', degree]);
  await page.goto(`./major/${major.majorKey}`);
  await section(page, 'Degrees')
    .getByRole('link', { name: textOf(degree), exact: true })
    .click();
  await expect(heading(page)).toHaveText('View Degree');
  await page.goBack();
  await expect(
    section(page, 'Degrees').getByRole('link', { name: textOf(degree), exact: true }),
  ).toBeFocused();
});

test('after the deletion of the item the focus is on the row at its position', async ({ page }) => {
  const own = randomLetters(8);
  for (const first of ['A', 'B', 'C']) await createItem(page, 'degree', { degreeTitleRc: `${first} ${own}` });
  await page.goto(`./degree?q=${own}`);
  await page.getByRole('link', { name: `B ${own}` }).click();
  await section(page, 'Details').getByRole('button', { name: 'Delete' }).click();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page)).toHaveText('Degrees');
  await expect(page.getByRole('link', { name: `C ${own}` })).toBeFocused();
});

test('the menu opens the list at its top', async ({ page }) => {
  await page.goto('./major');
  await link(await rowAt(page, 20)).click();
  await expect(heading(page)).toHaveText('View Major');
  await page.getByRole('link', { name: 'Majors', exact: true }).click();
  await expect(heading(page)).toHaveText('Majors');
  await expect(link(page.locator('tbody tr[data-at="0"]'))).toBeInViewport();
  // The link of the menu keeps the focus: no row takes it.
  await expect(page.locator('tbody :focus')).toHaveCount(0);
});

test('on a phone the focus is restored to the card', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./major');
  const row = await rowAt(page, 25);
  await link(row).click();
  await expect(heading(page)).toHaveText('View Major');
  await page.goBack();
  await expect(link(row)).toBeFocused();
  await expect(row).toBeInViewport({ ratio: 1 });
});

test('a filter is restored even if the user leaves right after typing', async ({ page }) => {
  await page.goto('./major');
  await expect(page.getByRole('row')).not.toHaveCount(0);
  // The field loses the focus and the link is clicked before the next render.
  await page.evaluate(() => {
    const box = document.querySelector<HTMLInputElement>('input[type="search"]');
    const link = document.querySelector<HTMLElement>('tbody a');
    if (!box || !link) throw new Error('There is no filter or no row');
    box.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'a');
    box.dispatchEvent(new Event('input', { bubbles: true }));
    box.blur();
    link.click();
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
  await page.getByRole('link', { name: 'Back to Majors' }).click();
  await expect(page.getByPlaceholder('Filter results...')).toHaveValue('a');
});
