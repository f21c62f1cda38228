import type { Locator, Page } from '@playwright/test';
import { createItem, randomLetters, relate, send, textOf, unusedCode } from './data.ts';
import { dialog, part, section, tabTo, toast } from './forms.ts';
import { applyButton, heading, lineOf, toasts } from './proposals.ts';
import { expect, sessionOf, test, userNames } from './support.ts';

// Ten tasks of a working day from beginning to end with the keyboard alone (WCAG 2.1.1): nothing is clicked or filled in by script.

test.use({ storageState: sessionOf('registrar') });

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Moves to a control by Tab and presses Enter. */
async function enter(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(target, key);
  await press(target.page(), 'Enter');
}

/** Moves to a field by Tab and types over its text. */
async function type(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await press(field.page(), 'Control+a');
  await field.page().keyboard.type(text);
}

/** Chooses the option that a text names. */
async function choose(field: Locator, text: string): Promise<void> {
  await type(field, text);
  await press(field.page(), 'Enter');
  await expect(field).not.toHaveAttribute('aria-expanded', 'true');
}

/** Opens the first result of the search for a text. */
async function find(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await press(page, 'Control+k');
  await expect(dialog(page, 'Search').getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
  // A new item is found only once its list has been read again.
  await expect(dialog(page, 'Search').locator('[role="option"][data-active]')).toContainText(text, {
    ignoreCase: true,
  });
  await press(page, 'Enter');
  await expect(dialog(page, 'Search')).toBeHidden();
}

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const combobox = (within: Page | Locator, name: string) =>
  within.getByRole('combobox', { name, exact: true });
const textbox = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true });

/** Opens the screen that relates the item of the page to an item of a kind. */
async function openRelate(page: Page, kind: string): Promise<void> {
  await enter(page.getByRole('button', { name: 'Add Relationship to' }));
  const choice = page.getByRole('menuitem', { name: kind, exact: true });
  await expect(choice).toBeVisible();
  for (let at = 0; at < 5 && !(await choice.evaluate((one) => one === document.activeElement)); at += 1)
    await press(page, 'ArrowDown');
  await press(page, 'Enter');
}

test('find an item and everything related to it', async ({ page }) => {
  await page.goto('./');
  await find(page, '201');
  await expect(heading(page)).toHaveText('View Major');
  const degrees = section(page, 'Degrees').getByRole('row');
  await expect(degrees.nth(1)).toBeVisible();
  await enter(degrees.nth(1).getByRole('link').first());
  await expect(heading(page)).toHaveText('View Degree');
  await expect(section(page, 'Majors')).toContainText('201');
});

test('create a program from next fall: a major, two degrees, a department and a school', async ({ page }) => {
  const code = await unusedCode(page, 'major');
  const title = `Program ${randomLetters(8)}`;
  // Before the lists are loaded, which stay as they are for a while.
  const related = [
    ['Degree', await createItem(page, 'degree')],
    ['Degree', await createItem(page, 'degree')],
    ['Department', await createItem(page, 'department')],
    ['School', await createItem(page, 'school')],
  ] as const;
  await page.goto('./major');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await press(page, 'n');
  const form = dialog(page, 'Create Major');
  await choose(combobox(form, 'Segment'), 'U');
  await type(textbox(form, 'Major Code'), code);
  await type(textbox(form, 'Title 20'), title);
  await choose(combobox(form, 'Start Term'), 'F27');
  await press(page, 'Control+Enter');
  await expect(toast(page, 'The major has been successfully added')).toBeVisible();
  await find(page, code);
  for (const [kind, item] of related) {
    await expect(heading(page)).toHaveText('View Major');
    await openRelate(page, kind);
    await type(part(page, 'To').getByPlaceholder('Filter results...'), textOf(item));
    await expect(part(page, 'To').getByRole('radio')).toHaveCount(1);
    await tabTo(part(page, 'To').locator('tbody tr'));
    await press(page, 'Space');
    await choose(combobox(page, 'Start Term'), 'F27');
    await press(page, 'Control+Enter');
    await expect(section(page, `${kind}s`)).toContainText(textOf(item));
  }
});

test('end a major and everything that hangs on it after a spring', async ({ page }) => {
  const major = await createItem(page, 'major');
  const degree = await createItem(page, 'degree');
  await relate(page, ['major', major], ['degree', degree]);
  await relate(page, ['major', major], ['school', await createItem(page, 'school')]);
  await page.goto('./');
  await find(page, major.majorCode);
  await enter(page.getByRole('link', { name: 'End…' }));
  await choose(combobox(page, 'Last Term'), 'S27');
  await expect(heading(page)).toHaveText(/ in S27$/);
  await tabTo(page.getByRole('checkbox', { name: `Degree BA ${degree.degreeTitleRc}`, exact: true }));
  await press(page, 'Space');
  await expect(applyButton(page)).toHaveText('Apply 4 changes');
  await press(page, 'Control+Enter');
  await expect(toasts(page)).toContainText('4 changes saved');
  await expect(heading(page)).toHaveText('View Major');
});

test('relate a degree to three departments', async ({ page }) => {
  const degree = await createItem(page, 'degree');
  const own = randomLetters(8);
  for (const name of ['A', 'B', 'C']) await createItem(page, 'department', { title: `${own} ${name}` });
  await page.goto(`./degree/${degree.degreeKey}`);
  await openRelate(page, 'Department');
  await enter(page.getByRole('link', { name: 'Select several' }));
  await expect(heading(page)).toHaveText('Relate Degree to several Departments');
  await type(part(page, 'To').getByPlaceholder('Filter results...'), own);
  const boxes = part(page, 'To').getByRole('checkbox');
  await expect(boxes).toHaveCount(3);
  await tabTo(part(page, 'To').locator('tbody tr').first());
  await press(page, 'Space', 'ArrowDown', 'Space', 'ArrowDown', 'Space');
  await choose(combobox(page, 'Start Term'), 'F26');
  await press(page, 'Control+Enter');
  for (const name of ['A', 'B', 'C'])
    await expect(section(page, 'Departments')).toContainText(`${own} ${name}`);
});

test('send the active undergraduate majors of a school with CIP codes as an Excel file', async ({ page }) => {
  await page.goto('./');
  await choose(combobox(page, 'School'), '57');
  await tabTo(page.getByRole('checkbox', { name: 'Graduate', exact: true }));
  await press(page, 'Space', 'Control+Enter');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await enter(button(page, 'Columns'));
  const columns = dialog(page, 'Columns');
  await expect(columns.getByLabel('Find a column')).toBeFocused();
  await page.keyboard.type('cip code');
  await expect(columns.getByRole('checkbox').first()).toHaveAccessibleName('CIP');
  await press(page, 'Tab', 'Space', 'Enter');
  await expect(page.getByRole('columnheader', { name: 'CIP' })).toBeVisible();
  await tabTo(button(page, 'Excel'));
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')]);
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
});

test('see what one user changed in the last days', async ({ page }) => {
  const major = await createItem(page, 'major', { cipCode: '11.0701' });
  await page.goto('./');
  await find(page, 'changes');
  await expect(heading(page)).toHaveText('Changes');
  await choose(combobox(page, 'User'), 'Robin');
  await expect(page).toHaveURL(/registrar/);
  await enter(button(page, '7 days'));
  await expect(button(page, '7 days')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('main')).toContainText(textOf(major));
});

test('undo a deletion with its relationships later', async ({ page }) => {
  const major = await createItem(page, 'major');
  const school = await createItem(page, 'school');
  await relate(page, ['major', major], ['school', school]);
  await page.goto(`./major/${major.majorKey}`);
  await expect(section(page, 'Schools')).toContainText(school.title);
  await press(page, 'Delete');
  await enter(button(dialog(page, 'Warning'), 'Continue'));
  await expect(dialog(page, 'Warning')).toContainText('Deleting it deletes these relationships too.');
  await enter(button(dialog(page, 'Warning'), 'Continue'));
  await expect(toast(page, 'The major has been successfully deleted')).toBeVisible();
  await page.goto('./');
  await find(page, 'changes');
  await expect(heading(page)).toHaveText('Changes');
  await type(page.getByPlaceholder('Title, reason or item'), textOf(major));
  const restore = button(page, 'Restore');
  await expect(restore).toHaveCount(1);
  await enter(restore);
  const question = dialog(page, 'Warning');
  await expect(question).toContainText('and its 1 relationship?');
  await enter(button(question, 'Continue'));
  await expect(page.getByRole('main')).toContainText('restored major');
});

test('see what was valid in a term, and what has changed since', async ({ page }) => {
  await page.goto('./major');
  await choose(combobox(page, 'As of'), 'F19');
  await expect(page).toHaveURL(/asOf=201992/);
  await find(page, 'differences');
  await expect(heading(page)).toHaveText('Differences');
  await expect(page.getByRole('main')).toContainText('F19');
});

test('give majors named in a mail a new CIP code at once', async ({ page }) => {
  const codes: string[] = [];
  for (let at = 0; at < 3; at += 1)
    codes.push((await createItem(page, 'major', { cipCode: '11.0101' })).majorCode);
  await page.goto('./major');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await enter(button(page, 'Filter by codes'));
  await page.keyboard.type(codes.join(', '));
  await press(page, 'Control+Enter');
  await enter(page.getByRole('link', { name: 'Change all 3…' }));
  await choose(combobox(page, 'Field'), 'CIP');
  await type(combobox(page, 'New Value'), '27.0304');
  // Not Control+Enter too, which would apply the shown changes.
  await press(page, 'Enter');
  for (const code of codes) await expect(lineOf(page, code)).toContainText('→ to 27.0304');
  // While the earlier values are read again, Enter only shows the reason.
  await expect(applyButton(page)).toBeEnabled();
  await enter(applyButton(page));
  await expect(toasts(page)).toContainText('3 changes saved');
});

test('keep what was typed when a colleague has saved the same major and the session has ended', async ({
  page,
}) => {
  const major = await createItem(page, 'major');
  await page.goto(`./major/${major.majorKey}`);
  await expect(section(page, 'Details')).toBeVisible();
  await press(page, 'e');
  const form = dialog(page, 'Edit Major');
  const own = `Mine ${randomLetters(8)}`;
  await type(textbox(form, 'Title 20'), own);
  await send(page, 'PUT', `majors/${major.majorKey}`, { ...major, titleLong: 'Theirs' });
  await page.context().clearCookies();
  await press(page, 'Control+Enter');
  await enter(page.getByRole('button', { name: userNames.registrar }));
  await expect(textbox(form, 'Title 20')).toHaveValue(own);
  await press(page, 'Control+Enter');
  const conflict = form.getByRole('alert', { name: 'Edit conflict' });
  await expect(conflict).toContainText('Theirs');
  await enter(button(conflict, 'Combine with the newer version'), 'Shift+Tab');
  await expect(textbox(form, 'Title 20')).toHaveValue(own);
  await press(page, 'Control+Enter');
  await expect(toast(page, 'The major has been successfully updated')).toBeVisible();
  await expect(section(page, 'Details')).toContainText(own);
  await expect(section(page, 'Details')).toContainText('Theirs');
});
