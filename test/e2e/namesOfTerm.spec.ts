import type { Page } from '@playwright/test';
import type { Items } from '../../contract/kinds.ts';
import { createItem, pathOf, randomLetters, relate, send, unusedCode } from './data.ts';
import { bothDownloads } from './downloads.ts';
import { choose, dialog, fill, save, toast } from './forms.ts';
import { checkWidths, expect, expectAccessible, rowsOf, sessionOf, test, visit } from './support.ts';

// Lists, search, the report, the timeline and Differences show the names and codes that items had in a term (contract 14).

test.use({ storageState: sessionOf('registrar') });

const LAST = '201992';

/** A major that had another title and another code through F19. */
async function renamedMajor(page: Page): Promise<{ major: Items['major']; title: string; code: string }> {
  const major = await createItem(page, 'major', { startTermYyyyst: '200092' });
  const [title, code] = [`Old ${randomLetters(8)}`, await unusedCode(page, 'major')];
  for (const [field, value] of [
    ['title20', title],
    ['majorCode', code],
  ])
    await send(page, 'PUT', `${pathOf('major', major)}/earlier-values/${field}/${LAST}`, { value });
  return { major, title, code };
}

const filterBy = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Filter results' }).fill(text);

test('a list as of a term shows, finds and orders by the names of the term, but an edit is of today’s', async ({
  page,
}) => {
  const { major, title, code } = await renamedMajor(page);
  await page.goto(`./major?asOf=${LAST}&q=${encodeURIComponent(title)}`);
  const rows = async () => (await rowsOf(page)).map((cells) => cells.join(' '));
  await expect.poll(rows).toEqual([expect.stringContaining(title)]);
  expect(await rows()).toEqual([expect.stringContaining(code)]);
  await expectAccessible(page);

  await test.step('Change all changes the items that the names of the term have found', async () => {
    await page.getByRole('link', { name: 'Change 1…' }).click();
    await expect(page.getByRole('row').filter({ hasText: major.title20 })).toHaveCount(1);
    await page.goBack();
    await expect.poll(rows).toEqual([expect.stringContaining(title)]);
  });

  await page.locator('tbody tr').getByRole('link').first().focus();
  await page.keyboard.press('e');
  const edit = dialog(page, 'Edit Major');
  await expect(edit.getByRole('textbox', { name: 'Title 20' })).toHaveValue(major.title20);
  await fill(edit, { Comments: 'Seen in F19' });
  await save(edit);
  await expect(toast(page, 'The major has been successfully updated')).toBeVisible();
  const response = await page.request.get(`./api/${pathOf('major', major)}`);
  expect((await response.json()).major).toMatchObject({ title20: major.title20, majorCode: major.majorCode });
  // After the last term it has today's.
  await choose(page, 'As of', 'F20');
  await expect(page.getByText('No results found')).toBeVisible();
  await filterBy(page, major.title20);
  await expect(page.getByRole('row').filter({ hasText: major.majorCode })).toHaveCount(1);
});

test('major-degrees have the names of the term in both items', async ({ page }) => {
  const { major, title } = await renamedMajor(page);
  const degree = await createItem(page, 'degree');
  const old = `Old ${randomLetters(8)}`;
  await relate(page, ['major', major], ['degree', degree], { startTerm: '200092' });
  await send(page, 'PUT', `${pathOf('degree', degree)}/earlier-values/degreeTitleRc/${LAST}`, { value: old });
  await page.goto(`./major-degree?asOf=${LAST}&q=${encodeURIComponent(old)}`);
  await expect
    .poll(async () => (await rowsOf(page)).map((cells) => cells.join(' ')))
    .toEqual([expect.stringContaining(title)]);
});

test('the search finds an item by an earlier name and code, and says until when', async ({ page }) => {
  const { major, title, code } = await renamedMajor(page);
  await page.goto('.');
  await expect(page.getByRole('button', { name: 'Run Report' })).toBeVisible();
  for (const text of [title, code]) {
    await page.keyboard.press('Control+k');
    const search = dialog(page, 'Search');
    await search.getByRole('combobox').fill(text);
    const option = search.getByRole('option').filter({ hasText: major.title20 });
    await expect(option).toContainText(`${text} until F19`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
  }
});

test('the report as of a term shows and filters by the names of the term', async ({ page }) => {
  const { major, title, code } = await renamedMajor(page);
  await page.goto(`./?asOf=${LAST}&majorCode=${code}`);
  await page.getByRole('button', { name: 'Run Report' }).click();
  await expect(page.getByRole('cell', { name: title, exact: true })).toBeVisible();
  await visit(page, `?majorCode=${code}`);
  await expect(page.getByText('No results found')).toBeVisible();
  await visit(page, `?asOf=202092&majorCode=${major.majorCode}`);
  await expect(page.getByRole('cell', { name: major.title20, exact: true })).toBeVisible();
});

test('the timeline writes the names along the bar', async ({ page }) => {
  const { major, title, code } = await renamedMajor(page);
  await page.goto(`./major/${major.majorKey}`);
  const bars = page.getByRole('list', { name: 'The item' });
  const names = bars.locator('[aria-hidden] > span');
  await expect(names).toHaveText([`${code} U ${title}`, `${major.majorCode} U ${major.title20}`]);
  await expect(bars).toContainText(`${code} U ${title} until F19`);
  const gap = async () => {
    const [first, second] = await names.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    return Math.abs((first?.right ?? 0) - (second?.left ?? 0));
  };
  await expect.poll(gap).toBeLessThan(2);
  await checkWidths(page, 'the timeline with names');
});

test('Differences list what was renamed, also in their download', async ({ page }) => {
  const { major, title, code } = await renamedMajor(page);
  await page.goto(`./differences?from=${LAST}&to=202592&kind=major`);
  const renamed = page.getByRole('region', { name: 'Renamed' });
  const line = renamed.getByRole('listitem').filter({ hasText: major.title20 }).first();
  await expect(line).toContainText(`Title 20: ${title}`);
  await expect(line).toContainText(`Major Code: ${code}`);
  await expectAccessible(page);
  const { csv } = await bothDownloads(page);
  expect(csv[0]?.at(-1)).toBe('Names and Codes');
  const own = csv.find((cells) => cells.join().includes(major.title20));
  expect(own?.at(-1)).toBe(`Major Code: ${code} → ${major.majorCode}; Title 20: ${title} → ${major.title20}`);
  await line.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/major/${major.majorKey}`));
  await visit(page, `differences?from=${LAST}&to=${LAST}`);
  await expect(renamed).toContainText('None');
});
