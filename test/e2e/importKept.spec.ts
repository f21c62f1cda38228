import type { Page } from '@playwright/test';
import { createItem, randomLetters, unusedCode } from './data.ts';
import { chooseFile, column, csvOf, fileBox, open, step } from './imports.ts';
import { apply, applyButton, lineOf, rowBox } from './proposals.ts';
import {
  expect,
  expectAccessible,
  holdRequests,
  sessionOf,
  signIn,
  test,
  type User,
  userNames,
} from './support.ts';

// An import keeps what a form keeps: after a reload or another sign-in, it is where it was, for its user only.

const restored = (page: Page) => page.getByText('Your import has been restored.');
const gone = (page: Page) => page.getByText('The file is no longer open. Choose it again.');
const correct = (page: Page, cell: string) => page.getByRole('button', { name: `Correct ${cell}` });
const stillOpen = (page: Page) => page.getByRole('region', { name: 'Open file' });

/** What this browser keeps: the names in the storage of the tab, and the number of files. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).flatMap(({ name = '' }) =>
      name.startsWith('import:') ? [name] : [],
    );
    const counts = databases.map(
      (name) =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('success', () => {
            const counting = opening.result.transaction('files').objectStore('files').count();
            counting.addEventListener('success', () => resolve(counting.result));
            opening.result.close();
          });
        }),
    );
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith('import:'));
    return { names, files: (await Promise.all(counts)).reduce((sum, count) => sum + count, 0) };
  });
const NOTHING = { names: [], files: 0 };

/** Signs in again, after the session has ended, on the page that the provider shows. */
async function choose(page: Page, user: User): Promise<void> {
  await page.getByRole('button', { name: userNames[user] }).click();
  await expect(page.getByText(`Welcome ${userNames[user]}`)).toBeVisible();
}

/** An import with a confirmed column, a choice, a corrected cell and a cleared row. */
async function work(page: Page): Promise<{ text: string; expectSame: () => Promise<void> }> {
  const text = randomLetters(8);
  const codes = [await unusedCode(page, 'major'), await unusedCode(page, 'major')] as const;
  await open(page, 'Major');
  await chooseFile(
    page,
    csvOf(
      ['Major Code', 'Segment', 'Title 20', 'Start Term', `Remarks ${text}`],
      [codes[0], 'U', `One ${text}`, 'Summer 2025', 'Approved'],
      [codes[1], 'U', `Two ${text}`, 'F44', ''],
    ),
    'fall.csv',
  );
  await expect(lineOf(page, `One ${text}`)).toBeVisible();
  await page.getByRole('link', { name: 'Columns' }).click();
  await column(page, `Remarks ${text}`).selectOption({ label: 'Comments' });
  // The columns of the file are remembered in the background: nothing that the user does waits for that.
  const release = await holdRequests(page, '**/api/import-mappings');
  await page.getByRole('button', { name: 'Check' }).last().click();
  await expect(lineOf(page, `One ${text}`)).toContainText('Approved');
  await page.getByRole('combobox', { name: /Summer 2025/ }).selectOption({ label: 'Z25 (202576)' });
  await expect(lineOf(page, `One ${text}`)).toContainText('New');
  await correct(page, 'Start Term in row 3: F44').click();
  await page.getByRole('textbox', { name: 'Start Term in row 3' }).fill('F25');
  await page.keyboard.press('Enter');
  await expect(lineOf(page, `Two ${text}`)).toContainText('New');
  await rowBox(page, `Two ${text}`).uncheck();
  await release();
  const expectSame = async () => {
    await expect(step(page)).toHaveText('Check');
    await expect(page.getByText('Major from fall.csv, 2 rows, 5 of 5 columns')).toBeVisible();
    await expect(lineOf(page, `One ${text}`)).toContainText('Approved');
    await expect(lineOf(page, `One ${text}`)).toContainText('Z25');
    await expect(lineOf(page, `Two ${text}`)).toContainText('F25');
    await expect(rowBox(page, `Two ${text}`)).not.toBeChecked();
    await expect(applyButton(page)).toHaveText('Apply 1 of 2');
  };
  await expectSame();
  return { text, expectSame };
}

test('after a reload, Back, and another sign-in, an import is where it was, and nothing is left after Apply', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'registrar');
  const { expectSame } = await work(page);
  await page.reload();
  await expectSame();
  await expect(restored(page)).toBeVisible();
  await test.step('Back from another site', async () => {
    await page.goto('about:blank');
    await page.goBack();
    await expectSame();
  });
  await test.step('the session ended', async () => {
    await page.context().clearCookies();
    await page.reload();
    await choose(page, 'registrar');
    await expectSame();
  });
  await test.step('at the step of the file, it can be continued', async () => {
    await page.goto('./import');
    await expect(stillOpen(page)).toContainText('fall.csv');
    await expectAccessible(page);
    await stillOpen(page).getByRole('link', { name: 'Continue' }).click();
    await expectSame();
  });
  await apply(page, 'Apply 1 of 2');
  await expect(stillOpen(page)).toHaveCount(0);
  await expect.poll(() => kept(page)).toEqual(NOTHING);
});

test('another user of the same tab does not get the import, and its owner gets it back', async ({ page }) => {
  test.slow();
  await signIn(page, 'admin');
  const { text, expectSame } = await work(page);
  await test.step('a user who is impersonated', async () => {
    await page.getByRole('combobox', { name: 'Impersonation ID' }).fill('registrar');
    await page.keyboard.press('Enter');
    await expect(page.getByText("You're currently impersonating")).toBeVisible();
    await page.goto('./import?kind=major&step=check');
    await expect(gone(page)).toBeVisible();
    await expect(stillOpen(page)).toHaveCount(0);
    await page.getByRole('region', { name: 'Impersonation' }).getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText(`Welcome ${userNames.admin}`)).toBeVisible();
  });
  await page.goto('./import?kind=major&step=check');
  await expectSame();
  await test.step('a user who signs in after the session ended', async () => {
    await page.context().clearCookies();
    await page.reload();
    await choose(page, 'registrar');
    await expect(gone(page)).toBeVisible();
    await expect(page.getByText(text)).toHaveCount(0);
    await page.context().clearCookies();
    await page.reload();
    await choose(page, 'admin');
    await expectSame();
  });
  await test.step('and while the page stays open', async () => {
    await page.getByRole('combobox', { name: 'Impersonation ID' }).fill('registrar');
    await page.keyboard.press('Enter');
    await expect(page.getByText("You're currently impersonating")).toBeVisible();
    await page.getByRole('button', { name: 'Tools' }).click();
    await page.getByRole('menuitem', { name: 'Import' }).click();
    await expect(fileBox(page)).toBeVisible();
    await expect(stillOpen(page)).toHaveCount(0);
  });
});

test('an import that another version has kept, or a corrupt one, is not restored', async ({ page }) => {
  await signIn(page, 'registrar');
  const code = await unusedCode(page, 'major');
  for (const stored of [
    '{"key":',
    'null',
    '{"key":1,"name":"old.csv"}',
    '{"format":1,"key":1,"name":"gone.csv"}',
  ]) {
    await page.evaluate((text) => sessionStorage.setItem('import:registrar:', text), stored);
    await page.goto('./import?kind=major&step=check');
    await expect(gone(page), stored).toBeVisible();
  }
  await chooseFile(page, csvOf(['Major Code', 'Segment', 'Title 20'], [code, 'U', 'After that']));
  await expect(lineOf(page, 'After that')).toContainText('New');
});

test.describe('an import that the user gives up', () => {
  test('is deleted from the browser when it is closed, and at the logout', async ({ page }) => {
    test.slow();
    await signIn(page, 'registrar');
    const title = `Given ${randomLetters(8)}`;
    const major = await createItem(page, 'major');
    const choose = async () => {
      await open(page, 'Major');
      await chooseFile(page, csvOf(['Major Code', 'Segment', 'Title 20'], [major.majorCode, 'U', title]));
      await expect(lineOf(page, title)).toContainText('Changed');
      await expect.poll(() => kept(page)).toMatchObject({ files: 1 });
    };
    await choose();
    await page.getByRole('link', { name: 'File', exact: true }).click();
    await stillOpen(page).getByRole('button', { name: 'Close it' }).click();
    await expect(stillOpen(page)).toHaveCount(0);
    await expect.poll(() => kept(page)).toEqual(NOTHING);
    await page.reload();
    await expect(fileBox(page)).toBeVisible();
    await expect(stillOpen(page)).toHaveCount(0);

    await choose();
    const logout = page.getByRole('button', { name: 'Logout', exact: true });
    const question = page.getByRole('dialog', { name: 'Warning' });
    await logout.click();
    await expect(question).toContainText('Logging out deletes the import that is still open. Log out?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await kept(page)).toMatchObject({ files: 1 });
    await logout.click();
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: userNames.registrar })).toBeVisible();
    await page.goto('./import?kind=major&step=check');
    await page.getByRole('button', { name: userNames.registrar }).click();
    await expect(gone(page)).toBeVisible();
    await expect.poll(() => kept(page)).toEqual(NOTHING);
  });
});

test('a file that the browser cannot keep is announced, and the browser asks before the page is left', async ({
  browser,
}) => {
  // A browser of its own: the other tests have no such quota.
  const context = await browser.newContext({ storageState: sessionOf('registrar') });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('dialog', (opened) => {
    asked.push(opened.type());
    void opened.accept();
  });
  await open(page, 'Major');
  const client = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  const title = `Large ${randomLetters(8)}`;
  const code = await unusedCode(page, 'major');
  await chooseFile(page, csvOf(['Major Code', 'Segment', 'Title 20'], [code, 'U', title]));
  await expect(lineOf(page, title)).toContainText('New');
  await expect(
    page.getByText('The browser cannot keep this file. If you leave or reload the page, you start again.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(gone(page)).toBeVisible();
  await page.goto('./import');
  await expect(fileBox(page)).toBeVisible();
  await expect(stillOpen(page)).toHaveCount(0);
  await context.close();
});
