import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Items } from '../../contract/kinds.ts';
import { createItem, randomLetters, read, relate, send, unusedCode } from './data.ts';
import { choose, dialog, tabTo } from './forms.ts';
import { checkWidths, expect, expectAccessible, holdRequests, sessionOf, test, visit } from './support.ts';

// The page of all changes: content, user and reason of each, and its undo.

test.use({ storageState: sessionOf('registrar') });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** The lines of change sets, without the items in their lists. */
const sets = (page: Page) => page.getByRole('listitem').filter({ has: opener(page) });
const opener = (within: Page | Locator) => within.getByRole('button', { name: /^What changed / });
/** The rows of the expanded change sets. */
const entries = (page: Page) => sets(page).getByRole('listitem');
/** The filter by user. */
const user = (page: Page) => page.getByRole('combobox', { name: 'User' });
const nothing = (page: Page) => page.getByText('No results found', { exact: true });

/** Shows another screen first, so that nothing of the screen before is left. */
async function visitAfterAnother(page: Page, path: string): Promise<void> {
  await visit(page, '');
  await expect(heading(page)).toHaveText('Report');
  await visit(page, path);
}

async function editSchool(page: Page, school: Items['school'], values: object): Promise<void> {
  const { title } = school;
  await send(page, 'PUT', `schools/${school.schoolCode}?overrideWarnings=true`, { title, ...values });
}

/** Creates a major with five degrees at twelve schools in a single save: 71 rows. */
async function makeMany(page: Page): Promise<string> {
  const text = `Many ${randomLetters(8)}`;
  const schools = (await read<Items['school']>(page, 'schools')).slice(0, 12);
  await send(page, 'POST', 'major-degrees?overrideWarnings=true', {
    major: { majorSegment: 'U', majorCode: await unusedCode(page, 'major'), title20: text },
    degree: { degreeListAwarded: ['BA', 'BS', 'MA', 'MS', 'PhD'], degreeTitleRc: text },
    majorDegree: { startTerm: '202592' },
    degreeSchools: schools.map(({ schoolCode }) => schoolCode),
  });
  return text;
}

test('the menu Tools leads to the changes, also on a phone', async ({ page }) => {
  await page.goto('.');
  const tools = page.getByRole('button', { name: 'Tools' });
  await tools.click();
  await page.getByRole('menuitem', { name: 'Changes' }).click();
  await expect(heading(page)).toHaveText('Changes');
  await expect(page).toHaveURL(/\/mdsd\/changes$/);
  await expect(tools).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('menu')).toHaveCount(0);
  // At the same URL the menu closes too.
  await tools.click();
  await page.getByRole('menuitem', { name: 'Changes' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '');
  await expect(heading(page)).toHaveText('Report');
  await page.getByRole('button', { name: 'Menu' }).click();
  await tabTo(tools);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Changes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Changes');
  await expect(tools).toBeHidden();
});

test('filters apply immediately, and are in the URL, for Back and for a reload', async ({ page }) => {
  const school = await createItem(page, 'school');
  await editSchool(page, school, { comments: 'Moved' });
  await page.goto('./changes');
  await page.getByRole('searchbox', { name: 'Text' }).fill(school.title);
  await expect(sets(page)).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`changes\\?q=${school.title.replace(' ', '\\+')}$`));
  await expect(sets(page).first()).toContainText(
    `Robin Alvarez edited school ${school.schoolCode} ${school.title}`,
  );

  const action = page.getByRole('combobox', { name: 'Action' });
  await action.selectOption('Created');
  await expect(sets(page)).toHaveCount(1);
  await expect(page).toHaveURL(/action=created/);
  await action.selectOption('Deleted');
  await expect(nothing(page)).toBeVisible();
  await page.goBack();
  await expect(sets(page)).toHaveCount(1);
  await expect(action).toHaveValue('created');
  await page.reload();
  await expect(sets(page)).toHaveCount(1);
  await expect(page.getByRole('searchbox', { name: 'Text' })).toHaveValue(school.title);
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL(/changes$/);
  await expect(page.getByRole('searchbox', { name: 'Text' })).toHaveValue('');
  await expect(action).toHaveValue('');
});

test('while other changes load, those of the filters before are muted and not counted', async ({ page }) => {
  const school = await createItem(page, 'school');
  await page.goto(`./changes?q=${school.title}`);
  const count = page.getByText('1 change', { exact: true });
  await expect(count).toBeVisible();
  const letGo = await holdRequests(page, '**/api/changes?*action=created*');
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Created');
  await expect(page).toHaveURL(/action=created/);
  await expect(count).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]').getByRole('listitem')).toHaveCount(1);
  await letGo();
  await expect(count).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
});

test('a line is a sentence with the few changes of a row, below the heading of its day', async ({ page }) => {
  const school = await createItem(page, 'school');
  await editSchool(page, school, { comments: 'Moved', sortCode: 7 });
  await page.goto(`./changes?q=${school.title}`);
  const edited = sets(page).first();
  await expect(edited).toContainText(`Robin Alvarez edited school ${school.schoolCode} ${school.title}`);
  await expect(edited.getByRole('paragraph').filter({ hasText: 'Sort Code:' })).toHaveText(
    'Sort Code:from none→ to 7',
  );
  await expect(edited.locator('del').first()).toHaveText('none');
  await expect(edited.locator('ins')).toHaveText(['7', 'Moved']);
  // The day and the zone are named once.
  await expect(edited.locator('time').first()).toHaveText(/^\d{1,2}:\d\d [AP]M$/);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Today']);
  await expect(page.getByText('Times are in Pacific Time')).toBeVisible();
  await edited.getByRole('link', { name: school.title }).click();
  await expect(page).toHaveURL(new RegExp(`/school/${school.schoolCode}$`));
});

test('a renamed item is named once, with its old and its new name', async ({ page }) => {
  const major = await createItem(page, 'major', { startTermYyyyst: '201992' });
  const { majorKey, majorCode, majorSegment } = major;
  const title20 = `New ${randomLetters(8)}`;
  await send(
    page,
    'PUT',
    `majors/${majorKey}?overrideWarnings=true`,
    { majorCode, majorSegment, title20, startTermYyyyst: '201992' },
    { 'X-Effective-Term': '202692' },
  );
  await page.goto(`./changes?q=${title20}`);
  await expect(sets(page)).toHaveCount(1);
  await expect(sets(page)).toContainText(`Robin Alvarez edited major ${majorCode} U ${title20}`);
  await expect(sets(page).getByRole('link', { name: title20 })).toHaveCount(1);
  await expect(sets(page).locator('del')).toHaveText(major.title20);
  await expect(sets(page).locator('ins')).toHaveText(title20);
  await expect(sets(page)).toContainText('Old value kept through Z26');
});

test('a deleted item comes before its relationships, in the sentence, the rows and the question', async ({
  page,
}) => {
  const major = await createItem(page, 'major');
  const degree = await createItem(page, 'degree');
  await relate(page, ['major', major], ['degree', degree]);
  const schools = (await read<Items['school']>(page, 'schools')).slice(0, 6);
  for (const school of schools) await relate(page, ['major', major], ['school', school]);
  await send(page, 'DELETE', `majors/${major.majorKey}?overrideWarnings=true`);
  const name = `${major.majorCode} U ${major.title20}`;
  const deleted = `Robin Alvarez deleted major ${name} and its 7 relationships`;
  await page.goto('.');
  for (const filter of ['', '&kind=major', '&kind=schoolMajor']) {
    await visitAfterAnother(page, `changes?action=deleted&q=${major.title20}${filter}`);
    await expect(sets(page).first()).toContainText(deleted);
    await opener(sets(page).first()).click();
    await expect(entries(page)).toHaveCount(5);
    await expect(entries(page).first()).toContainText(
      filter.endsWith('schoolMajor') ? 'No longer related: school' : `Deleted major ${name}`,
    );
    await page.getByRole('button', { name: 'Show 3 more' }).click();
    await expect(entries(page)).toHaveCount(8);
  }
  await visitAfterAnother(page, `changes?q=${major.title20}`);
  await sets(page).first().getByRole('button', { name: 'Restore' }).click();
  const question = dialog(page, 'Warning');
  await expect(question).toContainText(`Restore major ${name} and its 7 relationships?`);
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(sets(page).first()).toContainText(`undid a change: restored major ${name} and 7 more rows`);
  await opener(sets(page).first()).click();
  await expect(entries(page).first()).toContainText(`Created major ${name}`);
});

test('the user is chosen by name or by network ID, and other text is reported', async ({ page }) => {
  const school = await createItem(page, 'school');
  await page.goto(`./changes?q=${school.title}`);
  for (const text of ['Robin Alvarez', 'robin', 'alv', 'Registrar', 'registrar']) {
    await user(page).fill(text);
    await page.keyboard.press('Tab');
    await expect(user(page)).toHaveValue('Robin Alvarez (registrar)');
    await expect(page).toHaveURL(/person=registrar/);
    await expect(sets(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear User' }).click();
    await expect(page).not.toHaveURL(/person=/);
  }
  // The text stays, with a message, and the changes are not filtered by it.
  await user(page).fill('Nobody');
  await page.keyboard.press('Tab');
  await expect(user(page)).toHaveValue('Nobody');
  await expect(user(page)).toHaveAccessibleDescription(
    'Nothing matches “Nobody”. Choose from the list, or clear the text.',
  );
  await expect(sets(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(user(page)).toHaveValue('');
  await expectAccessible(page);
});

test('a URL names a user by network ID or by name', async ({ page }) => {
  const school = await createItem(page, 'school');
  await page.goto('.');
  for (const text of ['registrar', 'REGISTRAR', 'Robin+Alvarez', 'robin%20alvarez']) {
    await visitAfterAnother(page, `changes?person=${text}&q=${school.title}`);
    await expect(user(page)).toHaveValue('Robin Alvarez (registrar)');
    await expect(sets(page)).toHaveCount(1);
  }
  await visitAfterAnother(page, `changes?person=Robin&q=${school.title}`);
  await expect(user(page)).toHaveValue('Robin (not in the list)');
  await expect(user(page)).toHaveAccessibleDescription(
    'No user has this name or network ID. Choose from the list, or clear the text.',
  );
  await expect(nothing(page)).toBeVisible();
  await expectAccessible(page);
  await choose(page, 'User', 'Alv');
  await expect(sets(page)).toHaveCount(1);
});

test('the filters of the changes', async ({ page }) => {
  const school = await createItem(page, 'school');
  await page.goto(`./changes?q=${school.title}`);
  await expect(sets(page)).toHaveCount(1);

  await test.step('a button shows those of the last days, and clears them again', async () => {
    const range = (name: string) => page.getByRole('group', { name: 'Days' }).getByRole('button', { name });
    const valueOf = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
    const lengths = [
      ['Today', 0],
      ['7 days', 6],
      ['30 days', 29],
    ] as const;
    for (const [name, before] of lengths) {
      await range(name).click();
      await expect(range(name)).toHaveAttribute('aria-pressed', 'true');
      await expect(page.locator('[aria-pressed="true"]')).toHaveCount(1);
      const days = async () =>
        (Date.parse(await valueOf('To')) - Date.parse(await valueOf('From'))) / 86_400_000;
      await expect.poll(days, name).toBe(before);
      await expect(page).toHaveURL(new RegExp(`from=${await valueOf('From')}&to=${await valueOf('To')}$`));
      await expect(sets(page)).toHaveCount(1);
    }
    await page.goBack();
    await expect(range('7 days')).toHaveAttribute('aria-pressed', 'true');
    // A day that is typed makes another range.
    await page.getByLabel('From', { exact: true }).fill('2020-01-31');
    await expect(page.locator('[aria-pressed="true"]')).toHaveCount(0);
    await range('30 days').dblclick();
    await expect(range('30 days')).toHaveAttribute('aria-pressed', 'true');
    await range('30 days').click();
    await expect(page).not.toHaveURL(/from|to=/);
    for (const label of ['From', 'To']) await expect.poll(() => valueOf(label)).toBe('');
  });

  await test.step('each filter finds its matches', async () => {
    const finds = async (count: number) =>
      await (count === 0 ? expect(nothing(page)).toBeVisible() : expect(sets(page)).toHaveCount(count));
    await choose(page, 'User', 'Alex');
    await expect(page).toHaveURL(/person=admin/);
    await finds(0);
    await choose(page, 'User', 'Robin');
    await finds(1);
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('School – Major');
    await finds(0);
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('School');
    await finds(1);
    await page.getByRole('combobox', { name: 'Origin' }).selectOption('Import');
    await finds(0);
    await page.getByRole('combobox', { name: 'Origin' }).selectOption('Form');
    await finds(1);
    // Whole days of the university's time zone, which is also that of this browser.
    const day = (offset: number) =>
      page.evaluate((days) => {
        const at = new Date();
        at.setDate(at.getDate() + days);
        return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
      }, offset);
    await page.getByLabel('From', { exact: true }).fill(await day(1));
    await finds(0);
    await page.getByLabel('From', { exact: true }).fill(await day(0));
    await finds(1);
    await page.getByLabel('To', { exact: true }).fill(await day(-1));
    await finds(0);
    await page.getByLabel('To', { exact: true }).fill(await day(0));
    await finds(1);
  });
});

test('a change set of many rows', async ({ page }) => {
  const text = await makeMany(page);
  await page.goto(`./changes?q=${text}`);
  await expect(sets(page)).toHaveCount(1);
  await expect(sets(page)).toContainText(
    /Robin Alvarez created major .+, degree .+, degree .+ and 68 more rows/,
  );

  await test.step('has all rows in the download', async () => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const lines = (await readFile(await (await started).path(), 'utf8')).split('\r\n');
    expect(
      lines.filter((line) => line.includes(',School – Degree,') && line.includes('Start Term')),
    ).toHaveLength(60);
  });

  await test.step('expands to its rows, five first, then 50 more', async () => {
    await opener(page).click();
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(entries(page)).toHaveCount(5);
    await page.getByRole('button', { name: 'Show 50 more' }).click();
    await expect(entries(page)).toHaveCount(55);
    await page.getByRole('button', { name: 'Show 16 more' }).click();
    await expect(entries(page)).toHaveCount(71);
    await opener(page).click();
    await expect(entries(page)).toHaveCount(0);
  });

  await test.step('is accessible, and fits each width, also expanded', async () => {
    await opener(page).click();
    await expect(entries(page)).toHaveCount(5);
    await expectAccessible(page);
    await checkWidths(page, 'changes');
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('is undone with a reason', async () => {
    await opener(page).click();
    await expect(entries(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    const question = dialog(page, 'Warning');
    await expect(question).toContainText(
      /Undo: delete .+, .+, .+ and \d+ more, and their \d+ relationships\?/,
    );
    await question.getByRole('textbox', { name: 'Reason (optional)' }).fill('Wrong schools');
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect(sets(page)).toHaveCount(2);
    await expect(sets(page).first()).toContainText(
      /undid a change: deleted .+, .+, .+ and 3 more, and their \d+ relationships.*Wrong schools/,
    );
    await expect(sets(page).last()).toContainText('Undone');
    for (const list of ['majors', 'degrees'])
      expect(JSON.stringify(await read(page, list))).not.toContain(text);
    // An undo names the change set that it reverts, and can be undone itself.
    await opener(sets(page).first()).click();
    await expect(sets(page).first()).toContainText(/Undo of the change of /);
    await sets(page).first().getByRole('button', { name: 'Restore' }).click();
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect(sets(page)).toHaveCount(3);
    expect(JSON.stringify(await read(page, 'majors'))).toContain(text);
  });
});

test('a question of an undo that comes too late replaces no other question', async ({ page }) => {
  const text = await makeMany(page);
  await page.goto(`./changes?q=${text}`);
  const release = await holdRequests(page, '**/api/changes/*');
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await undo.click();
  const degree = (await read<Items['degree']>(page, 'degrees')).find((one) => one.degreeTitleRc === text);
  await visit(page, `degree/${degree?.degreeKey}`);
  await page.getByRole('button', { name: 'View History' }).click();
  // Every Undo is busy until the question is read and, if so, asked.
  const busy = page.locator('article button[aria-busy="true"]');
  await expect(busy).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = dialog(page, 'Warning');
  await expect(question).toContainText('Are you sure you want to delete');
  await release();
  await expect(busy).toHaveCount(0);
  await expect(question).toContainText('Are you sure you want to delete');
});

test('deleted items are restored with their relationships', async ({ page }) => {
  const [school, major] = [await createItem(page, 'school'), await createItem(page, 'major')];
  await relate(page, ['school', school], ['major', major]);
  await send(page, 'DELETE', `schools/${school.schoolCode}?overrideWarnings=true`);
  await page.goto('./changes');
  await page.getByRole('link', { name: 'Deleted items' }).click();
  await expect(page.getByRole('combobox', { name: 'Action' })).toHaveValue('deleted');
  await page.getByRole('searchbox', { name: 'Text' }).fill(school.title);
  await expect(sets(page)).toHaveCount(1);
  await expect(sets(page)).toContainText(
    `deleted school ${school.schoolCode} ${school.title} and its 1 relationship`,
  );
  await page.getByRole('button', { name: 'Restore' }).click();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await expect(sets(page)).toContainText('Undone');
  const detail = await page.request.get(`./api/schools/${school.schoolCode}`);
  expect(JSON.stringify(await detail.json())).toContain(major.title20);
});

test('an undo after later changes is rejected, and names the conflicts', async ({ page }) => {
  const school = await createItem(page, 'school');
  await editSchool(page, school, { comments: 'First' });
  await editSchool(page, school, { comments: 'Second' });
  await page.goto(`./changes?q=${school.title}`);
  await sets(page).nth(1).getByRole('button', { name: 'Undo' }).click();
  const refused = dialog(page, 'Undo');
  await expect(refused).toContainText(`${school.title} was changed by Robin Alvarez`);
  await page.keyboard.press('Escape');
  await expect(sets(page)).toHaveCount(3);
  // The link shows only the conflicting change.
  await sets(page).nth(1).getByRole('button', { name: 'Undo' }).click();
  await refused.getByRole('link', { name: 'Show this change' }).click();
  await expect(page.getByText('Only one change is shown.')).toBeVisible();
  await expect(sets(page)).toHaveCount(1);
  await opener(page).click();
  await expect(entries(page)).toContainText('Second');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText('Only one change is shown.')).toHaveCount(0);
  await expect(sets(page).nth(2)).toBeVisible();
});

test('a rejected undo of many rows opens at its top, with a single reason for all conflicts with the same change', async ({
  page,
}) => {
  const text = randomLetters(8);
  const rows = Array.from({ length: 30 }, (_, at) => ({
    kind: 'department',
    ref: { title7: `${text.slice(0, 4)}${at}` },
    values: { title: `${text} ${at}` },
  }));
  const apply = (title: string, more: object) =>
    send(page, 'POST', 'proposals/apply?overrideWarnings=true', {
      id: crypto.randomUUID(),
      origin: 'bulk',
      title,
      reason: null,
      rows: rows.map((row) => ({ ...row, values: { ...row.values, ...more }, ...versionOf(more) })),
    });
  const versionOf = (more: object) => (Object.keys(more).length > 0 ? { version: 1 } : {});
  await apply(text, {});
  await apply(`${text} again`, { comments: 'Later' });
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(`./changes?q=${text}`);
  await sets(page).nth(1).getByRole('button', { name: 'Undo' }).click();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  const refused = dialog(page, 'Undo');
  await expect(refused.getByRole('listitem')).toHaveCount(1);
  await expect(refused.getByRole('listitem')).toContainText(/ and 17 more were changed by Robin Alvarez on /);
  await expect(refused.getByRole('heading')).toBeInViewport();
  await expect.poll(() => refused.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await expectAccessible(page);
});

test('an unknown filter is reported, not ignored', async ({ page }) => {
  await page.goto('./changes?actor=registrar&kind=person&from=soon&action=deleted');
  await expect(page.getByText('Ignored parts of this URL: actor, Kind “person”, From “soon”.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Action' })).toHaveValue('deleted');
  for (const address of [
    'major?code=201',
    'major-degree?major=201',
    'report?school=85',
    'differences?since=201992',
  ]) {
    await visit(page, address);
    const name = /\?(\w+)=/.exec(address)?.[1];
    await expect(page.getByText(`Ignored parts of this URL: ${name}.`)).toBeVisible();
  }
  await visit(page, 'major?asOf=999999');
  await expect(page.getByText('Ignored parts of this URL: As of “999999”.')).toBeVisible();
  await visit(page, 'major?asOf=201992&q=art&sort=majorCode&page=1&size=all');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByText('Ignored parts of this URL')).toHaveCount(0);
});

test('the first load is described, and has no undo', async ({ page }) => {
  await page.goto('./changes?origin=sample');
  await expect(sets(page)).toHaveCount(1);
  await expect(sets(page)).toContainText('First load');
  await expect(sets(page)).toContainText(/First load created schools .+, .+, .+ and [\d,]+ more rows/);
  await expect(sets(page).getByRole('button')).toHaveCount(1);
});

test('of many changes', async ({ page }) => {
  const school = await createItem(page, 'school');
  for (let at = 1; at <= 51; at += 1) await editSchool(page, school, { sortCode: at });
  await editSchool(page, school, { sortCode: 51, comments: 'A "new",\nlonger text' });
  await page.goto(`./changes?q=${school.title}`);

  await test.step('50 sets are shown, then 50 more, and the focus is not lost', async () => {
    await expect(sets(page)).toHaveCount(50);
    await expect(page.getByText('50 changes and more')).toBeVisible();
    await page.getByRole('button', { name: 'Show 50 more' }).focus();
    await page.keyboard.press('Enter');
    await expect(sets(page)).toHaveCount(53);
    await expect(page.getByRole('button', { name: 'Show 50 more' })).toHaveCount(0);
    await expect(page.locator('main :focus')).toHaveCount(1);
  });

  await test.step('the download has a line for each changed field of all filtered change sets', async () => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await started;
    expect(file.suggestedFilename()).toBe('changes.csv');
    const csv = (await readFile(await file.path(), 'utf8')).replace(/^\uFEFF/, '');
    const [header, first, ...others] = csv.split('\r\n');
    expect(header).toBe('Time,User,Acting As,Origin,Reason,Kind,Label,Action,Field,Before,After');
    expect(first).toMatch(
      new RegExp(
        `^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z,Robin Alvarez \\(registrar\\),,Form,,School,${school.schoolCode} ${school.title},Edited,Comments,,"A ""new"",\nlonger text"$`,
      ),
    );
    expect(others.filter((line) => line.includes(',Edited,Sort Code,'))).toHaveLength(51);
    expect(others).toContainEqual(expect.stringMatching(/,Created,Title,,School /));
  });
});

test('without results it shows a message, and has nothing to download', async ({ page }) => {
  await page.goto('./changes?q=nothing+is+called+so');
  await expect(nothing(page)).toBeVisible();
  for (const name of ['Download CSV', 'Excel'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
  await expectAccessible(page);
});
