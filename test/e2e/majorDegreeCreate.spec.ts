import type { Page } from '@playwright/test';
import { createItem, randomLetters, unusedCode } from './data.ts';
import { choose, dialog, expectNoPrompt, fill, part, save, section, toast } from './forms.ts';
import { checkWidths, expect, expectAccessible, sessionOf, test } from './support.ts';

test.use({ storageState: sessionOf('registrar') });

const added = (page: Page) => toast(page, 'The major degree has been successfully added');

/** Fills in the required fields. Returns the code of the major. */
async function fillIn(page: Page, code?: string): Promise<string> {
  const majorCode = code ?? (await unusedCode(page, 'major'));
  await page.goto('./major-degree/create');
  await fill(part(page, 'Major'), { 'Major Code': majorCode, 'Title 20': `Major ${randomLetters(8)}` });
  await choose(part(page, 'Degree'), 'Award', 'BA');
  await fill(part(page, 'Degree'), { Title: `Degree ${randomLetters(8)}` });
  await choose(part(page, 'Relationship'), 'Start Term', 'F25');
  return majorCode;
}

test('creates a major, its degrees and all their relationships, and goes to the major', async ({ page }) => {
  const school = await createItem(page, 'school');
  const department = await createItem(page, 'department');
  await fillIn(page);
  await choose(part(page, 'Degree'), 'Award', 'BS');
  await choose(part(page, 'Major'), 'Major Schools', school.title);
  await choose(part(page, 'Major'), 'Major Departments', department.title);
  await choose(part(page, 'Degree'), 'Degree Schools', school.title);
  await choose(part(page, 'Degree'), 'Degree Departments', department.title);
  await part(page, 'Relationship').getByLabel('Program Length in Years').fill('4.5');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await save(page);
  expect((await sent).postDataJSON()).toMatchObject({
    degree: { degreeListAwarded: ['BA', 'BS'] },
    majorSchools: [school.schoolCode],
    majorDepartments: [department.deptKey],
  });
  await expect(added(page)).toBeVisible();
  await expect(page).toHaveURL(/\/mdsd\/major\/\d+$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Details',
    'Degrees 2 in effect',
    'Schools 1 in effect',
    'Departments 1 in effect',
    'Earlier names and codes',
    'Timeline',
    'History',
  ]);
  await expect(section(page, 'Degrees').locator('tbody tr').first()).toContainText('4.5');
  await expectNoPrompt(page);
  await section(page, 'Degrees').getByRole('link', { name: /^View/ }).first().click();
  await expect(section(page, 'Schools')).toContainText(school.title);
  await expect(section(page, 'Departments')).toContainText(department.title);
});

test('Enter adds one award after another and never saves; Tab into the awards leads to their input', async ({
  page,
}) => {
  await fillIn(page);
  const degree = part(page, 'Degree');
  const award = degree.getByRole('combobox', { name: 'Award' });
  await expect(award).toHaveAccessibleDescription(/One or more: each is a degree of its own/);
  await award.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(award).toBeFocused();
  for (const key of ['b', 's', 'Enter', 'Enter', 'Enter', 'm', 'a', 'Enter', 'Enter'])
    await page.keyboard.press(key);
  for (const name of ['BA', 'BS', 'MA'])
    await expect(degree.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  await expect(page).toHaveURL(/\/major-degree\/create$/);
  await expect(added(page)).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(added(page)).toBeVisible();
});

test('an empty form shows its required fields', async ({ page }) => {
  test.slow();
  await page.goto('./major-degree/create');
  const major = part(page, 'Major');

  await test.step('it starts with segment U, campus indicator G and the default flags', async () => {
    await expect(major.getByRole('combobox', { name: 'Segment' })).toHaveValue('U Undergraduate');
    await expect(major.getByRole('combobox', { name: 'Campus Indicator' })).toHaveValue('G General campus');
    await expect(major.getByLabel('Active', { exact: true })).toBeChecked();
    await expect(major.getByLabel('Complete')).not.toBeChecked();
    await expect(part(page, 'Relationship').getByLabel('Terminal Program')).toBeChecked();
    await expect(page.getByText('*Required Field')).toBeVisible();
  });

  await test.step('it fits its window', () => checkWidths(page, 'major-degree-create'));

  await test.step('a missing required value is reported at its field, accessibly', async () => {
    await save(page);
    for (const message of ['Major Code', 'Title 20'])
      await expect(major.getByText(`${message} is required`)).toBeVisible();
    for (const message of ['Award', 'Title'])
      await expect(part(page, 'Degree').getByText(`${message} is required`, { exact: true })).toBeVisible();
    await expect(part(page, 'Relationship').getByText('Start Term is required')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('opened from the pairs, it has no derived values', async () => {
    await fill(major, { 'Title 20': 'Of the major' });
    await expect(part(page, 'Degree').getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('');
  });
});

test('on a warning Cancel keeps the input, and Continue creates', async ({ page }) => {
  const major = await createItem(page, 'major');
  await fillIn(page, major.majorCode);
  await save(page);
  const warning = dialog(page, 'Warning');
  await expect(warning).toContainText(major.majorCode);
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await expect(part(page, 'Major').getByLabel('Major Code')).toHaveValue(major.majorCode);
  await save(page);
  await warning.getByRole('button', { name: 'Continue' }).click();
  await expect(added(page)).toBeVisible();
  await expect(page).toHaveURL(/\/mdsd\/major\/\d+$/);
  await expectNoPrompt(page);
});

test('every way of leaving asks about unsaved changes; Cancel keeps the input', async ({ page }) => {
  const code = await fillIn(page);
  const ways = [
    () => page.getByRole('link', { name: 'Schools' }).click(),
    () => page.getByRole('main').getByRole('button', { name: 'Cancel' }).click(),
  ];
  const warning = dialog(page, 'Warning');
  for (const leave of ways) {
    await leave();
    await expect(warning).toContainText('unsaved changes');
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await expect(warning).toBeHidden();
    await expect(page).toHaveURL(/\/major-degree\/create$/);
    await expect(part(page, 'Major').getByLabel('Major Code')).toHaveValue(code);
  }
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
  await warning.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/mdsd\/major-degree$/);
  await expectNoPrompt(page);
  await page.getByRole('link', { name: 'Create' }).click();
  await expect(part(page, 'Major').getByLabel('Major Code')).toHaveValue('');
});

test('Back asks too, and returns to the previous screen; without changes nothing is asked', async ({
  page,
}) => {
  await page.goto('./major-degree?q=a');
  const open = page.getByRole('link', { name: 'Create' });
  await open.click();
  await expect(part(page, 'Major')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/major-degree\?q=a$/);
  await open.click();
  await fill(part(page, 'Major'), { 'Title 20': 'Half a title' });
  await page.goBack();
  const warning = dialog(page, 'Warning');
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await expect(part(page, 'Major').getByLabel('Title 20')).toHaveValue('Half a title');
  await page.goBack();
  await warning.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/major-degree\?q=a$/);
});

test('offers only active schools, by code and title, and active departments, by title', async ({ page }) => {
  const school = await createItem(page, 'school');
  const closed = await createItem(page, 'school', { active: false });
  const department = await createItem(page, 'department');
  const shut = await createItem(page, 'department', { active: false });
  await page.goto('./major-degree/create');
  const options = page.getByRole('option');
  const offer = async (label: string, text: string) =>
    page.getByRole('combobox', { name: label, exact: true }).fill(text);
  await offer('Major Schools', school.title);
  await expect(options).toHaveText([`${school.schoolCode} ${school.title}`]);
  await offer('Major Schools', closed.title);
  await expect(options).toHaveCount(0);
  await offer('Degree Departments', department.title);
  await expect(options).toHaveText([department.title]);
  await offer('Degree Departments', '');
  await expect(options.nth(5)).toBeVisible();
  const labels = await options.allTextContents();
  expect(labels).toEqual(labels.toSorted(new Intl.Collator('en-US', { numeric: true }).compare));
  await offer('Degree Departments', shut.title);
  await expect(options).toHaveCount(0);
});

test.describe('without a connection', () => {
  test.use({ expectedProblems: /ERR_FAILED|^beforeunload/ });

  test('input survives errors of the server, a lost connection and a reload', async ({ page }) => {
    const code = await fillIn(page);

    await test.step('errors from the server appear at their fields', async () => {
      await page.route('**/api/major-degrees*', (route) =>
        route.fulfill({
          status: 422,
          json: {
            errors: [
              { code: 'MAJOR_TITLE20_TOO_LONG', field: 'major.title20', message: 'Said by the server' },
            ],
          },
        }),
      );
      await save(page);
      await expect(part(page, 'Major').getByText('Said by the server')).toBeVisible();
      await expect(part(page, 'Major').getByLabel('Title 20')).toBeFocused();
      await expect(part(page, 'Major').getByLabel('Major Code')).toHaveValue(code);
      await expect(dialog(page, 'Error')).toBeHidden();
      await page.unroute('**/api/major-degrees*');
    });

    await page.route('**/api/major-degrees*', (route) => route.abort());
    await save(page);
    await expect(dialog(page, 'Error')).toContainText('could not be reached');
    await page.reload();
    await expect(part(page, 'Major').getByLabel('Major Code')).toHaveValue(code);
  });
});

test.describe('opened from the majors', () => {
  const box = (page: Page, legend: string, name: string) =>
    part(page, legend).getByRole('textbox', { name, exact: true });
  const select = (page: Page, legend: string, name: string) =>
    part(page, legend).getByRole('combobox', { name, exact: true });
  const chosen = (page: Page, name: string) =>
    part(page, 'Degree').getByRole('button', { name: `Remove ${name}` });

  test('title, terms, school and department are entered once, and copied to the degrees', async ({
    page,
  }) => {
    const [school, department] = [await createItem(page, 'school'), await createItem(page, 'department')];
    await page.goto('./major?q=a');
    const open = page.getByRole('link', { name: 'Create with Degrees' });
    await test.step('Cancel leads back to the same list of majors', async () => {
      await open.click();
      await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
      await expect(page).toHaveURL(/\/mdsd\/major\?q=a$/);
    });
    await open.click();
    const title = `Major ${randomLetters(8)}`;
    await fill(part(page, 'Major'), { 'Major Code': await unusedCode(page, 'major'), 'Title 20': title });
    await expect(box(page, 'Degree', 'Title')).toHaveValue(title);
    await fill(part(page, 'Major'), { 'Title Long': `${title} in full` });
    await expect(box(page, 'Degree', 'Title')).toHaveValue(`${title} in full`);
    await choose(part(page, 'Major'), 'Start Term', 'F25');
    await choose(part(page, 'Major'), 'Major Schools', school.title);
    await choose(part(page, 'Major'), 'Major Departments', department.title);
    await choose(part(page, 'Degree'), 'Award', 'BS');
    await expect(select(page, 'Relationship', 'Start Term')).toHaveValue('F25');
    await expect(chosen(page, `${school.schoolCode} ${school.title}`)).toBeVisible();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await save(page);
    const taken = { degreeTitleRc: `${title} in full`, degreeStartTermYyyyst: '202592' };
    expect((await sent).postDataJSON()).toMatchObject({
      degree: { ...taken, degreeListAwarded: ['BS'], degreeEndTermYyyyst: null },
      majorDegree: { startTerm: '202592', endTerm: null },
      degreeSchools: [school.schoolCode],
      degreeDepartments: [department.deptKey],
    });
    await expect(added(page)).toBeVisible();
    await expect(page).toHaveURL(/\/mdsd\/major\/\d+$/);
  });

  test.describe('reloaded', () => {
    test.use({ expectedProblems: /^beforeunload/ });
    test('input for the degree is never replaced, also after a reload', async ({ page }) => {
      await page.goto('./major-degree/create?from=major');
      await fill(part(page, 'Degree'), { Title: 'Typed' });
      await choose(part(page, 'Relationship'), 'Start Term', 'W26');
      await fill(part(page, 'Major'), { 'Title 20': 'Of the major' });
      await choose(part(page, 'Major'), 'Start Term', 'F25');
      const expected = async () => {
        await expect(box(page, 'Degree', 'Title')).toHaveValue('Typed');
        await expect(select(page, 'Relationship', 'Start Term')).toHaveValue('W26');
        await expect(select(page, 'Degree', 'Start Term')).toHaveValue('F25');
      };
      await expected();
      await select(page, 'Degree', 'Start Term').clear();
      await choose(part(page, 'Major'), 'Start Term', 'S25');
      await expect(select(page, 'Degree', 'Start Term')).toHaveValue('');
      await choose(part(page, 'Degree'), 'Start Term', 'F25');
      await page.reload();
      await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
      await fill(part(page, 'Major'), { 'Title Long': 'Another' });
      await choose(part(page, 'Major'), 'Start Term', 'Z25');
      await expected();
    });
  });

  test.describe('reloaded before anything was typed for the degree', () => {
    test.use({ expectedProblems: /^beforeunload/ });

    test('the degree still follows its major after a reload', async ({ page }) => {
      await page.goto('./major-degree/create?from=major');
      await fill(part(page, 'Major'), { 'Title Long': 'Game Design' });
      await choose(part(page, 'Major'), 'Start Term', 'F25');
      await expect(box(page, 'Degree', 'Title')).toHaveValue('Game Design');
      await page.reload();
      await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
      await fill(part(page, 'Major'), { 'Title Long': 'Game Design and Media' });
      await choose(part(page, 'Major'), 'Start Term', 'W26');
      await expect(box(page, 'Degree', 'Title')).toHaveValue('Game Design and Media');
      await expect(select(page, 'Degree', 'Start Term')).toHaveValue('W26');
      await expect(select(page, 'Relationship', 'Start Term')).toHaveValue('W26');
    });
  });

  test('is accessible and fits its window', async ({ page }) => {
    test.slow();
    await page.goto('./major-degree/create?from=major');
    await expect(part(page, 'Relationship')).toBeVisible();
    await checkWidths(page, 'major-with-degrees');
    await expectAccessible(page);
  });
});
