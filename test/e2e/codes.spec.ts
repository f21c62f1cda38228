import type { Page } from '@playwright/test';
import type { Items } from '../../contract/kinds.ts';
import { createItem, randomLetters, read, textOf } from './data.ts';
import { bothDownloads } from './downloads.ts';
import { choose, dialog, tabTo } from './forms.ts';
import { apply, heading, lineOf, newest } from './proposals.ts';
import { checkWidths, expect, expectAccessible, rowsOf, sessionOf, test } from './support.ts';

// 'Filter by codes' on a list: codes from a mail or a column of a spreadsheet.

test.use({ storageState: sessionOf('registrar') });

const button = (page: Page) => page.getByRole('button', { name: 'Filter by codes' });
const form = (page: Page) => dialog(page, 'Filter by codes');
const box = (page: Page) => page.getByRole('textbox', { name: 'Paste codes from a mail or a column' });
const line = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /codes? found|too many|readable code/ });
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
  await expect(form(page)).toContainText('3 of 7 codes found.');
  await expect(form(page).getByRole('listitem')).toHaveText([
    '0K2 G (did you mean 0K2 U?)',
    '7 (did you mean 007?)',
    '9ZZ',
    'CIP',
  ]);
  await form(page).getByText('8 other words ignored').click();
  await expect(form(page)).toContainText('Please, give, and, a, new, code, by, Friday');
  await expectAccessible(page);

  await test.step('a suggestion is used with one click', async () => {
    await form(page).getByRole('button', { name: 'Use 007 instead of 7' }).click();
    await expect(box(page)).toHaveValue(/0K2G, 007 and/);
    await expect(box(page)).toBeFocused();
    await expect(form(page)).toContainText('4 of 7 codes found.');
  });

  await test.step('Ctrl+Enter applies, and the focus returns', async () => {
    await expect(form(page).getByRole('button', { name: 'Show 4 majors' })).toBeVisible();
    await box(page).press('Control+Enter');
    await expect(form(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
    await expect(line(page)).toContainText(
      '4 of 7 codes found. Not found: 0K2 G (did you mean 0K2 U?), 9ZZ, CIP',
    );
    const expected = ['007 G', '0K2 U', `${one.majorCode} U`, `${other.majorCode} U`].toSorted();
    expect(await majorsIn(page)).toEqual(expected);
    expect(codesIn(page)).toBe(`${one.majorCode},${other.majorCode} U,0K2 U,0K2 G,007,9ZZ,CIP`);
    await expectAccessible(page);
  });

  await test.step('the text filter narrows the result, and a reload keeps both', async () => {
    await page.getByPlaceholder('Filter results...').fill(textOf(one));
    await expect(count(page)).toHaveText('1 Rows');
    await expect(page).toHaveURL(/q=/);
    await page.reload();
    await expect(count(page)).toHaveText('1 Rows');
    await expect(line(page)).toContainText('4 of 7 codes found.');
    await page.getByPlaceholder('Filter results...').fill('');
    await expect(count(page)).toHaveText('4 Rows');
  });

  await test.step('Edit starts with the codes; Clear, Back and Forward change the list', async () => {
    await line(page).getByRole('button', { name: 'Edit codes' }).click();
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveValue(/^[A-Z]{3}, [A-Z]{3} U, 0K2 U, 0K2 G, 007, 9ZZ, CIP$/);
    await box(page).fill('345 g');
    await show(page, 'Show 1 major');
    await expect(line(page).getByRole('button', { name: 'Edit codes' })).toBeFocused();
    expect(await majorsIn(page)).toEqual(['345 G']);
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
    await expect(line(page)).toContainText('1 of 1 code found.');
  });
});

test('the same majors are changed as the list shows', async ({ page }) => {
  const text = `Coded ${randomLetters(8)}`;
  const majors: Items['major'][] = [];
  for (const [at, values] of [{}, { endTermYyyyst: '201992' }, {}, { startTermYyyyst: '202592' }].entries())
    majors.push(await createItem(page, 'major', { title20: `${text} ${at}`, ...values }));
  const [one, ended, , later] = majors.map(({ majorCode }) => majorCode);
  await page.goto(`./major?codes=${one},${ended},${later},9ZZ&q=${text.replace(' ', '+')}&asOf=201892`);
  await expect(line(page)).toContainText('3 of 4 codes found. Not found: 9ZZ');
  await expect(page.getByRole('status').filter({ hasText: 'In effect in F18: 2 of 3' })).toBeVisible();
  await page.getByRole('link', { name: 'Set 1 ended major to inactive' }).click();
  await expect(heading(page)).toHaveText('Set 1 ended major to inactive');
  await expect(lineOf(page, `${text} 1`)).toContainText('Yes→ to No');
  await page.getByRole('link', { name: 'Back to Majors' }).click();
  await page.getByRole('link', { name: 'Change all 2…' }).click();
  await expect(heading(page)).toHaveText('Change all 2 majors');
  await choose(page, 'Field', 'CIP');
  await page.getByRole('textbox', { name: 'New Value' }).fill('11.0101');
  await page.getByRole('button', { name: 'Show the changes' }).click();
  await expect(heading(page)).toHaveText('Change CIP Code of 2 majors');
  await expect(lineOf(page, 'Changed')).toHaveCount(2);
  await apply(page, 'Apply 2 changes');
  expect(await newest(page, `${text} 0`)).toMatchObject({ origin: 'bulk', updated: 2 });
  const changed = (await read<Items['major']>(page, 'majors')).filter(
    ({ cipCode, title20 }) => cipCode && title20.startsWith(text),
  );
  expect(changed.map(({ majorCode }) => majorCode).toSorted()).toEqual([one ?? '', ended ?? ''].toSorted());
  await expect(line(page)).toContainText('3 of 4 codes found.');
  await expect(count(page)).toHaveText('2 Rows');
  // An unreadable filter changes nothing.
  await page.goto('./proposal/change/major?codes=,');
  await expect(heading(page)).toHaveText('Change all 0 majors');
});

test('the downloads and the printed list have exactly these rows, and all titles of departments are found', async ({
  page,
}) => {
  await page.goto('./school?codes=57,55,0,9Z');
  await expect(line(page)).toContainText('2 of 4 codes found. Not found: 0 (did you mean 00?), 9Z');
  await line(page).getByRole('button', { name: 'Use 00 instead of 0' }).click();
  await expect(line(page)).toContainText('3 of 4 codes found. Not found: 9Z');
  await expect(line(page).getByRole('button', { name: 'Edit codes' })).toBeFocused();
  expect(codesIn(page)).toBe('57,55,00,9Z');
  const text = '3 of 4 codes found. Not found: 9Z';
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

  await page.goto('./department');
  const departments = await read<Items['department']>(page, 'departments');
  const titles = [...new Set(departments.map(({ title7 }) => title7))];
  await paste(page, titles.join('\n'));
  await expect(form(page)).toContainText(`${titles.length} of ${titles.length} codes found.`);
  await box(page).fill('The law of the Art department, bio sci & BIO XYZ');
  await expect(form(page).getByRole('listitem')).toHaveText(['BIO', 'XYZ', 'Add LAW', 'Add ART']);
  await form(page).getByRole('button', { name: 'Add LAW' }).click();
  await show(page, 'Show 2 departments');
  await expect(line(page)).toContainText('2 of 4 codes found. Not found: BIO, XYZ');

  await page.goto('./major-degree');
  await paste(page, '0k2');
  await show(page, 'Show 1 major-degree');
  await expect(line(page)).toContainText('1 of 1 code found.');
  await page.goto('./degree?codes=1');
  await expect(
    page.getByText('Ignored parts of this URL, which this screen does not know: codes.'),
  ).toBeVisible();
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
    await show(page, 'Show');
    await expect(box(page)).toHaveAccessibleDescription(message);
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveValue(text);
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(form(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
  expect(codesIn(page)).toBeNull();

  for (const [codes, message] of [
    [many.replaceAll(' ', ','), '501 codes are too many. A list can be filtered by at most 500.'],
    [',,%00,*', 'This URL contains no readable code.'],
    ['<b>,%F0%9F', '0 of 1 code found. Not found: <B>'],
  ] as const) {
    await page.goto(`./major?codes=${codes}`);
    await expect(line(page)).toContainText(message);
    await expect(page.getByText('No results found')).toBeVisible();
  }
  await line(page).getByRole('button', { name: 'Clear codes' }).click();
  await expect(count(page)).not.toHaveText('0 Rows');
});

test('fits a phone, with its dialog', async ({ page }) => {
  await page.goto('./major?codes=201,345,0K2,7,9ZZ,CIP,14');
  await expect(line(page)).toBeVisible();
  await checkWidths(page, 'codes');
  await expectAccessible(page);
  await line(page).getByRole('button', { name: 'Edit codes' }).click();
  await box(page).fill(`Please give 201, 345 and 7 a new CIP code. ${'Thank you very much. '.repeat(20)}`);
  await expect(form(page)).toContainText('2 of 4 codes found.');
  await checkWidths(page, 'codes-dialog');
  await expectAccessible(page);
  await expect(form(page).getByRole('button', { name: 'Show 4 majors' })).toBeInViewport();
});
