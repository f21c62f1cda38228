import type { Page } from '@playwright/test';
import { createItem, randomLetters } from './data.ts';
import { create, edit, expectNoPrompt, fill, part, save, toast } from './forms.ts';
import { expect, sessionOf, test, visit } from './support.ts';

// The browser's stored data may come from an older version, or be corrupt; and storage may not work at all.

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const notice = (page: Page) => page.getByText('Your unsaved changes have been restored.');

type Stored = readonly [name: string, stored: string];

/** The stored draft of the open form. */
async function draftOf(page: Page): Promise<Stored> {
  const drafts = () =>
    page.evaluate(() =>
      (Object.entries(sessionStorage) as [string, string][]).filter(([key]) => key.startsWith('draft:')),
    );
  await expect.poll(drafts).toHaveLength(1);
  return (await drafts())[0] as Stored;
}

/** Stores a draft after a change to it, and reloads. */
async function reloadWith(
  page: Page,
  [name, stored]: Stored,
  change: (stored: string) => string,
): Promise<void> {
  await page.evaluate((entry) => sessionStorage.setItem(...entry), [name, change(stored)] as const);
  await page.reload();
}

/** Stores a draft after a change to it, and shows its page again, after another one. */
async function returnWith(
  page: Page,
  path: string,
  [name, stored]: Stored,
  change: (stored: string) => string,
): Promise<void> {
  await visit(page, '');
  await expect(heading(page)).toHaveText('Report');
  await page.evaluate((entry) => sessionStorage.setItem(...entry), [name, change(stored)] as const);
  await visit(page, path);
}

const nothing = () => 'null';

type Draft = { page: string; held: Record<string, unknown> };
const rewritten = (change: (draft: Draft) => unknown) => (stored: string) =>
  JSON.stringify(change(JSON.parse(stored) as Draft));
/** Replaces every value of the draft. */
const each = (other: (value: unknown) => unknown) =>
  rewritten(({ page, held }) => ({
    page,
    held: Object.fromEntries(Object.entries(held).map(([name, value]) => [name, other(value)])),
  }));

const broken: [name: string, change: (stored: string) => string][] = [
  ['no JSON', () => '{"page":'],
  ['nothing', nothing],
  ['a draft without values', rewritten(({ page }) => ({ page }))],
  ['a draft of another kind', rewritten(({ page }) => ({ page, held: 'Half a title' }))],
  ['a form without a field', rewritten(({ page }) => ({ page, held: {} }))],
  ['numbers', each(() => 5)],
  ['lists', each((value) => [value])],
  ['objects', each((value) => ({ value }))],
  ['null', each(() => null)],
];

test.describe('a stored draft of a form', () => {
  test.use({ storageState: sessionOf('registrar'), expectedProblems: /^beforeunload/ });

  test('does not break its list, whatever it contains', async ({ page }) => {
    const path = 'degree?q=Music';
    await page.goto(`./${path}`);
    const opened = await create(page, 'Degree');
    await fill(opened, { Title: 'Half a title' });
    const draft = await draftOf(page);
    // Without it, no page asks before it is left.
    await reloadWith(page, draft, nothing);
    for (const [name, change] of broken) {
      await returnWith(page, path, draft, change);
      await expect(heading(page), name).toHaveText('Degrees');
      await expect(page.getByRole('row').nth(3), name).toBeVisible();
      await expect(page.getByRole('dialog'), name).toHaveCount(0);
      await create(page, 'Degree');
      await expect(notice(page)).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(opened).toBeHidden();
    }
    await expectNoPrompt(page);
  });

  test('does not break its own screen, whatever it contains', async ({ page }) => {
    const path = 'major-degree/create';
    await page.goto(`./${path}`);
    await fill(part(page, 'Major'), { 'Title 20': 'Half a title' });
    const draft = await draftOf(page);
    await reloadWith(page, draft, nothing);
    for (const [name, change] of broken) {
      await returnWith(page, path, draft, change);
      await expect(heading(page), name).toHaveText('Create Major-Degree');
      await expect(part(page, 'Major').getByLabel('Title 20'), name).toHaveValue('');
      await expect(notice(page), name).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'Report', exact: true }).click();
    await expect(heading(page)).toHaveText('Report');
  });

  test('is restored as far as it fits the form', async ({ page }) => {
    await page.goto('./major-degree/create');
    await fill(part(page, 'Major'), { 'Title 20': 'Half a title' });
    await fill(part(page, 'Degree'), { Title: 'Whole title' });
    await reloadWith(
      page,
      await draftOf(page),
      rewritten(({ page: of, held: { degree: _gone, ...held } }) => ({
        page: of,
        held: { ...held, college: 5 },
      })),
    );
    await expect(notice(page)).toBeVisible();
    await expect(part(page, 'Major').getByLabel('Title 20')).toHaveValue('Half a title');
    await expect(part(page, 'Degree').getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('');
  });

  test('is not restored for an edit without the version it was based on', async ({ page }) => {
    const { title } = await createItem(page, 'department');
    await page.goto(`./department?q=${encodeURIComponent(title)}`);
    const opened = await edit(page, 'Department', title);
    await fill(opened, { Comments: 'On an older version' });
    await reloadWith(
      page,
      await draftOf(page),
      rewritten(({ page: of, held: { version: _gone, ...held } }) => ({ page: of, held })),
    );
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expect(opened).toBeHidden();
    await edit(page, 'Department', title);
    await expect(opened.getByRole('textbox', { name: 'Comments' })).toHaveValue('');
  });
});

for (const [name, disable] of [
  [
    'nothing',
    () => {
      for (const storage of ['sessionStorage', 'localStorage'])
        Object.defineProperty(window, storage, {
          get: () => {
            throw new DOMException('Access is denied', 'SecurityError');
          },
        });
    },
  ],
  [
    'no more',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('It is full', 'QuotaExceededError');
      };
    },
  ],
] as const)
  test.describe(`in a browser that stores ${name}`, () => {
    test.use({ storageState: sessionOf('registrar') });

    test('a form can be filled in and saved, and the colors can be chosen', async ({ page }) => {
      await page.addInitScript(disable);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto('./department?q=Music');
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      const opened = await create(page, 'Department');
      await fill(opened, { 'Title 7': randomLetters(7), 'Title 40': `Department ${randomLetters(8)}` });
      await save(opened);
      await expect(toast(page, 'The department has been successfully added')).toBeVisible();
      await page.getByRole('button', { name: 'Use light colors' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
      await expectNoPrompt(page);
    });
  });

test.describe('a stored color choice', () => {
  test.use({ storageState: sessionOf('registrar') });

  test('that is invalid follows the system', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', '{"purple":1}'));
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('.');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(page.getByRole('button', { name: 'Use light colors' })).toBeVisible();
  });
});
