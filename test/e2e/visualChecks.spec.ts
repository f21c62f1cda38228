import type { Page } from '@playwright/test';
import { createItem, keyOf, relate } from './data.ts';
import { create, dialog, save, section } from './forms.ts';
import { expect, sessionOf, test } from './support.ts';
import { type Complaint, complaintsOfTabbing, measureIn } from './visualChecks.ts';

test.use({ storageState: sessionOf('admin') });
// Hundreds of tab stops, one after another.
test.describe.configure({ timeout: 240_000 });

const SMALLEST_TARGET = 24;
const SMALLEST_TARGET_OF_A_FINGER = 44;

/** Checks the current screen, or its dialog: in both color schemes, with all tab stops, and at phone width. */
async function expectSeen(page: Page): Promise<void> {
  const complaints: string[] = [];
  const complain = (of: string, found: Complaint[]) =>
    complaints.push(...found.map((one) => `${of}: ${one}`));
  const edges = () => page.evaluate(() => window.measure.edgeComplaints());
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await measureIn(page);
  complain('light', await edges());
  complain('light', await page.evaluate(() => window.measure.spaceComplaints()));
  complain('light', await complaintsOfTabbing(page));
  // The stops are the same in dark mode; only their colors differ.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  complain('dark', await edges());
  complain('dark', await page.evaluate(() => window.measure.ringComplaints()));
  const targets = (least: number) => page.evaluate((given) => window.measure.targetComplaints(given), least);
  complain('any', await targets(SMALLEST_TARGET));
  await page.setViewportSize({ width: 390, height: 844 });
  complain('phone', await targets(SMALLEST_TARGET_OF_A_FINGER));
  expect([...new Set(complaints)]).toEqual([]);
}

const screens = {
  'the report': './?majorCode=201&degreeListAwarded=BS',
  'the list of schools': './school?q=engineering',
  'the list of departments': './department?q=chemistry',
  'the list of degrees': './degree?q=astronomy',
  'the list of majors': './major?q=computer+science&codes=201,7',
  'the list of major-degrees': './major-degree?q=computer+science',
  'the form for a major and a degree': './major-degree/create',
  'the changes': './changes?origin=sample',
  'a bulk change': './proposal/change/school?found=engineering&field=sortCode&value=7',
  'the end of a school': './proposal/end/school/75?term=202592',
  'the rules of data quality': './quality',
  'a rule of data quality': './quality/active-but-ended',
  About: './about',
};

for (const [name, path] of Object.entries(screens))
  test(`on ${name}, focus, edges, targets and tab stops are visible`, async ({ page }) => {
    await page.goto(path);
    await expect(
      page
        .getByRole('table')
        .or(page.getByText('*Required Field'))
        .or(page.getByText('found nothing'))
        .or(page.getByText('1 change', { exact: true })),
    ).toBeVisible();
    // What loads late could move the focus or a target.
    await page.waitForLoadState('networkidle');
    await expectSeen(page);
  });

for (const kind of ['school', 'department', 'degree', 'major'] as const)
  test(`in the detail and the dialogs of a ${kind}, focus, edges, targets and tab stops are visible`, async ({
    page,
  }) => {
    const item = await createItem(page, kind);
    const other = kind === 'major' ? 'degree' : 'major';
    await relate(page, [kind, item], [other, await createItem(page, other)]);
    await page.goto(`./${kind}/${keyOf(kind, item)}`);
    await expect(section(page, 'Details')).toBeVisible();
    // The findings load after the item.
    await page.waitForLoadState('networkidle');
    await expectSeen(page);

    await page.setViewportSize({ width: 1440, height: 900 });
    await section(page, 'Details').getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectSeen(page);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`./${kind}?q=nothing+is+called+so`);
    const opened = await create(
      page,
      kind.replace(/^./, (letter) => letter.toUpperCase()),
    );
    await save(opened);
    await expect(opened.locator('[aria-invalid="true"]').first()).toBeFocused();
    await expectSeen(page);
  });

test('in the warning, focus, edges, targets and tab stops are visible', async ({ page }) => {
  const school = await createItem(page, 'school');
  await page.goto(`./school?q=${school.schoolCode}`);
  await page
    .getByRole('row')
    .filter({ hasText: school.title })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(dialog(page, 'Warning')).toBeVisible();
  await expectSeen(page);
});

test('in an open dropdown and an open menu, edges and targets are visible', async ({ page }) => {
  const school = await createItem(page, 'school');
  await page.goto(`./school/${school.schoolCode}`);
  await page.getByRole('button', { name: 'Add Relationship to' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await measureIn(page);
  expect(await page.evaluate(() => window.measure.edgeComplaints())).toEqual([]);
  await page.goto('.');
  await page.getByRole('combobox', { name: 'School' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await measureIn(page);
    expect(await page.evaluate(() => window.measure.edgeComplaints())).toEqual([]);
  }
  expect(await page.evaluate((least) => window.measure.targetComplaints(least), SMALLEST_TARGET)).toEqual([]);
});
