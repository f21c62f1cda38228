import type { Locator, Page } from '@playwright/test';
import type { MaintainedTerm } from '../../contract/lookups.ts';
import { createItem, randomLetters, send } from './data.ts';
import { choose, dialog, fill, holdToast, save, toast } from './forms.ts';
import { applyButton, changes, heading, newest, toasts } from './proposals.ts';
import { checkWidths, expect, expectAccessible, sessionOf, test } from './support.ts';

// The page of terms and award types (contract 14).

test.use({ storageState: sessionOf('admin') });

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const rowIn = (page: Page, name: string, text: string): Locator =>
  table(page, name).getByRole('row').filter({ hasText: text });
const termRow = (page: Page, text: string) => rowIn(page, 'Terms', text);
const awardRow = (page: Page, text: string) => rowIn(page, 'Award types', text);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const undoLast = (page: Page) => toasts(page).getByRole('button', { name: 'Undo' }).last().click();

/** A term that nothing else has. Its year is before those of the sample. */
const aTerm = () => ({
  termYyyyst: `19${10 + Math.floor(Math.random() * 50)}${randomLetters(2)}`,
  label: randomLetters(6),
});
const addTerm = (page: Page, { termYyyyst, label }: ReturnType<typeof aTerm>) =>
  send(page, 'POST', 'terms', { termYyyyst, termLetterYear: label });
const anAward = () => `M.${randomLetters(6)}`;
const addAward = (page: Page, degreeShort: string) =>
  send(page, 'POST', 'award-types', { degreeShort, degreeCode: 'MX', title: `Master of ${degreeShort}` });

const filter = (page: Page, text: string) => page.getByPlaceholder('Filter results...').fill(text);

test('Tools leads to the terms, newest first, and the award types, with what is in use', async ({ page }) => {
  await page.goto('.');
  await button(page, 'Tools').click();
  await page.getByRole('menuitem', { name: 'Terms and awards' }).click();
  await expect(heading(page)).toHaveText('Terms and awards');
  await expect(page).toHaveURL(/\/lookups$/);
  await filter(page, '2030');
  await expect(table(page, 'Terms').locator('tbody tr').first()).toContainText('F30203092');
  await filter(page, '202592');
  await expect(termRow(page, 'F25').locator('td').nth(2)).toHaveText('Yes');
  await expect(awardRow(page, 'Bachelor of Science').locator('td').last()).toBeVisible();
  await expect(awardRow(page, 'Bachelor of Science').locator('td').nth(4)).toHaveText('Yes');
});

test('a term is created, edited and deleted; each change is offered to undo', async ({ page }) => {
  const { termYyyyst, label } = aTerm();
  await page.goto('./lookups');
  await button(page, 'Create term').click();
  const opened = dialog(page, 'Create Term');
  await fill(opened, { 'Term Code': termYyyyst, Label: label });
  await save(opened);
  await expect(toast(page, 'The term has been successfully added')).toBeVisible();
  await filter(page, termYyyyst);
  const row = termRow(page, termYyyyst);
  await expect(row).toContainText(`${label}${termYyyyst}No`);

  await row.getByRole('button', { name: 'Edit' }).click();
  const editing = dialog(page, 'Edit Term');
  await expect(editing.getByRole('textbox', { name: 'Term Code' })).toHaveAttribute('readonly');
  await fill(editing, { Label: 'Edited' });
  await save(editing);
  await expect(toast(page, 'The term has been successfully updated')).toBeVisible();
  await holdToast(page);
  await expect(row).toContainText('Edited');
  await undoLast(page);
  await expect(row).toContainText(label);

  await row.getByRole('button', { name: 'Delete' }).click();
  const question = dialog(page, 'Warning');
  await expect(question).toContainText(`Are you sure you want to delete the term ${label} (${termYyyyst})?`);
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'The term has been successfully deleted')).toBeVisible();
  await holdToast(page);
  await expect(row).toHaveCount(0);
  await undoLast(page);
  await expect(row).toHaveCount(1);
  await send(page, 'DELETE', `terms/${termYyyyst}`);
});

test('forms offer a new term and a new award at once', async ({ page }) => {
  const [term, award] = [aTerm(), anAward()];
  await page.goto('./lookups');
  await button(page, 'Create term').click();
  await fill(dialog(page, 'Create Term'), { 'Term Code': term.termYyyyst, Label: term.label });
  await save(dialog(page, 'Create Term'));
  await expect(dialog(page, 'Create Term')).toBeHidden();
  await button(page, 'Create award type').click();
  const opened = dialog(page, 'Create Award type');
  await fill(opened, { Award: award, 'Degree Code': 'MX', Title: 'Master of Tests' });
  await choose(opened, 'Program Credential Level', '05');
  await save(opened);
  await expect(toast(page, 'The award type has been successfully added')).toBeVisible();
  await expect(awardRow(page, award)).toContainText('Master of Tests05No');

  await page.getByRole('link', { name: 'Degrees', exact: true }).click();
  await button(page, 'Create').click();
  const degree = dialog(page, 'Create Degree');
  await choose(degree, 'Award', award);
  await choose(degree, 'Start Term', term.label);
  await expect(degree).toContainText(award);
  await expect(degree.getByRole('combobox', { name: 'Start Term' })).toHaveValue(term.label);
  await degree.getByRole('button', { name: 'Cancel' }).click();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await send(page, 'DELETE', `terms/${term.termYyyyst}`);
  await send(page, 'DELETE', `award-types/${encodeURIComponent(award)}`);
});

test('errors are shown at their fields, and keep what was typed', async ({ page }) => {
  await page.goto('./lookups');

  await test.step('the page and its dialogs are accessible, and never scroll sideways', async () => {
    await expect(awardRow(page, 'Bachelor of Arts')).toBeVisible();
    await expectAccessible(page);
    await button(page, 'Create award type').click();
    await expect(dialog(page, 'Create Award type')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await checkWidths(page, 'lookups');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await button(page, 'Create term').click();
  const opened = dialog(page, 'Create Term');
  await fill(opened, { 'Term Code': '20319z', Label: 'F25' });
  await save(opened);
  const code = opened.getByRole('textbox', { name: 'Term Code' });
  await expect(code).toHaveAccessibleDescription(/Term Code must be a 4-digit year/);
  await code.fill(aTerm().termYyyyst);
  await save(opened);
  const label = opened.getByRole('textbox', { name: 'Label' });
  await expect(label).toHaveAccessibleDescription(
    /The term 202592 has the label F25\. Choose another label\./,
  );
  await expectAccessible(page);
  await code.fill('202592');
  await label.fill('Other');
  await save(opened);
  await expect(dialog(page, 'Error')).toContainText('The term 202592 already exists');
  await dialog(page, 'Error').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(label).toHaveValue('Other');
});

test('a term or an award in use is not deleted, and the reason has the numbers of its uses', async ({
  page,
}) => {
  const [term, award] = [aTerm(), anAward()];
  await addTerm(page, term);
  await addAward(page, award);
  const major = await createItem(page, 'major', { startTermYyyyst: term.termYyyyst });
  const degree = await createItem(page, 'degree', { degreeListAwarded: [award] });
  await page.goto(`./lookups?q=${term.termYyyyst}`);
  const refuse = async (row: Locator, reason: string) => {
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    await expect(dialog(page, 'Error')).toContainText(reason);
    await page.keyboard.press('Escape');
    await expect(row).toHaveCount(1);
  };
  await refuse(termRow(page, term.label), `Used by 1 major, so the term ${term.label} cannot be deleted.`);
  await refuse(awardRow(page, award), `Used by 1 degree, so the award type ${award} cannot be deleted.`);
  await send(page, 'DELETE', `majors/${major.majorKey}`);
  await send(page, 'DELETE', `degrees/${degree.degreeKey}`);
  await send(page, 'DELETE', `terms/${term.termYyyyst}`);
  await send(page, 'DELETE', `award-types/${encodeURIComponent(award)}`);
});

test('an edit conflict keeps what was typed and loads the newer version', async ({ page }) => {
  const award = anAward();
  await addAward(page, award);
  await page.goto('./lookups');
  await awardRow(page, award).getByRole('button', { name: 'Edit' }).click();
  const opened = dialog(page, 'Edit Award type');
  await fill(opened, { Title: 'Mine' });
  await send(page, 'PUT', `award-types/${encodeURIComponent(award)}`, { degreeCode: 'NEW', title: 'Theirs' });
  await save(opened);
  const conflict = opened.getByRole('alert', { name: 'Edit conflict' });
  await expect(conflict).toContainText('Someone else has saved this award type in the meantime.');
  await expect(opened.getByRole('textbox', { name: 'Title' })).toHaveValue('Mine');
  await conflict.getByRole('button', { name: 'Combine with the newer version' }).click();
  await expect(opened.getByRole('textbox', { name: 'Degree Code' })).toHaveValue('NEW');
  await conflict.getByRole('button', { name: 'Use mine' }).click();
  await save(opened);
  await expect(awardRow(page, award)).toContainText('NEWMine');
  await send(page, 'DELETE', `award-types/${encodeURIComponent(award)}`);
});

test.describe('A draft', () => {
  // The browser asks before the reload.
  test.use({ expectedProblems: /beforeunload/ });

  test('survives a reload, and leaving asks first', async ({ page }) => {
    await page.goto('./lookups');
    await button(page, 'Create award type').click();
    const opened = dialog(page, 'Create Award type');
    await fill(opened, { Title: 'Half typed' });
    await opened.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page, 'Warning')).toContainText('You have unsaved changes. Leave without saving?');
    await dialog(page, 'Warning').getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await expect(opened).toContainText('Your unsaved changes have been restored.');
    await expect(opened.getByRole('textbox', { name: 'Title' })).toHaveValue('Half typed');
    await opened.getByRole('button', { name: 'Cancel' }).click();
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    await expect(opened).toBeHidden();
  });
});

test('a year is proposed like the one before, saved as one change, and undone', async ({ page }) => {
  await page.goto('./lookups');
  await page.getByRole('link', { name: 'Add a year' }).click();
  await expect(heading(page)).toHaveText('Add the terms of 2031');
  const rows = changes(page).locator('tbody tr');
  await expect(rows).toHaveCount(7);
  const cells = await rows.allInnerTexts();
  expect(cells.map((text) => text.match(/2031\w\d\b/)?.[0])).toEqual(
    ['03', '14', '25', '39', '51', '76', '92'].map((session) => `2031${session}`),
  );
  expect(cells.map((text) => text.match(/\b[A-Z]31\b/)?.[0])).toEqual(
    ['W', 'S', 'Y', 'T', 'C', 'Z', 'F'].map((season) => `${season}31`),
  );
  await expectAccessible(page);
  await button(page, 'Apply 7 changes').click();
  await expect(applyButton(page)).toHaveCount(0);
  await expect(toast(page, '7 changes saved')).toBeVisible();
  await holdToast(page);
  await expect(heading(page)).toHaveText('Terms and awards');
  await expect(termRow(page, '203192')).toContainText('F31203192No');
  await expect(termRow(page, '203103')).toBeVisible();
  await undoLast(page);
  await expect(termRow(page, '2031')).toHaveCount(0);
  const { title, created, undoneBy } = await newest(page, 'Add the terms of 2031');
  expect({ title, created, isUndone: undoneBy !== null }).toEqual({
    title: 'Add the terms of 2031',
    created: 7,
    isUndone: true,
  });
});

test('the changes page names terms and award types, without a link, and undoes their changes', async ({
  page,
}) => {
  const [term, award] = [aTerm(), anAward()];
  await addTerm(page, term);
  await addAward(page, award);
  await page.goto(`./changes?kind=term&q=${term.label}`);
  const set = page.getByRole('listitem').filter({ hasText: `created term ${term.label}` });
  await set.getByRole('button', { name: /^What changed/ }).click();
  await expect(page.getByText(`Created term ${term.label} Label ${term.label}`)).toBeVisible();
  await expect(page.getByRole('link', { name: term.label })).toHaveCount(0);
  await set.getByRole('button', { name: 'Undo' }).click();
  await expect(set.getByText('Undone')).toBeVisible();
  const { terms } = { terms: (await (await page.request.get('./api/terms')).json()) as MaintainedTerm[] };
  expect(terms.map(({ termYyyyst }) => termYyyyst)).not.toContain(term.termYyyyst);

  const degree = await createItem(page, 'degree', { degreeListAwarded: [award] });
  await page.goto(`./changes?kind=awardType&q=${award}`);
  const other = page.getByRole('listitem').filter({ hasText: `created award type ${award}` });
  await other.getByRole('button', { name: 'Undo' }).click();
  const blocked = dialog(page, 'Undo');
  await expect(blocked).toContainText(`${award} cannot be deleted: it was used in ${award} Degree`);
  await page.keyboard.press('Escape');
  await send(page, 'DELETE', `degrees/${degree.degreeKey}`);
  await send(page, 'DELETE', `award-types/${encodeURIComponent(award)}`);
});

test('everything works with the keyboard alone', async ({ page }) => {
  const { termYyyyst, label } = aTerm();
  await page.goto('./lookups');
  await expect(button(page, 'Create term')).toHaveAccessibleDescription('Create term (N)');
  await page.keyboard.press('n');
  await expect(dialog(page, 'Create Term').getByRole('textbox', { name: 'Term Code' })).toBeFocused();
  await page.keyboard.type(termYyyyst);
  await page.keyboard.press('Tab');
  await page.keyboard.type(label);
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'The term has been successfully added')).toBeVisible();
  await expect(dialog(page, 'Create Term')).toBeHidden();
  await page.keyboard.press('/');
  await page.keyboard.type(termYyyyst);
  await expect(table(page, 'Terms').locator('tbody tr')).toHaveText([new RegExp(termYyyyst)]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('e');
  await expect(dialog(page, 'Edit Term').getByRole('textbox', { name: 'Label' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Edit Term')).toBeHidden();
  await page.keyboard.press('Delete');
  await expect(dialog(page, 'Warning')).toBeVisible();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(toast(page, 'The term has been successfully deleted')).toBeVisible();
  // The pointer only keeps the toast.
  await holdToast(page);
  await expect(termRow(page, termYyyyst)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(termRow(page, termYyyyst)).toHaveCount(1);
  await send(page, 'DELETE', `terms/${termYyyyst}`);
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('rows are cards with a menu of their actions', async ({ page }) => {
    const award = anAward();
    await addAward(page, award);
    await page.goto('./lookups');
    await expect(awardRow(page, award)).toContainText('MX · not in use');
    await awardRow(page, award)
      .getByRole('button', { name: `Actions of award type ${award}` })
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const opened = dialog(page, 'Edit Award type');
    await fill(opened, { Title: 'On a phone' });
    await save(opened);
    await expect(awardRow(page, award)).toContainText('On a phone');
    await expectAccessible(page);
    await send(page, 'DELETE', `award-types/${encodeURIComponent(award)}`);
  });
});
