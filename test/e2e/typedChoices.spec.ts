import type { Locator, Page } from '@playwright/test';
import { createItem, relate } from './data.ts';
import { dialog, edit, save, section } from './forms.ts';
import { applyButton } from './proposals.ts';
import { expect, holdRequests, rowsOf, sessionOf, test } from './support.ts';

// A dropdown never drops input: it applies the text, or keeps it with a message and blocks the request.

test.use({ storageState: sessionOf('registrar') });

const box = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const runReport = (page: Page) => page.getByRole('button', { name: 'Run Report' }).click();
const rowCount = (page: Page) => page.getByRole('main').getByText(/^[\d,]+ Rows$/);
const focused = (page: Page) => page.locator(':focus');

/** By how much the text's share of red exceeds those of green and blue, up to 255. */
const redness = (of: Locator) =>
  of.evaluate((element) => {
    const [red = 0, ...others] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number);
    return red - Math.max(...others.slice(0, 2));
  });

test('a typed major code, followed by Tab, is a filter of the report', async ({ page }) => {
  await page.goto('.', { waitUntil: 'networkidle' });
  await box(page, 'Major Code').fill('201');
  await page.keyboard.press('Tab');
  await expect(box(page, 'Major Title')).toHaveCount(0);
  await expect(focused(page)).toHaveAccessibleName('Major Title');
  await expect(box(page, 'Major Code')).toHaveValue(/\(201\)$/);
  await runReport(page);
  await expect(rowCount(page)).toBeVisible();
  const codes = (await rowsOf(page)).map((row) => row[2]);
  expect(new Set(codes)).toEqual(new Set(['201']));
});

test('a typed school code and award are filters too, also if the button is clicked immediately', async ({
  page,
}) => {
  await page.goto('.', { waitUntil: 'networkidle' });
  await box(page, 'School').fill('85');
  await page.keyboard.press('Tab');
  await box(page, 'Degree Awarded').pressSequentially('phd');
  await runReport(page);
  await expect(rowCount(page)).toBeVisible();
  const rows = await rowsOf(page);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map((row) => row[0]))).toEqual(new Set(['85']));
  expect(new Set(rows.map((row) => row[6]))).toEqual(new Set(['PhD']));
});

test('a partial word stays in red, and Run Report focuses it instead of running', async ({ page }) => {
  await page.goto('.', { waitUntil: 'networkidle' });
  await box(page, 'School').fill('school of');
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveAccessibleName('Major Code');
  await expect(box(page, 'School')).toHaveValue('school of');
  await expect(box(page, 'School')).toHaveAttribute('aria-invalid', 'true');
  const problem = page.getByText(/^Choose one of \d+: /);
  await expect(problem).toBeVisible();
  for (const text of [box(page, 'School'), problem]) expect(await redness(text)).toBeGreaterThan(100);
  expect(await redness(box(page, 'Major Code'))).toBe(0);
  await runReport(page);
  await expect(box(page, 'School')).toBeFocused();
  await expect(rowCount(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(box(page, 'School')).toHaveValue('');
  await runReport(page);
  await expect(rowCount(page)).toBeVisible();
});

test('a partial award stays in red too, and collapsed filters expand for it', async ({ page }) => {
  await page.goto('./report?run=true');
  await page.getByRole('button', { name: 'Edit filters' }).click();
  await box(page, 'Degree Awarded').fill('b');
  await page.getByRole('button', { name: 'Hide filters' }).click();
  await runReport(page);
  await expect(box(page, 'Degree Awarded')).toBeFocused();
  await expect(box(page, 'Degree Awarded')).toHaveValue('b');
  await expect(page.getByText(/^Choose one of \d+: /)).toBeInViewport();
});

test('a major with a partial end term is not saved', async ({ page }) => {
  const major = await createItem(page, 'major');
  await page.goto('./major');
  const opened = await edit(page, 'Major', major.title20);
  const endTerm = opened.getByRole('combobox', { name: 'End Term' });
  await endTerm.fill('F2');
  await save(opened);
  await expect(endTerm).toBeFocused();
  await expect(endTerm).toHaveValue('F2');
  await expect(opened.getByText(/^Choose one of \d+: F2[5-9], F2[5-9], F2[5-9], …$/)).toBeVisible();
  await endTerm.fill('f29');
  await save(opened);
  await expect(dialog(page, 'Edit Major')).toHaveCount(0);
  const stored = (await (await page.request.get(`./api/majors/${major.majorKey}`)).json()) as {
    major: { endTermYyyyst: string };
  };
  expect(stored.major.endTermYyyyst).toBe('202992');
});

test('a proposal with a partial choice is not applied', async ({ page }) => {
  const major = await createItem(page, 'major');
  const school = await createItem(page, 'school');
  await relate(page, ['major', major], ['school', school], { startTerm: '199192' });
  await page.goto(`./major/${major.majorKey}`);
  await section(page, 'Details').getByRole('link', { name: 'End…' }).click();
  await expect(applyButton(page)).toBeEnabled();
  const last = box(page, 'Last Term');
  await last.fill('F2');
  await applyButton(page).click();
  await expect(last).toBeFocused();
  await expect(last).toHaveValue('F2');
  await expect(page).toHaveURL(/\/end/);
  await expect(page.getByText(/^Choose one of \d+: /)).toBeVisible();
});

for (const { path, name, text, controls } of [
  { path: 'changes', name: 'User', text: 'Nobody', controls: ['Download CSV', 'Excel'] },
  {
    path: 'major',
    name: 'As of',
    text: 'F1',
    controls: ['Download CSV', /^Change all /, /^Set .* to inactive$/],
  },
  { path: 'major?q=art&view=gone', name: 'As of', text: 'F1', controls: ['Views'] },
  { path: 'programs', name: 'Compared with', text: 'F1', controls: ['Download CSV'] },
  { path: 'differences?from=201992', name: 'To', text: 'F1', controls: ['Download CSV'] },
  { path: 'quality/active-but-ended', name: 'As of', text: 'F1', controls: [/^Fix /] },
])
  test(`with a partial ${name} on ${path}, a button that needs it focuses it instead`, async ({ page }) => {
    // What loads late may change the address, and move the control.
    await page.goto(`./${path}`, { waitUntil: 'networkidle' });
    const address = page.url();
    const before = await box(page, name).inputValue();
    let downloads = 0;
    page.on('download', () => (downloads += 1));
    for (const control of controls)
      await test.step(String(control), async () => {
        const pressed = page
          .getByRole('button', { name: control, exact: true })
          .or(page.getByRole('link', { name: control }));
        await expect(pressed).toBeEnabled();
        const place = await pressed.boundingBox();
        await box(page, name).fill(text);
        await pressed.click();
        if (control === 'Views') await page.getByRole('menuitem', { name: /^Save/ }).click();
        await expect(box(page, name)).toBeFocused();
        await expect(box(page, name)).toHaveValue(text);
        await expect(page.getByRole('dialog')).toHaveCount(0);
        expect([page.url(), downloads]).toEqual([address, 0]);
        // The next click is where the control was.
        if (name === 'As of' || name === 'Compared with') {
          await expect(page.getByText(/^(Choose one of \d|No option)/)).toBeVisible();
          expect(await pressed.boundingBox()).toEqual(place);
        }
        // It discards the text.
        await page.keyboard.press('Escape');
        await expect(box(page, name)).toHaveValue(before);
      });
  });

test('input from before the options loaded is applied after they load', async ({ page }) => {
  const release = await holdRequests(page, '**/api/schools');
  await page.goto('.');
  await box(page, 'School').fill('85');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Loading options…')).toBeVisible();
  await expect(box(page, 'School')).toHaveValue('85');
  await release();
  await expect(box(page, 'School')).toHaveValue(/^85 /);
  await expect(box(page, 'School')).not.toHaveAttribute('aria-invalid', 'true');
});
