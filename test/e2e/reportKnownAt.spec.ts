import type { Page } from '@playwright/test';
import { createItem, relate, send } from './data.ts';
import { expect, expectAccessible, holdRequests, rowsOf, sessionOf, test } from './support.ts';

// The report as known at a time (contract 10), and its link.
test.use({ storageState: sessionOf('registrar') });

const count = (page: Page) => page.locator('output').filter({ hasText: 'Rows' });
const run = (page: Page) => page.getByRole('button', { name: 'Run Report' }).click();
const FINGERPRINT = /^Fingerprint of the report's \d+ rows?, default columns: v1:[0-9a-f]{64}$/;
const copied = (page: Page) => page.getByRole('dialog', { name: 'Copied link' });

/** A new school with a new major. */
async function relatedSchool(page: Page) {
  const school = await createItem(page, 'school');
  await relate(page, ['school', school], ['major', await createItem(page, 'major')]);
  return school;
}

test('a copied link always shows the same rows, with the same fingerprint', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { schoolCode } = await relatedSchool(page);
  await page.goto(`?schoolCode=${schoolCode}`);
  await expect(count(page)).toHaveText(/^[1-9]/);
  const rows = await rowsOf(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  await expect(page.getByLabel('Link to these rows')).toBeFocused();
  const link = await page.getByLabel('Link to these rows').inputValue();
  const fingerprint = copied(page).getByText(FINGERPRINT);
  const before = (await fingerprint.textContent()) ?? '';
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(copied(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(link).toMatch(/knownAt=/);
  await send(page, 'DELETE', `schools/${schoolCode}?overrideWarnings=true`);
  await page.goto(`?schoolCode=${schoolCode}`);
  await expect(count(page)).toHaveText('0 Rows');
  await page.goto(link);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(fingerprint).toHaveText(before);
  await page.keyboard.press('Escape');
  await expect.poll(() => rowsOf(page)).toEqual(rows);
  await expect(page.getByText('As Known On')).not.toHaveCount(0);
  await expectAccessible(page);
});

test('rows that have changed since then have no links to their items', async ({ page }) => {
  const school = await relatedSchool(page);
  await page.goto(`?schoolCode=${school.schoolCode}`);
  await expect(count(page)).toHaveText(/^[1-9]/);
  await send(page, 'DELETE', `schools/${school.schoolCode}?overrideWarnings=true`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('The data has changed since this report was run')).toBeVisible();
  await expect(page.getByLabel('Link to these rows')).toHaveCount(0);
});

test('a day shows the report at its end; a future day is rejected, and before the first day it is empty', async ({
  page,
}) => {
  await page.goto('');
  await page.getByLabel('As Known On').fill('1999-12-31');
  await run(page);
  await expect(count(page)).toHaveText('0 Rows');
  await page.getByRole('button', { name: 'Edit filters' }).click();
  await expect(page.getByLabel('As Known On')).toHaveValue('1999-12-31');
  await page.getByLabel('As Known On').fill('2999-12-31');
  await run(page);
  await expect(page.getByText('As Known On must not be in the future')).toBeVisible();
});

const dayOfToday = () => new Intl.DateTimeFormat('sv', { timeZone: 'America/Los_Angeles' }).format();

test("a run of today, which waits for the server's time, does not follow Clear, a later run or Back", async ({
  page,
}) => {
  const MOMENT = '**/api/reports/moment';
  const day = page.getByLabel('As Known On');
  const waits = async () => {
    await day.fill(dayOfToday());
    const letGo = await holdRequests(page, MOMENT);
    await run(page);
    return async () => {
      const responded = page.waitForResponse(MOMENT);
      await letGo();
      await (await responded).finished();
      await page.unroute(MOMENT);
    };
  };
  await page.goto('');
  await test.step('Clear', async () => {
    const letGo = await waits();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await letGo();
    await expect(day).toHaveValue('');
    await expect(page).toHaveURL(/\/mdsd\/$/);
    await expect(count(page)).toHaveCount(0);
  });
  await test.step('a later run', async () => {
    const letGo = await waits();
    await day.fill('1999-12-31');
    await run(page);
    await expect(count(page)).toHaveText('0 Rows');
    await letGo();
    await expect(page).toHaveURL(/knownAt=2000-01-01/);
    await expect(count(page)).toHaveText('0 Rows');
  });
  await test.step('Back', async () => {
    const letGo = await waits();
    await page.goBack();
    await letGo();
    await expect(page).toHaveURL(/\/mdsd\/$/);
    await expect(count(page)).toHaveCount(0);
  });
});

test('today shows the report until now, and stays so', async ({ page }) => {
  const { schoolCode } = await relatedSchool(page);
  await page.goto(`?schoolCode=${schoolCode}`);
  await expect(count(page)).toHaveText(/^[1-9]/);
  const rows = await rowsOf(page);
  await page.getByRole('button', { name: 'Edit filters' }).click();
  const today = dayOfToday();
  await page.getByLabel('As Known On').fill(today);
  await run(page);
  await expect(page).toHaveURL(/knownAt=/);
  await expect(count(page)).toHaveText(/^[1-9]/);
  await expect.poll(() => rowsOf(page)).toEqual(rows);
  await send(page, 'DELETE', `schools/${schoolCode}?overrideWarnings=true`);
  await page.reload();
  await expect(count(page)).toHaveText(/^[1-9]/);
  await expect.poll(() => rowsOf(page)).toEqual(rows);
  await page.getByRole('button', { name: 'Edit filters' }).click();
  await expect(page.getByLabel('As Known On')).toHaveValue(today);
});
