import type { Page } from '@playwright/test';
import { createItem } from './data.ts';
import { part } from './forms.ts';
import { checkWidths, expect, expectAccessible, signIn, test } from './support.ts';

// Whom a user acts as is chosen by name, and afterward they are back where they were. Each test has a session of its own,
// because impersonating changes it.

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const bar = (page: Page) => page.getByRole('region', { name: 'Impersonation' });
const field = (page: Page) => bar(page).getByRole('combobox', { name: 'Impersonation ID' });
const acting = (page: Page) => bar(page).getByText("You're currently impersonating");
const end = (page: Page) => bar(page).getByRole('button', { name: 'Logout' }).click();

async function actAs(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press('Enter');
  await expect(acting(page)).toBeVisible();
}

test('the user is chosen by name, with the keyboard or the pointer', async ({ page }) => {
  await signIn(page, 'admin');
  await expect(field(page)).toHaveAttribute('placeholder', 'Enter Impersonation ID');
  // All whom one may act as, and not oneself.
  await field(page).press('ArrowDown');
  await expect(page.getByRole('option')).toHaveText([
    'Hana Okoye (helper)',
    'Robin Alvarez (registrar)',
    'Sam Okafor (support)',
    'Vic Moreno (viewer)',
  ]);
  await expectAccessible(page);
  await checkWidths(page, 'impersonation-names');
  await field(page).fill('mor');
  await expect(page.getByRole('option')).toHaveText(['Vic Moreno (viewer)']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('viewer');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText("You're currently impersonating Vic Moreno viewer");
  await end(page);
  await expect(field(page)).toHaveValue('');

  await field(page).fill('alv');
  await page.getByRole('option', { name: 'Robin Alvarez (registrar)' }).click();
  await bar(page).getByRole('button', { name: 'Login' }).click();
  await expect(bar(page)).toContainText("You're currently impersonating Robin Alvarez registrar");
  await end(page);

  await test.step('a full name can be typed, and other text stays with a message', async () => {
    await field(page).fill('Mor');
    await page.keyboard.press('Enter');
    const popup = page.getByRole('dialog', { name: 'Error' });
    await expect(popup).toContainText('No one with that ID has signed in here before.');
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveValue('Mor');
    await actAs(page, 'vic MORENO');
    await expect(bar(page)).toContainText('Vic Moreno viewer');
  });
});

test('after an impersonation the user is back where it began, also after a reload', async ({ page }) => {
  await signIn(page, 'admin');
  const school = await createItem(page, 'school');
  await page.goto(`./changes?q=${school.title}`);
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  // The viewer may not open the page.
  await actAs(page, 'viewer');
  await expect(heading(page)).toHaveText('Report');
  await page.reload();
  await expect(acting(page)).toBeVisible();
  await end(page);
  await expect(heading(page)).toHaveText('Changes');
  await expect(page).toHaveURL(new RegExp(`changes\\?q=${school.title.replace(' ', '%20')}$`));
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();

  // It ends on the same page: Back leads to the one before.
  await page.getByRole('link', { name: 'Schools', exact: true }).click();
  await expect(heading(page)).toHaveText('Schools');
  await actAs(page, 'registrar');
  await end(page);
  await expect(field(page)).toBeVisible();
  await expect(heading(page)).toHaveText('Schools');
  await page.goBack();
  await expect(heading(page)).toHaveText('Changes');
});

test.describe('with a page that asks before it is left', () => {
  test.use({ expectedProblems: /beforeunload/ });

  test('text typed before and during an impersonation is kept for its user', async ({ page }) => {
    await signIn(page, 'admin');
    await page.goto('./major-degree/create?from=major');
    const title = part(page, 'Major').getByLabel('Title 20');
    const restored = page.getByText('Your unsaved changes have been restored.');
    await title.fill('Of Alex');
    await actAs(page, 'registrar');
    await expect(title).toHaveValue('');
    await title.fill('Of Robin');
    // From another page, so that the form is left.
    await page.goto('./school');
    await expect(heading(page)).toHaveText('Schools');
    await end(page);
    await expect(restored).toBeVisible();
    await expect(title).toHaveValue('Of Alex');

    await actAs(page, 'registrar');
    await expect(restored).toBeVisible();
    await expect(title).toHaveValue('Of Robin');
    await end(page);
    await expect(title).toHaveValue('Of Alex');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('a page that the user may no longer open is reported, with the start page', async ({ page }) => {
  await signIn(page, 'helper');
  await actAs(page, 'viewer');
  // As if the permission had been taken away in the meantime.
  await page.evaluate(() => sessionStorage.setItem('impersonation:helper as viewer', '/changes'));
  await end(page);
  await expect(page.getByRole('alert')).toContainText(
    'The page /changes is only for users who maintain the data.',
  );
  await expect(heading(page)).toHaveText('Report');
  await expect(page).toHaveURL(/\/mdsd\/$/);
});
