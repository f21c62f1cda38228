import type { Page } from '@playwright/test';
import type { ItemKind, Items } from '../../contract/kinds.ts';
import { createItem, keyOf, pathOf, randomLetters, relate, send, textOf, unusedCode } from './data.ts';
import {
  choose,
  dialog,
  expectNoPrompt,
  fill,
  holdToast,
  part,
  save,
  section,
  tabTo,
  toast,
} from './forms.ts';
import { heading, newest, toasts } from './proposals.ts';
import { checkWidths, expect, expectAccessible, sessionOf, test } from './support.ts';

// 'Copy…' on a detail: a form with the values of the item, and the relationships to copy.

test.use({ storageState: sessionOf('registrar') });

const copy = (page: Page) => section(page, 'Details').getByRole('link', { name: 'Copy…' });
const relationshipsPart = (page: Page) => part(page, 'Relationships to copy');
const added = (page: Page, kind: ItemKind) => toast(page, `The ${kind} has been successfully added`);
const related = async <Row>(page: Page, path: string): Promise<Row> =>
  (await (await page.request.get(`./api/${path}`)).json()) as Row;

/** A major with four relationships in effect, and one ended relationship. */
async function makeMajor(page: Page) {
  const major = await createItem(page, 'major', {
    titleLong: 'Long',
    cipCode: '11.0701',
    comments: 'Two\nlines',
  });
  const [degree, school, other] = [
    await createItem(page, 'degree'),
    await createItem(page, 'school'),
    await createItem(page, 'school'),
  ];
  const [department, past] = [await createItem(page, 'department'), await createItem(page, 'department')];
  const since = { startTerm: '199192' };
  await relate(page, ['major', major], ['degree', degree], { ...since, programLengthYrs: 4.5 });
  for (const one of [school, other]) await relate(page, ['major', major], ['school', one], since);
  await relate(page, ['major', major], ['department', department], since);
  await relate(page, ['major', major], ['department', past], { ...since, endTerm: '199992' });
  return { major, degree, school, department, past };
}

test('three clicks copy a major with four relationships and a new code, and one click undoes it', async ({
  page,
}) => {
  const { major, degree, past } = await makeMajor(page);
  const code = await unusedCode(page, 'major');
  await page.goto(`./major/${major.majorKey}`);
  let clicks = 0;
  page.on('console', (message) => message.text() === 'press' && (clicks += 1));
  await page.evaluate(() =>
    document.addEventListener('click', (event) => event.isTrusted && console.log('press')),
  );

  await copy(page).click();
  await expect(heading(page)).toHaveText(`Copy major ${major.majorCode} U`);
  const box = part(page, 'Major').getByLabel('Major Code');
  await expect(box).toHaveValue('');
  const starts = page.getByRole('combobox', { name: 'Start Term' });
  await expect(starts.first()).toHaveValue(/^[A-Z]\d\d$/);
  await expect(starts.nth(1)).toHaveValue(await starts.first().inputValue());
  await box.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(code);
  await expect(relationshipsPart(page).getByRole('checkbox')).toHaveCount(5);
  await expect(relationshipsPart(page).getByRole('checkbox', { checked: true })).toHaveCount(4);
  await expect(relationshipsPart(page).getByRole('checkbox', { name: past.title })).not.toBeChecked();
  await save(page);
  await expect(added(page, 'major')).toBeVisible();
  await holdToast(page);
  expect(clicks).toBeLessThanOrEqual(3);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Details',
    'Degrees 1 in effect',
    'Schools 2 in effect',
    'Departments 1 in effect',
    'Earlier names and codes',
    'Timeline',
    'History',
  ]);
  await expect(section(page, 'Details')).toContainText('11.0701');
  await expect(section(page, 'Details')).toContainText('Two\nlines');
  const link = section(page, 'Degrees').locator('tbody tr').first();
  await expect(link).toContainText(degree.degreeTitleRc);
  await expect(link).toContainText('4.5');
  const set = await newest(page, code);
  expect(set).toMatchObject({ origin: 'bulk', created: 5, updated: 0, deleted: 0 });
  expect(set.title).toBe(`Copy major ${major.majorCode} U`);

  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(heading(page)).toHaveText('Majors');
  const left = await related<Items['major'][]>(page, 'majors');
  expect(left.some(({ majorCode }) => majorCode === code)).toBe(false);
});

for (const { kind, to, title, label, code } of [
  { kind: 'school', to: 'major', title: 'School', label: 'Title', code: 'School Code' },
  { kind: 'major', to: 'school', title: 'Major', label: 'Title 20', code: 'Major Code' },
] as const)
  test(`a ${kind} is copied with a relationship that begins in another term`, async ({ page }) => {
    const [item, other] = [await createItem(page, kind), await createItem(page, to)];
    await relate(page, [kind, item], [to, other], { startTerm: '199192' });
    await page.goto(`./${kind}/${keyOf(kind, item)}`);
    await copy(page).click();
    const text = `Copy ${randomLetters(8)}`;
    await fill(part(page, title), { [label]: text, [code]: await unusedCode(page, kind) });
    await expect(relationshipsPart(page).getByRole('checkbox')).toBeChecked();
    await choose(relationshipsPart(page), 'Start Term', 'F27');
    await save(page);
    await expect(added(page, kind)).toBeVisible();
    await expect(page).not.toHaveURL(new RegExp(`/${String(keyOf(kind, item))}$`));
    const row = page
      .getByRole('main')
      .getByRole('row')
      .filter({ hasText: textOf(other) });
    await expect(row).toContainText('F27');
    expect(await newest(page, text)).toMatchObject({ origin: 'bulk', created: 2, updated: 0 });
    await expectNoPrompt(page);
  });

test('a degree is copied for several awards, each copy with the relationships', async ({ page }) => {
  const [degree, major] = [await createItem(page, 'degree'), await createItem(page, 'major')];
  await relate(page, ['degree', degree], ['major', major]);
  await page.goto(`./degree/${degree.degreeKey}`);
  await copy(page).click();
  await choose(part(page, 'Degree'), 'Award', 'BS');
  await save(page);
  // The copy with the original's award is a duplicate.
  const warning = dialog(page, 'Warning');
  await expect(warning).toContainText(`Degree ${degree.degreeKey} is already BA ${degree.degreeTitleRc}`);
  await warning.getByRole('button', { name: 'Continue' }).click();
  await expect(added(page, 'degree')).toBeVisible();
  const { degrees } = await related<{ degrees: { item: Items['degree'] }[] }>(
    page,
    `majors/${major.majorKey}`,
  );
  expect(degrees.map(({ item }) => item.degreeAwarded).toSorted()).toEqual(['BA', 'BA', 'BS']);
});

test('the relationships to copy are selected', async ({ page }) => {
  const { major, school } = await makeMajor(page);
  const code = await unusedCode(page, 'major');
  await page.goto(`./proposal/copy/major/${major.majorKey}`);

  await test.step('the relationships start with the copy, unless they have another start term', async () => {
    const term = relationshipsPart(page).getByRole('combobox', { name: 'Start Term' });
    await expect(term).toHaveValue(/^[A-Z]\d\d$/);
    await choose(part(page, 'Major'), 'Start Term', 'S27');
    await expect(term).toHaveValue('S27');
    await choose(relationshipsPart(page), 'Start Term', 'W27');
    await choose(part(page, 'Major'), 'Start Term', 'F27');
    await expect(term).toHaveValue('W27');
  });

  await test.step('unselected relationships are not copied; without any, no term is required', async () => {
    await fill(part(page, 'Major'), { 'Major Code': code });
    for (const checkbox of await relationshipsPart(page).getByRole('checkbox').all())
      await checkbox.uncheck();
    await relationshipsPart(page).getByRole('button', { name: 'Clear Start Term' }).click();
    await relationshipsPart(page).getByRole('checkbox', { name: school.title }).check();
    await save(page);
    await expect(relationshipsPart(page).getByText('Start Term is required')).toBeVisible();
    await relationshipsPart(page).getByRole('checkbox', { name: school.title }).uncheck();
    await save(page);
    await expect(added(page, 'major')).toBeVisible();
    await expect(section(page, 'Schools')).toContainText('No results found.');
  });
});

test('a rejected code has an error at its field, and the input stays', async ({ page }) => {
  const [school, major] = [await createItem(page, 'school'), await createItem(page, 'major')];
  await relate(page, ['school', school], ['major', major]);
  await page.goto(`./proposal/copy/school/${school.schoolCode}`);
  const form = part(page, 'School');
  await expect(form.getByLabel('Year Start')).toHaveValue(String(new Date().getFullYear()));
  await fill(form, { Title: 'Typed' });
  await save(page);
  await expect(form.getByText('School Code is required')).toBeVisible();
  await expect(form.getByLabel('School Code')).toBeFocused();
  await fill(form, { 'School Code': school.schoolCode });
  await save(page);
  await expect(form.getByText(`School code ${school.schoolCode} is already taken.`)).toBeVisible();
  await expect(form.getByLabel('School Code')).toBeFocused();
  await expect(form.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Typed');
  await expect(dialog(page, 'Error')).toBeHidden();
  await fill(form, { 'School Code': 'ABC' });
  await save(page);
  await expect(form.getByText(/School Code must be exactly 2/)).toBeVisible();
});

test('a code of another major needs a confirmation; Cancel keeps the input', async ({ page }) => {
  const major = await createItem(page, 'major');
  await page.goto(`./proposal/copy/major/${major.majorKey}`);
  await fill(part(page, 'Major'), { 'Title 20': 'Typed', 'Major Code': major.majorCode });
  await save(page);
  const warning = dialog(page, 'Warning');
  await expect(warning).toContainText(`Major code ${major.majorCode}`);
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await expect(part(page, 'Major').getByLabel('Title 20')).toHaveValue('Typed');
  await save(page);
  await warning.getByLabel('Reason (optional)').fill('Both lives');
  await warning.getByRole('button', { name: 'Continue' }).click();
  await expect(added(page, 'major')).toBeVisible();
  expect(await newest(page, major.majorCode)).toMatchObject({ reason: 'Both lives', created: 1 });
});

test('a relationship whose other end was deleted is rejected, and the input stays', async ({ page }) => {
  const [major, school] = [await createItem(page, 'major'), await createItem(page, 'school')];
  await relate(page, ['major', major], ['school', school]);
  await page.goto(`./proposal/copy/major/${major.majorKey}`);
  await fill(part(page, 'Major'), { 'Major Code': await unusedCode(page, 'major'), 'Title 20': 'Typed' });
  await send(page, 'DELETE', `${pathOf('school', school)}?overrideWarnings=true`);
  await save(page);
  await expect(dialog(page, 'Error')).toContainText('No school found!');
  await dialog(page, 'Error').getByRole('button', { name: 'Close' }).last().click();
  await expect(part(page, 'Major').getByLabel('Title 20')).toHaveValue('Typed');
});

test('only a changed copy asks before it is left, and Cancel keeps the input', async ({ page }) => {
  const { major, school } = await makeMajor(page);
  await page.goto(`./major/${major.majorKey}`);
  await copy(page).click();
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page)).toHaveText('View Major');
  await copy(page).click();
  await relationshipsPart(page).getByRole('checkbox', { name: school.title }).uncheck();
  await fill(part(page, 'Major'), { 'Title 20': 'Typed' });
  const warning = dialog(page, 'Warning');
  const ways = [
    () => page.getByRole('link', { name: 'Schools', exact: true }).click(),
    () => page.getByRole('link', { name: 'Back to major' }).click(),
    () => page.goBack(),
  ];
  for (const leave of ways) {
    await leave();
    await expect(warning).toContainText('unsaved changes');
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await expect(part(page, 'Major').getByLabel('Title 20')).toHaveValue('Typed');
    await expect(relationshipsPart(page).getByRole('checkbox', { name: school.title })).not.toBeChecked();
  }
});

test.describe('after a reload', () => {
  test.use({ expectedProblems: /^beforeunload/ });

  test('the input and the selection are restored', async ({ page }) => {
    const { major, school, past } = await makeMajor(page);
    await page.goto(`./proposal/copy/major/${major.majorKey}`);
    await fill(part(page, 'Major'), { 'Title 20': 'Typed' });
    await relationshipsPart(page).getByRole('checkbox', { name: school.title }).uncheck();
    await relationshipsPart(page).getByRole('checkbox', { name: past.title }).check();
    await choose(relationshipsPart(page), 'Start Term', 'W27');
    await page.getByRole('textbox', { name: 'Reason (optional)' }).fill('A successor');
    await page.reload();
    await expect(part(page, 'Major').getByLabel('Title 20')).toHaveValue('Typed');
    await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
    await expect(relationshipsPart(page).getByRole('checkbox', { name: school.title })).not.toBeChecked();
    await expect(relationshipsPart(page).getByRole('checkbox', { name: past.title })).toBeChecked();
    await expect(relationshipsPart(page).getByRole('combobox', { name: 'Start Term' })).toHaveValue('W27');
    await choose(part(page, 'Major'), 'Start Term', 'S27');
    await expect(relationshipsPart(page).getByRole('combobox', { name: 'Start Term' })).toHaveValue('W27');
    await expect(page.getByRole('textbox', { name: 'Reason (optional)' })).toHaveValue('A successor');
  });
});

test.describe('when the response is lost', () => {
  test.use({ expectedProblems: /ERR_FAILED|^beforeunload/ });

  test('a second Save creates no duplicates, and leads to the saved items', async ({ page }) => {
    const school = await createItem(page, 'school');
    const code = await unusedCode(page, 'school');
    await page.goto(`./proposal/copy/school/${school.schoolCode}`);
    await fill(part(page, 'School'), { 'School Code': code });
    await page.route(
      '**/api/proposals/apply*',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await save(page);
    const warning = dialog(page, 'Warning');
    await expect(warning).toContainText('already has the title');
    await warning.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog(page, 'Error')).toContainText('could not be reached');
    await dialog(page, 'Error').getByRole('button', { name: 'Close' }).last().click();
    await expect(part(page, 'School').getByLabel('School Code')).toHaveValue(code);
    await save(page);
    await expect(added(page, 'school')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/school/${code}$`));
  });
});

test('by keyboard alone', async ({ page }) => {
  const { major, school } = await makeMajor(page);
  const code = await unusedCode(page, 'major');
  await page.goto(`./major/${major.majorKey}`);
  await tabTo(copy(page));
  await page.keyboard.press('Enter');
  await tabTo(part(page, 'Major').getByLabel('Major Code'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(code);
  await tabTo(relationshipsPart(page).getByRole('checkbox', { name: school.title }));
  await page.keyboard.press('Space');
  await tabTo(page.getByRole('textbox', { name: 'Reason (optional)' }));
  await page.keyboard.type('A successor');
  await page.keyboard.press('Enter');
  await expect(added(page, 'major')).toBeVisible();
  await expect(section(page, 'Schools')).toContainText('Schools 1 in effect');
  expect(await newest(page, code)).toMatchObject({ reason: 'A successor', created: 4 });
});

test('is accessible, and fits each width', async ({ page }) => {
  test.slow();
  const { major } = await makeMajor(page);
  await page.goto(`./proposal/copy/major/${major.majorKey}`);
  await expect(relationshipsPart(page)).toBeVisible();
  await expectAccessible(page);
  await checkWidths(page, 'copying');
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  if (process.env.LOOKS)
    await page.screenshot({ path: 'test-results/looks/copying-320.png', fullPage: true });
  await expectAccessible(page);
  await fill(part(page, 'Major'), { 'Major Code': 'AB' });
  await save(page);
  await expect(part(page, 'Major').getByText(/^Major Code must be exactly 3/)).toBeVisible();
  await expectAccessible(page);
});

test('a relationship whose other item is not in effect when the copy begins is marked', async ({ page }) => {
  const major = await createItem(page, 'major');
  const past = await createItem(page, 'department', { endTerm: '199992' });
  await relate(page, ['major', major], ['department', past], { startTerm: '199092', endTerm: '199992' });
  await page.goto(`./proposal/copy/major/${major.majorKey}`);
  const checkbox = relationshipsPart(page).getByRole('checkbox', { name: past.title });
  await expect(checkbox).toHaveAccessibleName(/\(not in effect in [FWSZ]\d\d\)$/);
  await choose(relationshipsPart(page), 'Start Term', 'F95');
  await expect(checkbox).toHaveAccessibleName(/F90 – F99$/);
});
