import type { Page } from '@playwright/test';
import type { Items } from '../../contract/kinds.ts';
import { createItem, randomLetters, read, textOf } from './data.ts';
import { bothDownloads } from './downloads.ts';
import { choose, dialog, tabTo } from './forms.ts';
import { apply, heading, lineOf, newest } from './proposals.ts';
import { checkWidths, expect, expectAccessible, rowsOf, sessionOf, test, visit } from './support.ts';

// 'Filter by codes' on a list: codes from a mail or a column of a spreadsheet.

test.use({ storageState: sessionOf('registrar') });

const button = (page: Page) => page.getByRole('button', { name: 'Filter by codes' });
const form = (page: Page) => dialog(page, 'Filter by codes');
const box = (page: Page) => page.getByRole('textbox', { name: 'Paste codes from a mail or a column' });
const line = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^\d+ (of \d+ )?codes?\b|too many|readable code/ });
const count = (page: Page) => page.getByText(/^[\d,]+ Rows$/);
const codesIn = (page: Page) => new URL(page.url()).searchParams.get('codes');

/** Opens the dialog, and pastes a text. */
async function paste(page: Page, text: string): Promise<void> {
  await button(page).click();
  await expect(box(page)).toBeFocused();
  await box(page).fill(text);
}

const show = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true }).click();

/** Each major with its code and segment, in the order of the list. */
const majorsIn = async (page: Page) => (await rowsOf(page)).map((row) => `${row[2]} ${row[0]}`);

test('a pasted mail filters the list by its codes, and lists those that are not found', async ({ page }) => {
  const [one, other] = [await createItem(page, 'major'), await createItem(page, 'major')];
  await page.goto('./major');
  await paste(
    page,
    `Please give ${one.majorCode}, ${other.majorCode.toLowerCase()} u, 0k2 U, 0K2G, 7 and 9ZZ a new CIP code by Friday.`,
  );
  await expect(form(page)).toContainText('3 of 6 codes found, 3 majors.');
  await expect(form(page).getByRole('listitem')).toHaveText([
    '0K2 G (did you mean 0K2 U?)',
    '7 (did you mean 007?)',
    '9ZZ',
  ]);
  // A word in capitals is not reported as missing, and can still be read as a code.
  await expect(form(page)).toContainText('Not read: CIP (no major has it; choose one to read it as a code)');
  await form(page).getByText('8 other words ignored').click();
  await expect(form(page)).toContainText('Please, give, and, a, new, code, by, Friday');
  await expectAccessible(page);

  await test.step('a suggestion is used with one click', async () => {
    await form(page).getByRole('button', { name: 'Use 007 instead of 7' }).click();
    await expect(box(page)).toHaveValue(/0K2G, 007 and/);
    await expect(box(page)).toBeFocused();
    await expect(form(page)).toContainText('4 of 6 codes found, 4 majors.');
  });

  await test.step('Ctrl+Enter applies, and the focus returns', async () => {
    await expect(form(page).getByRole('button', { name: 'Show 4 majors' })).toBeVisible();
    await box(page).press('Control+Enter');
    await expect(form(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
    await expect(line(page)).toContainText(
      '4 of 6 codes found, 4 majors. Not found: 0K2 G (did you mean 0K2 U?), 9ZZ',
    );
    const expected = ['007 G', '0K2 U', `${one.majorCode} U`, `${other.majorCode} U`].toSorted();
    await expect.poll(() => majorsIn(page)).toEqual(expected);
    expect(codesIn(page)).toBe(`${one.majorCode},${other.majorCode} U,0K2 U,0K2 G,007,9ZZ`);
    await expectAccessible(page);
  });

  await test.step('the text filter narrows the result, and a reload keeps both', async () => {
    await page.getByPlaceholder('Filter results...').fill(textOf(one));
    await expect(count(page)).toHaveText('1 Rows');
    await expect(page).toHaveURL(/q=/);
    await page.reload();
    await expect(count(page)).toHaveText('1 Rows');
    await expect(line(page)).toContainText('4 of 6 codes found, 4 majors.');
    await page.getByPlaceholder('Filter results...').fill('');
    await expect(count(page)).toHaveText('4 Rows');
    // The line follows the URL, which follows the rows. The buttons move with its text.
    await expect(line(page)).not.toContainText('hidden');
  });

  await test.step('Edit starts with the codes; Clear, Back and Forward change the list', async () => {
    await line(page).getByRole('button', { name: 'Edit codes' }).click();
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveValue(/^[A-Z0-9]{3}, [A-Z0-9]{3} U, 0K2 U, 0K2 G, 007, 9ZZ$/);
    await box(page).fill('345 g');
    await show(page, 'Show 1 major');
    await expect(line(page).getByRole('button', { name: 'Edit codes' })).toBeFocused();
    await expect.poll(() => majorsIn(page)).toEqual(['345 G']);
    await line(page).getByRole('button', { name: 'Clear codes' }).click();
    await expect(button(page)).toBeFocused();
    await expect(line(page)).toBeHidden();
    expect(codesIn(page)).toBeNull();
    await page.goBack();
    await expect(count(page)).toHaveText('1 Rows');
    await page.goBack();
    await expect(count(page)).toHaveText('4 Rows');
    await page.goForward();
    await expect(count(page)).toHaveText('1 Rows');
  });

  await test.step('a detail links back to the filtered list', async () => {
    await page.getByRole('link', { name: '345' }).click();
    await page.getByRole('link', { name: 'Back to Majors' }).click();
    await expect(line(page)).toContainText('1 code, 1 major');
  });
});

test('the numbers of the dialog and of its line count what the other filters hide', async ({ page }) => {
  const text = `Coded ${randomLetters(8)}`;
  const majors: Items['major'][] = [];
  for (const values of [{ startTermYyyyst: '202592' }, {}, {}])
    majors.push(await createItem(page, 'major', { title20: text, ...values }));
  const other = await createItem(page, 'major');
  const codes = [...majors, other].map(({ majorCode }) => majorCode);
  await page.goto(`./major?asOf=201892&q=${text.replace(' ', '+')}`);
  await paste(page, codes.join(', '));
  const all = `4 codes, 4 majors. 2 shown, 2 hidden by “${text}” and As of F18.`;
  await expect(form(page)).toContainText(all);
  await show(page, 'Show 2 majors');
  await expect(line(page)).toContainText(all);
  await expect(count(page)).toHaveText('2 Rows');
  await expectAccessible(page);
  await checkWidths(page, 'codes-hidden');

  await line(page).getByRole('button', { name: 'Clear filter' }).click();
  await expect(page.getByPlaceholder('Filter results...')).toBeFocused();
  await expect(page.getByPlaceholder('Filter results...')).toHaveValue('');
  await expect(count(page)).toHaveText('3 Rows');
  await expect(line(page)).toContainText('4 codes, 4 majors. 3 shown, 1 hidden by As of F18.');
  await expect(line(page).getByRole('button', { name: 'Clear filter' })).toHaveCount(0);
  await page
    .getByRole('status')
    .filter({ hasText: 'In effect in F18' })
    .getByRole('button', { name: 'Clear' })
    .click();
  await expect(count(page)).toHaveText('4 Rows');
  await expect(line(page)).not.toContainText('shown');
  await page.getByPlaceholder('Filter results...').fill('no such text');
  await expect(line(page)).toContainText('4 codes, 4 majors. 0 shown, 4 hidden by “no such text”.');
  await line(page).getByRole('button', { name: 'Edit codes' }).click();
  await expect(form(page).getByRole('button', { name: 'Show 0 majors' })).toBeVisible();
});

test('its button has a text where there is room, and a tip for the pointer and the keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto('./major');
  await expect(button(page)).toHaveText('Codes');
  await expect(button(page).getByText('Codes')).toBeVisible();
  const tip = page.getByRole('tooltip', {
    name: 'Shows only the rows with the codes of a mail or a column.',
  });
  await button(page).hover();
  await expect(tip).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(tip).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(button(page).getByText('Codes')).toBeHidden();
  await tabTo(button(page));
  await expect(tip).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(button(page).getByText('Codes')).toBeVisible();
});

test('the same majors are changed as the list shows', async ({ page }) => {
  const text = `Coded ${randomLetters(8)}`;
  const majors: Items['major'][] = [];
  for (const [at, values] of [{}, { endTermYyyyst: '201992' }, {}, { startTermYyyyst: '202592' }].entries())
    majors.push(await createItem(page, 'major', { title20: `${text} ${at}`, ...values }));
  const [one, ended, , later] = majors.map(({ majorCode }) => majorCode);
  await page.goto(`./major?codes=${one},${ended},${later},9ZZ&q=${text.replace(' ', '+')}&asOf=201892`);
  await expect(line(page)).toContainText(
    '3 of 4 codes found, 3 majors. 2 shown, 1 hidden by As of F18. Not found: 9ZZ',
  );
  await expect(page.getByRole('status').filter({ hasText: 'In effect in F18: 2 of 3' })).toBeVisible();
  await page.getByRole('link', { name: 'Set 1 ended major to inactive' }).click();
  await expect(heading(page)).toHaveText('Set 1 ended major to inactive');
  await expect(lineOf(page, `${text} 1`)).toContainText('Yes→ to No');
  await page.getByRole('link', { name: 'Back to Majors' }).click();
  await page.getByRole('link', { name: 'Change all 2…' }).click();
  await expect(heading(page)).toHaveText('Change all 2 majors');
  await expect(page.getByText(/^Found by “.*”, 3 of 4 codes, in effect in F18$/)).toBeVisible();
  await expect(page.getByText('2 of 2 selected')).toBeVisible();
  await page
    .getByRole('checkbox', { name: /^major / })
    .first()
    .uncheck();
  await expect(page.getByText('1 of 2 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'All 2 majors' }).check();
  await expect(page.getByText('2 of 2 selected')).toBeVisible();
  await choose(page, 'Field', 'CIP');
  await page.getByRole('combobox', { name: 'New Value' }).fill('11.0101');
  await page.getByRole('button', { name: 'Show the changes' }).click();
  await expect(heading(page)).toHaveText('Change CIP Code of 2 majors');
  await expect(lineOf(page, 'Changed')).toHaveCount(2);
  await apply(page, 'Apply 2 changes');
  expect(await newest(page, `${text} 0`)).toMatchObject({ origin: 'bulk', updated: 2 });
  const changed = (await read<Items['major']>(page, 'majors')).filter(
    ({ cipCode, title20 }) => cipCode && title20.startsWith(text),
  );
  expect(changed.map(({ majorCode }) => majorCode).toSorted()).toEqual([one ?? '', ended ?? ''].toSorted());
  await expect(line(page)).toContainText('3 of 4 codes found, 3 majors.');
  await expect(count(page)).toHaveText('2 Rows');
  // An unreadable filter changes nothing.
  await visit(page, 'proposal/change/major?codes=,');
  await expect(heading(page)).toHaveText('Change all 0 majors');
});

test('the downloads and the printed list have exactly these rows, and all titles of departments are found', async ({
  page,
}) => {
  await page.goto('./school?codes=57,55,0,9Z');
  await expect(line(page)).toContainText(
    '2 of 4 codes found, 2 schools. Not found: 0 (did you mean 00?), 9Z',
  );
  await line(page).getByRole('button', { name: 'Use 00 instead of 0' }).click();
  await expect(line(page)).toContainText('3 of 4 codes found, 3 schools. Not found: 9Z');
  await expect(line(page).getByRole('button', { name: 'Edit codes' })).toBeFocused();
  expect(codesIn(page)).toBe('57,55,00,9Z');
  const text = '3 of 4 codes found, 3 schools. Not found: 9Z';
  const { csv, rows, about } = await bothDownloads(page);
  expect(csv.slice(1).map(([code]) => code)).toEqual(['00', '55', '57']);
  expect(rows.slice(1).map(([code]) => code)).toEqual(['00', '55', '57']);
  expect(about.slice(0, 3)).toEqual(['Schools', '3 rows', text]);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(`${text} · Sorted by Code · 3 rows`)).toBeVisible();
  await expect(line(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear codes' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  const response = page.waitForResponse('**/api/departments');
  await visit(page, 'department');
  // Those of the screen: another test may create one in between.
  const departments: Items['department'][] = await (await response).json();
  const titles = [...new Set(departments.map(({ title7 }) => title7))];
  await paste(page, titles.join('\n'));
  await expect(form(page)).toContainText(`${titles.length} codes, ${departments.length} departments`);
  await box(page).fill('The law of the Art department, bio sci & BIO XYZ');
  await expect(form(page).getByRole('listitem')).toHaveText(['Add LAW', 'Add ART']);
  await form(page).getByRole('button', { name: 'Add LAW' }).click();
  // The lists follow the text a moment later. Until then the next button would move under the pointer.
  await expect(form(page).getByRole('listitem')).toHaveText(['Add ART']);
  await form(page).getByRole('button', { name: 'Read XYZ as a code' }).click();
  await expect(form(page)).toContainText('Not read: BIO (');
  await show(page, 'Show 2 departments');
  await expect(line(page)).toContainText('2 of 3 codes found, 2 departments. Not found: XYZ');

  await visit(page, 'major-degree');
  await expect(heading(page)).toHaveText('Major-Degrees');
  await paste(page, '0k2');
  await show(page, 'Show 1 major-degree');
  await expect(line(page)).toContainText('1 code, 1 major-degree');
  await visit(page, 'degree?codes=1');
  await expect(page.getByText('Ignored parts of this URL: codes.')).toBeVisible();
  await expect(button(page)).toHaveCount(0);
});

test('a text without codes, or with too many, has an error and is not lost', async ({ page }) => {
  await page.goto('./major?q=engineering');
  await tabTo(button(page));
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await expect(form(page)).toContainText('Other filters that stay on: “engineering”.');
  const many = Array.from({ length: 501 }, (_, at) => `9${String(at).padStart(3, '0')}`).join(' ');
  for (const [text, message] of [
    ['', 'Paste at least one code'],
    ['Please call me', 'This text contains no code'],
    ['9ZZ', 'No major has any of these codes'],
    [many, '501 codes are too many. A list can be filtered by at most 500.'],
  ] as const) {
    await box(page).fill(text);
    // Not by a click: the lists follow the text a moment later, and move the button.
    await box(page).press('Control+Enter');
    await expect(box(page)).toHaveAccessibleDescription(message);
    await expect(form(page).getByRole('button', { name: 'Show', exact: true })).toBeVisible();
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveValue(text);
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await expect(form(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
  expect(codesIn(page)).toBeNull();

  for (const [codes, message] of [
    [many.replaceAll(' ', ','), '501 codes are too many. A list can be filtered by at most 500.'],
    [',,%00,*', 'This URL contains no readable code.'],
    ['<b>,%F0%9F', '0 of 1 code found. Not found: <B>'],
  ] as const) {
    await visit(page, `major?codes=${codes}`);
    await expect(line(page)).toContainText(message);
    await expect(page.getByText('No results found')).toBeVisible();
  }
  await line(page).getByRole('button', { name: 'Clear codes' }).click();
  await expect(count(page)).not.toHaveText('0 Rows');
});

test('an edited text is discarded only after a question, an unchanged one without', async ({ page }) => {
  await page.goto('./major');
  await button(page).click();
  await box(page).fill('F11 and F12');
  const question = dialog(page, 'Warning');
  const leave = (name: string) => form(page).getByRole('button', { name, exact: true }).click();
  for (const way of [
    () => page.keyboard.press('Escape'),
    () => leave('Cancel'),
    () => leave('Close Filter by codes'),
  ]) {
    await way();
    await expect(question).toContainText('You have unsaved changes. Leave without saving?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(box(page)).toHaveValue('F11 and F12');
  }
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(form(page)).toBeHidden();
  await button(page).click();
  await expect(box(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(form(page)).toBeHidden();
});

test('fits a phone, with its dialog', async ({ page }) => {
  await page.goto('./major?codes=201,345,0K2,7,9ZZ,CIP,14');
  await expect(line(page)).toBeVisible();
  await checkWidths(page, 'codes');
  await expectAccessible(page);
  await line(page).getByRole('button', { name: 'Edit codes' }).click();
  await box(page).fill(`Please give 201, 345 and 7 a new CIP code. ${'Thank you very much. '.repeat(20)}`);
  await expect(form(page)).toContainText('2 of 3 codes found, 4 majors.');
  await checkWidths(page, 'codes-dialog');
  await expectAccessible(page);
  await expect(form(page).getByRole('button', { name: 'Show 4 majors' })).toBeInViewport();
});
