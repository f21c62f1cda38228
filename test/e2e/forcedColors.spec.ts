import type { Locator, Page } from '@playwright/test';
import { createItem } from './data.ts';
import { compareStates, forceColors } from './forcedColors.ts';
import { create, dialog, save } from './forms.ts';
import { expect, sessionOf, test } from './support.ts';

// Forced colors remove backgrounds and shadows, so no state may depend on these alone.

test.use({ storageState: sessionOf('registrar') });

/** Each screen with the parts that must be on it. */
const screens: { name: string; go: (page: Page) => Promise<unknown>; has: string[] }[] = [
  {
    name: 'a list',
    go: (page) => page.goto('./major'),
    has: ['aria-current', 'aria-disabled', 'data-quiet'],
  },
  {
    name: 'a report with other filters',
    go: async (page) => {
      await page.goto('./?schoolCode=00&extended=true');
      await page.getByRole('button', { name: 'Edit filters' }).click();
      await page.getByLabel('Undergraduate').uncheck();
      await expect(page.getByText('Filters have changed')).toBeVisible();
    },
    has: ['checkbox', 'data-changed', 'aria-pressed'],
  },
  {
    name: 'differences between terms',
    go: (page) => page.goto('./differences?kind=major'),
    has: ['aria-pressed', 'aria-current'],
  },
  {
    name: 'differences between days',
    go: (page) => page.goto('./differences?between=days&from=1999-01-01&to=1998-01-01'),
    has: ['data-error', 'disabled'],
  },
  {
    name: 'programs',
    go: async (page) => {
      await page.goto('./programs?asOf=202592&since=201992');
      await page.locator('tbody [aria-expanded]').first().click();
      await expect(page.locator('tbody ul')).toHaveCount(1);
    },
    has: ['aria-disabled'],
  },
  {
    name: 'a rule of data quality',
    go: (page) => page.goto('./quality/active-but-ended'),
    has: ['aria-pressed', 'checkbox'],
  },
  {
    name: 'a form',
    go: async (page) => {
      await page.goto('./major?q=undeclared');
      await page.getByRole('button', { name: 'Edit' }).first().click();
      const opened = dialog(page, 'Edit Major');
      await opened.getByRole('textbox', { name: 'Title 20' }).fill('');
      await save(opened);
      await expect(opened.locator('[aria-invalid="true"]').first()).toBeVisible();
    },
    has: ['checkbox', 'data-error'],
  },
  {
    name: 'dropdowns',
    go: async (page) => {
      await page.goto('./degree');
      const award = (await create(page, 'Degree')).getByRole('combobox', { name: 'Award' });
      await award.press('ArrowDown');
      await award.press('ArrowDown');
      await expect(page.locator('[role="option"][data-active]')).toHaveCount(1);
    },
    has: ['data-active'],
  },
  {
    name: 'a proposal',
    go: async (page) => {
      await page.goto('./proposal/change/major?field=ucDiscipline&value=123&skip=');
      await page.getByRole('button', { name: /^Changed/ }).click();
      await page.getByRole('button', { name: /^Changed/ }).click();
    },
    has: ['checkbox', 'aria-pressed'],
  },
  {
    name: 'a relationship',
    go: async (page) => {
      const major = await createItem(page, 'major');
      await page.goto(`./relationship?from=major&fromKey=${major.majorKey}&to=school`);
      await page.getByRole('radio').first().check();
    },
    has: ['radio', 'aria-selected'],
  },
  { name: 'the terms and award types', go: (page) => page.goto('./lookups'), has: ['disabled'] },
  { name: 'an import', go: (page) => page.goto('./import'), has: ['aria-current'] },
  {
    name: 'the changes',
    go: async (page) => {
      await page.goto('./changes');
      await page.getByRole('button', { name: '7 days' }).click();
      // The network may have been idle before the click.
      await expect(page).toHaveURL(/from=/);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    },
    has: ['aria-current', 'aria-pressed'],
  },
  { name: 'a detail', go: (page) => page.goto('./major/1?asOf=201992'), has: ['data-set'] },
];

for (const { name, go, has } of screens)
  test(`each state of a part is seen on ${name}`, async ({ page }) => {
    await go(page);
    await page.waitForLoadState('networkidle');
    await forceColors(page);
    const { found, same } = await compareStates(page);
    expect(same).toEqual([]);
    for (const state of has) expect(found.join('\n')).toContain(state);
  });

const differ = (screenshots: Buffer[]) =>
  expect(new Set(screenshots.map((image) => image.toString('base64'))).size).toBe(screenshots.length);
const shootAll = async (parts: Locator) => {
  const screenshots: Buffer[] = [];
  for (const part of await parts.all()) screenshots.push(await part.screenshot());
  expect(screenshots.length).toBeGreaterThan(1);
  return screenshots;
};
/** Checks that a part looks different after each of these. */
async function expectChanges(part: Locator, ...acts: (() => Promise<unknown>)[]) {
  const shoot = async () => {
    const clip = await part.boundingBox();
    return await part.page().screenshot(clip ? { clip } : {});
  };
  const screenshots = [await shoot()];
  for (const act of acts) {
    await act();
    screenshots.push(await shoot());
  }
  differ(screenshots);
}

test('the line of a chart has the color of texts', async ({ page }) => {
  await page.goto('./differences');
  await expect(page.locator('figure').first()).toBeVisible();
  await forceColors(page);
  const colors = await page
    .locator('figure svg')
    .first()
    .evaluate((svg) => {
      const strokes = [...svg.querySelectorAll('path')].map((path) => getComputedStyle(path).stroke);
      return { strokes, text: getComputedStyle(document.body).color };
    });
  expect(colors.strokes).toContain(colors.text);
});

test('each mark of the timeline is distinct', async ({ page }) => {
  await forceColors(page);
  await page.goto('./major/1');
  await expect(page.getByText('Not active', { exact: true })).toBeVisible();
  differ(await shootAll(page.locator('ul[aria-hidden] svg')));
});

test('an order, a chosen option, the focused row, the colors and an open menu differ by more than backgrounds', async ({
  page,
}) => {
  await page.goto('./major');
  const title = page.getByRole('columnheader', { name: 'Title 20' });
  await expect(title).toBeVisible();
  await forceColors(page);
  const away = () => page.mouse.move(0, 0);
  const sort = (order: string) => async () => {
    await title.getByRole('button').click();
    await page.getByRole('heading', { level: 1 }).click();
    await away();
    await expect(title).toHaveAttribute('aria-sort', order);
  };
  await expectChanges(title, sort('ascending'), sort('descending'));
  const row = page.getByRole('row').nth(1);
  await expectChanges(row, async () => {
    await page.keyboard.press('Tab');
    await row.getByRole('link').first().focus();
  });
  const theme = page.getByRole('button', { name: /^Use (light|dark) colors/ });
  await expectChanges(theme, async () => {
    await theme.click();
    await expect(theme).toHaveAccessibleName('Use light colors');
    await away();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const burger = page.getByRole('button', { name: 'Menu' });
  await expectChanges(burger, async () => {
    await burger.click();
    await expect(burger).toHaveAttribute('aria-expanded', 'true');
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('./degree');
  const award = (await create(page, 'Degree')).getByRole('combobox', { name: 'Award' });
  await award.press('ArrowDown');
  const option = page.getByRole('listbox').getByRole('option').nth(3);
  await expectChanges(option, async () => {
    await award.press('Home');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter', 'Home']) await award.press(key);
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await expect(option).not.toHaveAttribute('data-active');
  });
});
