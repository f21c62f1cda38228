import type { Page } from '@playwright/test';
import { createItem } from './data.ts';
import { expect, sessionOf, test, visit } from './support.ts';

// Chosen days and shown times use the university's time zone (contract 10), wherever the user is.

test.use({ storageState: sessionOf('registrar'), timezoneId: 'Asia/Tokyo' });

/** The query of the request that an action sends. */
async function queryOf(page: Page, path: string, act: () => Promise<unknown>): Promise<object> {
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(`/api/${path}`));
  await act();
  return Object.fromEntries(new URL((await asked).url()).searchParams);
}

test('days begin and end in the time zone of the university', async ({ page }) => {
  const days = 'from=2025-10-31&to=2025-11-02';
  const times = { from: '2025-10-31T07:00:00.000Z', to: '2025-11-03T08:00:00.000Z' };
  expect(await queryOf(page, 'changes', () => page.goto(`./changes?${days}`))).toMatchObject(times);
  expect(
    await queryOf(page, 'differences/recorded', () => visit(page, `differences?between=days&${days}`)),
  ).toMatchObject(times);
  await expect(page.getByRole('heading', { name: 'From Oct 31, 2025 to Nov 2, 2025' })).toBeVisible();

  await visit(page, '');
  await page.getByLabel('As Known On').fill('1999-12-31');
  await page.getByRole('button', { name: 'Run Report' }).click();
  await expect(page).toHaveURL(/knownAt=2000-01-01T07%3A59%3A59.999Z/);
  await page.reload();
  await page.getByRole('button', { name: 'Edit filters' }).click();
  await expect(page.getByLabel('As Known On')).toHaveValue('1999-12-31');
  await expect(page.getByLabel('As Known On')).toHaveAccessibleDescription(
    'As it was on Dec 31, 1999, 11:59 PM PST',
  );
});

test('times are in the time zone of the university, and name it', async ({ page }) => {
  const { schoolCode } = await createItem(page, 'school');
  await page.goto(`./school/${schoolCode}`);
  const time = page.getByText('Last modified').locator('time');
  const shown = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const at = new Date((await time.getAttribute('datetime')) ?? '');
  await expect(time).toHaveText(new RegExp(`^${shown.format(at).replaceAll(/\s/g, '\\s')} P[SD]T$`));
});
