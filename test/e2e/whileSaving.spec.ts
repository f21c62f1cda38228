import type { Locator, Page } from '@playwright/test';
import { createItem, unusedCode } from './data.ts';
import { dialog, edit, expectNoPrompt, fill, save, section, toast } from './forms.ts';
import { chooseFile, csvOf, open } from './imports.ts';
import { applyButton } from './proposals.ts';
import { expect, holdRequests, sessionOf, test } from './support.ts';

// While a save is pending, users cannot type input that would not be saved.

test.use({ storageState: sessionOf('registrar') });

/** Types into the focused field, as a hurried user does. */
async function typeInto(box: Locator, text: string): Promise<void> {
  await box.focus();
  await box.page().keyboard.press('End');
  await box.page().keyboard.type(text);
}

test('the fields of a form are read-only while it is being saved, and keep the focus', async ({ page }) => {
  const major = await createItem(page, 'major');
  await page.goto('./major');
  const opened = await edit(page, 'Major', major.title20);
  const box = (name: string) => opened.getByRole('textbox', { name, exact: true });
  await fill(opened, { 'Title Long': 'Before' });
  const release = await holdRequests(page, `**/api/majors/${major.majorKey}`);
  await box('Title Long').press('Enter');
  await expect(opened.getByRole('button', { name: 'Saving' })).toBeVisible();

  await expect(box('Title Long')).toBeFocused();
  await typeInto(box('Title Long'), ' and after');
  await expect(box('Title Long')).toHaveValue('Before');
  await typeInto(box('Comments'), 'Lost?');
  await expect(box('Comments')).toHaveValue('');
  await typeInto(box('Reason (optional)'), 'Lost?');
  await expect(box('Reason (optional)')).toHaveValue('');
  const active = opened.getByRole('checkbox', { name: 'Active' });
  await active.press('Space');
  await expect(active).toBeChecked();
  const segment = opened.getByRole('combobox', { name: 'Segment' });
  const before = await segment.inputValue();
  await segment.click();
  await typeInto(segment, 'G');
  await segment.press('ArrowDown');
  await expect(segment).toHaveValue(before);
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(opened.getByRole('button', { name: 'Clear Segment' })).toHaveCount(0);

  await release();
  await expect(toast(page, 'The major has been successfully updated')).toBeVisible();
  await expectNoPrompt(page);
  const { major: stored } = (await (await page.request.get(`./api/majors/${major.majorKey}`)).json()) as {
    major: { titleLong: string; comments: string | null };
  };
  expect(stored).toMatchObject({ titleLong: 'Before', comments: null });
});

test.describe('when the save has failed', () => {
  test.use({ expectedProblems: /net::ERR_FAILED/ });

  test('the fields can be typed into again', async ({ page }) => {
    await page.goto('./department');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const opened = dialog(page, 'Create Department');
    await fill(opened, { 'Title 7': 'TOO', 'Title 40': 'Refused' });
    await page.route('**/api/departments', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await save(opened);
    await dialog(page, 'Error').getByRole('button', { name: 'Close', exact: true }).click();
    await typeInto(opened.getByRole('textbox', { name: 'Title 40' }), ' no more');
    await expect(opened.getByRole('textbox', { name: 'Title 40' })).toHaveValue('Refused no more');
  });
});

test.describe('a proposal that is being saved', () => {
  const tickOf = (page: Page) => page.getByRole('checkbox', { name: /Set Active to No/ });

  test('keeps the choices and its reason', async ({ page }) => {
    const major = await createItem(page, 'major');
    await page.goto(`./major/${major.majorKey}`);
    await section(page, 'Details').getByRole('link', { name: 'End…' }).click();
    await expect(applyButton(page)).toBeEnabled();
    const isTicked = await tickOf(page).isChecked();
    const release = await holdRequests(page, '**/api/proposals/apply');
    await applyButton(page).click();
    await expect(page.getByRole('button', { name: /^Saving/ })).toBeVisible();
    const reasonInput = page.getByRole('textbox', { name: 'Reason (optional)' });
    await typeInto(reasonInput, 'Lost?');
    await expect(reasonInput).toHaveValue('');
    await tickOf(page).press('Space');
    await expect(tickOf(page)).toBeChecked({ checked: isTicked });
    const last = page.getByRole('combobox', { name: 'Last Term' });
    const term = await last.inputValue();
    await last.press('ArrowDown');
    await last.press('ArrowDown');
    await last.press('Enter');
    await expect(last).toHaveValue(term);
    await release();
    await expect(toast(page, '1 change saved')).toBeVisible();
  });

  test('keeps the cells of its file and the open questions, and then says what was saved', async ({
    page,
  }) => {
    const [one, other] = [await unusedCode(page, 'major'), await unusedCode(page, 'major')];
    await open(page, 'Major');
    const rows = [
      [one, 'U', 'Saved', 'F25'],
      ['?!', 'U', 'Wrong', 'F25'],
      [other, 'U', 'Open', 'Summer 2025'],
    ];
    await chooseFile(page, csvOf(['Major Code', 'Segment', 'Title 20', 'Start Term'], ...rows), 'saved.csv');
    const question = page.getByRole('combobox', { name: /Summer 2025/ });
    await expect(question).toBeVisible();
    const release = await holdRequests(page, '**/api/proposals/apply');
    await page.getByRole('button', { name: 'Apply 1 of 3' }).click();
    await expect(page.getByRole('button', { name: /^Saving/ })).toBeVisible();
    await page.getByRole('button', { name: 'Correct Major Code in row 3' }).click();
    await expect(page.getByRole('textbox', { name: 'Major Code in row 3' })).toHaveCount(0);
    await question.selectOption({ index: 1 });
    await expect(question).toHaveValue('');
    await release();
    await expect(page.getByRole('region', { name: 'Imported' })).toContainText(
      'saved.csv: 1 saved, 2 skipped',
    );
  });
});
