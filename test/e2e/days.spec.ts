import type { Locator, Page } from '@playwright/test';
import { createItem, relate } from './data.ts';
import { expect, expectAccessible, sessionOf, test, visit } from './support.ts';

// Users type days by keyboard, and 'today' is the server's day, independent of the computer's clock.

test.use({ storageState: sessionOf('registrar') });

const DAY = 24 * 60 * 60 * 1000;

/** Every field for a day, by its screen: its label, and the URL of 5/31/2003. */
const screens: [screen: string, ...fields: [label: string, written: RegExp][]][] = [
  ['.', ['As Known On', /knownAt=2003-06-01T06%3A59%3A59.999Z/]],
  ['./differences?between=days', ['From', /from=2003-05-31/], ['To', /to=2003-05-31/]],
  ['./changes', ['From', /from=2003-05-31/], ['To', /to=2003-05-31/]],
];

/** Types into the parts of a field, starting with the first. */
async function type(box: Locator, keys: string) {
  await goTo(box);
  await box.page().keyboard.type(keys, { delay: 20 });
}
/** Focuses the first part of a field. In Firefox `focus` does so only once. */
const goTo = (box: Locator) => box.click({ position: { x: 24, y: 12 } });

/** Types the last of the three parts again. */
async function typeYear(box: Locator, year: string) {
  const { keyboard } = box.page();
  await goTo(box);
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await keyboard.type(year, { delay: 20 });
}
const run = (page: Page) => page.getByRole('button', { name: 'Run Report' }).click();
const count = (page: Page) => page.locator('output').filter({ hasText: 'Rows' });
/** The time of the server, which runs on this computer. */
const dayAt = (moment: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'America/Los_Angeles' }).format(moment);

/** All of these fields are one component, so Firefox runs the tests of one. */
const inFirefox = (screen: string) => (screen === '.' ? ' @firefox' : '');

for (const [screen, ...fields] of screens)
  test(`the fields for a day of ${screen}${inFirefox(screen)}`, async ({ page }) => {
    await page.goto(screen);
    for (const [label, written] of fields) {
      const box = page.getByLabel(label, { exact: true });

      await test.step(`${label} takes month, day and year as they are typed`, async () => {
        await box.fill('');
        await type(box, '05312003');
        await expect(box).toHaveValue('2003-05-31');
        await expect(box).not.toHaveAttribute('aria-invalid', 'true');
        await page.keyboard.press('Tab');
        if (screen === '.') await run(page);
        await expect(page).toHaveURL(written);
        if (screen === '.') await page.getByRole('button', { name: 'Edit filters' }).click();
        await typeYear(box, '1999');
        await expect(box).toHaveValue('1999-05-31');
      });

      await test.step(`${label} shows the error of a day, and keeps the input`, async () => {
        await box.fill('1999-12-31');
        await box.blur();
        if (screen !== '.') await expect(page).toHaveURL(new RegExp(`${label.toLowerCase()}=1999-12-31`));
        const address = page.url();
        await goTo(box);
        await page.keyboard.press('Delete');
        await box.blur();
        await expect(box).toHaveAccessibleDescription(
          /Enter a month, a day and a year that exist, or clear all three/,
        );
        if (label !== 'To') await expectAccessible(page);
        // An implausible year.
        await box.fill('1999-12-31');
        await typeYear(box, '0207');
        await box.blur();
        await expect(box).toHaveValue('0207-12-31');
        await expect(box).toHaveAccessibleDescription(/Enter a year from 1000 to 2999/);
        if (screen === '.') await run(page);
        await expect(box).toHaveValue('0207-12-31');
        expect(page.url()).toBe(address);
        await box.fill('');
        await expect(box).not.toHaveAttribute('aria-invalid', 'true');
      });
    }
  });

test('the report does not run @firefox', async ({ page }) => {
  await page.goto('.');
  const box = page.getByLabel('As Known On');

  await test.step('with a future day, which has an error at its field', async () => {
    await type(box, '12312099');
    await page.keyboard.press('Enter');
    await expect(box).toHaveAccessibleDescription(/As Known On must not be in the future/);
    await expect(box).toHaveValue('2099-12-31');
    await run(page);
    await expect(page).not.toHaveURL(/run=true/);
    await box.fill('');
    await expect(box).not.toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('with a month alone, which is not a day', async () => {
    await type(box, '05');
    await page.keyboard.press('Enter');
    await expect(box).toHaveAccessibleDescription(/Enter a month, a day and a year/);
    await run(page);
    await expect(box).toBeFocused();
    await expect(page).not.toHaveURL(/run=true/);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(box).not.toHaveAccessibleDescription(/Enter/);
    await run(page);
    await expect(page).toHaveURL(/run=true/);
  });
});

for (const [words, offset] of [
  ['five seconds fast', 5_000],
  ['a minute slow', -60_000],
  ['two days fast', 2 * DAY],
  ['two days slow', -2 * DAY],
] as const)
  test(`where the clock of the computer is ${words}, today is the server's`, async ({ page }) => {
    const school = await createItem(page, 'school');
    await relate(page, ['school', school], ['major', await createItem(page, 'major')]);
    await page.clock.install({ time: Date.now() + offset });
    const firstRequest = page.waitForRequest('**/api/differences/recorded?*');
    await page.goto('./differences?between=days');
    await expect(page.getByLabel('To', { exact: true })).toHaveValue(dayAt(Date.now()));
    const to = new URL((await firstRequest).url()).searchParams.get('to') ?? '';
    expect(Math.abs(Date.parse(to) - Date.now())).toBeLessThan(60_000);
    const yesterday = dayAt(Date.now() - DAY);
    const secondRequest = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      const end = Date.parse(searchParams.get('to') ?? '');
      return pathname.endsWith('/differences/recorded') && dayAt(end - 1) === yesterday;
    });
    await page.getByLabel('To', { exact: true }).fill(yesterday);
    await secondRequest;
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const day = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'medium' });
    await expect(page.getByText(`Printed ${day.format(Date.now())}`)).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });

    await visit(page, `?schoolCode=${school.schoolCode}`);
    await page.getByRole('button', { name: 'Edit filters' }).click();
    const box = page.getByLabel('As Known On');
    await box.fill(dayAt(Date.now() + DAY));
    await box.blur();
    await expect(box).toHaveAccessibleDescription(/As Known On must not be in the future/);
    await box.fill(dayAt(Date.now()));
    await run(page);
    await expect(page).toHaveURL(/knownAt=/);
    await expect(count(page)).toHaveText(/^[1-9]/);
    const known = Date.parse(new URL(page.url()).searchParams.get('knownAt') ?? '');
    expect(dayAt(known)).toBe(dayAt(Date.now()));
  });
