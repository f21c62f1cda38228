import type { Locator, Page } from '@playwright/test';
import type { ItemKind, Items } from '../../contract/kinds.ts';
import { createItem, keyOf, pathOf, randomLetters, send } from './data.ts';
import { choose, dialog, fill, holdToast, save, section, tabTo, toast } from './forms.ts';
import { chooseFile, csvOf, downloadFrom, open, step, textOf } from './imports.ts';
import { apply, changes, lineOf } from './proposals.ts';
import { checkWidths, expect, expectAccessible, sessionOf, test, visit } from './support.ts';

// Names and codes of earlier terms (contract 14): in the edit form, on the page of an item, in a file and in Changes.

test.use({ storageState: sessionOf('registrar') });

const FALL_2019 = '201992';
const FALL_2030 = '203092';
const CARD = 'Earlier names and codes';

const card = (page: Page) => section(page, CARD);
/** A row of the list, by its texts before the time of its save. */
const rowOf = (page: Page, ...cells: string[]) =>
  card(page)
    .getByRole('row')
    .filter({ hasText: cells.join('') });
const add = (page: Page) => page.getByRole('button', { name: 'Add an earlier name or code' });
const effective = (within: Locator) => within.getByRole('combobox', { name: 'Effective' });
const identity = (page: Page) => page.getByRole('main').locator('h1 + p, h1 ~ p').first();

/** Adds an earlier value to an item. */
const addEarlier = <K extends ItemKind>(
  page: Page,
  kind: K,
  item: Items[K],
  field: string,
  value: string | null,
  term = FALL_2019,
) => send(page, 'PUT', `${pathOf(kind, item)}/earlier-values/${field}/${term}`, { value });

const openPage = <K extends ItemKind>(page: Page, kind: K, item: Items[K], query = '') =>
  page.goto(`./${kind}/${keyOf(kind, item)}${query}`);

test('a code that applies from a later term on has the one of the running term beside it', async ({
  page,
}) => {
  const major = await createItem(page, 'major', { cipCode: '30.7001' });
  await addEarlier(page, 'major', major, 'cipCode', '11.0701', FALL_2030);
  await openPage(page, 'major', major);
  const cipCode = section(page, 'Details').getByRole('definition').filter({ hasText: '30.7001' });
  await expect(cipCode).toHaveText(/in [A-Z]\d\d: 11\.0701$/);
  await visit(page, `major/${major.majorKey}?asOf=${FALL_2030}`);
  await expect(section(page, 'Details').getByRole('definition').filter({ hasText: '11.0701' })).toHaveText(
    /latest: 30\.7001$/,
  );
});

test('a new name from a term on keeps the old one in earlier terms, by keyboard only, and one Undo takes back both', async ({
  page,
}) => {
  const major = await createItem(page, 'major');
  const title = `New ${randomLetters(8)}`;
  await openPage(page, 'major', major);
  await expect(card(page)).toContainText('None. Add a name or code that differed in earlier terms');
  await page.keyboard.press('e');
  const opened = dialog(page, 'Edit Major');
  await tabTo(opened.getByRole('textbox', { name: 'Title 20' }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type(title);
  await tabTo(effective(opened));
  await expect(effective(opened)).toHaveValue('Correction (all terms)');
  await expect(
    opened.getByText(`Terms with “${major.title20}” get “${title}”, past terms too.`),
  ).toBeVisible();
  await page.keyboard.type('fall 2025');
  await page.keyboard.press('Enter');
  await expect(effective(opened)).toHaveValue('F25');
  await expect(
    opened.getByText(
      `F25 and later have “${title}”. Earlier terms keep what they have. Other fields change in all terms.`,
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'The major has been successfully updated')).toBeVisible();
  await holdToast(page);
  await expect(rowOf(page, 'Title 20', major.title20, 'Z25')).toContainText('registrar');
  await expect(page.getByRole('definition').filter({ hasText: title })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('definition').filter({ hasText: major.title20 })).toBeVisible();
  await expect(card(page)).toContainText('None. Add a name or code');
});

test('a correction changes all terms and keeps nothing', async ({ page }) => {
  const department = await createItem(page, 'department');
  await page.goto(`./department?q=${department.title}`);
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const opened = dialog(page, 'Edit Department');
  await fill(opened, { 'Title 40': `Department ${randomLetters(8)}` });
  await expect(effective(opened)).toHaveValue('Correction (all terms)');
  await save(opened);
  await expect(toast(page, 'The department has been successfully updated')).toBeVisible();
  await openPage(page, 'department', department);
  await expect(card(page)).toContainText('None. Add a name or code');
});

test.describe('a reload with unsaved changes', () => {
  test.use({ expectedProblems: /^beforeunload/ });

  test('keeps Effective, which shows the errors of the server', async ({ page }) => {
    const school = await createItem(page, 'school');
    await addEarlier(page, 'school', school, 'title', 'Old', '202592');
    await openPage(page, 'school', school);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const opened = dialog(page, 'Edit School');
    const title = `School ${randomLetters(8)}`;
    await fill(opened, { Title: title });
    await choose(opened, 'Effective', 'F24');
    await page.reload();
    await expect(opened.getByText('Your unsaved changes have been restored.')).toBeVisible();
    await expect(effective(opened)).toHaveValue('F24');
    await page.keyboard.press('Escape');
    const question = dialog(page, 'Warning');
    await expect(question).toContainText('You have unsaved changes');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await save(opened);
    await expect(effective(opened)).toHaveAttribute('aria-invalid', 'true');
    await expect(effective(opened)).toBeFocused();
    await expect(effective(opened)).toHaveAccessibleDescription(/earlier value/);
    await choose(opened, 'Effective', 'F26');
    await save(opened);
    await expect(toast(page, 'The school has been successfully updated')).toBeVisible();
    await expect(rowOf(page, 'Title', school.title, 'Z26')).toHaveCount(1);
  });

  test('keeps an earlier value that is being added', async ({ page }) => {
    const department = await createItem(page, 'department');
    await openPage(page, 'department', department);
    await add(page).click();
    const opened = dialog(page, 'Add Earlier Value');
    await choose(opened, 'Field', 'Title 7');
    await fill(opened, { Value: 'OLD' });
    await page.reload();
    await expect(opened.getByText('Your unsaved changes have been restored.')).toBeVisible();
    await expect(opened.getByRole('textbox', { name: 'Value' })).toHaveValue('OLD');
    await page.keyboard.press('Escape');
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    await expect(opened).toBeHidden();
  });
});

test('earlier values are added, edited and deleted by keyboard, and each change is undone', async ({
  page,
}) => {
  const major = await createItem(page, 'major');
  const text = randomLetters(8);
  await openPage(page, 'major', major);
  await tabTo(add(page));
  await page.keyboard.press('Enter');
  const opened = dialog(page, 'Add Earlier Value');
  await expect(opened.getByRole('combobox', { name: 'Field' })).toBeFocused();
  await expectAccessible(page);
  // An error of the field is shown before anything is sent, and one of the other inputs with it.
  await page.keyboard.type('title 20');
  await page.keyboard.press('Enter');
  await tabTo(opened.getByRole('textbox', { name: 'Value' }));
  await page.keyboard.type('A title of more than twenty characters');
  await page.keyboard.press('Control+Enter');
  await expect(opened.getByText('Last Term is required')).toBeVisible();
  await expect(opened.getByText('Title 20 must be at most 20 characters')).toBeVisible();
  await expect(opened.getByRole('combobox', { name: 'Last Term' })).toBeFocused();
  await page.keyboard.type('F19');
  await page.keyboard.press('Enter');
  await tabTo(opened.getByRole('textbox', { name: 'Value' }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`Old ${text}`);
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'The earlier value has been successfully added')).toBeVisible();
  const row = rowOf(page, 'Title 20', `Old ${text}`, 'F19');
  await expect(row).toHaveCount(1);

  await tabTo(row);
  await page.keyboard.press('e');
  const edited = dialog(page, 'Edit Earlier Value');
  await expect(edited).toContainText(`Title 20 through F19, ${major.majorCode} U ${major.title20}`);
  await expect(edited.getByRole('textbox', { name: 'Value' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`Older ${text}`);
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'The earlier value has been successfully updated')).toBeVisible();
  await holdToast(page);
  await expect(rowOf(page, 'Title 20', `Older ${text}`, 'F19')).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(row).toHaveCount(1);

  await tabTo(row);
  await page.keyboard.press('Delete');
  const question = dialog(page, 'Warning');
  await expect(question).toContainText('Are you sure you want to delete Title 20 through F19?');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'The earlier value has been successfully deleted')).toBeVisible();
  await holdToast(page);
  await expect(row).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(row).toHaveCount(1);

  // The history of the item has all of it.
  await page.getByRole('button', { name: 'View History' }).click();
  const history = section(page, 'History');
  await expect(history).toContainText(`Created Title 20 through F19:Old ${text}`);
  await expect(history).toContainText(`Title 20 through F19:from Old ${text}→ to Older ${text}`);
  await expect(history).toContainText(`Deleted Title 20 through F19:Old ${text}`);
});

test('a value may be empty where its field may, and is chosen where its field has options', async ({
  page,
}) => {
  const degree = await createItem(page, 'degree');
  await openPage(page, 'degree', degree);
  await add(page).click();
  const opened = dialog(page, 'Add Earlier Value');
  await choose(opened, 'Field', 'Program Credential Level');
  await choose(opened, 'Last Term', 'F19');
  await choose(opened, 'Value', "Bachelor's");
  await save(opened);
  await expect(rowOf(page, "Program Credential Level03 Bachelor's degree", 'F19')).toHaveCount(1);
  await add(page).click();
  await choose(opened, 'Field', 'Abbreviated Title');
  await choose(opened, 'Last Term', 'F19');
  await save(opened);
  await expect(rowOf(page, 'Abbreviated Title', 'F19')).toHaveCount(1);
  // Another one through the same term is not replaced.
  await add(page).click();
  await choose(opened, 'Field', 'Abbreviated Title');
  await choose(opened, 'Last Term', 'F19');
  await save(opened);
  await expect(opened.getByText('The field has an earlier value through this term already.')).toBeVisible();
  await expect(opened.getByRole('combobox', { name: 'Last Term' })).toBeFocused();
});

test('an earlier value that someone else has saved in the meantime is compared', async ({
  page,
  browser,
}) => {
  const major = await createItem(page, 'major');
  await addEarlier(page, 'major', major, 'title20', 'First');
  await openPage(page, 'major', major);
  await rowOf(page, 'Title 20First').getByRole('button', { name: 'Edit' }).click();
  const mine = dialog(page, 'Edit Earlier Value');
  await fill(mine, { Value: 'Mine' });
  const other = await browser.newContext({ storageState: sessionOf('admin') });
  const theirs = await other.newPage();
  await theirs.goto(page.url());
  await rowOf(theirs, 'Title 20First').getByRole('button', { name: 'Edit' }).click();
  await fill(dialog(theirs, 'Edit Earlier Value'), { Value: 'Theirs' });
  await save(dialog(theirs, 'Edit Earlier Value'));
  await expect(toast(theirs, 'The earlier value has been successfully updated')).toBeVisible();
  await other.close();
  await save(mine);
  const conflict = mine.getByRole('alert', { name: 'Edit conflict' });
  await expect(conflict).toContainText(
    /This earlier value was saved by Alex Chen \(admin\) at .+ in the meantime\./,
  );
  await expect(conflict.getByRole('row')).toHaveText(['FieldNewer versionYours', 'ValueTheirsMine']);
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Combine with the newer version' }).click();
  await conflict.getByRole('button', { name: 'Use mine' }).click();
  await save(mine);
  await expect(rowOf(page, 'Title 20Mine')).toHaveCount(1);
});

test('as of a term, the page has the names and codes of that term, with those of today', async ({ page }) => {
  const text = randomLetters(8);
  const major = await createItem(page, 'major', { startTermYyyyst: '201592' });
  await addEarlier(page, 'major', major, 'title20', `Then ${text}`);
  await addEarlier(page, 'major', major, 'cipCode', null, '201892');
  await openPage(page, 'major', major);
  await expect(page).toHaveTitle(new RegExp(major.title20));
  await choose(page, 'As of', 'F19');
  await expect(identity(page)).toContainText(`Then ${text}`);
  await expect(page).toHaveTitle(new RegExp(`Then ${text}`));
  await expect(page.getByText('Names and codes are those of F19.')).toBeVisible();
  const title = page.getByRole('definition').filter({ hasText: `Then ${text}` });
  await expect(title).toHaveText(`Then ${text}latest: ${major.title20}`);
  await expectAccessible(page);
  // An edit is of today's values.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(dialog(page, 'Edit Major').getByRole('textbox', { name: 'Title 20' })).toHaveValue(
    major.title20,
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await choose(page, 'As of', 'F20');
  await expect(identity(page)).toContainText(major.title20);
  await expect(page.getByText('latest:')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('earlier values are cards with a menu', async ({ page }) => {
    const school = await createItem(page, 'school');
    await addEarlier(page, 'school', school, 'title', 'School of Earlier Times');
    await openPage(page, 'school', school);
    await expect(rowOf(page, 'School of Earlier Times')).toContainText('through F19');
    await expectAccessible(page);
    await card(page).getByRole('button', { name: 'Actions of Title through F19' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const opened = dialog(page, 'Edit Earlier Value');
    await fill(opened, { Value: 'School of Other Times' });
    await save(opened);
    await expect(rowOf(page, 'School of Other Times')).toHaveCount(1);
    await expect(opened).toBeHidden();
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await fill(dialog(page, 'Edit School'), { Title: `School ${randomLetters(8)}` });
    await expect(effective(dialog(page, 'Edit School'))).toBeVisible();
    await checkWidths(page, 'effective');
  });
});

test('a file of earlier values is imported, corrected and downloaded as a template', async ({ page }) => {
  const text = randomLetters(8);
  const major = await createItem(page, 'major');
  const department = await createItem(page, 'department');
  await open(page, 'Earlier values');
  await chooseFile(
    page,
    csvOf(
      ['Major Code', 'Department Title 7', 'Field', 'Last Term', 'Value'],
      [major.majorCode, '', 'Title 20', 'Fall 2019', `Old ${text}`],
      ['', department.title7, 'Title 40', 'F19', `Department ${text}`],
      [major.majorCode, '', 'Long', 'F12', `Long ${text}`],
    ),
    'names.csv',
  );
  await expect(step(page)).toHaveText('Check');
  await expect(page.getByText('Earlier values from names.csv, 3 rows, 5 of 5 columns')).toBeVisible();
  await expect(lineOf(page, `Old ${text}`)).toContainText(
    `Title 20 of ${major.majorCode} U ${major.title20}F19`,
  );
  await expect(changes(page)).toContainText('“Long” is no field of a major with earlier values.');
  await expectAccessible(page);
  // A value that the form rejects is corrected in its cell.
  await page.getByRole('button', { name: 'Correct Field in row 4' }).click();
  await expect(page.getByRole('textbox', { name: 'Field in row 4' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Title Long');
  await page.keyboard.press('Enter');
  await expect(lineOf(page, `Long ${text}`)).toContainText('New');
  await apply(page, 'Apply 3 changes');
  await openPage(page, 'major', major);
  await expect(rowOf(page, 'Title 20', `Old ${text}`, 'F19')).toHaveCount(1);
  await expect(rowOf(page, 'Title Long', `Long ${text}`, 'F12')).toHaveCount(1);

  await open(page, 'Earlier values');
  const template = await downloadFrom(page, 'Template CSV');
  expect(template.suggestedFilename()).toBe('template-earlierValue.csv');
  await chooseFile(page, await textOf(template), 'template.csv');
  await expect(step(page)).toHaveText('Check');
  // Other tests may change the items of the other rows in the meantime.
  for (const value of [`Old ${text}`, `Department ${text}`, `Long ${text}`])
    await expect(lineOf(page, value)).toContainText('Same');
});

test('Changes has earlier values in words, by kind', async ({ page }) => {
  const major = await createItem(page, 'major');
  const label = `${major.majorCode} U ${major.title20}`;
  await addEarlier(page, 'major', major, 'title20', 'Comp Sci');
  await page.goto(`./changes?q=${encodeURIComponent(label)}`);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Earlier values' });
  const set = page
    .getByRole('listitem')
    .filter({ hasText: `Robin Alvarez created the earlier Title 20 of major ${label}` });
  await expect(set).toHaveCount(1);
  await set.getByRole('button', { name: /^What changed / }).click();
  const entry = set.getByRole('listitem');
  await expect(entry).toHaveText(`Created Title 20 of ${label} through F19:Comp Sci`);
  await expectAccessible(page);
  await entry.getByRole('link', { name: label }).click();
  await expect(rowOf(page, 'Title 20Comp Sci', 'F19')).toHaveCount(1);
});
