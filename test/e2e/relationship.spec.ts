import type { Page } from '@playwright/test';
import { type ItemKey, type ItemKind, type Items, itemKinds } from '../../contract/kinds.ts';
import { allRelationshipKinds, programForm } from '../../contract/relationships.ts';
import { createItem, keyOf, relate, textOf } from './data.ts';
import { choose, dialog, expectNoPrompt, part, save, section, toast } from './forms.ts';
import { checkWidths, expect, expectAccessible, sessionOf, test, visit } from './support.ts';

test.use({ storageState: sessionOf('registrar') });

const titles: Record<ItemKind, string> = {
  school: 'School',
  department: 'Department',
  degree: 'Degree',
  major: 'Major',
};
const questions: Record<ItemKind, (item: Record<string, ItemKey>) => string> = {
  school: ({ schoolCode }) => `school code ${schoolCode}`,
  department: ({ deptKey }) => `department key ${deptKey}`,
  degree: ({ degreeKey }) => `degree key ${degreeKey}`,
  major: ({ majorCode }) => `major code ${majorCode}`,
};

const cancel = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Cancel' });
const saved = (page: Page) => toast(page, 'The relationship has been successfully saved');
const pick = async (page: Page, item: Items[ItemKind]) => {
  await part(page, 'To').getByPlaceholder('Filter results...').fill(textOf(item));
  await expect(part(page, 'To').getByRole('radio')).toHaveCount(1);
  await part(page, 'To')
    .getByRole('row')
    .filter({ hasText: textOf(item) })
    .getByRole('radio')
    .check();
};
const addressOf = (from: ItemKind, fromKey: ItemKey, to: ItemKind, more = '') =>
  `./relationship?from=${from}&fromKey=${fromKey}&to=${to}${more}`;

// Each kind of item and both forms; the API's tests have all kinds of relationships.
for (const [from, to] of [
  ['school', 'degree'],
  ['major', 'degree'],
  ['major', 'department'],
] as const)
  test(`${from}-${to}: created, edited and deleted on the screens, seen from both ends`, {
    tag: from === 'major' && to === 'degree' ? '@firefox' : [],
  }, async ({ page, browserName }) => {
    test.slow();
    const one = await createItem(page, from);
    const other = await createItem(page, to);
    const list = (kind: ItemKind) => section(page, `${titles[kind]}s`);

    await page.goto(`./${from}/${keyOf(from, one)}`);
    await page.getByRole('button', { name: 'Add Relationship to' }).click();
    await page.getByRole('menuitem', { name: titles[to] }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Relate ${titles[from]} to ${titles[to]}`,
    );
    await expect(part(page, 'From').locator('tbody tr')).toContainText(textOf(one));
    await pick(page, other);
    await choose(part(page, 'Relationship'), 'Start Term', 'F25');
    await save(page);
    await expect(saved(page)).toBeVisible();
    // Spec 2: it returns to the previous path.
    await expect(page).toHaveURL(new RegExp(`/mdsd/${from}/${keyOf(from, one)}$`));
    await expect(list(to).locator('tbody tr')).toContainText('F25');
    await expectNoPrompt(page);

    await list(to).getByRole('link', { name: /^View/ }).click();
    await expect(page).toHaveURL(new RegExp(`/mdsd/${to}/${keyOf(to, other)}$`));
    await list(from)
      .getByRole('link', { name: /^Edit relationship/ })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Relate ${titles[to]} to ${titles[from]}`,
    );
    await expect(part(page, 'To').getByRole('radio')).toHaveCount(0);
    await expect(part(page, 'To').locator('tbody tr')).toHaveCount(1);
    await choose(part(page, 'Relationship'), 'End Term', 'F26');
    await part(page, 'Relationship').getByLabel('Active', { exact: true }).uncheck();
    const call = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/relationships/'),
    );
    await save(page);
    const sent = (await call).postDataJSON();
    // Firefox does not expose the body of a request.
    if (browserName !== 'firefox')
      expect(sent).toMatchObject({ startTerm: '202592', endTerm: '202692', version: 1 });
    await expect(list(from).locator('tbody tr')).toContainText(/F25F26No/);
    await expectNoPrompt(page);

    await list(from)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(dialog(page, 'Warning')).toContainText(
      `Are you sure you want to delete the relationship to ${questions[from](one as never)}?`,
    );
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    await expect(toast(page, 'The relationship has been successfully deleted')).toBeVisible();
    await expect(list(from)).toContainText('No results found.');
    await visit(page, `${from}/${keyOf(from, one)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`View ${titles[from]}`);
    await expect(list(to)).toContainText('No results found.');
  });

test('program fields appear only for major-degree, with their defaults', async ({ page }) => {
  await page.goto(addressOf('degree', 1, 'major'));
  const form = part(page, 'Relationship');
  await expect(form.getByLabel('Program Length in Years')).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Special Program Indicator' })).toBeVisible();
  await expect(form.getByLabel('Terminal Program')).toBeChecked();
  await expect(form.getByLabel('Professional Degree Program')).not.toBeChecked();
  await expect(form.getByLabel('Self-Supporting Program')).not.toBeChecked();
  await expect(form.getByLabel('Active', { exact: true })).toBeChecked();
  await expect(form.getByPlaceholder('Select a Term')).toHaveCount(2);
  const first = { school: '00', department: 1, degree: 1, major: 1 };
  for (const { from, to } of allRelationshipKinds.filter(({ form }) => form !== programForm)) {
    await visit(page, addressOf(from, first[from], to));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Relate ${titles[from]} to ${titles[to]}`,
    );
    await expect(form.getByRole('checkbox')).toHaveCount(1);
    await expect(form.getByLabel('Active', { exact: true })).toBeChecked();
    await expect(form.getByLabel('Program Length in Years')).toHaveCount(0);
  }
});

test('the start term and a target are required', async ({ page }) => {
  await page.goto(addressOf('major', 1, 'school'));
  await save(page);
  const error = dialog(page, 'Error');
  await expect(error).toContainText('You must select an item to relate to');
  await error.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('Start Term is required')).toBeVisible();
  await choose(part(page, 'Relationship'), 'Start Term', 'F25');
  await save(page);
  await expect(error).toContainText('You must select an item to relate to');
});

test('an item that is not in effect in the start term is named', async ({ page }) => {
  const major = await createItem(page, 'major', { startTermYyyyst: '202592', endTermYyyyst: null });
  const school = await createItem(page, 'school', { yearStart: null, yearEnd: 2024 });
  const notThen = part(page, 'Relationship').getByText(/ is not in effect in /);
  await page.goto(addressOf('major', major.majorKey, 'school'));
  await expect(part(page, 'Relationship').getByRole('combobox', { name: 'Start Term' })).toBeVisible();
  await expect(notThen).toHaveCount(0);
  await choose(part(page, 'Relationship'), 'Start Term', 'F20');
  await expect(notThen).toHaveText([new RegExp(`^Major .*${major.title20} is not in effect in F20\\.$`)]);
  await choose(part(page, 'Relationship'), 'Start Term', 'F26');
  await expect(notThen).toHaveCount(0);
  await pick(page, school);
  await expect(notThen).toHaveText([
    new RegExp(`^School ${school.schoolCode} ${school.title} is not in effect in F26\\.$`),
  ]);
  // It is only a note, and allowed.
  await save(page);
  await expect(saved(page)).toBeVisible();
});

test('an address with missing or unknown parts shows a message', async ({ page }) => {
  await page.goto('./school');
  // Each message differs from the one before.
  for (const [query, says] of [
    ['', 'From type and to type must be provided. Please try again.'],
    ['?from=major&fromKey=1&to=college', 'Failed to find list of to type.'],
    ['?from=major&fromKey=1', 'From type and to type must be provided. Please try again.'],
    ['?from=major&fromKey=999999&to=school', 'No major found!'],
    ['?from=major&fromKey=293&to=school&toKey=UX', 'No relationship found!'],
  ] as const) {
    await visit(page, `relationship${query}`);
    await expect(page.getByRole('alert')).toHaveText(says);
  }
});

test.describe('the selection and the input', () => {
  test.use({ expectedProblems: /^beforeunload/ });
  test('survives a reload, and is not lost without confirmation', { tag: '@firefox' }, async ({ page }) => {
    const major = await createItem(page, 'major');
    const school = await createItem(page, 'school');
    await page.goto(`./major/${major.majorKey}`);
    await page.getByRole('button', { name: 'Add Relationship to' }).click();
    await page.getByRole('menuitem', { name: 'School' }).click();
    await pick(page, school);
    await choose(part(page, 'Relationship'), 'Start Term', 'F25');
    await expect(page).toHaveURL(/chosen=/);
    await page.reload();
    await expect(part(page, 'To').getByRole('radio')).toBeChecked();
    await expect(part(page, 'Relationship').getByRole('combobox', { name: 'Start Term' })).toHaveValue('F25');
    await cancel(page).click();
    const warning = dialog(page, 'Warning');
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/relationship/);
    await cancel(page).click();
    await warning.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(new RegExp(`/major/${major.majorKey}$`));
    await expectNoPrompt(page);
  });
});

test('Back returns to the same list, and asks about unsaved input first', async ({ page }) => {
  const [major, school] = [await createItem(page, 'major'), await createItem(page, 'school')];
  const list = new RegExp(`/mdsd/major\\?sort=-title20&q=${textOf(major).replace(' ', '\\+')}$`);
  await page.goto(`./major?sort=-title20&q=${textOf(major).replace(' ', '+')}`);
  await page.getByRole('button', { name: 'View Details' }).click();
  await page.getByRole('button', { name: 'Add Relationship to' }).click();
  await page.getByRole('menuitem', { name: 'School' }).click();
  await pick(page, school);
  await expect(page).toHaveURL(/chosen=/);
  await choose(part(page, 'Relationship'), 'Start Term', 'F25');

  const warning = dialog(page, 'Warning');
  await page.goBack();
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await expect(part(page, 'To').getByRole('radio')).toBeChecked();
  await expect(part(page, 'Relationship').getByRole('combobox', { name: 'Start Term' })).toHaveValue('F25');
  await page.goBack();
  await warning.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(new RegExp(`/mdsd/major/${major.majorKey}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
  await page.goBack();
  await expect(page).toHaveURL(list);
  await expect(page.getByPlaceholder('Filter results...')).toHaveValue(textOf(major));
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.getByRole('columnheader').filter({ hasText: /^Title 20/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('Back from an unchanged edit returns to the detail immediately', async ({ page }) => {
  const [major, school] = [await createItem(page, 'major'), await createItem(page, 'school')];
  await relate(page, ['major', major], ['school', school]);
  await page.goto(`./school/${school.schoolCode}`);
  await section(page, 'Majors')
    .getByRole('link', { name: /^Edit relationship/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Relate School to Major');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View School');
  await expect(page).toHaveURL(new RegExp(`/mdsd/school/${school.schoolCode}$`));
});

test('a shared link can only lead to a page of this application', async ({ page }) => {
  await page.goto(addressOf('major', 1, 'school', '&back=//example.org/'));
  await cancel(page).click();
  await expect(page).toHaveURL(/\/mdsd\/major\/1$/);
});

test('a relationship that another user has created causes a warning, and Continue replaces it', async ({
  page,
}) => {
  const major = await createItem(page, 'major');
  const school = await createItem(page, 'school');
  await page.goto(addressOf('major', major.majorKey, 'school'));
  await pick(page, school);
  await relate(page, ['major', major], ['school', school], { startTerm: '202492' });
  await choose(part(page, 'Relationship'), 'Start Term', 'F25');
  await save(page);
  await expect(dialog(page, 'Warning')).toContainText('already related');
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await expect(saved(page)).toBeVisible();
  await expect(section(page, 'Schools').locator('tbody tr')).toContainText('F25');
});

test('a conflicting edit shows the other user, and loses nothing', async ({ page }) => {
  const major = await createItem(page, 'major');
  const degree = await createItem(page, 'degree');
  await relate(page, ['major', major], ['degree', degree]);
  await page.goto(addressOf('major', major.majorKey, 'degree', `&toKey=${degree[itemKinds.degree.key]}`));
  const form = part(page, 'Relationship');
  await form.getByLabel('Program Length in Years').fill('4');
  await relate(page, ['major', major], ['degree', degree], { programLengthYrs: 3 });
  await save(page);
  const conflict = page.getByRole('alert', { name: 'Edit conflict' });
  await expect(conflict).toContainText('This relationship was saved by Robin Alvarez (registrar)');
  await expect(form.getByLabel('Program Length in Years')).toHaveValue('4');
  await conflict.getByRole('button', { name: 'Combine with the newer version' }).click();
  await expect(form.getByLabel('Program Length in Years')).toHaveValue('3');
  await conflict.getByRole('button', { name: 'Use mine' }).click();
  await save(page);
  await expect(saved(page)).toBeVisible();
  await expectNoPrompt(page);
});

test('the screen is accessible and fits its window', async ({ page }) => {
  test.slow();
  await page.goto(addressOf('major', 4, 'degree'));
  for (const [name, more, candidates] of [
    ['new', '', 10],
    ['edit', '&toKey=1', 0],
  ] as const)
    await test.step(name, async () => {
      await visit(page, addressOf('major', 4, 'degree', more).slice(2));
      await expect(part(page, 'Relationship')).toBeVisible();
      await expect(part(page, 'To').getByRole('radio')).toHaveCount(candidates);
      await checkWidths(page, `relationship-${name}`);
      await expectAccessible(page);
    });
});

test('a selected target alone is not lost without confirmation; an untouched screen does not ask', async ({
  page,
}) => {
  const [school, department] = [await createItem(page, 'school'), await createItem(page, 'department')];
  const question = dialog(page, 'Warning');
  const begin = async () => {
    await page.getByRole('button', { name: 'Add Relationship to' }).click();
    await page.getByRole('menuitem', { name: 'Department' }).click();
  };
  await page.goto(`./school/${school.schoolCode}`);
  await begin();
  await cancel(page).click();
  await expect(page).toHaveURL(new RegExp(`/school/${school.schoolCode}$`));
  await begin();
  await pick(page, department);
  await cancel(page).click();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(part(page, 'To').getByRole('radio')).toBeChecked();
  await cancel(page).click();
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(new RegExp(`/school/${school.schoolCode}$`));
});

test.describe('a click in a row', () => {
  // A reload asks before the selection could be lost.
  test.use({ expectedProblems: /beforeunload/ });

  test('selects it, except for an item that is already related, which is marked and not selectable', async ({
    page,
  }) => {
    const [major, related, other] = [
      await createItem(page, 'major'),
      await createItem(page, 'department'),
      await createItem(page, 'department'),
    ];
    await relate(page, ['major', major], ['department', related]);
    await page.goto(addressOf('major', major.majorKey, 'department'));
    const rowOf = async (item: Items['department']) => {
      await part(page, 'To').getByPlaceholder('Filter results...').fill(item.title);
      const row = part(page, 'To').getByRole('row').filter({ hasText: item.title });
      await expect(row).toHaveCount(1);
      return row;
    };
    const taken = await rowOf(related);
    await expect(taken).toContainText('Related');
    await expect(taken.getByRole('radio')).toBeDisabled();
    await taken.getByText(related.title).click();
    await expect(page.getByText('Nothing is selected yet.')).toBeVisible();
    const row = await rowOf(other);
    await row.getByText(other.title).click();
    await expect(row.getByRole('radio')).toBeChecked();
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await page.reload();
    await expect(page.getByText(`Selected: department ${other.title7}`)).toBeVisible();
    // A list of candidates has no download.
    await expect(page.getByRole('button', { name: /Download|Excel/ })).toHaveCount(0);
    await choose(part(page, 'Relationship'), 'Start Term', 'F25');
    await save(page);
    await expect(saved(page)).toBeVisible();
  });
});

test('candidates are beside the form', async ({ page }) => {
  const degree = await createItem(page, 'degree');
  await page.goto(addressOf('degree', degree.degreeKey, 'major'));
  const to = part(page, 'To');
  await expect(to.getByRole('row')).toHaveCount(11);
  for (const width of [1440, 1024])
    await test.step(`which is visible without scrolling, ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await expect(to.getByRole('row').last()).toBeInViewport();
      for (const name of ['Start Term', 'Special Program Indicator'])
        await expect(page.getByRole('combobox', { name })).toBeInViewport();
      await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
    });

  await test.step('10 per page, or 25, 50, 100 or 150', async () => {
    await expect(to.getByRole('radio')).toHaveCount(10);
    await expect(to.getByLabel('Rows per page').getByRole('option')).toHaveText(
      [10, 25, 50, 100, 150].map((size) => `${size} per page`),
    );
    await to.getByLabel('Rows per page').selectOption('25');
    await expect(to.getByRole('radio')).toHaveCount(25);
  });
});
