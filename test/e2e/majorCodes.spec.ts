import type { Locator, Page } from '@playwright/test';
import type { Items } from '../../contract/kinds.ts';
import { createItem, read, relate, send } from './data.ts';
import { bothDownloads } from './downloads.ts';
import { choose, create, dialog, edit, part, save, section, tabTo, toast } from './forms.ts';
import { checkWidths, expect, expectAccessible, sessionOf, test } from './support.ts';

// While the user types a code for a new major: the earlier uses of the code, and the nearest free codes.

test.use({ storageState: sessionOf('registrar') });

const box = (within: Locator) => within.getByRole('textbox', { name: 'Major Code' });
const bar = (within: Locator) => within.getByRole('toolbar', { name: 'Nearest free codes' });
const offered = (within: Locator) => bar(within).getByRole('button');

/** Two uses of a code: an ended undergraduate major, and a graduate major. */
async function createUses(page: Page) {
  const past = await createItem(page, 'major', {
    titleLong: 'First use',
    startTermYyyyst: '199192',
    endTermYyyyst: '200176',
  });
  const { majorCode } = past;
  const own = { majorCode, majorSegment: 'G', startTermYyyyst: '201192' };
  const now = await createItem(page, 'major', own);
  return { past, now, majorCode };
}

test('every use of a typed code is listed, oldest first, with its segment', async ({ page }) => {
  const { past, now, majorCode } = await createUses(page);
  await page.goto('./major');
  await test.step('but not in an edit', async () => {
    const editing = await edit(page, 'Major', past.title20);
    await expect(box(editing)).toHaveValue(past.majorCode);
    await expect(editing.getByText('is used')).toHaveCount(0);
    await editing.getByRole('button', { name: 'Cancel' }).click();
  });
  const form = await create(page, 'Major');
  await box(form).pressSequentially(majorCode.slice(0, 2).toLowerCase());
  await expect(form.getByRole('status').first()).toBeEmpty();
  await box(form).pressSequentially(majorCode.slice(2).toLowerCase());
  const says = form.getByText(`The code ${majorCode} is used`);
  await expect(says).toHaveText(`The code ${majorCode} is used in this segment already:`);
  await expect(form.getByRole('listitem')).toHaveText([
    'First use · Undergraduate · F91 – Z01',
    `${now.title20} · Graduate · since F11`,
  ]);
  await choose(form, 'Segment', 'Medical');
  await expect(says).toHaveText(`The code ${majorCode} is used in another segment:`);
  const opened = page.waitForEvent('popup');
  await form.getByRole('link', { name: 'First use' }).click();
  await expect(await opened).toHaveURL(new RegExp(`/major/${past.majorKey}$`));
  await expect(box(form)).toHaveValue(majorCode.toLowerCase());
});

test('a click fills in a free code, which is free', async ({ page }) => {
  await page.goto('./major');
  const form = await create(page, 'Major');
  // The sample uses 0F7 and 0F9; 0F8 is nearest.
  await box(form).fill('0f7');
  await expect(offered(form).first()).toHaveText('0F8');
  const codes = await offered(form).allTextContents();
  const taken = new Set((await read<Items['major']>(page, 'majors')).map(({ majorCode }) => majorCode));
  for (const code of codes) {
    expect(code).toMatch(/^0F\d$/);
    expect(taken).not.toContain(code);
  }
  await offered(form).first().click();
  await expect(box(form)).toHaveValue('0F8');
  await expect(box(form)).toBeFocused();
  await expect(form.getByText('No major has the code 0F8.')).toBeVisible();
  await expect(bar(form)).toHaveCount(0);
  await box(form).fill('É--');
  await expect(form.getByText(/is used|No major has/), 'an invalid code').toHaveCount(0);
});

test('by keyboard: the codes are a single tab stop, with arrow keys between them', async ({ page }) => {
  const { majorCode } = await createUses(page);
  await page.goto('./major');
  const form = await create(page, 'Major');
  await box(form).fill(majorCode);
  await tabTo(offered(form).first());
  await page.keyboard.press('ArrowRight');
  await expect(offered(form).nth(1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(form.getByRole('textbox', { name: 'Title 20' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(offered(form).nth(1)).toBeFocused();
  await page.keyboard.press('End');
  const code = await offered(form).last().innerText();
  await page.keyboard.press('Enter');
  await expect(box(form)).toHaveValue(code);
  await expect(dialog(page, 'Create Major')).toBeVisible();
});

test('a copy, which has no code yet, shows the uses of the original code, and fills in a free code near it', async ({
  page,
}) => {
  const { past } = await createUses(page);
  await page.goto(`./proposal/copy/major/${past.majorKey}`);
  const form = part(page, 'Major');
  await expect(form.getByRole('listitem')).toHaveCount(2);
  await expect(box(form)).toHaveValue('');
  const code = await offered(form).first().innerText();
  await offered(form).first().click();
  await save(page);
  await expect(toast(page, 'The major has been successfully added')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(code);
  // Otherwise another test may get its code as one that no major has.
  const majors = await read<Items['major']>(page, 'majors');
  const copy = majors.find(({ majorCode }) => majorCode === code);
  await send(page, 'DELETE', `majors/${copy?.majorKey}?overrideWarnings=true`);
});

test('majors with the same code are distinct: on a timeline, in differences and their downloads, and as options', async ({
  page,
}) => {
  const { past, now, majorCode } = await createUses(page);
  const school = await createItem(page, 'school');
  for (const [major, startTerm] of [
    [past, '199192'],
    [now, '201192'],
  ] as const)
    await relate(page, ['school', school], ['major', major], { startTerm });
  const [undergraduate, graduate] = [`${majorCode} U First use`, `${majorCode} G ${now.title20}`];

  await page.goto(`./school/${school.schoolCode}`);
  const timeline = section(page, 'Timeline');
  for (const label of [undergraduate, graduate]) await expect(timeline).toContainText(label);

  await page.goto('./differences?from=201176&to=201192&kind=major');
  await expect(page.getByRole('main')).toContainText(graduate);
  const { csv, rows } = await bothDownloads(page);
  for (const table of [csv, rows]) expect(table.map((row) => row[2])).toContain(graduate);

  await page.goto('./?', { waitUntil: 'networkidle' });
  await page.getByRole('combobox', { name: 'Major Code' }).fill(majorCode);
  const option = (title: string) =>
    page.getByRole('option', { name: `${title} (${majorCode})`, exact: true });
  await expect(option('First use')).toHaveAccessibleDescription('U');
  await expect(option(now.title20)).toHaveAccessibleDescription('G');
  // The specification defines the label.
  await expect(option('First use')).toHaveText(`First use (${majorCode})`);
});

test('is accessible, and fits each width', async ({ page }) => {
  test.slow();
  await page.goto('./major-degree/create');
  await box(part(page, 'Major')).fill('0F7');
  await expect(bar(part(page, 'Major'))).toBeVisible();
  await expectAccessible(page);
  await checkWidths(page, 'major-code');
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  if (process.env.LOOKS) await page.screenshot({ path: 'test-results/looks/major-code-320.png' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Majors', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Majors');
  await box(await create(page, 'Major')).fill('0F7');
  await checkWidths(page, 'major-code-dialog');
  await expectAccessible(page);
});
