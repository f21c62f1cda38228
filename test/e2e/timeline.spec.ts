import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Major } from '../../contract/major.ts';
import { createItem, keyOf, read, relate, send, textOf } from './data.ts';
import { choose, part, save, section, tabTo } from './forms.ts';
import { expect, expectAccessible, sessionOf, test, visit } from './support.ts';

test.use({ storageState: sessionOf('registrar') });

const timeline = (page: Page) => section(page, 'Timeline');
const bars = (page: Page, list: string) =>
  timeline(page).getByRole('list', { name: list, exact: true }).getByRole('listitem');
const notes = (page: Page) => timeline(page).locator('ol').getByRole('listitem');
const noted = async (page: Page) =>
  (await notes(page).allInnerTexts()).map((text) => text.replace(/^\d+\s*|\s*Fix…$/g, ''));

/** Moves the pointer to the bar of a row. */
async function pointAt(row: Locator): Promise<void> {
  await row.scrollIntoViewIfNeeded();
  // It moves down once the findings of the item are there.
  await expect(async () => {
    const box = await row.locator('svg rect').first().boundingBox();
    if (!box) throw new Error('The row has no bar');
    await row.page().mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect(row.page().getByRole('tooltip')).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/**
 * A major that was in one school until Z18 and is in the next from F19; the relationship to its renamed department is late.
 */
async function moved(page: Page, query = '') {
  const major = await createItem(page, 'major', { startTermYyyyst: '199192' });
  const before = await createItem(page, 'school', { yearStart: 1965 });
  const after = await createItem(page, 'school', { yearStart: 2010 });
  const old = await createItem(page, 'department', { startTerm: '199192', endTerm: '201876' });
  await relate(page, ['major', major], ['school', before], {
    startTerm: '199192',
    endTerm: '201876',
    active: false,
  });
  await relate(page, ['major', major], ['school', after], { startTerm: '201992' });
  await relate(page, ['major', major], ['department', old], {
    startTerm: '199192',
    endTerm: '201976',
    active: false,
  });
  // The findings of the item, which load after it, move the timeline down.
  await page.goto(`./major/${keyOf('major', major)}${query}`, { waitUntil: 'networkidle' });
  await expect(bars(page, 'Schools')).toHaveCount(2);
  return { major, before, after, old };
}

test('the timeline of a major that moved shows its history', async ({ page }) => {
  const { major, before, after, old } = await moved(page);

  await test.step('its terms, the gap, and relationships that outlast its end', async () => {
    await expect(bars(page, 'The item')).toHaveText(new RegExp(`${textOf(major)}since F91$`));
    await expect(bars(page, 'Schools').nth(0)).toHaveText(
      `${before.schoolCode} ${before.title}F91 – Z18, not active`,
    );
    await expect(bars(page, 'Schools').nth(1)).toHaveText(`${after.schoolCode} ${after.title}since F19`);
    await expect(bars(page, 'Departments')).toContainText(`${old.title7} ${old.title}F91 – Z19, not active`);
    await expect
      .poll(() => noted(page))
      .toEqual([
        'Gap: no school is in effect from F18 to Z19.',
        `Outlasts its end: the relationship to department ${old.title7} runs to Z19, the department ended Z18.`,
      ]);
    await expectAccessible(page);
  });

  await test.step('the terms of a bar while the pointer is over it, accessibly', async () => {
    await pointAt(bars(page, 'Schools').nth(0));
    await expect(page.getByRole('tooltip')).toHaveText(`${before.title}, F91 to Z18, not active`);
    await expectAccessible(page);
  });

  await test.step('nothing while it is collapsed, and everything when it is expanded again', async () => {
    await timeline(page).getByRole('button', { name: 'Hide Timeline' }).click();
    await expect(bars(page, 'Schools')).toHaveCount(0);
    await timeline(page).getByRole('button', { name: 'View Timeline' }).click();
    await expect(bars(page, 'Schools')).toHaveCount(2);
  });

  await test.step('on a phone with the texts above their bar, and nothing scrolls sideways', async () => {
    for (const width of [390, 320])
      await test.step(`${width} px wide`, async () => {
        await page.setViewportSize({ width, height: 800 });
        const row = bars(page, 'Schools').nth(0);
        await expect(async () => {
          const words = await row.getByText('F91 – Z18').boundingBox();
          const bar = await row.locator('svg').boundingBox();
          expect(bar?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0));
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        }).toPass();
        await expectAccessible(page);
      });
  });

  await test.step('completely on paper, dark on white', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const row = bars(page, 'Schools').nth(0);
    await expect(row.locator('svg').first()).toBeVisible();
    await expect(row.locator('svg').first()).toHaveCSS('color', 'rgb(27, 75, 143)');
    await expect(timeline(page).getByRole('button')).toBeHidden();
    await expect(notes(page).nth(1)).toContainText('the department ended Z18.');
    await expect(notes(page).getByText('Fix…')).toBeHidden();
    const [today, bar] = await Promise.all(
      [timeline(page).getByText(/^Today, /), row.locator('svg').first()].map((one) => one.boundingBox()),
    );
    expect((today?.y ?? 0) + (today?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  });
});

test('a note links to its subject', async ({ page }) => {
  const { major, old } = await moved(page, '?asOf=201792');
  const note = notes(page).nth(1);
  const named = note.getByRole('link', { name: `department ${old.title7}`, exact: true });

  await test.step('to the item that it names, as of the same term', async () => {
    await named.click();
    await expect(page).toHaveURL(new RegExp(`/department/${keyOf('department', old)}\\?asOf=201792$`));
    await page.goBack();
  });

  await test.step('to the form of a relationship that outlasts an end, to correct it', async () => {
    const correction = note.getByRole('link', {
      name: `Fix note 2: the relationship to department ${old.title7}`,
    });
    await expect(correction).toHaveText('Fix…');
    await expect(notes(page).nth(0).getByRole('link')).toHaveCount(0);

    await named.focus();
    await tabTo(correction);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Relate Major to Department');
    await expect(part(page, 'To').locator('tbody tr')).toContainText(old.title7 ?? '');
    await choose(part(page, 'Relationship'), 'End Term', 'Z18');
    await save(page);
    await expect(page).toHaveURL(new RegExp(`/major/${keyOf('major', major)}\\?asOf=201792$`));
    await expect(notes(page)).toHaveCount(1);
    await expect.poll(() => noted(page)).toEqual(['Gap: no school is in effect from F18 to Z19.']);
  });
});

test('a future major is drawn after today, and a major without terms too', async ({ page }) => {
  const future = await createItem(page, 'major', { startTermYyyyst: '202792' });
  await page.goto(`./major/${keyOf('major', future)}`);
  await expect(bars(page, 'The item')).toHaveText(/since F27$/);
  const today = await timeline(page)
    .getByText(/^Today, /)
    .boundingBox();
  const bar = await bars(page, 'The item').locator('svg rect').first().boundingBox();
  expect(bar?.x).toBeGreaterThan((today?.x ?? 0) + (today?.width ?? 0) / 2);
  await expect(notes(page)).toHaveCount(0);

  const open = await createItem(page, 'major');
  await visit(page, `major/${keyOf('major', open)}`);
  await expect(bars(page, 'The item')).toHaveText(/no start or end$/);

  await test.step('a renamed department shows its former majors', async () => {
    await visit(page, 'department/2');
    await expect(bars(page, 'The item')).toHaveText('ART STU Studio ArtF65 – Z13, not active');
    await expect(bars(page, 'Majors').first()).toContainText('– Z13');
  });
});

test('a label and a bar link to the other item, by mouse and keyboard, as of the same term', async ({
  page,
}) => {
  const { major, before, after } = await moved(page);
  const heading = page.getByText(before.title, { exact: true }).first();

  await pointAt(bars(page, 'Schools').nth(0));
  await page.mouse.down();
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`/school/${before.schoolCode}$`));
  await expect(heading).toBeVisible();

  await page.goto(`./major/${keyOf('major', major)}?asOf=202292`);
  await expect(timeline(page)).toContainText('As of F22');
  // The tip of the focused element replaces the tip of the hovered element.
  await pointAt(bars(page, 'Schools').nth(0));
  const link = bars(page, 'Schools').nth(1).getByRole('link');
  await timeline(page).getByRole('button', { name: 'Hide Timeline' }).focus();
  await tabTo(link);
  await expect(page.getByRole('tooltip')).toHaveText(`${after.title}, since F19`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/school/${after.schoolCode}\\?asOf=202292$`));
});

test('on a phone a long name is complete above its bar', async ({ page }) => {
  const major = await createItem(page, 'major');
  const school = await createItem(page, 'school', {
    title: 'Joe C. Wen School of Population and Public Health',
  });
  await relate(page, ['major', major], ['school', school]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`./major/${keyOf('major', major)}`);
  const row = bars(page, 'Schools').first();
  const measured = () =>
    row.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element.querySelector('a') as Node);
      const { top, bottom } = text.getBoundingClientRect();
      const bar = element.querySelector('svg')?.getBoundingClientRect().top ?? 0;
      return { hasTwoLines: bottom - top > 24, isAboveBar: bottom <= bar + 1 };
    });
  await expect.poll(measured).toEqual({ hasTwoLines: true, isAboveBar: true });
});

/** Relates a department to two hundred majors, in one proposal. */
async function withMany(page: Page) {
  const department = await createItem(page, 'department', { startTerm: '199192' });
  const majors = await read<Major>(page, 'majors');
  const rows = majors.slice(0, 200).map(({ majorKey }) => ({
    kind: 'majorDepartment',
    ref: { major: { majorKey }, department: { deptKey: department.deptKey } },
    values: { startTerm: '200092', endTerm: null, active: true },
    version: null,
  }));
  await send(page, 'POST', 'proposals/apply?overrideWarnings=true', {
    id: randomUUID(),
    origin: 'bulk',
    rows,
  });
  return department;
}

test('two hundred relationships scroll within the card, and print completely', async ({ page }) => {
  const department = await withMany(page);
  try {
    await page.goto(`./department/${department.deptKey}`);
    await expect(bars(page, 'Majors')).toHaveCount(200);
    const scroller = timeline(page).getByRole('group', { name: 'Bars of the timeline' });
    const hidden = () => scroller.evaluate((box) => box.scrollHeight - box.clientHeight);
    await expect.poll(hidden).toBeGreaterThan(0);
    await scroller.focus();
    await page.keyboard.press('End');
    await expect(bars(page, 'Majors').last()).toBeInViewport();
    // This many notes scroll, too.
    const long = timeline(page).getByRole('group', { name: 'Notes of the timeline' });
    await long.focus();
    await page.keyboard.press('End');
    await expect(notes(page).last()).toBeInViewport();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(hidden).toBe(0);
    await expect.poll(() => long.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  } finally {
    // The majors belong to the sample, which other tests read.
    await send(page, 'DELETE', `departments/${department.deptKey}?overrideWarnings=true`);
  }
});
