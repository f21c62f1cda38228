import type { Page } from '@playwright/test';
import type { Items } from '../../contract/kinds.ts';
import { createItem, relate, textOf } from './data.ts';
import { choose, dialog, holdToast, part, save, section } from './forms.ts';
import { heading, newest, toasts } from './proposals.ts';
import { checkWidths, expect, expectAccessible, sessionOf, test } from './support.ts';

// 'Select several' on the relationship screen: relates an item to several others with one save.

// The browser asks before unsaved changes are left by a reload.
test.use({ storageState: sessionOf('registrar'), expectedProblems: /^beforeunload/ });

const filter = (page: Page) => part(page, 'To').getByPlaceholder('Filter results...');
const startTerm = (page: Page) => page.getByRole('combobox', { name: 'Start Term' });

/** Checks the box of an item that the filter finds. */
async function pick(page: Page, item: Items['department']): Promise<void> {
  await filter(page).fill(textOf(item));
  // Until the filter applies, rows above it move it.
  await expect(part(page, 'To').getByRole('checkbox')).toHaveCount(1);
  await part(page, 'To')
    .getByRole('row')
    .filter({ hasText: textOf(item) })
    .getByRole('checkbox')
    .check();
}

test('a degree is related to three departments by one save, with a suggested start, and one undo', async ({
  page,
}) => {
  const degree = await createItem(page, 'degree', { degreeStartTermYyyyst: '201092' });
  const departments = [
    await createItem(page, 'department', { startTerm: '200092' }),
    await createItem(page, 'department', { startTerm: '202492' }),
    await createItem(page, 'department'),
  ];
  const related = await createItem(page, 'department');
  await relate(page, ['degree', degree], ['department', related], { startTerm: '201092' });
  await page.goto(`./degree/${degree.degreeKey}`);
  await page.getByRole('button', { name: 'Add Relationship to' }).click();
  await page.getByRole('menuitem', { name: 'Department' }).click();
  await page.getByRole('link', { name: 'Select several' }).click();
  await expect(heading(page)).toHaveText('Relate Degree to several Departments');

  await test.step('nothing is saved without a selection, nor by Enter in the filter', async () => {
    await choose(page, 'Start Term', 'F25');
    await save(page);
    await expect(dialog(page, 'Error')).toContainText('You must select an item to relate to');
    await dialog(page, 'Error').getByRole('button', { name: 'Close', exact: true }).click();
    await page.reload();
    await filter(page).fill(textOf(related));
    await expect(part(page, 'To').getByRole('checkbox')).toHaveCount(1);
    await expect(part(page, 'To').getByRole('checkbox')).toBeDisabled();
    await filter(page).press('Enter');
    await expect(heading(page)).toHaveText('Relate Degree to several Departments');
    // Restored from before the reload.
    await expect(startTerm(page)).toHaveValue('F25');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    await expect(heading(page)).toHaveText('View Degree');
    await page.goBack();
  });
  await test.step('the start is the first term in which all of them are in effect, until the user chooses another', async () => {
    await expect(startTerm(page)).toHaveValue('');
    await pick(page, departments[0] as Items['department']);
    await expect(startTerm(page)).toHaveValue('F10');
    await pick(page, departments[1] as Items['department']);
    await expect(startTerm(page)).toHaveValue('F24');
    await choose(page, 'Start Term', 'F25');
    await pick(page, departments[2] as Items['department']);
    await expect(startTerm(page)).toHaveValue('F25');
    await expect(part(page, 'To')).toContainText(/Selected: department .*, department .*, department /);
  });
  await expectAccessible(page);
  await save(page);
  await expect(heading(page)).toHaveText('View Degree');
  await holdToast(page);
  const rows = section(page, 'Departments').locator('tbody tr');
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: 'F25' })).toHaveCount(3);
  expect(await newest(page, departments[0]?.title ?? '')).toMatchObject({
    origin: 'bulk',
    created: 3,
    updated: 0,
    title: `Relate degree ${degree.degreeAwarded} ${degree.degreeTitleRc} to 3 departments`,
  });
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toasts(page).getByText('Undone')).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('an error is at its field, and a URL without a kind of relationship is reported', async ({ page }) => {
  const degree = await createItem(page, 'degree');
  const department = await createItem(page, 'department');
  await page.goto(`./proposal/relate/degree/${degree.degreeKey}?to=department`);
  await pick(page, department);
  await choose(page, 'Start Term', 'F25');
  await choose(page, 'End Term', 'F10');
  await save(page);
  await expect(page.getByText('End Term must not be before Start Term')).toBeVisible();
  await checkWidths(page, 'relate-several');
  for (const path of [`degree/${degree.degreeKey}?to=nothing`, `degree/${degree.degreeKey}`]) {
    await page.goto(`./proposal/relate/${path}`);
    await expect(page.getByRole('alert')).toHaveText('Failed to find list of to type.');
  }
});
