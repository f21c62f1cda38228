import { createItem, keyOf, relate, textOf } from './data.ts';
import { choose, create, dialog, edit, rowOf, save, toast } from './forms.ts';
import { twoKinds } from './kinds.ts';
import { expect, expectAccessible, sessionOf, test, visit } from './support.ts';

// Checks popups, and messages about missing data. Other tests check the screens themselves, the empty dialogs and the
// conflict.

test.use({ storageState: sessionOf('admin') });

for (const { noun, title, box } of twoKinds)
  test(`the dialogs and questions about a ${noun} are accessible`, async ({ page }) => {
    const item = await createItem(page, noun);
    const text = textOf(item);
    await page.goto(`./${noun}?q=${text}`);
    const opened = await edit(page, title, text);
    await opened.getByRole('textbox', { name: box, exact: true }).fill('');
    await save(opened);
    await expect(opened.locator('[aria-invalid="true"]').first()).toBeVisible();
    await expectAccessible(page);

    await opened.getByRole('button', { name: 'Cancel' }).click();
    const warning = dialog(page, 'Warning');
    await expect(warning).toContainText('You have unsaved changes');
    await expectAccessible(page);
    await warning.getByRole('button', { name: 'Continue' }).click();
    await expect(opened).toBeHidden();

    await (await rowOf(page, text)).getByRole('button', { name: 'Delete' }).click();
    await expect(warning).toContainText('Are you sure');
    await expectAccessible(page);
    await warning.getByRole('button', { name: 'Continue' }).click();
    await expect(toast(page, `The ${noun} has been successfully deleted`)).toBeVisible();
    // Keeps it.
    await page.getByRole('status', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).focus();
    await expect(page.getByText('No results found')).toBeVisible();
    await expectAccessible(page);
  });

test('open dropdowns, with one value and with several, are accessible in a dialog', async ({ page }) => {
  await page.goto('./degree');
  const opened = await create(page, 'Degree');
  await choose(opened, 'Award', 'BA');
  await choose(opened, 'Award', 'BS');
  await opened.getByRole('combobox', { name: 'Award' }).press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Award' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await opened.getByRole('combobox', { name: 'Start' }).fill('no such term');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
});

test('an open tip is accessible', async ({ page }) => {
  await page.goto('./school');
  await page.getByRole('button', { name: 'About this table' }).focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expectAccessible(page);
});

test('the open menu of a phone is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./school?q=engineering');
  await expect(page.getByRole('row').first()).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByText('Welcome Alex Chen')).toBeVisible();
  await expectAccessible(page);
});

test('the questions about a relationship are accessible', async ({ page }) => {
  const [school, major] = [await createItem(page, 'school'), await createItem(page, 'major')];
  await relate(page, ['school', school], ['major', major]);
  await page.goto(`./school/${keyOf('school', school)}`);
  await page
    .getByRole('region', { name: /^Majors/ })
    .first()
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(dialog(page, 'Warning')).toContainText('Are you sure');
  await expectAccessible(page);
});

test('the messages for a missing item and a rejected sign-in are accessible', async ({ page }) => {
  await page.goto('./major/999999');
  await expect(page.getByText('No major found!')).toBeVisible();
  await expectAccessible(page);
  await visit(page, 'relationship?from=major');
  await expect(page.getByText('From type and to type must be provided.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('./api/auth/callback?code=a&state=b');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test.describe('while the server is away', () => {
  test.use({ expectedProblems: /ERR_FAILED/ });

  test('the messages of a screen and of the error dialog are accessible', async ({ page }) => {
    await page.route('**/api/departments', (route) => route.abort());
    await page.goto('./department');
    const error = dialog(page, 'Error');
    await expect(error).toContainText('Request ID');
    await expectAccessible(page);
    await error.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByText('The departments could not be read.')).toBeVisible();
    await expectAccessible(page);
    await page.route('**/api/auth/me', (route) => route.abort());
    await page.reload();
    await error.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByText('Your sign-in could not be read.')).toBeVisible();
    await expectAccessible(page);
  });
});
