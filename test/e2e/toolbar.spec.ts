import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, sessionOf, test, visit } from './support.ts';

// One toolbar for lists and the report: what is visible at which width, and one scrollbar. Changes no data.

test.use({ storageState: sessionOf('registrar') });

const more = (page: Page) => page.getByRole('button', { name: 'More', exact: true });
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter results' });
const rare = (page: Page): Locator[] => [
  page.getByRole('button', { name: 'Columns', exact: true }),
  page.getByRole('button', { name: 'Filter by codes' }),
  page.getByRole('link', { name: /^Change all/ }),
  page.getByRole('button', { name: 'Download CSV' }),
  page.getByRole('button', { name: 'Excel' }),
];
const middleOf = async (element: Locator) => {
  const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return Math.round(y + height / 2);
};

test('in a wide window all of it is in one row', async ({ page }) => {
  await page.goto('./major');
  for (const width of [1440, 1280])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 720 });
      await expect(page.locator('tbody tr').first()).toBeVisible();
      await expect(more(page)).toBeHidden();
      await expect(async () => {
        const place = await middleOf(filter(page));
        for (const control of [page.getByRole('combobox', { name: 'As of' }), ...rare(page)])
          expect(Math.abs((await middleOf(control)) - place)).toBeLessThan(4);
      }).toPass();
    });
});

test('in a narrow window what is rare is behind ⋯, by keyboard too', async ({ page }) => {
  const first = rare(page)[0] as Locator;
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('./major');
  for (const width of [1024, 390])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 768 });
      await expect(page.locator('tbody tr').first()).toBeVisible();
      for (const control of rare(page)) await expect(control).toBeHidden();
      await more(page).focus();
      await page.keyboard.press('Enter');
      await expect(more(page)).toHaveAttribute('aria-expanded', 'true');
      for (const control of rare(page)) await expect(control).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'As of' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Tab');
      await expect(first).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(more(page)).toBeFocused();
      await expect(first).toBeHidden();
      // A dialog that was opened there returns the focus, also after the choice was folded away.
      await more(page).click();
      await first.click();
      await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(first).toBeFocused();
      await page.keyboard.press('Escape');
    });
});

test('only the rows scroll, and the pager is visible', async ({ page }) => {
  await page.goto('./about');
  for (const [path, label] of [
    ['major', 'Majors'],
    ['school', 'Schools'],
    ['?run=true', 'Report'],
  ] as const)
    await test.step(label, async () => {
      await visit(page, path);
      await expect(page.getByRole('region', { name: label }).locator('tbody tr').nth(1)).toBeVisible();
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
      for (const [width, height] of [
        [1440, 900],
        [1280, 720],
        [1024, 768],
      ] as const) {
        const size = `${width} × ${height} px`;
        await page.setViewportSize({ width, height });
        // The report with its filters needs more height.
        if (path !== '?run=true' || height > 736) await expect.poll(overflow, size).toBe(0);
        await expect(page.getByRole('navigation', { name: 'Pages' }), size).toBeInViewport({ ratio: 1 });
      }
    });
});

test('on a phone the first card is above 300 px, and the pager stays', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./about');
  for (const [path, label] of [
    ['school', 'Schools'],
    ['department', 'Departments'],
    ['degree', 'Degrees'],
    ['major', 'Majors'],
    ['major-degree', 'Major-Degrees'],
  ] as const)
    await test.step(label, async () => {
      await visit(page, path);
      const card = page.getByRole('region', { name: label }).locator('tbody tr').first();
      await expect(card).toBeVisible();
      for (const width of [390, 320]) {
        const size = `${width} px`;
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(async () => (await card.boundingBox())?.y, size).toBeLessThan(300);
        await expect(page.getByRole('navigation', { name: 'Pages' }), size).toBeInViewport({ ratio: 1 });
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    });
});
