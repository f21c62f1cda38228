import type { Page } from '@playwright/test';
import type { Token } from '../../contract/tokens.ts';
import { randomLetters, send } from './data.ts';
import { choose, dialog, fill, toast } from './forms.ts';
import { checkWidths, expect, expectAccessible, sessionOf, test } from './support.ts';

// Other systems (contract 13): their tokens.

test.use({ storageState: sessionOf('registrar') });

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const box = (page: Page) => page.getByRole('textbox', { name: 'Token', exact: true });

async function makeToken(page: Page, days = 100): Promise<Token> {
  const name = `Planner ${randomLetters(8)}`;
  const body = { name, contact: 'a@example.edu', scopes: ['read:catalog'], expiresOn: inDays(days) };
  return (await (await send(page, 'POST', 'tokens', body)).json()) as Token;
}

test('a token is created, shown once, copied, and works; its row says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('.');
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'Other systems' }).click();
  await expect(page).toHaveURL(/\/systems$/);
  await expectAccessible(page);

  await page.keyboard.press('n');
  const form = dialog(page, 'Create token');
  await expectAccessible(page);
  const name = `Audit ${randomLetters(8)}`;
  await fill(form, { Name: name, Contact: 'audit@example.edu' });
  await choose(form, 'Scopes', 'Catalog');
  await choose(form, 'Scopes', 'Report');
  await form.getByLabel('Expires On').fill(inDays(60));
  await form.getByRole('button', { name: 'Create', exact: true }).click();

  const shown = dialog(page, 'New token');
  await expect(box(page)).toBeFocused();
  const secret = await box(page).inputValue();
  expect(secret).toMatch(/^mdd_\w{43}$/);
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect(toast(page, 'Token copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();

  const row = rowOf(page, name);
  await expect(row).toContainText('Catalog, Report');
  await expect(row).toContainText('Valid');
  await expect(page.locator('body')).not.toContainText(secret);
  const headers = { authorization: `Bearer ${secret}` };
  expect((await page.request.get('./api/schools', { headers })).status()).toBe(200);
  expect((await page.request.get('./api/auth/me', { headers })).status()).toBe(403);
  await page.reload();
  await expect(row).toBeVisible();
});

test('errors keep what was typed, and closing asks first', async ({ page }) => {
  const { name } = await makeToken(page);
  await page.goto('./systems');
  await test.step('the screen fits every width', async () => {
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await checkWidths(page, 'systems');
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await page.getByRole('button', { name: 'Create token' }).click();
  const form = dialog(page, 'Create token');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  for (const label of ['Name', 'Contact', 'Scopes', 'Expires On'])
    await expect(form.getByText(`${label} is required`)).toBeVisible();
  await fill(form, { Name: name, Contact: 'b@example.edu' });
  await choose(form, 'Scopes', 'Changes');
  await form.getByLabel('Expires On').fill(inDays(500));
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form.getByText(/^Expires On must be from \d{4}-/)).toBeVisible();
  await form.getByLabel('Expires On').fill(inDays(50));
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form.getByText(`Another token has the name ${name}. Choose another name.`)).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Contact' })).toHaveValue('b@example.edu');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You have unsaved changes. Leave without saving?')).toBeVisible();
});

test('a token is renewed and revoked; a new secret that was not copied is not lost by a slip', async ({
  page,
}) => {
  const { name } = await makeToken(page, 10);
  await page.goto('./systems');
  await expect(page.getByText(/expire soon: /)).toContainText(name);
  const row = rowOf(page, name);
  await expect(row).toContainText('Expires soon');
  await row.getByRole('button', { name: `Renew token ${name}` }).click();
  const form = dialog(page, 'Renew token');
  await form.getByLabel('Expires On').fill(inDays(90));
  await page.keyboard.press('Control+Enter');
  await expect(box(page)).toHaveValue(/^mdd_/);
  await page.keyboard.press('Escape');
  await expect(page.getByText('The token has not been copied, and is not shown again. Close?')).toBeVisible();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page, 'New token')).toBeHidden();
  await expect(row).toContainText('Valid');

  await row.getByRole('button', { name: `Revoke token ${name}` }).click();
  await expect(page.getByText(`Are you sure you want to revoke the token ${name}?`)).toBeVisible();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'The token has been revoked')).toBeVisible();
  await expect(row).toContainText('Revoked');
  await expect(row.getByRole('button')).toHaveCount(0);
});

test('Back asks before it loses what was typed, or a token that has not been copied', async ({ page }) => {
  await page.goto('./changes');
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'Other systems' }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  const form = dialog(page, 'Create token');
  const cancel = dialog(page, 'Warning').getByRole('button', { name: 'Cancel' });
  await fill(form, { Name: `Back ${randomLetters(8)}`, Contact: 'b@example.edu' });
  await page.goBack();
  await cancel.click();
  await expect(form.getByRole('textbox', { name: 'Contact' })).toHaveValue('b@example.edu');
  await choose(form, 'Scopes', 'Report');
  await form.getByLabel('Expires On').fill(inDays(50));
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(box(page)).toHaveValue(/^mdd_/);
  // From then on, Back asks.
  await expect(box(page)).toBeFocused();
  await page.goBack();
  await expect(page.getByText('The token has not been copied, and is not shown again. Close?')).toBeVisible();
  await cancel.click();
  await expect(box(page)).toHaveValue(/^mdd_/);
  await page.goBack();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/changes$/);
});
