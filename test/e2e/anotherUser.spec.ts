import type { Page } from '@playwright/test';
import { createItem, read } from './data.ts';
import { dialog, edit, fill, save, section, toast } from './forms.ts';
import { applyButton } from './proposals.ts';
import { expect, expectAccessible, test, userNames } from './support.ts';

// A page belongs to the user that it shows: its saves are not saved for another user who signs in, or is impersonated, in
// another tab of the same browser.

/** Signs in, and replaces the session of any other user. */
async function become(page: Page, user: keyof typeof userNames): Promise<void> {
  await page.goto('.');
  const logout = page.getByRole('button', { name: 'Logout', exact: true });
  const choose = page.getByRole('button', { name: userNames[user] });
  await expect(logout.or(choose).first()).toBeVisible();
  if (await logout.isVisible()) await logout.click();
  await choose.click();
  await expect(page.getByText(`Welcome ${userNames[user]}`)).toBeVisible();
}

const conflict = (page: Page) => dialog(page, 'Error');
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue as the new user' });

test('a form that a user has opened is not saved for another user, and its draft is kept for its owner', async ({
  page,
}) => {
  test.slow();
  await become(page, 'registrar');
  const school = await createItem(page, 'school');
  await page.goto(`./school?q=${school.title}`);
  const opened = await edit(page, 'School', school.title);
  await fill(opened, { 'Title 8': 'ROBINS' });

  const other = await page.context().newPage();
  await become(other, 'admin');

  await save(opened);
  await expect(conflict(page)).toContainText('This page belongs to registrar');
  await expect(conflict(page)).toContainText('Alex Chen');
  await expect(conflict(page)).toContainText(
    'What you typed into a form is kept in this tab for Robin Alvarez (registrar).',
  );
  await expectAccessible(page);
  await conflict(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(opened.getByLabel('Title 8')).toHaveValue('ROBINS');
  const [stored] = (await read<{ title: string; title8: string }>(page, 'schools')).filter(
    ({ title }) => title === school.title,
  );
  expect(stored?.title8 ?? null).toBeNull();

  await save(opened);
  await goOn(page).click();
  await expect(page.getByText('Welcome Alex Chen')).toBeVisible();
  await expect(opened).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Welcome Alex Chen')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await become(page, 'registrar');
  await page.goto(`./school?q=${school.title}`);
  await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
  await expect(opened.getByLabel('Title 8')).toHaveValue('ROBINS');
  await save(opened);
  await expect(toast(page, 'The school has been successfully updated')).toBeVisible();
});

test('starting and ending an impersonation in another tab counts as another user, for every kind of change', async ({
  page,
}) => {
  await become(page, 'admin');
  const [major, school] = [await createItem(page, 'major'), await createItem(page, 'school')];
  const other = await page.context().newPage();
  await other.goto('.');
  await page.goto(`./school?q=${school.title}`);
  await expect(page.getByRole('row').filter({ hasText: school.title })).toBeVisible();
  await other.getByRole('combobox', { name: 'Impersonation ID' }).fill('registrar');
  await other.keyboard.press('Enter');
  await expect(other.getByText("You're currently impersonating")).toBeVisible();

  // A deletion.
  await page
    .getByRole('row')
    .filter({ hasText: school.title })
    .getByRole('button', { name: 'Delete' })
    .click();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await expect(conflict(page)).toContainText('Alex Chen (admin) as Robin Alvarez (registrar)');
  await goOn(page).click();
  await expect(page.getByText("You're currently impersonating")).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: school.title })).toBeVisible();

  // A proposal and an undo.
  await page.goto(`./major/${major.majorKey}`);
  await section(page, 'Details').getByRole('link', { name: 'End…' }).click();
  await expect(applyButton(page)).toBeEnabled();
  await other.getByRole('region', { name: 'Impersonation' }).getByRole('button', { name: 'Logout' }).click();
  await expect(other.getByText('Welcome Alex Chen')).toBeVisible();
  await applyButton(page).click();
  await expect(conflict(page)).toContainText('This page belongs to admin as registrar');
  await conflict(page).getByRole('button', { name: 'Close', exact: true }).click();
  await applyButton(page).click();
  await goOn(page).click();
  await expect(page.getByText("You're currently impersonating")).toHaveCount(0);
  await applyButton(page).click();
  await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
  await become(other, 'registrar');
  // Its toast may be gone by now.
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'Changes' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: `ended major ${major.majorCode}` })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(conflict(page)).toContainText('Robin Alvarez (registrar)');
});
