import type { Page } from '@playwright/test';
import type { Items } from '../../contract/kinds.ts';
import { createItem, relate } from './data.ts';
import { choose, holdToast, section, tabTo } from './forms.ts';
import { apply, applyButton, changes, heading, lineOf, newest, rowBox, toasts } from './proposals.ts';
import { checkWidths, expect, expectAccessible, holdRequests, sessionOf, test, visit } from './support.ts';

// 'End…' on a detail: ends the item, its open relationships and, if selected, items without any other relationship in
// effect.

test.use({ storageState: sessionOf('registrar') });

interface Ended {
  major: Items['major'];
  degree: Items['degree'];
  shared: Items['degree'];
  school: Items['school'];
  department: Items['department'];
}

/** A major with four open relationships, one of them to a degree that no other major has. */
async function makeMajor(page: Page): Promise<Ended> {
  const major = await createItem(page, 'major');
  const [degree, shared] = [await createItem(page, 'degree'), await createItem(page, 'degree')];
  const [school, department] = [await createItem(page, 'school'), await createItem(page, 'department')];
  const since = { startTerm: '199192' };
  for (const one of [degree, shared]) await relate(page, ['major', major], ['degree', one], since);
  await relate(page, ['major', major], ['school', school], since);
  await relate(page, ['major', major], ['department', department], since);
  await relate(page, ['major', await createItem(page, 'major')], ['degree', shared], since);
  await relate(page, ['degree', degree], ['school', school], since);
  return { major, degree, shared, school, department };
}

const end = (page: Page) => section(page, 'Details').getByRole('link', { name: 'End…' });
const checkbox = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name, exact: true });
/** All visible fields of an item, without the user and time of the last save. */
async function fieldsOf(page: Page, path: string): Promise<string> {
  const text = await (await page.request.get(`./api/${path}`)).text();
  return text.replace(/"(version|lastModified\w*)":("[^"]*"|\d+)/g, '"-":0');
}

test('four clicks end a major with four relationships and its own degree, and one click undoes it', async ({
  page,
}) => {
  const { major, degree, shared } = await makeMajor(page);
  const paths = [`majors/${major.majorKey}`, `degrees/${degree.degreeKey}`, `degrees/${shared.degreeKey}`];
  const before = await Promise.all(paths.map((path) => fieldsOf(page, path)));
  await page.goto(`./major/${major.majorKey}`);
  let clicks = 0;
  page.on('console', (message) => message.text() === 'press' && (clicks += 1));
  await page.evaluate(() =>
    document.addEventListener('click', (event) => event.isTrusted && console.log('press')),
  );

  await end(page).click();
  await expect(heading(page)).toHaveText(/^End major .* in [A-Z]\d\d$/);
  await checkbox(page, `Degree BA ${degree.degreeTitleRc}`).check();
  // The major, its four relationships, the degree and its own relationship.
  await apply(page, 'Apply 7 changes');
  expect(clicks).toBeLessThanOrEqual(4);
  const set = await newest(page, major.title20);
  expect(set).toMatchObject({ origin: 'bulk', created: 0, updated: 7, deleted: 0 });
  expect(set.title).toMatch(`End major ${major.majorCode} U in `);
  const last = (await (await page.request.get(`./api/majors/${major.majorKey}`)).json()) as {
    major: Items['major'];
    schools: { endTerm: string }[];
  };
  expect(last.major).toMatchObject({ active: true, endTermYyyyst: last.schools[0]?.endTerm });
  expect(last.major.endTermYyyyst).toMatch(/^\d{6}$/);

  await expect(heading(page)).toHaveText('View Major');
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toasts(page).getByText('Undone')).toBeVisible();
  expect(await Promise.all(paths.map((path) => fieldsOf(page, path)))).toEqual(before);
});

test('the items related to a major end with it if they are selected', async ({ page }) => {
  const { major, degree, shared, school, department } = await makeMajor(page);
  await page.goto(`./proposal/end/major/${major.majorKey}`);

  await test.step('the degree of only this major starts unselected, and a degree of another major is not listed', async () => {
    const only = page.getByRole('group', { name: 'Degrees of this major only' });
    await expect(only.getByRole('checkbox')).toHaveCount(1);
    await expect(only.getByRole('checkbox')).not.toBeChecked();
    await expect(only).toContainText(degree.degreeTitleRc);
    await expect(applyButton(page)).toHaveText('Apply 5 changes');
    await expect(lineOf(page, shared.degreeTitleRc)).toHaveCount(1);
  });

  await test.step('each relationship is shown with its old and new term, and an unselected relationship stays open', async () => {
    await choose(page, 'Last Term', 'Z26');
    await expect(heading(page)).toHaveText(`End major ${major.majorCode} U in Z26`);
    await expect(lineOf(page, school.title)).toContainText('School – Major');
    await expect(lineOf(page, school.title)).toContainText('none→ to Z26');
    await rowBox(page, school.title).uncheck();
    await apply(page, 'Apply 4 of 5');
    await expect(
      section(page, 'Departments').getByRole('row').filter({ hasText: department.title }),
    ).toContainText('Z26');
    await expect(
      section(page, 'Schools').getByRole('row').filter({ hasText: school.title }),
    ).not.toContainText('Z26');
  });
});

test('earlier end terms stay, later end terms move, and relationships that start later are named and stay', async ({
  page,
}) => {
  const major = await createItem(page, 'major', { endTermYyyyst: '203092' });
  const schools = await Promise.all(['201992', '203092', null].map(() => createItem(page, 'school')));
  const spans = [
    { startTerm: '199192', endTerm: '201992' },
    { startTerm: '199192', endTerm: '203092' },
    { startTerm: '202792' },
  ];
  for (const [at, span] of spans.entries())
    await relate(page, ['major', major], ['school', schools[at] as Items['school']], span);
  await page.goto(`./proposal/end/major/${major.majorKey}?term=202592`);
  await expect(lineOf(page, major.title20).first()).toContainText('F30→ to F25');
  await expect(lineOf(page, schools[1]?.title ?? '')).toContainText('F30→ to F25');
  for (const at of [0, 2]) await expect(lineOf(page, schools[at]?.title ?? '')).toHaveCount(0);
  await expect(page.getByText(/^Begins later and stays as it is: /)).toContainText(
    `School ${schools[2]?.schoolCode} ${schools[2]?.title}, since F27`,
  );
  await apply(page, 'Apply 2 changes');
});

test('Active is also set to No if that is selected, which is the default for a past last term', async ({
  page,
}) => {
  const { major, school } = await makeMajor(page);
  await page.goto(`./proposal/end/major/${major.majorKey}`);
  const active = checkbox(page, 'Set Active to No too');
  const activeColumn = changes(page).getByRole('columnheader', { name: 'Active' });
  await expect(active).not.toBeChecked();
  await expect(lineOf(page, school.title)).toBeVisible();
  await expect(activeColumn).toHaveCount(0);

  await choose(page, 'Last Term', 'S26');
  await expect(active).toBeChecked();
  await expect(lineOf(page, school.title)).toContainText('Yes→ to No');
  await page.reload();
  await expect(active).toBeChecked();
  await active.uncheck();
  await expect(activeColumn).toHaveCount(0);
  await page.reload();
  await expect(active).not.toBeChecked();
  await expect(lineOf(page, school.title)).toBeVisible();
  await expect(activeColumn).toHaveCount(0);

  await active.check();
  // Active has no terms.
  const atOnce = page.getByText('It is inactive from now on, before its last term.');
  await expect(atOnce).toHaveCount(0);
  await choose(page, 'Last Term', 'F30');
  await expect(atOnce).toBeVisible();
  await choose(page, 'Last Term', 'F25');
  await expect(atOnce).toHaveCount(0);
  await apply(page, 'Apply 5 changes');
  const ended = (await (await page.request.get(`./api/majors/${major.majorKey}`)).json()) as {
    major: Items['major'];
    degrees: { active: boolean; endTerm: string }[];
  };
  expect(ended.major).toMatchObject({ active: false, endTermYyyyst: '202592' });
  for (const degree of ended.degrees) expect(degree).toMatchObject({ active: false, endTerm: '202592' });
});

test('a school ends in the year of its last term, with its relationships', async ({ page }) => {
  const [school, major] = [await createItem(page, 'school'), await createItem(page, 'major')];
  await relate(page, ['school', school], ['major', major], { startTerm: '199192' });
  await page.goto(`./school/${school.schoolCode}`);
  await end(page).click();
  await choose(page, 'Last Term', 'S25');
  await expect(lineOf(page, 'none→ to 2025')).toContainText(school.title);
  await expect(lineOf(page, major.title20)).toContainText('none→ to S25');
  await apply(page, 'Apply 2 changes');
  await expect(heading(page)).toHaveText('View School');
  await expect(section(page, 'Details')).toContainText('2025');
});

for (const kind of ['degree', 'department'] as const)
  test(`a ${kind} ends, and then there is nothing left to change`, async ({ page }) => {
    const item = await createItem(page, kind);
    const key = 'degreeKey' in item ? item.degreeKey : item.deptKey;
    await page.goto(`./${kind}/${key}`);
    await end(page).click();
    await apply(page, 'Apply 1 change');
    await visit(page, `proposal/end/${kind}/${key}`);
    await expect(page.getByText('Nothing would change')).toBeVisible();
    await expect(applyButton(page)).toBeDisabled();
  });

test('the choices and the selected rows are in the URL, for a reload, and Back does not return to a saved proposal', async ({
  page,
}) => {
  const { major, degree, school } = await makeMajor(page);
  await page.goto(`./major/${major.majorKey}`);
  await end(page).click();
  await choose(page, 'Last Term', 'Z26');
  await checkbox(page, `Degree BA ${degree.degreeTitleRc}`).check();
  // The rows of the degree would move the other under the pointer.
  await expect(applyButton(page)).toHaveText('Apply 7 changes');
  const schoolOfMajor = `${school.schoolCode} ${school.title} – ${major.majorCode}`;
  await rowBox(page, schoolOfMajor).uncheck();
  await expect(applyButton(page)).toHaveText('Apply 6 of 7');
  await page.reload();
  await expect(applyButton(page)).toHaveText('Apply 6 of 7');
  await expect(rowBox(page, schoolOfMajor)).not.toBeChecked();
  await expect(heading(page)).toContainText('in Z26');
  await apply(page, 'Apply 6 of 7');
  await expect(heading(page)).toHaveText('View Major');
  await page.goBack();
  // The heading is the same before.
  await expect(page).not.toHaveURL(/proposal/);
  await expect(heading(page)).toHaveText('View Major');
});

test('by keyboard alone', { tag: '@firefox' }, async ({ page }) => {
  const { major } = await makeMajor(page);
  await page.goto(`./major/${major.majorKey}`);
  await tabTo(end(page));
  await page.keyboard.press('Enter');
  await expect(heading(page)).toContainText('End major');
  await expect(applyButton(page)).toHaveText('Apply 5 changes');
  await tabTo(checkbox(page, 'Set Active to No too'));
  await page.keyboard.press('Space');
  const reasonInput = page.getByRole('textbox', { name: 'Reason (optional)' });
  await tabTo(reasonInput);
  await page.keyboard.type('Merged into another');
  // Nothing is applied while the changes of the choice above are being checked.
  await expect(applyButton(page)).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('View Major');
  await holdToast(page);
  expect(await newest(page, major.title20)).toMatchObject({ reason: 'Merged into another', updated: 5 });
  await page.keyboard.press('Control+z');
  await expect(toasts(page).getByText('Undone')).toBeVisible();
});

test('nothing is applied before the degrees are known that may end too', async ({ page }) => {
  const { major, degree } = await makeMajor(page);
  const release = await holdRequests(page, '**/api/major-degrees');
  await page.goto(`./proposal/end/major/${major.majorKey}?also=${degree.degreeKey}`);
  await expect(changes(page)).toBeVisible();
  await expect(applyButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Control+Enter');
  await release();
  await apply(page, 'Apply 7 changes');
});

test('nothing changes before it is applied', async ({ page }) => {
  const { major } = await makeMajor(page);
  await page.goto(`./major/${major.majorKey}`);

  await test.step('Cancel leads back to the item', async () => {
    await end(page).click();
    await expect(applyButton(page)).toHaveText('Apply 5 changes');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(heading(page)).toHaveText('View Major');
    await expect(section(page, 'Details')).not.toContainText('Ended');
  });

  await test.step('an empty last term is an error, without a note about later relationships', async () => {
    await end(page).click();
    await expect(applyButton(page)).toBeVisible();
    const term = page.getByRole('combobox', { name: 'Last Term' });
    await term.fill('');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Last Term is required')).toBeVisible();
    await expect(checkbox(page, 'Set Active to No too')).not.toBeChecked();
    await expect(page.getByText('Begins later')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Last Term is required')).toBeVisible();
    await choose(page, 'Last Term', 'F26');
    await expect(applyButton(page)).toBeVisible();
    await expect(page.getByText('Last Term is required')).toHaveCount(0);
  });
});

test('is accessible, and fits each width', async ({ page }) => {
  const { major } = await makeMajor(page);
  await page.goto(`./proposal/end/major/${major.majorKey}?term=202592`);
  await expect(applyButton(page)).toHaveText('Apply 5 changes');
  await expectAccessible(page);
  await checkWidths(page, 'ending');
  await expectAccessible(page);
});
