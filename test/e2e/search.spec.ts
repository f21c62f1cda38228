import type { Locator, Page } from '@playwright/test';
import { createItem, keyOf, randomLetters, send, textOf } from './data.ts';
import { compareStates, forceColors } from './forcedColors.ts';
import { create, dialog, section } from './forms.ts';
import {
  checkWidths,
  expect,
  expectAccessible,
  holdRequests,
  sessionOf,
  signIn,
  test,
  visit,
} from './support.ts';

// The search of contract 11, by keyboard.

test.use({ storageState: sessionOf('registrar') });

const search = (page: Page) => dialog(page, 'Search');
const box = (page: Page) => search(page).getByRole('combobox', { name: 'Search' });
const list = (page: Page) => search(page).getByRole('listbox', { name: 'Results' });
const group = (page: Page, name: string) => list(page).getByRole('group', { name });
const options = (within: Locator) => within.getByRole('option');
const groupNames = (page: Page) =>
  list(page)
    .getByRole('group')
    .evaluateAll((groups) =>
      groups.map((one) =>
        document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent.trim(),
      ),
    );
const active = (page: Page) => list(page).locator('[role="option"][data-active]');

/** Opens the search with its key. */
async function open(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
}

async function find(page: Page, text: string): Promise<void> {
  await open(page);
  await page.keyboard.type(text);
}

test('the keys of both systems and the button open it, Escape clears the text, then closes and returns the focus', async ({
  page,
}) => {
  await page.goto('./major');
  const filter = page.getByPlaceholder('Filter results...');
  await filter.focus();
  for (const key of ['Control+k', 'Meta+k', 'Control+K']) {
    await page.keyboard.press(key);
    await expect(box(page)).toBeFocused();
    await page.keyboard.type('art');
    await expect(active(page)).toHaveText(/^ART/);
    await page.keyboard.press('Escape');
    await expect(box(page)).toHaveValue('');
    await expect(search(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search(page)).toBeHidden();
    await expect(filter).toBeFocused();
    await expect(filter).toHaveValue('');
  }
  const button = page.getByRole('button', { name: 'Search' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('while another dialog is open, the key does nothing', async ({ page }) => {
  await page.goto('./school');
  const form = await create(page, 'School');
  const title = form.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Unsaved');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('!');
  await expect(title).toHaveValue('Unsaved!');
  await expect(search(page)).toBeHidden();
});

test('results are in groups, best first, and arrow keys move through all of them', async ({ page }) => {
  await page.goto('./');
  await find(page, 'comp sci');
  await expect(search(page)).not.toContainText('Loading');
  // Announced once the results are those of the whole text.
  await expect(search(page).getByRole('status')).toHaveText(/results$/);
  await expect(options(group(page, 'Top result'))).toHaveText([/^BS Computer Science Degree · since/]);
  // Other tests may have added items with such earlier names: '5 of 11'.
  const labels = (await groupNames(page)).map((name) => name?.replace(/ \d+ of \d+$/, ''));
  expect(labels).toEqual(['Top result', 'Degrees', 'Majors', 'Schools', 'Departments']);
  await expect(options(group(page, 'Degrees'))).toHaveCount(6);
  await expect(options(group(page, 'Degrees')).last()).toHaveText(/^Show all \d+ degrees$/);
  await expect(options(group(page, 'Majors')).first()).toHaveText(
    '0E4 Computer Science - Professional Program Graduate · since F17',
  );

  await test.step('the first option is active, and the input names it', async () => {
    const id = await box(page).getAttribute('aria-activedescendant');
    await expect(page.locator(`[id="${id}"]`)).toHaveText(/^BS Computer Science/);
    await expect(active(page)).toHaveAttribute('aria-selected', 'true');
    await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(box(page)).toHaveAttribute('aria-controls', (await list(page).getAttribute('id')) ?? '');
  });

  await test.step('arrow keys go on in the next group, and around', async () => {
    await page.keyboard.press('ArrowDown');
    await expect(active(page)).toHaveText(/^MCS/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(active(page)).toHaveText(await options(list(page)).last().innerText());
    await expect(active(page)).toBeInViewport();
    await page.keyboard.press('ArrowDown');
    await expect(active(page)).toHaveText(/^BS Computer Science/);
  });

  await test.step('Page Down and Page Up move by groups', async () => {
    for (const [key, text] of [
      ['PageDown', /^MCS/],
      ['PageDown', /^0E4/],
      ['PageDown', /^85/],
      ['PageUp', /^0E4/],
    ] as const) {
      await page.keyboard.press(key);
      await expect(active(page)).toHaveText(text);
    }
  });

  await test.step('Home and End move in the text', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.type('bs ');
    await expect(box(page)).toHaveValue('bs comp sci');
    await expect(active(page)).toHaveText(/^BS Computer Science Degree · since/);
  });
});

test('Enter opens the item, Back returns, and a second tab gets it with Ctrl+Enter', async ({
  page,
  context,
}) => {
  await page.goto('./degree?q=art');
  await find(page, '201');
  await expect(active(page)).toHaveText(/^201 Computer Science/);
  await page.keyboard.press('Enter');
  await expect(search(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'View Major' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('201 Computer Science');
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/degree\?q=art$/);
  await expect(search(page)).toBeHidden();

  await find(page, '201');
  await expect(active(page)).toHaveText(/^201/);
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  const other = await opened;
  await expect(other.getByRole('heading', { name: 'View Major' })).toBeVisible();
  await other.close();
  await expect(search(page)).toBeVisible();
  await expect(page).toHaveURL(/degree\?q=art$/);
});

test('the term of the page goes along to items, screens and lists', async ({ page }) => {
  await page.goto('./major?asOf=201992');
  await find(page, '201');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/major\/\d+\?asOf=201992$/);
  await find(page, 'schools');
  await options(group(page, 'Screens')).filter({ hasText: 'Schools' }).click();
  await expect(page).toHaveURL(/\/school\?asOf=201992$/);
  await find(page, 'eng');
  await expect(search(page).getByRole('status')).toHaveText(/results$/);
  const all = options(list(page)).filter({ hasText: /^Show all \d+ majors in effect in F19$/ });
  const count = /\d+/.exec(await all.innerText())?.[0];
  await all.click();
  await expect(page).toHaveURL(/\/major\?q=eng&asOf=201992$/);
  await expect(page.getByText(`${count} Rows`)).toBeVisible();
});

test('a list opened by Show all has as many rows as announced', async ({ page }) => {
  await page.goto('./');
  for (const [text, kind] of [
    ['comp sci', 'degrees'],
    ['20', 'majors'],
    ['bio & ', 'majors'],
    ['studies', 'departments'],
    ['school of', 'schools'],
  ] as const) {
    await find(page, text);
    // The results of the last letter.
    await expect(search(page).getByRole('status')).toHaveText(/results?$/);
    const all = options(list(page)).filter({ hasText: new RegExp(`^Show all [\\d,]+ ${kind}$`) });
    const count = /[\d,]+/.exec(await all.innerText())?.[0];
    while (!(await all.getAttribute('data-active'))) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${count} Rows`, { exact: true })).toBeVisible();
  }

  await test.step('for items found by a CIP code it shows that column, and those found by a key are counted', async () => {
    await find(page, '26.0');
    await expect(active(page)).toContainText(/CIP 26\.0\d{3}/);
    await expect(search(page).getByRole('status')).toHaveText(/results$/);
    const all = options(list(page)).filter({ hasText: /^Show all \d+ majors$/ });
    const count = /\d+/.exec(await all.innerText())?.[0];
    await all.click();
    await expect(page.getByText(`${count} Rows`, { exact: true })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'CIP Code' })).toBeVisible();
    await find(page, '#1');
    await expect(group(page, 'Majors')).toContainText(/5 of \d+/);
    await expect(options(list(page)).filter({ hasText: 'Show all' })).toHaveCount(0);
  });
});

test('screens and actions are found by their words, and none deletes or ends', async ({ page }) => {
  await page.goto('./');
  await find(page, 'diff');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Differences' })).toBeVisible();
  await find(page, 'cre');
  await expect(options(group(page, 'Actions'))).toHaveText([
    'Create School',
    'Create Department',
    'Create Degree',
    'Create Major',
    'Create Major with Degrees',
    'Create Major-Degree',
  ]);
  for (const text of ['delete', 'end', 'remove']) {
    await box(page).fill(text);
    // Until it is announced, the results may be those of the text before.
    await expect(search(page).getByRole('status')).toHaveText(/^No results$|results?$/);
    await expect(group(page, 'Actions')).toHaveCount(0);
  }
  await box(page).fill('run');
  await expect(options(group(page, 'Actions'))).toHaveText(['Run the report']);
  await box(page).fill('import');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Import' })).toBeVisible();
  await find(page, 'run report');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^[\d,]+ Rows$/)).toBeVisible();
  await expect(page).toHaveURL(/\/\?run=true$/);
});

test('Create opens the dialog of a list once, in a new tab too', async ({ page, context }) => {
  await page.goto('./major?q=art');
  await find(page, 'create major');
  await expect(active(page)).toHaveText('Create Major');
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  const other = await opened;
  await expect(dialog(other, 'Create Major')).toBeVisible();
  await other.close();
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Create Major').getByRole('combobox', { name: 'Segment' })).toBeFocused();
  await expect(page).toHaveURL(/\/major\?q=art$/);
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Create Major')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an empty box has the items opened last, then the screens; deleted items are left out', async ({
  page,
}) => {
  const items = [
    await createItem(page, 'major'),
    await createItem(page, 'major'),
    await createItem(page, 'major'),
  ] as const;
  await page.goto('./');
  for (const item of items) {
    await visit(page, `major/${keyOf('major', item)}`);
    await expect(section(page, 'Details')).toContainText(textOf(item));
  }
  const opened = group(page, 'Recently opened');
  await open(page);
  // The items are there once their list is.
  await expect.poll(() => groupNames(page)).toEqual(['Recently opened', 'Screens']);
  await expect(active(page)).toHaveCount(0);
  await expect(options(opened)).toHaveText(items.toReversed().map((item) => new RegExp(textOf(item))));
  await expect(options(group(page, 'Screens')).first()).toHaveText('Report');
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toHaveText(new RegExp(textOf(items[2])));
  await page.keyboard.press('Escape');

  await send(page, 'DELETE', `majors/${keyOf('major', items[1])}?overrideWarnings=true`);
  await page.goto('./');
  await open(page);
  await expect(options(opened)).toHaveText([new RegExp(textOf(items[2])), new RegExp(textOf(items[0]))]);
});

test.describe('signed in here', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('sign-out deletes what was opened', async ({ page }) => {
    await signIn(page, 'admin');
    await page.goto('./major/1');
    await expect(section(page, 'Details')).toBeVisible();
    const stored = () =>
      page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('recent:')));
    await expect.poll(stored).toEqual(['recent:admin:']);
    await page.getByRole('button', { name: 'Logout' }).click();
    // The page of the sign-in has the same storage.
    await expect(page.getByRole('button', { name: 'Alex Chen' })).toBeVisible();
    expect(await stored()).toEqual([]);
  });
});

test('the number of results is announced half a second after the last letter', async ({ page }) => {
  await page.goto('./');
  await open(page);
  const status = search(page).getByRole('status');
  // No random title has these words.
  await page.keyboard.type('no such text');
  await expect(search(page)).toContainText('Nothing matches “no such text”.');
  await expect(status).toHaveText('No results');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('reserved code kept');
  await expect(options(list(page))).toHaveCount(1);
  // In the accessibility tree, with the groups.
  await expect(status).toHaveText('1 result');
  await expect(search(page)).toMatchAriaSnapshot(`
    - dialog "Search":
      - combobox "Search" [expanded]: reserved code kept
      - status: 1 result
      - listbox "Results":
        - group "Top result":
          - option /ZZZ Reserved code kept/ [selected]
  `);
});

test('no list is requested again, and those that are missing are', async ({ page }) => {
  await page.goto('./major');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const requested: string[] = [];
  page.on('request', (request) => {
    const [, path] = /\/api(\/.*)/.exec(request.url()) ?? [];
    if (path) requested.push(`${request.method()} ${path}`);
  });
  await find(page, 'comp sci');
  await expect(group(page, 'Degrees')).toBeVisible();
  await expect(group(page, 'Departments')).toBeVisible();
  expect(requested.toSorted()).toEqual(['GET /degrees', 'GET /departments', 'GET /earlier-values']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await find(page, 'comp sci');
  await expect(group(page, 'Degrees')).toBeVisible();
  expect(requested).toHaveLength(3);
});

test('letters typed while lists load find their items as soon as these are there', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Run Report' })).toBeVisible();
  const release = await holdRequests(page, '**/api/degrees');
  await find(page, 'comp sci');
  await expect(search(page)).toContainText('Loading degrees…');
  await expect(options(group(page, 'Top result'))).toHaveText([/^0E4 Computer Science/]);
  await expect(active(page)).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).not.toHaveText(/^0E4/);
  const moved = await active(page).innerText();
  await release();
  await expect(options(group(page, 'Top result'))).toHaveText([/^BS Computer Science/]);
  await expect(active(page)).toHaveText(moved.replaceAll(/\s+/g, ' '));
  await expect(search(page)).not.toContainText('Loading');
});

test('a key right after a letter acts on the results of that letter', async ({ page }) => {
  await page.goto('./');
  await find(page, 'comp');
  await expect(search(page)).not.toContainText('Loading');
  await expect(options(group(page, 'Majors')).first()).toBeVisible();
  // Before the list is drawn again, which happens when the browser has time.
  await box(page).evaluate(async (input: HTMLInputElement) => {
    input.setRangeText(' sci', input.value.length, input.value.length, 'end');
    input.dispatchEvent(new InputEvent('input', { bubbles: true, data: ' sci' }));
    await Promise.resolve();
    for (let pressed = 0; pressed < 2; pressed += 1) {
      input.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
      );
      await Promise.resolve();
    }
  });
  await expect(options(group(page, 'Top result'))).toHaveText([/^BS Computer Science/]);
  await expect(active(page)).toHaveCount(1);
  await expect(options(list(page)).nth(2)).toHaveAttribute('data-active');
});

test('Enter while lists load opens the result that is the first one once they are there', async ({
  page,
}) => {
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Run Report' })).toBeVisible();
  const release = await holdRequests(page, '**/api/degrees');
  await find(page, 'comp sci');
  await page.keyboard.press('Enter');
  await expect(options(group(page, 'Top result'))).toHaveText([/^0E4 Computer Science/]);
  await release();
  await expect(page).toHaveURL(/\/degree\/\d+$/);
  await expect(section(page, 'Details')).toContainText('AwardBSTitleComputer Science');
});

test('a letter after an Enter that waits for lists takes it back', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Run Report' })).toBeVisible();
  const release = await holdRequests(page, '**/api/degrees');
  await find(page, 'comp');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' sci');
  await release();
  await expect(options(group(page, 'Top result'))).toHaveText([/^BS Computer Science/]);
  await expect(search(page)).toBeVisible();
});

test.describe('before its script has loaded', () => {
  /** Opens the search and types a text. The returned function lets the script load. */
  async function typeEarly(page: Page, text: string): Promise<() => Promise<void>> {
    const letLoad = await holdRequests(page, '**/dialogs-*.js');
    await page.goto('./');
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(search(page).getByRole('textbox', { name: 'Search' })).toBeFocused();
    await page.keyboard.type(text);
    return letLoad;
  }

  test('letters are kept', async ({ page }) => {
    const letLoad = await typeEarly(page, '20');
    await letLoad();
    await expect(box(page)).toBeFocused();
    await page.keyboard.type('1');
    await expect(box(page)).toHaveValue('201');
    await expect(active(page)).toHaveText(/^201/);
  });

  test('no letter of a fast typist is lost', async ({ page }) => {
    const text = 'computational and systems engineering '.repeat(4).trim();
    const letLoad = await typeEarly(page, 'A ');
    await Promise.all([page.keyboard.type(text, { delay: 5 }), letLoad()]);
    await expect(box(page)).toHaveValue(`A ${text}`);
  });

  test('Enter is kept', async ({ page }) => {
    const letLoad = await typeEarly(page, '201');
    await page.keyboard.press('Enter');
    await letLoad();
    await expect(page).toHaveURL(/\/major\/\d+$/);
  });
});

test.describe('with a list that fails', () => {
  test.use({ expectedProblems: /500/ });

  test('the list is named, and the others are searched', async ({ page }) => {
    await page.route('**/api/departments', (route) => route.fulfill({ status: 500, json: { errors: [] } }));
    await page.goto('./');
    await find(page, 'comp sci');
    await expect(search(page)).toContainText('The departments could not be read.');
    await expect(group(page, 'Degrees')).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Error' })).toBeHidden();
    await expectAccessible(page);
    await page.unroute('**/api/departments');
    await search(page).getByRole('button', { name: 'Try again' }).click();
    await expect(group(page, 'Departments')).toBeVisible();
    await expect(search(page)).not.toContainText('could not be read');
  });
});

test.describe('without manage:data', () => {
  test.use({ storageState: sessionOf('viewer') });

  test('schools and majors are found, and open the report with their code', async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto('./');
    await find(page, 'comp sci');
    await expect(group(page, 'Majors')).toContainText(/5 of \d\d/);
    await expect
      .poll(() => groupNames(page))
      .toEqual(['Top result', expect.stringMatching(/^Majors/), 'Schools']);
    await box(page).fill('201');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/\?run=true&majorCode=201$/);
    await expect(page.getByRole('row').nth(1)).toContainText('201');
    await find(page, 'bren');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/\?run=true&schoolCode=85$/);
    await find(page, 'create');
    await expect(search(page)).toContainText('Nothing matches “create”.');
    await box(page).fill('');
    await expect(options(list(page))).toHaveText(['Report']);
    expect(await groupNames(page)).toEqual(['Screens']);
    expect(requested.filter((url) => /degrees|departments/.test(url))).toEqual([]);
  });
});

test('it is accessible, in dark too, and never wider than the page', async ({ page }) => {
  await page.goto('./major/1');
  await expect(section(page, 'Details')).toBeVisible();
  await open(page);
  await expectAccessible(page);
  await page.keyboard.type('comp sci');
  await expect(group(page, 'Schools')).toBeVisible();
  await expectAccessible(page);
  await checkWidths(page, 'search');

  await test.step('the active option is visible in forced colors', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    // No option is active until all lists have loaded.
    await expect(active(page)).toHaveText(/^BS/);
    await forceColors(page);
    const { found, same } = await compareStates(page);
    expect(same).toEqual([]);
    expect(found.join('\n')).toContain('data-active');
    await page.emulateMedia({ forcedColors: 'none' });
  });

  await box(page).fill(randomLetters(60));
  await expectAccessible(page);
  await checkWidths(page, 'search-nothing');
});

test('on a phone the button is an icon, the dialog fills the width, and a finger hits each row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./');
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const button = page.getByRole('button', { name: 'Search' });
    await expect(button).toBeVisible();
    const { width: buttonWidth = 0, height: buttonHeight = 0 } = (await button.boundingBox()) ?? {};
    expect([buttonWidth, buttonHeight]).toEqual([44, 44]);
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(80);
    await button.click();
    await box(page).fill('comp sci');
    // No option is active until all lists have loaded. Before that, options are replaced.
    await expect(active(page)).toHaveText(/^BS/);
    expect((await search(page).boundingBox())?.width).toBeGreaterThan(width - 20);
    const heights = await options(list(page)).evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().height),
    );
    for (const height of heights) expect(height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(search(page)).toBeHidden();
  }
});

test('nothing of it is printed, and at 200 % its list still shows rows', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto('./');
  await find(page, 'comp sci');
  await expect(active(page)).toBeInViewport({ ratio: 0.95 });
  for (let presses = 0; presses < 9; presses += 1) await page.keyboard.press('ArrowDown');
  await expect(active(page)).toBeInViewport({ ratio: 0.95 });
  await expect(box(page)).toBeInViewport({ ratio: 0.95 });
  await page.emulateMedia({ media: 'print' });
  await expect(search(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Search' })).toBeHidden();
});

test('an unsaved form asks before the search leaves it', async ({ page }) => {
  await page.goto('./major-degree/create');
  await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Unsaved');
  await find(page, '201');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Warning')).toBeVisible();
  await dialog(page, 'Warning').getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/major-degree\/create/);
});
