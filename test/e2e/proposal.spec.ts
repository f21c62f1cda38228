import type { Page } from '@playwright/test';
import type { Items } from '../../contract/kinds.ts';
import { createItem, randomLetters, read, send } from './data.ts';
import { doubleClick, holdToast, pauses } from './forms.ts';
import { allBox, applyButton, changes, chip, heading, lineOf, rowBox, toasts } from './proposals.ts';
import { checkWidths, expect, expectAccessible, holdRequests, sessionOf, test } from './support.ts';

// The screen of any proposal. The tests preview a proposal for all majors, but never apply it.

test.use({ storageState: sessionOf('registrar') });

const ALL = './proposal/change/major?field=ucDiscipline&value=123';
const count = (page: Page) => page.getByText(/^[\d,]+ Rows$/);

/** Two majors, and the URL that proposes a discipline for both. */
async function propose(page: Page): Promise<string> {
  const text = `Two ${randomLetters(8)}`;
  for (const at of [1, 2]) await createItem(page, 'major', { title20: `${text} ${at}` });
  await page.goto(`./proposal/change/major?found=${text.replace(' ', '+')}&field=ucDiscipline&value=123`);
  await expect(applyButton(page)).toHaveText('Apply 2 changes');
  // It is not while the lists are read again, for which a double click by mouse events would not wait.
  await expect(applyButton(page)).toBeEnabled();
  return text;
}

test('hundreds of rows are proposed', async ({ page }) => {
  const rowsPerPage = page.getByRole('combobox', { name: 'Rows per page' });
  await page.goto(ALL);
  await expect(chip(page, 'Changed')).toBeVisible();

  await test.step('they are accessible, and fit each width', async () => {
    await expectAccessible(page);
    await checkWidths(page, 'proposal');
    await expectAccessible(page);
  });

  await test.step('on a phone they are sorted by a select', async () => {
    const sort = page.getByRole('combobox', { name: 'Sort' });
    await expect(sort.locator('option:checked')).toHaveText('As listed');
    await sort.selectOption('Item');
    await expect(page).toHaveURL(/sort=item/);
    await sort.selectOption('As listed');
    await expect(page).not.toHaveURL(/sort=/);
  });

  for (const width of [1440, 390])
    await test.step(`Apply is visible above a long table at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 844 });
      await expect(applyButton(page)).toBeInViewport({ ratio: 1 });
    });

  await test.step('the apply bar never covers the focused row', async () => {
    await page.setViewportSize({ width: 1440, height: 600 });
    const applyBar = page.locator('form').filter({ has: applyButton(page) });
    await page.getByPlaceholder('Filter results...').focus();
    for (let presses = 0; presses < 15; presses += 1) {
      await page.keyboard.press('ArrowDown');
      await expect(async () => {
        const [row, below] = [await page.locator('tbody :focus').boundingBox(), await applyBar.boundingBox()];
        expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
      }).toPass();
    }
  });

  await test.step('the download has each filtered row, with its old and new values', async () => {
    const whole = await count(page).innerText();
    await page.getByPlaceholder('Filter results...').fill('Biological Sci');
    await expect(changes(page).locator('tbody tr').first()).toContainText('Biological Sci');
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await started;
    expect(file.suggestedFilename()).toBe('proposal.csv');
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString('utf8').split('\r\n');
    expect(lines[0]).toBe('\uFEFFOutcome,Item,UC Discipline,Why');
    expect(lines[1]).toMatch(/^Changed,.*Biological Sci.*,.* → 123,$/);
    await page.getByPlaceholder('Filter results...').fill('');
    await expect(count(page)).toHaveText(whole);
  });

  await test.step('search, sort and keyboard navigation work as in the report', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const total = Number((await count(page).textContent())?.replace(/\D/g, ''));
    expect(total).toBeGreaterThan(250);
    await rowsPerPage.selectOption({ label: `All (${total})` });
    await expect(changes(page)).toHaveAttribute('aria-rowcount', String(total + 1));
    await page.getByPlaceholder('Filter results...').fill('biology');
    await expect(count(page)).not.toHaveText(`${total} Rows`);
    await page.keyboard.press('ArrowDown');
    await expect(changes(page).locator('tbody tr').first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('View Major');
  });
});

for (const pause of pauses)
  test(`a double click with a pause of ${pause} ms on Apply saves once`, async ({ page }) => {
    const text = await propose(page);
    await doubleClick(applyButton(page), pause);
    await expect(toasts(page).getByText('2 changes saved')).toBeVisible();
    const response = await page.request.get('./api/changes', { params: { q: `${text} 1` } });
    const { changeSets } = (await response.json()) as { changeSets: { origin: string }[] };
    expect(changeSets.filter(({ origin }) => origin === 'bulk')).toHaveLength(1);
    expect(changeSets.filter(({ origin }) => origin === 'undo')).toEqual([]);
  });

test.describe('while the server is away', () => {
  test.use({ expectedProblems: /ERR_FAILED|ERR_CONNECTION/ });

  test('a save whose response is lost is sent again with the same ID, and saved once', async ({ page }) => {
    const text = await propose(page);
    // The request arrives and is saved, but the response is lost.
    await page.route(
      '**/api/proposals/apply',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await applyButton(page).click();
    const error = page.getByRole('dialog', { name: 'Error' });
    await expect(error).toContainText('The server could not be reached');
    await error.getByRole('button', { name: 'Close', exact: true }).click();
    await applyButton(page).click();
    await expect(toasts(page).getByText('2 changes saved')).toBeVisible();
    const response = await page.request.get('./api/changes', { params: { q: `${text} 1` } });
    const { changeSets } = (await response.json()) as { changeSets: { origin: string }[] };
    expect(changeSets.filter(({ origin }) => origin === 'bulk')).toHaveLength(1);
  });

  test('Cancel cancels a save, and the preview is loaded again', { tag: '@firefox' }, async ({ page }) => {
    const text = await propose(page);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/proposals/apply', async (route) => {
      await held;
      await route.abort().catch(() => {});
    });
    await applyButton(page).click();
    await expect(page.getByRole('button', { name: 'Saving 2 changes' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Saving was canceled. The preview shows the current data.',
    );
    await expect(lineOf(page, `${text} 1`)).toContainText('none→ to 123');
    letGo();
    await page.unroute('**/api/proposals/apply');
    await applyButton(page).click();
    await expect(toasts(page).getByText('2 changes saved')).toBeVisible();
  });
});

test('a user who leaves during a save gets a toast with Undo, or with the error', async ({ page }) => {
  const text = await propose(page);
  const holdApply = () => holdRequests(page, '**/api/proposals/apply');
  const leave = async () => {
    await applyButton(page).click();
    await expect(page.getByRole('button', { name: 'Saving 2 changes' })).toBeVisible();
    await page.getByRole('link', { name: 'Schools', exact: true }).click();
    await expect(heading(page)).toHaveText('Schools');
  };
  let letGo = await holdApply();
  await leave();
  await page.goBack();
  // Until then the same proposal, or another, waits and shows the reason.
  await expect(page.getByText('The previous save is still running')).toBeVisible();
  await expect(applyButton(page)).toBeDisabled();
  await letGo();
  await expect(toasts(page).getByText('2 changes saved')).toBeVisible();
  await holdToast(page);
  await expect(page.getByText('Nothing would change')).toBeVisible();
  // By keyboard, because the pointer stays on the toast.
  await page.getByRole('link', { name: 'Schools', exact: true }).press('Enter');
  await expect(page).toHaveURL(/school$/);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toasts(page).getByText('Undone')).toBeVisible();

  await page.goBack();
  await expect(applyButton(page)).toHaveText('Apply 2 changes');
  letGo = await holdApply();
  await leave();
  const majors = await read<Items['major']>(page, 'majors');
  const first = majors.find(({ title20 }) => title20 === `${text} 1`);
  await send(page, 'PUT', `majors/${first?.majorKey}`, { ...first, sortCode: 7 });
  await letGo();
  const refused = page.getByRole('dialog', { name: 'Apply' });
  await expect(refused).toContainText('Nothing was saved.');
  await expect(refused.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
});

test('a reason can be given before rows are applied', async ({ page }) => {
  await propose(page);

  const reasonInput = page.getByRole('textbox', { name: 'Reason (optional)' });
  await test.step('a reason that is too long is not sent', async () => {
    await reasonInput.fill('x'.repeat(501));
    await expect(reasonInput).toHaveAttribute('aria-invalid', 'true');
    await expect(applyButton(page)).toBeDisabled();
    await reasonInput.fill('x'.repeat(500));
    await expect(applyButton(page)).toBeEnabled();
  });
  await test.step('it survives a reload and another screen, but not Cancel', async () => {
    await page.reload();
    await expect(reasonInput).toHaveValue('x'.repeat(500));
    await page.getByRole('link', { name: 'Schools', exact: true }).click();
    await expect(heading(page)).toHaveText('Schools');
    await page.goBack();
    await expect(reasonInput).toHaveValue('x'.repeat(500));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(heading(page)).toHaveText('Majors');
    await page.goBack();
    await expect(applyButton(page)).toBeEnabled();
    await expect(reasonInput).toHaveValue('');
  });
  await test.step('it is not restored after the save, even if the user left the screen', async () => {
    await reasonInput.fill('Only once');
    const letGo = await holdRequests(page, '**/api/proposals/apply');
    await applyButton(page).click();
    await expect(page.getByRole('button', { name: 'Saving 2 changes' })).toBeVisible();
    await page.getByRole('link', { name: 'Schools', exact: true }).click();
    await expect(heading(page)).toHaveText('Schools');
    await letGo();
    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toasts(page).getByText('Undone')).toBeVisible();
    await page.goBack();
    await expect(applyButton(page)).toHaveText('Apply 2 changes');
    await expect(reasonInput).toHaveValue('');
  });
});

test('rows are selected by their checkboxes, all at once, by keyboard and after a reload', async ({
  page,
}) => {
  const text = await propose(page);
  const only = (at: number) => rowBox(page, `${text} ${at}`);
  await test.step('so few rows have no filter, pages, counts or downloads', async () => {
    await expect(page.getByPlaceholder('Filter results...')).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveCount(0);
    await expect(chip(page, 'Changed')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveCount(0);
  });
  await only(1).uncheck();
  await expect(applyButton(page)).toHaveText('Apply 1 of 2');
  await expect(allBox(page)).toHaveJSProperty('indeterminate', true);
  await page.reload();
  await expect(only(1)).not.toBeChecked();
  await expect(only(2)).toBeChecked();
  await allBox(page).check();
  await expect(applyButton(page)).toHaveText('Apply 2 changes');
  await allBox(page).uncheck();
  await expect(page.getByText('Select the rows to save')).toBeVisible();
  await expect(applyButton(page)).toBeDisabled();
  await page.reload();
  await expect(only(2)).not.toBeChecked();
  // Space selects the focused row.
  await only(2).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(lineOf(page, `${text} 2`)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(only(2)).toBeChecked();
  await applyButton(page).click();
  await expect(heading(page)).toHaveText('Majors');
  await expect(toasts(page).getByText('1 change saved')).toBeVisible();
  const majors = await read<Items['major']>(page, 'majors');
  expect(
    [1, 2].map((at) => majors.find(({ title20 }) => title20 === `${text} ${at}`)?.ucDiscipline ?? null),
  ).toEqual([null, '123']);
});

test('the next preview includes changes by others, also if nothing is left to change', async ({ page }) => {
  const text = await propose(page);
  const majors = (await read<Items['major']>(page, 'majors')).filter(({ title20 }) =>
    title20.startsWith(text),
  );
  for (const major of majors)
    await send(page, 'PUT', `majors/${major.majorKey}`, { ...major, ucDiscipline: '123' });
  await applyButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was saved.');
  await expect(page.getByText('Nothing would change')).toBeVisible();
  await expect(applyButton(page)).toBeDisabled();
});

test('what Apply leaves out is visible above a long table', async ({ page }) => {
  await page.goto('./proposal/change/major?field=endTermYyyyst&value=196592&skip=');
  for (const width of [1440, 390])
    await test.step(`at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.getByText(/^\d+ rows with errors will be skipped$/)).toBeInViewport({ ratio: 1 });
    });
});

test('on a phone its rows are cards with all changes and a checkbox', async ({ page }) => {
  const text = await propose(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(lineOf(page, `${text} 1`)).toContainText('UC Discipline from none→ to 123');
  await rowBox(page, `${text} 1`).uncheck();
  await expect(applyButton(page)).toHaveText('Apply 1 of 2');
  await expectAccessible(page);
});
