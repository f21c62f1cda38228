import { fieldHelp } from '../../contract/fieldHelp.ts';
import { create } from './forms.ts';
import { expect, expectAccessible, sessionOf, test } from './support.ts';

test.use({ storageState: sessionOf('admin') });

test('F1 in a field of a dialog shows its meaning and source, and Escape leaves the dialog open', async ({
  page,
}) => {
  await page.goto('./major');
  const opened = await create(page, 'Major');
  await opened.getByRole('combobox', { name: 'CIP Code' }).fill('11');
  await page.keyboard.press('F1');
  await expect(opened.getByText(fieldHelp.cipCode.text)).toBeVisible();
  await expect(opened.getByText(fieldHelp.cipCode.source)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(opened.getByText(fieldHelp.cipCode.text)).toBeHidden();
  await expect(opened.getByRole('combobox', { name: 'CIP Code' })).toHaveValue('11');
  await expect(opened.getByRole('combobox', { name: 'CIP Code' })).toBeFocused();
});

test('the page of an item explains its fields', async ({ page }) => {
  await page.goto('./major/1');
  await page.getByTitle('About HEGIS Code').press('Enter');
  await expect(page.getByText(fieldHelp.hegisCode.text)).toBeVisible();
  await expectAccessible(page);
});

test('the help of a field at the right edge is within the window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('./relationship?from=major&fromKey=1&to=degree');
  await page.getByRole('combobox', { name: 'Special Program Indicator' }).press('F1');
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  const rightEdge = async () => {
    const box = await page.getByText(fieldHelp.specProgIndctr.text).locator('xpath=..').boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 9999);
  };
  await expect.poll(rightEdge).toBeLessThanOrEqual(width);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a tap opens the help and another closes it', async ({ page }) => {
    await page.goto('./major-degree/create');
    const button = page.getByTitle('About Special Program Indicator');
    const help = page.getByText(fieldHelp.specProgIndctr.text);
    const label = page.locator('label', { hasText: 'Special Program Indicator' });
    // Beside the last line of the label, once the page has been laid out.
    await expect
      .poll(async () => {
        const [icon, text] = await Promise.all([button.locator('svg').boundingBox(), label.boundingBox()]);
        if (!icon || !text) return Number.POSITIVE_INFINITY;
        return Math.abs(icon.y + icon.height / 2 - (text.y + text.height - 10));
      })
      .toBeLessThan(4);
    await button.tap();
    await expect(help).toBeVisible();
    const isWhole = async () => {
      const box = await help.boundingBox();
      return (box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 390;
    };
    await expect.poll(isWhole).toBe(true);
    await button.tap();
    await expect(help).toBeHidden();
  });
});
