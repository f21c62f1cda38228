import type { Page } from '@playwright/test';
import { createItem, keyOf, textOf } from './data.ts';
import { choose, create, dialog, edit, save, toast } from './forms.ts';
import { expect, expectAccessible, holdRequests, sessionOf, test, visit } from './support.ts';

// The CIP code of a major: suggestions in its form, and its title beside it.

test.use({ storageState: sessionOf('registrar') });

const LIST = '**/api/lookups/cip';
const box = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: 'CIP Code' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const expectNote = (page: Page, text: string) => expect(box(page)).toHaveAccessibleDescription(text);

/** Behind the form are no rows, which take time. */
async function openForm(page: Page): Promise<void> {
  await page.goto('./major?q=nothing+is+called+so');
  await create(page, 'Major');
}

test('In the form of a new major', async ({ page }) => {
  let requests = 0;
  page.on('request', (request) => (requests += request.url().endsWith('/lookups/cip') ? 1 : 0));
  await openForm(page);

  await test.step('the codes are loaded when the field is first used, and once.', async () => {
    await page.waitForLoadState('networkidle');
    expect(requests).toBe(0);
    await box(page).fill('11.07');
    await expect(options(page).first()).toHaveText('11.0701 Computer Science');
    await page.keyboard.press('Tab');
    await box(page).fill('14.09');
    await expect(options(page).first()).toContainText('14.0901');
    expect(requests).toBe(1);
  });

  await test.step('words suggest the titles that begin with them, the keys move and Enter takes a code with its title.', async () => {
    await box(page).fill('comp sci');
    await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(options(page).filter({ hasText: '11.0701 Computer Science' })).toBeVisible();
    await expect(box(page)).not.toHaveAttribute('aria-activedescendant');
    await expectAccessible(page);
    await box(page).press('ArrowDown');
    await box(page).press('ArrowDown');
    await box(page).press('ArrowUp');
    const first = (await options(page).first().textContent()) ?? '';
    const id = (await options(page).first().getAttribute('id')) ?? '';
    await expect(box(page)).toHaveAttribute('aria-activedescendant', id);
    await box(page).press('Enter');
    await expect(box(page)).toHaveValue(first.slice(0, 7));
    await expectNote(page, first.slice(8));
    await expect(dialog(page, 'Create Major')).toBeVisible();
    await expect(options(page)).toHaveCount(0);
  });

  await test.step('at most 50 codes are offered, and a click takes one.', async () => {
    await box(page).fill('general');
    await expect(options(page)).toHaveCount(50);
    await box(page).fill('11.07');
    await options(page).filter({ hasText: '11.0701' }).click();
    await expect(box(page)).toHaveValue('11.0701');
    await expect(box(page)).toBeFocused();
    await expectNote(page, 'Computer Science');
  });

  await test.step('typed text stays as it is: Escape closes only the list, and Tab leaves.', async () => {
    await box(page).fill('11.07');
    await expect(options(page).first()).toBeVisible();
    await box(page).press('ArrowDown');
    await box(page).press('Escape');
    await expect(options(page)).toHaveCount(0);
    await expect(box(page)).toHaveValue('11.07');
    await box(page).press('ArrowDown');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(box(page)).toHaveValue('11.07');
    await expect(options(page)).toHaveCount(0);
    await expect(dialog(page, 'Create Major')).toBeVisible();
  });
});

test('After the session has ended, the field works without the codes, and the form stays.', async ({
  page,
  context,
}) => {
  await openForm(page);
  await context.clearCookies();
  const refused = page.waitForResponse((response) => response.url().endsWith('/lookups/cip'));
  await box(page).fill('11.07');
  expect((await refused).status()).toBe(401);
  await page.keyboard.press('Tab');
  await expect(box(page)).toHaveValue('11.07');
});

for (const [name, open] of [
  ['the form of a new major', openForm],
  [
    'the form of a major',
    async (page: Page) => {
      const major = await createItem(page, 'major');
      await page.goto(`./major?q=${textOf(major)}`);
      await edit(page, 'Major', textOf(major));
    },
  ],
  ['the form of a major with degrees', (page: Page) => page.goto('./major-degree/create')],
  [
    'Change all',
    async (page: Page) => {
      await page.goto('./proposal/change/major?codes=0K2');
      await choose(page, 'Field', 'CIP');
    },
  ],
] as const)
  test(`In ${name}, Enter takes the only suggestion and sends nothing.`, async ({ page }) => {
    await open(page);
    const own = page.getByRole('combobox', { name: /^(CIP Code|New Value)/ });
    const url = page.url();
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    await own.fill('applied mathematics, general');
    await expect(options(page)).toHaveText(['27.0301 Applied Mathematics, General']);
    await own.press('Enter');
    await expect(own).toHaveValue('27.0301');
    await expect(options(page)).toHaveCount(0);
    await expect(own).toBeFocused();
    await expect(own).not.toHaveAttribute('aria-invalid', 'true');
    expect([page.url(), ...sent]).toEqual([url]);
  });

test('A code that CIP 2020 does not have is a notice, and is saved.', async ({ page }) => {
  const major = await createItem(page, 'major');
  await page.goto(`./major?q=${textOf(major)}`);
  await edit(page, 'Major', textOf(major));
  await box(page).fill('99.9998');
  await expectNote(page, 'Not in CIP 2020');
  await box(page).press('Enter');
  await expect(toast(page, 'The major has been successfully updated')).toBeVisible();
  await visit(page, `major/${keyOf('major', major)}`);
  await expect(page.locator('dd').filter({ hasText: '99.9998' })).toHaveText('99.9998 Not in CIP 2020');
});

test('The page of a major has the title of its code.', async ({ page }) => {
  const major = await createItem(page, 'major', { cipCode: '11.0701' });
  const release = await holdRequests(page, LIST);
  const response = page.waitForResponse('**/api/majors/*');
  await page.goto(`./major/${keyOf('major', major)}`);
  await (await response).finished();
  // A title that came later would move what follows.
  await expect(page.getByRole('main')).toHaveText('');
  await release();
  await expect(page.locator('dd').filter({ hasText: '11.0701' })).toHaveText('11.0701 Computer Science');
  await expectAccessible(page);
});

test.describe('while the list cannot be loaded', () => {
  test.use({ expectedProblems: /500/ });

  test('the field is a plain field, without a message.', async ({ page }) => {
    await page.route(LIST, (route) =>
      route.fulfill({ status: 500, json: { errors: [{ code: 'UNKNOWN_ERROR', message: 'Failed' }] } }),
    );
    const major = await createItem(page, 'major');
    await page.goto('./major');
    const opened = await edit(page, 'Major', textOf(major));
    await box(page).fill('11.0701');
    await expectNote(page, '6-digit (##.####) CIP code');
    await expect(page.getByRole('dialog', { name: 'Error' })).toHaveCount(0);
    await save(opened);
    await expect(toast(page, 'The major has been successfully updated')).toBeVisible();
  });
});

test('On a phone the suggestions fit the screen.', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await openForm(page);
  await box(page).fill('comp');
  await expect(options(page).first()).toBeVisible();
  await expect(async () => {
    const { x = -1, width = 999 } =
      (await page.getByRole('listbox', { name: 'Suggestions' }).boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(320);
  }).toPass();
  await expectAccessible(page);
});
