import type { Page } from '@playwright/test';
import type { ItemKind } from '../../contract/kinds.ts';
import { createItem, keyOf, randomLetters, relate, textOf, unusedCode } from './data.ts';
import { dialog, part, section, tabTo, toast } from './forms.ts';
import { checkWidths, expect, expectAccessible, sessionOf, test } from './support.ts';

// Uses each screen without a mouse: Tab, Enter, Space, arrow keys and letters.

test.use({ storageState: sessionOf('admin') });

const press = (page: Page, key: string) => page.keyboard.press(key);

/** Types into the labeled input. In a dropdown, chooses the first match. */
async function type(within: ReturnType<typeof dialog>, label: string, text: string): Promise<void> {
  const named = within
    .getByRole('textbox', { name: label, exact: true })
    .or(within.getByRole('combobox', { name: label, exact: true }));
  // The test searches for it after each Tab, and the id is the fastest.
  const box = named.page().locator(`[id="${await named.getAttribute('id')}"]`);
  await tabTo(box);
  await box.page().keyboard.type(text);
  if ((await box.getAttribute('role')) !== 'combobox') return;
  // Before they are loaded, the key would move to none of them.
  await expect(within.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await press(box.page(), 'ArrowDown');
  await press(box.page(), 'Enter');
}

interface Kind {
  kind: ItemKind;
  title: string;
  /** The required fields of a new item. The last makes it unique. */
  needs: (page: Page) => Promise<Record<string, string>>;
  box: string;
}

// A form with a dropdown, and a form without.
const kinds: Kind[] = [
  { kind: 'degree', title: 'Degree', needs: async () => ({ Award: 'BA' }), box: 'Title' },
  {
    kind: 'major',
    title: 'Major',
    needs: async (page) => ({ 'Major Code': await unusedCode(page, 'major') }),
    box: 'Title 20',
  },
];

for (const { kind, title, needs, box } of kinds)
  test(`a ${kind} is created, found, edited and deleted`, async ({ page }) => {
    const own = randomLetters(8);
    await page.goto(`./${kind}?q=${own}`);
    const open = page.getByRole('button', { name: 'Create', exact: true });
    await tabTo(open);
    await press(page, 'Enter');
    const created = dialog(page, `Create ${title}`);
    for (const [label, text] of Object.entries(await needs(page))) await type(created, label, text);
    await type(created, box, `New ${own}`);
    await press(page, 'Enter');
    await expect(toast(page, `The ${kind} has been successfully added`)).toBeVisible();
    await expect(open).toBeFocused();

    const row = page.getByRole('row').filter({ hasText: own });
    const link = row.getByRole('link').first();
    await tabTo(link);
    await press(page, 'e');
    await type(dialog(page, `Edit ${title}`), box, `Changed ${own}`);
    await press(page, 'Enter');
    await expect(toast(page, `The ${kind} has been successfully updated`)).toBeVisible();
    await expect(row).toContainText(`Changed ${own}`);
    await expect(link).toBeFocused();

    await press(page, 'Delete');
    const warning = dialog(page, 'Warning');
    await expect(warning.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await tabTo(warning.getByRole('button', { name: 'Continue' }));
    await press(page, 'Enter');
    await expect(toast(page, `The ${kind} has been successfully deleted`)).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect(page.getByRole('region', { name: `${title}s` })).toBeFocused();
  });

test('the rows of a list are a single tab stop, and arrow keys reach each control in them', async ({
  page,
}) => {
  await page.goto('./major?size=250');
  const rows = page.locator('tbody tr');
  await tabTo(rows.first().getByRole('link').first());
  await press(page, 'Tab');
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toBeFocused();
  await press(page, 'Shift+Tab');
  for (const name of [/^View Details of major /, /^Edit major /, /^Delete major /])
    await expect(rows.first().getByRole('button', { name })).toHaveAttribute('tabindex', '-1');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown']) await press(page, key);
  await expect(rows.nth(1).getByRole('button', { name: /^Edit major / })).toBeFocused();
  await press(page, 'End');
  await expect(rows.last().getByRole('button', { name: /^Edit major / })).toBeFocused();
  await press(page, 'Enter');
  await expect(dialog(page, 'Edit Major')).toBeVisible();
  await press(page, 'Escape');
  await expect(rows.last().getByRole('button', { name: /^Edit major / })).toBeFocused();
});

test('the focus follows an edited item to its new place; after a deletion, or an edit that no longer matches the filter, it goes to the row in its place', async ({
  page,
}) => {
  const own = randomLetters(8);
  for (const first of ['A', 'B', 'C', 'D'])
    await createItem(page, 'degree', { degreeTitleRc: `${first} ${own}` });
  await page.goto(`./degree?q=${own}`);
  const link = (title: string) => page.getByRole('link', { name: `${title} ${own}` });
  await tabTo(link('A'));
  await press(page, 'ArrowDown');
  await expect(link('B')).toBeFocused();
  await press(page, 'e');
  await type(dialog(page, 'Edit Degree'), 'Title', `Z ${own}`);
  await press(page, 'Enter');
  await expect(page.locator('tbody tr').last()).toContainText(`Z ${own}`);
  await expect(link('Z')).toBeFocused();

  await press(page, 'Home');
  await press(page, 'Delete');
  await expect(dialog(page, 'Warning')).toContainText(`delete BA A ${own}?`);
  await press(page, 'Escape');
  await expect(link('A')).toBeFocused();
  await press(page, 'Delete');
  await tabTo(dialog(page, 'Warning').getByRole('button', { name: 'Continue' }));
  await press(page, 'Enter');
  await expect(link('A')).toHaveCount(0);
  await expect(link('C')).toBeFocused();
  await press(page, 'ArrowDown');
  await expect(link('D')).toBeFocused();

  await press(page, 'ArrowUp');
  await press(page, 'e');
  await type(dialog(page, 'Edit Degree'), 'Title', randomLetters(12));
  await press(page, 'Enter');
  await expect(link('C')).toHaveCount(0);
  await expect(link('D')).toBeFocused();
});

test('the table footer explains the keys while a row has the focus, without a layout shift', async ({
  page,
}) => {
  const help = (text: string) => page.getByText(text, { exact: true });
  const inList = help('↑ ↓ row · Enter open · E edit · Del delete');
  await page.goto('./major');
  const next = page.getByRole('button', { name: 'Next page' });
  await expect(next).toBeVisible();
  await expect(inList).toBeHidden();
  const placeInPage = () => next.evaluate((one) => one.getBoundingClientRect().y + window.scrollY);
  const before = await placeInPage();
  await tabTo(page.locator('tbody tr').first().getByRole('link').first());
  await expect(inList).toBeVisible();
  expect(await placeInPage()).toBe(before);
  await press(page, 'Tab');
  await expect(inList).toBeHidden();
  // The keys of users who can only open items.
  await page.goto('./major-degree');
  await tabTo(page.locator('tbody tr').first().getByRole('link').first());
  await expect(help('↑ ↓ row · Enter open')).toBeVisible();
});

test('a slash focuses the filter, which finds words in any order', async ({ page }) => {
  await page.goto('./major');
  await expect(page.getByRole('table')).toBeVisible();
  await press(page, '/');
  await expect(page.getByPlaceholder('Filter results...')).toBeFocused();
  await page.keyboard.type('science 201 u');
  // The rows follow the input, and the URL follows the rows.
  await expect(page).toHaveURL(/201/);
  await expect(page.locator('tbody mark').first()).toBeVisible();
  for (const word of [/science/i, /201/]) {
    const marked = page.locator('mark').filter({ hasText: word });
    await expect(page.locator('tbody tr').filter({ hasNot: marked })).toHaveCount(0);
  }
  await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
  // Not on a screen without a filter, nor in a field.
  await press(page, '/');
  await tabTo(section(page, 'Details').getByRole('button', { name: 'Edit' }));
  await press(page, 'Enter');
  const box = dialog(page, 'Edit Major').getByRole('textbox', { name: 'Title 20' });
  await tabTo(box);
  await page.keyboard.type('A/B');
  await expect(box).toHaveValue('A/B');
});

test('related items are reached, edited and deleted from their rows by keyboard', async ({ page }) => {
  const major = await createItem(page, 'major');
  const [one, other] = [await createItem(page, 'degree'), await createItem(page, 'degree')];
  for (const degree of [one, other]) await relate(page, ['major', major], ['degree', degree]);
  const [first = '', second = ''] = [textOf(one), textOf(other)].sort();
  await page.goto(`./major/${major.majorKey}`);
  const degrees = section(page, 'Degrees');
  await tabTo(degrees.getByRole('link', { name: first, exact: true }));
  await press(page, 'Delete');
  await tabTo(dialog(page, 'Warning').getByRole('button', { name: 'Continue' }));
  await press(page, 'Enter');
  await expect(degrees.getByRole('link', { name: second, exact: true })).toBeFocused();
  await press(page, 'e');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Relate Major to Degree');
});

test('a list is paged, filtered, sorted and navigated', async ({ page }) => {
  await page.goto('./major');
  await tabTo(page.getByRole('button', { name: 'Next page' }), 'Shift+Tab');
  await press(page, 'Enter');
  await expect(page).toHaveURL(/page=2$/);

  await tabTo(page.getByPlaceholder('Filter results...'));
  await page.keyboard.type('mathematics');
  await expect(page).toHaveURL(/q=mathematics$/);
  await expect(page.locator('tbody tr').first()).toContainText(/mathematics/i);

  const title = page.getByRole('columnheader').filter({ hasText: /^Title 20/ });
  await tabTo(title.getByRole('button'));
  await press(page, 'Enter');
  await expect(title).toHaveAttribute('aria-sort', 'ascending');
  await press(page, 'Space');
  await expect(title).toHaveAttribute('aria-sort', 'descending');

  const row = (at: number) => page.locator('tbody tr').nth(at).getByRole('link').first();
  await tabTo(row(0));
  await press(page, 'ArrowDown');
  await press(page, 'ArrowDown');
  await press(page, 'ArrowUp');
  await expect(row(1)).toBeFocused();
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
});

test('the major-degree list leads to a major', async ({ page }) => {
  const [major, degree] = [await createItem(page, 'major'), await createItem(page, 'degree')];
  await relate(page, ['major', major], ['degree', degree]);
  await page.goto('./major-degree');
  await tabTo(page.getByPlaceholder('Filter results...'));
  await page.keyboard.type(textOf(major));
  await expect(page).toHaveURL(/q=/);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await tabTo(page.locator('tbody tr').getByRole('link').first());
  await press(page, 'Enter');
  await expect(page).toHaveURL(new RegExp(`/major/${major.majorKey}$`));
});

test('a major and a degree are created together', async ({ page }) => {
  const majorCode = await unusedCode(page, 'major');
  await page.goto('./major-degree');
  await tabTo(page.getByRole('link', { name: 'Create' }));
  await press(page, 'Enter');
  await type(part(page, 'Major'), 'Major Code', majorCode);
  await type(part(page, 'Major'), 'Title 20', `Major ${randomLetters(8)}`);
  await type(part(page, 'Degree'), 'Award', 'BA');
  await type(part(page, 'Degree'), 'Title', `Degree ${randomLetters(8)}`);
  await type(part(page, 'Relationship'), 'Start Term', 'F25');
  const self = part(page, 'Relationship').getByRole('checkbox', { name: 'Self-Supporting Program' });
  await tabTo(self);
  await press(page, 'Space');
  await expect(self).toBeChecked();
  await tabTo(page.getByRole('button', { name: 'Save' }));
  await press(page, 'Enter');
  await expect(toast(page, 'The major degree has been successfully added')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
  await expect(section(page, 'Details')).toContainText(majorCode);
});

test('a detail screen is edited, its lists are hidden, and a relationship is created from it', async ({
  page,
}) => {
  const [major, department] = [await createItem(page, 'major'), await createItem(page, 'department')];
  await page.goto(`./major/${major.majorKey}`);
  const add = page.getByRole('button', { name: 'Add Relationship to' });
  await tabTo(section(page, 'Details').getByRole('button', { name: 'Edit' }));
  await press(page, 'Enter');
  await expect(dialog(page, 'Edit Major')).toBeVisible();
  await press(page, 'Escape');
  await expect(dialog(page, 'Edit Major')).toBeHidden();
  const toggle = section(page, 'Degrees').getByRole('button');
  await tabTo(toggle);
  await press(page, 'Enter');
  await expect(toggle).toHaveText('View');

  await tabTo(add);
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem', { name: 'Degree' })).toBeFocused();
  await press(page, 'Escape');
  await expect(add).toBeFocused();
  await press(page, 'ArrowDown');
  await press(page, 'ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Department' })).toBeFocused();
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Relate Major to Department');

  await tabTo(part(page, 'To').getByPlaceholder('Filter results...'));
  await page.keyboard.type(department.title7);
  const candidate = part(page, 'To').getByRole('radio');
  await expect(candidate).toHaveCount(1);
  await tabTo(part(page, 'To').locator('tbody tr'));
  await press(page, 'Space');
  await expect(candidate).toBeChecked();
  await type(part(page, 'Relationship'), 'Start Term', 'F25');
  await tabTo(page.getByRole('button', { name: 'Save' }));
  await press(page, 'Enter');
  await expect(toast(page, 'The relationship has been successfully saved')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/major/${keyOf('major', major)}$`));
});

test('the menu leads to About and back to the report, which is filtered, run, extended and cleared', async ({
  page,
}) => {
  await page.goto('.');
  await tabTo(page.getByRole('link', { name: 'About' }));
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'Version Information' })).toBeVisible();
  await tabTo(page.getByRole('link', { name: 'Report' }));
  await press(page, 'Enter');
  await expect(page.getByRole('button', { name: 'Run Report' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Report filters' });
  await type(form, 'School', '57');
  await tabTo(form.getByRole('textbox', { name: 'Major Title' }));
  await page.keyboard.type('a');
  await press(page, 'Enter');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page).toHaveURL(/schoolCode=57/);
  await tabTo(page.getByRole('button', { name: 'Show Extended Data >>>' }));
  await press(page, 'Enter');
  await expect(page.getByRole('columnheader', { name: 'Comments' })).toHaveCount(1);
  await tabTo(form.getByRole('button', { name: 'Clear', exact: true }), 'Shift+Tab');
  await press(page, 'Enter');
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('the API documentation can be read, in both schemes and on a phone', async ({ page }) => {
  await page.goto('./api/docs');
  const call = page.locator('summary').filter({ hasText: /^POST \/api\/schools / });
  await tabTo(page.getByRole('link', { name: 'schools', exact: true }));
  await press(page, 'Enter');
  await tabTo(call);
  await press(page, 'Enter');
  await expect(
    page.locator('details[open]').getByText('For users with the permission manage:data.'),
  ).toBeVisible();
  await page.locator('summary').filter({ hasText: 'POST /api/proposals/apply' }).click();
  // A link to a schema opens it.
  await page.locator('summary').filter({ hasText: 'POST /api/majors' }).click();
  await page.getByRole('link', { name: 'MajorFormInput' }).first().click();
  await expect(page.locator('#schema-MajorFormInput').getByText('titleLong')).toBeVisible();
  // Collapsed parts are not checked anyway, but axe would spend most of its time on them.
  await page.evaluate(() => {
    for (const closed of document.querySelectorAll('details:not([open]) > div')) closed.remove();
  });
  await expectAccessible(page);
  await checkWidths(page, 'api');
});
