import type { Page } from '@playwright/test';
import type { EarlierValue } from '../../contract/earlierValues.ts';
import type { Items } from '../../contract/kinds.ts';
import { createItem, keyOf, pathOf, randomLetters, read, send, textOf } from './data.ts';
import { choose, tabTo } from './forms.ts';
import { twoKinds } from './kinds.ts';
import { apply, applyButton, changes, heading, lineOf, newest, rowBox, toasts } from './proposals.ts';
import { checkWidths, expect, expectAccessible, sessionOf, test, visit } from './support.ts';

// 'Change all N…' on a list: one field and its new value for the rows that the filter finds.

test.use({ storageState: sessionOf('registrar') });

const filter = (page: Page) => page.getByPlaceholder('Filter results...');
const changeAll = (page: Page) => page.getByRole('link', { name: /^Change (?:all )?[\d,]+…$/ });
const box = (page: Page) => page.getByRole('textbox', { name: 'New Value' });
const cip = (page: Page) => page.getByRole('combobox', { name: 'New Value' });
const effective = (page: Page) => page.getByRole('combobox', { name: 'Effective' });
const show = (page: Page) => page.getByRole('button', { name: 'Show the changes' }).click();

/** Majors whose titles have a common beginning, and that beginning. */
async function makeMajors(page: Page, ...values: Record<string, unknown>[]) {
  const text = `All ${randomLetters(8)}`;
  const majors: Items['major'][] = [];
  for (const [at, more] of values.entries())
    majors.push(await createItem(page, 'major', { title20: `${text} ${at + 1}`, ...more }));
  return { text, majors };
}

/** Opens the changes of all majors with a text. */
async function open(page: Page, text: string): Promise<void> {
  await page.goto(`./major?q=${text}`);
  await changeAll(page).click();
}

test('a field of all filtered rows gets a new value, in a single change that a single click undoes', async ({
  page,
}) => {
  const { text, majors } = await makeMajors(page, {}, { cipCode: '11.0101' }, { cipCode: '27.0304' });
  await page.goto('./major');
  await filter(page).fill(text);
  await expect(changeAll(page)).toHaveText('Change all 3…');
  await changeAll(page).click();
  await expect(heading(page)).toHaveText('Change all 3 majors');
  await expect(page.getByText(`Found by “${text}”`)).toBeVisible();
  // The rows are visible before a value is typed, and the current values as soon as the field is chosen.
  const majorsTable = page.getByRole('table', { name: 'Majors' });
  await expect(majorsTable.getByRole('row')).toHaveCount(4);
  await choose(page, 'Field', 'CIP');
  await expect(majorsTable.getByRole('row').filter({ hasText: `${text} 3` })).toContainText('27.0304');
  await cip(page).fill('11.0101');
  await show(page);
  await expect(heading(page)).toHaveText('Change CIP Code of 2 majors');
  await expect(lineOf(page, `${text} 1`)).toContainText('none→ to 11.0101');
  await expect(lineOf(page, `${text} 3`)).toContainText('27.0304→ to 11.0101');
  // One row has the value already.
  await expect(lineOf(page, `${text} 2`)).toContainText('Same');
  await page.getByRole('textbox', { name: 'Reason (optional)' }).fill('CIP review');
  await apply(page, 'Apply 2 changes');
  expect(await newest(page, `${text} 1`)).toMatchObject({
    origin: 'bulk',
    title: 'Change CIP Code of 2 majors',
    reason: 'CIP review',
    updated: 2,
  });
  await expect(filter(page)).toHaveValue(text);
  await expect(page.getByText('3 Rows', { exact: true })).toBeVisible();
  const codes = async () =>
    (await read<Items['major']>(page, 'majors'))
      .filter(({ title20 }) => title20.startsWith(text))
      .map(({ title20, cipCode }) => `${title20}: ${cipCode}`)
      .toSorted();
  expect(await codes()).toEqual([1, 2, 3].map((at) => `${text} ${at}: 11.0101`));
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(codes).toEqual(majors.map(({ title20, cipCode }) => `${title20}: ${cipCode}`));
});

test('a new code applies from a term on: earlier terms keep theirs, and a single click takes all back', async ({
  page,
}) => {
  const { text, majors } = await makeMajors(page, { cipCode: '11.0101' }, {}, { cipCode: '27.0304' });
  const kept = async () => {
    const all = await Promise.all(
      majors.map((major) => page.request.get(`./api/${pathOf('major', major)}/earlier-values`)),
    );
    const lists = await Promise.all(all.map(async (one) => (await one.json()) as EarlierValue[]));
    return lists.map((list) => list.map(({ field, lastTerm, value }) => ({ field, lastTerm, value })));
  };
  await open(page, text);
  await choose(page, 'Field', 'Sort Code');
  await expect(effective(page)).toHaveCount(0);
  await choose(page, 'Field', 'CIP');
  await expect(effective(page)).toHaveValue('Correction (all terms)');
  await expect(effective(page)).toHaveAccessibleDescription(
    'Terms with the old values get the new one, past terms too. Choose a term if it is new from that term on.',
  );
  await cip(page).fill('27.0304');
  await choose(page, 'Effective', 'F26');
  await expect(effective(page)).toHaveAccessibleDescription(
    'F26 and later have the new value. Earlier terms keep what they have.',
  );
  await show(page);
  await expect(lineOf(page, `${text} 1`)).toContainText('11.0101→ to 27.0304');
  await expect(lineOf(page, `${text} 3`)).toContainText('Same');
  await page.reload();
  await expect(effective(page)).toHaveValue('F26');
  await expect(cip(page)).toHaveValue('27.0304');
  await expect(heading(page)).toHaveText('Change CIP Code of 2 majors from F26 on');
  await apply(page, 'Apply 2 changes');
  await expect(toasts(page)).toContainText('2 changes saved');
  expect(await newest(page, `${text} 1`)).toMatchObject({ title: 'Change CIP Code of 2 majors from F26 on' });
  const cipCode = { field: 'cipCode', lastTerm: '202676' };
  expect(await kept()).toEqual([[{ ...cipCode, value: '11.0101' }], [{ ...cipCode, value: null }], []]);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(kept).toEqual([[], [], []]);
  const stored = await read<Items['major']>(page, 'majors');
  const cipCodeOf = ({ majorKey }: Items['major']) =>
    stored.find((one) => one.majorKey === majorKey)?.cipCode;
  expect(majors.map(cipCodeOf)).toEqual(['11.0101', null, '27.0304']);
  // The same term again is a conflict, at the rows that have an earlier value.
  for (const major of majors.slice(0, 2))
    await send(page, 'PUT', `${pathOf('major', major)}/earlier-values/cipCode/202676`, { value: '11.0201' });
  await changeAll(page).click();
  await choose(page, 'Field', 'CIP');
  await cip(page).fill('30.7001');
  await choose(page, 'Effective', 'F26');
  await show(page);
  await expect(changes(page).getByText(/^CIP Code already has an earlier value through /)).toHaveCount(2);
  await expect(rowBox(page, `${text} 1`)).toBeDisabled();
  await expect(rowBox(page, `${text} 3`)).toBeEnabled();
  await expectAccessible(page);
});

test('a CIP code has its suggestions and its title, or a note that CIP 2020 does not have it', async ({
  page,
}) => {
  const { text } = await makeMajors(page, {});
  await open(page, text);
  await choose(page, 'Field', 'CIP');
  await cip(page).fill('11.07');
  await page.getByRole('option', { name: '11.0701 Computer Science' }).click();
  await expect(cip(page)).toHaveAccessibleDescription('Computer Science');
  await cip(page).fill('99.9999');
  await expect(cip(page)).toHaveAccessibleDescription('Not in CIP 2020');
  await show(page);
  await expect(lineOf(page, text)).toContainText('none→ to 99.9999');
  await expect(cip(page)).toHaveAccessibleDescription('Not in CIP 2020');
  await expectAccessible(page);
});

test('with the keyboard: Tab goes from the field to its new value, at once, and on to its term', async ({
  page,
}) => {
  const { text } = await makeMajors(page, {});
  await open(page, text);
  await tabTo(page.getByRole('combobox', { name: 'Field' }));
  await page.keyboard.type('cip');
  await page.keyboard.press('Tab');
  await page.keyboard.type('11.0701');
  await page.keyboard.press('Tab');
  await page.keyboard.type('f26');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(cip(page)).toHaveValue('11.0701');
  await expect(lineOf(page, text)).toContainText('none→ to 11.0701');
  expect(new URL(page.url()).searchParams.get('effective')).toBe('202692');
});

test('an empty value clears the field', async ({ page }) => {
  const { text } = await makeMajors(page, { endTermYyyyst: '202592' }, {});
  await open(page, text);
  await choose(page, 'Field', 'End Term');
  await show(page);
  await expect(lineOf(page, `${text} 1`)).toContainText('F25→ to none');
  await expect(page.getByText('1 of 2 has ended, and is left out.')).toBeVisible();
  await page.getByRole('button', { name: 'Include them' }).click();
  await apply(page, 'Apply 1 change');
  const ends = (await read<Items['major']>(page, 'majors')).filter(({ title20 }) => title20.startsWith(text));
  expect(ends.map(({ endTermYyyyst }) => endTermYyyyst)).toEqual([null, null]);
});

test('the numbers of the screen add up: rows that have the value already and those that have ended', async ({
  page,
}) => {
  const { text, majors } = await makeMajors(
    page,
    { ucDiscipline: '123' },
    { endTermYyyyst: '201992' },
    {},
    {},
  );
  const codes = majors.map(({ majorCode }) => `${majorCode}+U`).join(',');
  await page.goto(`./proposal/change/major?found=${text}&codes=${codes},9ZZ&field=ucDiscipline&value=123`);
  await expect(page.getByText(`Found by “${text}”, 4 of 5 codes`)).toBeVisible();
  await expect(page.getByText('4 rows: 2 change, 1 has its new value already, 1 is skipped.')).toBeVisible();
  await expect(heading(page)).toHaveText('Change UC Discipline of 2 majors');
  await expect(page.getByRole('checkbox', { name: 'All 3 rows that would change' })).toBeVisible();
  await expect(page.getByText('1 row will be skipped')).toBeVisible();
  await expect(applyButton(page)).toHaveText('Apply 2 of 3');
  await expectAccessible(page);
});

test('an invalid value has an error at its field, and no preview', async ({ page }) => {
  const { text } = await makeMajors(page, {});
  await open(page, text);
  await show(page);
  await expect(page.getByText('Choose a field')).toBeVisible();
  await choose(page, 'Field', 'CIP');
  await cip(page).fill('many');
  await show(page);
  await expect(page.getByText('CIP Code must be a 6-digit (##.####) CIP code')).toBeVisible();
  await choose(page, 'Field', 'Title 20');
  await show(page);
  await expect(page.getByText('Title 20 is required')).toBeVisible();
  await expect(changes(page)).toHaveCount(0);
  // A flag is Yes or No.
  await choose(page, 'Field', 'Active');
  await choose(page, 'New Value', 'No');
  await show(page);
  await expect(lineOf(page, text)).toContainText('Yes→ to No');
});

test('rejected rows are highlighted with the reason, and the others are applied without them', async ({
  page,
}) => {
  const { text } = await makeMajors(page, {}, { startTermYyyyst: '202692' }, {});
  await open(page, text);
  await choose(page, 'Field', 'End Term');
  await choose(page, 'New Value', 'F25');
  await show(page);
  await expect(changes(page)).toContainText('End Term must not be before Start Term');
  await expect(rowBox(page, `${text} 2`)).toBeDisabled();
  await expect(page.getByText('1 row with errors will be skipped')).toBeVisible();
  await apply(page, 'Apply 2 of 3');
  expect(await newest(page, `${text} 1`)).toMatchObject({ updated: 2 });
  await expect(page.getByRole('dialog', { name: 'Error' })).toBeHidden();
});

test('rows with warnings are saved only if they are selected', async ({ page }) => {
  const { text, majors } = await makeMajors(page, {}, {});
  await open(page, text);
  await choose(page, 'Field', 'Major Code');
  await box(page).fill(majors[0]?.majorCode.toLowerCase() ?? '');
  await show(page);
  await expect(lineOf(page, `${text} 2`).first()).toContainText('Warning');
  await expect(applyButton(page)).toBeDisabled();
  await expectAccessible(page);
  const all = page.getByRole('checkbox', { name: 'Save rows with warnings (1)' });
  await rowBox(page, `${text} 2`).check();
  await expect(all).toBeChecked();
  await all.uncheck();
  await expect(rowBox(page, `${text} 2`)).not.toBeChecked();
  await expect(applyButton(page)).toBeDisabled();
  await all.check();
  await apply(page, 'Apply 1 change');
});

test('a row that another user has changed is shown in its current state, and named', async ({ page }) => {
  const { text, majors } = await makeMajors(page, {}, {});
  await open(page, text);
  await choose(page, 'Field', 'Title Long');
  await box(page).fill(`Long ${text}`);
  await show(page);
  await expect(applyButton(page)).toHaveText('Apply 2 changes');
  const [, second] = majors;
  await send(page, 'PUT', `majors/${second?.majorKey}?overrideWarnings=true`, {
    ...second,
    titleLong: 'Meanwhile',
  });
  await applyButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was saved. Changed since the preview:');
  await expect(page.getByRole('alert')).toContainText(`${text} 2`);
  await expect(page.getByRole('dialog', { name: 'Error' })).toBeHidden();
  await expect(lineOf(page, `${text} 2`).first()).toContainText('Meanwhile→');
  await expect(lineOf(page, `${text} 1`)).toContainText('none→');
  await expectAccessible(page);
  await apply(page, 'Apply 2 changes');
});

test('unchanged fields need no confirmation, even with other problems', async ({ page }) => {
  // The duplicate code and segment of the second major was confirmed when it was created.
  const { text, majors } = await makeMajors(page, {});
  await createItem(page, 'major', { title20: `${text} 2`, majorCode: majors[0]?.majorCode });
  await open(page, text);
  await choose(page, 'Field', 'Sort Code');
  await box(page).fill('7');
  await show(page);
  await expect(page.getByRole('checkbox', { name: /^Save rows with warnings/ })).toHaveCount(0);
  await apply(page, 'Apply 2 changes');
});

for (const { noun, title } of twoKinds)
  test(`the comments of a ${noun} are changed from its list`, async ({ page }) => {
    const item = await createItem(page, noun);
    await page.goto(`./${noun}?q=${textOf(item)}`);
    await expect(changeAll(page)).toHaveText('Change 1…');
    await changeAll(page).click();
    await expect(heading(page)).toHaveText(`Change 1 ${noun}`);
    await choose(page, 'Field', 'Comments');
    await box(page).fill('Two\nlines');
    await show(page);
    await apply(page, 'Apply 1 change');
    await visit(page, `${noun}/${keyOf(noun, item)}`);
    await expect(heading(page)).toHaveText(`View ${title}`);
    await expect(page.getByRole('region', { name: 'Comments' })).toContainText('Two');
  });

test('the proposal is in the URL, for a reload and for Back', async ({ page }) => {
  const { text } = await makeMajors(page, {}, {});
  await open(page, text);
  await choose(page, 'Field', 'UC');
  await box(page).fill('123');
  await show(page);
  await expect(applyButton(page)).toHaveText('Apply 2 changes');
  // A typed value that the rows do not show yet is not ignored.
  await box(page).fill('124');
  await expect(page.getByText('Show the changes first')).toBeVisible();
  await expect(applyButton(page)).toBeDisabled();
  await box(page).fill('123');
  await expect(applyButton(page)).toBeEnabled();
  // The rows show it already: Enter goes on to them.
  await box(page).press('Enter');
  await expect(changes(page).locator('tbody tr').first()).toBeFocused();
  await page.reload();
  await expect(applyButton(page)).toHaveText('Apply 2 changes');
  await expect(box(page)).toHaveValue('123');
  // Back shows the changes before these, and then the list.
  await box(page).fill('125');
  await show(page);
  await expect(lineOf(page, `${text} 1`)).toContainText('125');
  await page.goBack();
  await expect(lineOf(page, `${text} 1`)).toContainText('123');
  await expect(box(page)).toHaveValue('123');
  await expect(applyButton(page)).toBeEnabled();
  await page.goBack();
  await expect(changes(page)).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Field' })).toHaveValue('');
  await page.goBack();
  await expect(heading(page)).toHaveText('Majors');
  await expect(filter(page)).toHaveValue(text);
});

test('a URL with an invalid field or value proposes nothing', async ({ page }) => {
  await page.goto('./school?q=none');
  for (const query of [
    'field=nothing&value=1',
    'field=version&value=1',
    'field=sortCode&value=many',
    'field=__proto__&value=',
  ])
    await test.step(query, async () => {
      await visit(page, 'school?q=none');
      await expect(heading(page)).toHaveText('Schools');
      await visit(page, `proposal/change/major?${query}`);
      await expect(heading(page)).toHaveText(/^Change [\d,]+ of [\d,]+ majors$/);
      await expect(changes(page)).toHaveCount(0);
    });
});

test('is accessible, and fits each width', async ({ page }) => {
  const { text } = await makeMajors(page, {}, { startTermYyyyst: '202692' }, { titleLong: 'A longer title' });
  await open(page, text);
  await expectAccessible(page);
  await choose(page, 'Field', 'End Term');
  await choose(page, 'New Value', 'F25');
  await show(page);
  await expect(lineOf(page, 'Error')).toBeVisible();
  await expectAccessible(page);
  await checkWidths(page, 'change-all');
  await expectAccessible(page);
});
