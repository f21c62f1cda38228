import type { Locator, Page } from '@playwright/test';
import { createItem, keyOf, randomLetters, relate, textOf, unusedCode } from './data.ts';
import { forceColors } from './forcedColors.ts';
import { choose, dialog, fill, part, pressInEachTurn, section, toast } from './forms.ts';
import { applyButton } from './proposals.ts';
import { expect, expectAccessible, holdRequests, sessionOf, signIn, test, visit } from './support.ts';

// By keyboard alone: the keys of the buttons, and the list of them.

test.use({ storageState: sessionOf('registrar') });

const press = (page: Page, key: string) => page.keyboard.press(key);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const list = (page: Page) => dialog(page, 'Keyboard shortcuts');

/** Opens the list of shortcuts by its key, and returns its lines: 'N Create major'. */
async function openList(page: Page): Promise<string[]> {
  await press(page, '?');
  await expect(list(page)).toBeVisible();
  return await list(page)
    .locator('dl > div')
    .evaluateAll((lines) =>
      lines.map((line) => [...line.children].map((part) => (part as HTMLElement).innerText).join(' ')),
    );
}

/** The shortcuts that visible controls of the page declare. */
const declared = (page: Page): Promise<string[]> =>
  page
    .locator('[aria-keyshortcuts]:not(dialog *)')
    .filter({ visible: true })
    .evaluateAll((controls) => [
      ...new Set(
        controls.map((control) =>
          (control.getAttribute('aria-keyshortcuts')?.split(' ')[0] ?? '').replace('Control', 'Ctrl'),
        ),
      ),
    ]);

/** The POST and PUT requests of the page to these paths, counted. */
function countSaves(page: Page, path: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET' && path.test(request.url())) count += 1;
  });
  return () => count;
}

const screens: { name: string; path: string; heading: string | RegExp; has: string[] }[] = [
  { name: 'the report', path: '', heading: 'Report', has: ['Ctrl+Enter Run Report', 'Ctrl+K Search'] },
  {
    name: 'the schools',
    path: 'school',
    heading: 'Schools',
    has: ['N Create school', 'E Edit', 'Delete Delete', 'Ctrl+Enter Save', 'F1 About the field'],
  },
  {
    name: 'the departments',
    path: 'department',
    heading: 'Departments',
    has: ['N Create department', 'Enter Open', '↑\n↓ Go to another row'],
  },
  { name: 'the degrees', path: 'degree', heading: 'Degrees', has: ['N Create degree', '/ Filter the rows'] },
  {
    name: 'the majors',
    path: 'major',
    heading: 'Majors',
    has: ['N Create major', '/ Filter the rows', 'E Edit', 'Delete Delete'],
  },
  {
    name: 'the major-degrees',
    path: 'major-degree',
    heading: 'Major-Degrees',
    has: ['N Create major-degree', 'Enter Open'],
  },
  {
    name: 'a major',
    path: 'major/1',
    heading: 'View Major',
    has: ['E Edit', 'Delete Delete', 'E Edit relationship', 'Delete Delete relationship'],
  },
  {
    name: 'a new relationship',
    path: 'relationship?from=major&fromKey=1&to=school',
    heading: 'Relate Major to School',
    has: ['Ctrl+Enter Save', 'F1 About the field', 'Space Select'],
  },
  {
    name: 'a new major-degree',
    path: 'major-degree/create',
    heading: 'Create Major-Degree',
    has: ['Ctrl+Enter Save'],
  },
  { name: 'a copy', path: 'proposal/copy/major/1', heading: /^Copy major /, has: ['Ctrl+Enter Save'] },
  {
    name: 'an end',
    path: 'proposal/end/major/1',
    heading: /^End major /,
    has: ['Ctrl+Enter Apply', 'Space Select'],
  },
  {
    name: 'several relationships',
    path: 'proposal/relate/major/1?to=school',
    heading: 'Relate Major to several Schools',
    has: ['Space Select'],
  },
  {
    name: 'a change',
    path: 'proposal/change/major?found=art',
    heading: /^Change /,
    has: ['Ctrl+Enter Show the changes'],
  },
  {
    name: 'a shown change',
    path: 'proposal/change/major?found=art&field=ucDiscipline&value=123',
    heading: /^Change UC Discipline /,
    has: ['Ctrl+Enter Apply'],
  },
  { name: 'the changes', path: 'changes', heading: 'Changes', has: [] },
  { name: 'an import', path: 'import', heading: 'Import', has: [] },
  { name: 'the differences', path: 'differences', heading: 'Differences', has: [] },
  {
    name: 'the programs',
    path: 'programs',
    heading: 'Programs by CIP',
    has: ['/ Filter the rows', 'Enter Open'],
  },
  { name: 'the rules of data quality', path: 'quality', heading: 'Data quality', has: [] },
  {
    name: 'a rule of data quality',
    path: 'quality/active-but-ended',
    heading: 'Active although its end has passed',
    has: ['/ Filter the rows', 'Enter Open', 'Space Select'],
  },
  {
    name: 'the terms and award types',
    path: 'lookups',
    heading: 'Terms and awards',
    has: ['N Create term', '/ Filter the rows', 'E Edit', `Delete Delete`],
  },
  {
    name: 'a new year',
    path: 'proposal/add-year',
    heading: /^Add the terms of /,
    has: ['Ctrl+Enter Apply', 'Space Select'],
  },
  {
    name: 'a fix',
    path: 'proposal/fix/active-but-ended',
    heading: 'Set Active to No',
    has: ['Ctrl+Enter Apply', 'Space Select'],
  },
];

/** Checks that the list has these shortcuts, and all that the controls of the screen declare, and no other. */
async function expectAllListed(page: Page, has: string[]): Promise<void> {
  const keys = await declared(page);
  const listed = await openList(page);
  await press(page, 'Escape');
  await expect(list(page)).toBeHidden();
  expect(listed).toContain('? Keyboard shortcuts');
  expect(listed).toEqual(expect.arrayContaining(has));
  const ofRows = /^(Enter|Space|↑|←|Home|Page Up)/;
  // A field shows its help by itself.
  const ofForm = (line: string) =>
    line === 'F1 About the field' || (line === 'Ctrl+Enter Save' && listed.some((one) => /^[NE] /.test(one)));
  const ofControls = listed.filter((line) => !ofRows.test(line) && !ofForm(line));
  const listedKeys = new Set(ofControls.map((line) => line.split(' ')[0]));
  expect(listedKeys).toEqual(new Set(keys.filter((key) => !ofForm(`${key} Save`))));
}

// Two tests, so that two workers share them.
for (const half of [0, 1])
  test(`the list has all shortcuts of a screen, and no other: half ${half + 1} of the screens`, async ({
    page,
  }) => {
    test.slow();
    await page.goto('./about');
    for (const { name, path, heading: title, has } of screens.filter((_, at) => at % 2 === half))
      await test.step(name, async () => {
        await visit(page, path);
        await expect(heading(page)).toHaveText(title);
        await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
        // Some controls come with data that loads later.
        await expect(() => expectAllListed(page, has)).toPass();
      });
  });

test('N opens Create on a list, and in it the key only types', async ({ page }) => {
  await page.goto('./major');
  const button = page.getByRole('button', { name: 'Create', exact: true });
  await expect(button).toHaveAccessibleDescription('Create major (N)');
  // It loads on demand. Later, it would open at once if its key worked in the dialog.
  await openList(page);
  await press(page, 'Escape');
  await expect(list(page)).toBeHidden();
  await press(page, 'n');
  const opened = dialog(page, 'Create Major');
  await expect(opened).toBeVisible();
  const box = opened.getByRole('textbox', { name: 'Title 20' });
  await box.focus();
  // A second press right after the first would be a double press.
  await page.waitForTimeout(400);
  await page.keyboard.type('ne?/');
  await expect(box).toHaveValue('ne?/');
  // Outside a field neither: the screen is behind the dialog.
  await opened.getByRole('button', { name: 'Cancel' }).focus();
  for (const key of ['n', 'e', '?', '/']) await press(page, key);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(box).toHaveValue('ne?/');
  await expect(page.getByPlaceholder('Filter results...')).toHaveValue('');
});

test('N on the major-degrees goes to the form of both, which Control+Enter saves once', async ({ page }) => {
  await page.goto('./major-degree');
  await expect(page.getByRole('link', { name: 'Create', exact: true })).toBeVisible();
  await press(page, 'n');
  await expect(heading(page)).toHaveText('Create Major-Degree');
  const fill = (legend: string, label: string, text: string) =>
    part(page, legend).getByRole('textbox', { name: label, exact: true }).fill(text);
  await fill('Major', 'Major Code', await unusedCode(page, 'major'));
  await fill('Major', 'Title 20', `Major ${randomLetters(8)}`);
  await choose(part(page, 'Degree'), 'Award', 'BA');
  await fill('Degree', 'Title', `Degree ${randomLetters(8)}`);
  await choose(part(page, 'Relationship'), 'Start Term', 'F25');
  const saves = countSaves(page, /major-degrees$/);
  await press(page, 'Control+Enter');
  await press(page, 'Control+Enter');
  await expect(toast(page, 'The major degree has been successfully added')).toBeVisible();
  expect(saves()).toBe(1);
});

test('E edits and Delete deletes the item of a page; in a related row they act on its relationship', async ({
  page,
}) => {
  const [major, degree] = [await createItem(page, 'major'), await createItem(page, 'degree')];
  await relate(page, ['major', major], ['degree', degree]);
  await page.goto(`./major/${major.majorKey}`);
  const details = section(page, 'Details');
  await expect(details.getByRole('button', { name: 'Edit', exact: true })).toHaveAccessibleDescription(
    'Edit (E)',
  );
  await press(page, 'e');
  await expect(dialog(page, 'Edit Major')).toBeVisible();
  await press(page, 'Escape');
  await expect(dialog(page, 'Edit Major')).toBeHidden();

  const row = section(page, 'Degrees').getByRole('link', { name: textOf(degree), exact: true });
  await row.focus();
  await press(page, 'Delete');
  const question = dialog(page, 'Warning');
  await expect(question).toContainText('delete the relationship to');
  await press(page, 'Escape');
  await expect(row).toBeFocused();
  await press(page, 'e');
  await expect(heading(page)).toHaveText('Relate Major to Degree');
  await page.goBack();

  await expect(row).toBeVisible();
  await heading(page).click();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await press(page, 'Delete');
  await expect(question).toContainText('delete major code');
  // Not a shortcut of the question: it must be read.
  await press(page, 'Control+Enter');
  await expect(question).toBeVisible();
  await press(page, 'Escape');
  await expect(details).toContainText(textOf(major));
});

test.describe('Control+Enter in a form', () => {
  /** Opens the edit dialog of a new degree by its key. */
  async function openDegree(page: Page): Promise<{ opened: Locator; title: string }> {
    const degree = await createItem(page, 'degree');
    await page.goto(`./degree/${degree.degreeKey}`);
    await expect(section(page, 'Details')).toBeVisible();
    await press(page, 'e');
    const opened = dialog(page, 'Edit Degree');
    await expect(opened.getByRole('button', { name: 'Save', exact: true })).toHaveAccessibleDescription(
      'Save (Ctrl+Enter)',
    );
    return { opened, title: textOf(degree) };
  }
  const updated = 'The degree has been successfully updated';

  test('saves from a field, once for two presses', async ({ page }) => {
    const { opened, title } = await openDegree(page);
    const box = opened.getByRole('textbox', { name: 'Title', exact: true });
    await box.focus();
    await press(page, 'End');
    await page.keyboard.type(' II');
    const saves = countSaves(page, /degrees\/\d+/);
    const release = await holdRequests(page, '**/api/degrees/*');
    await press(page, 'Control+Enter');
    await press(page, 'Control+Enter');
    await expect(opened.getByRole('button', { name: 'Saving' })).toBeVisible();
    await expect(box).toBeFocused();
    await press(page, 'Control+Enter');
    await release();
    await expect(toast(page, updated)).toBeVisible();
    await expect(section(page, 'Details')).toContainText(`${title} II`);
    expect(saves()).toBe(1);
  });

  test('saves it once, however often and late it is pressed', async ({ page }) => {
    const { opened } = await openDegree(page);
    await opened.getByRole('textbox', { name: 'Comments' }).fill('Once');
    const saves = countSaves(page, /degrees\/\d+/);
    await pressInEachTurn(opened.getByRole('button', { name: 'Save', exact: true }));
    await expect(toast(page, updated)).toBeVisible();
    await expect(opened).toBeHidden();
    expect(saves()).toBe(1);

    await visit(page, 'major?q=art');
    await expect(heading(page)).toHaveText('Majors');
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save view…' }).click();
    const view = page.getByRole('dialog');
    await view.getByRole('textbox', { name: 'Name' }).fill(randomLetters(8));
    const views = countSaves(page, /\/views/);
    await pressInEachTurn(view.getByRole('button', { name: 'Save', exact: true }));
    await expect(view).toBeHidden();
    expect(views()).toBe(1);

    await visit(page, 'systems');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = dialog(page, 'Create token');
    await fill(token, { Name: randomLetters(8), Contact: 'audit@example.edu' });
    await choose(token, 'Scopes', 'Catalog');
    await token.getByLabel('Expires On').fill(new Date(Date.now() + 9e9).toISOString().slice(0, 10));
    const tokens = countSaves(page, /\/tokens/);
    await pressInEachTurn(token.getByRole('button', { name: 'Create', exact: true }));
    await expect(dialog(page, 'New token')).toBeVisible();
    await expect(token).toBeHidden();
    expect(tokens()).toBe(1);
  });

  test('takes the text of an open dropdown that names one option, or the option that is moved to', async ({
    page,
  }) => {
    const { opened } = await openDegree(page);
    const start = opened.getByRole('combobox', { name: 'Start Term', exact: true });
    await start.focus();
    await page.keyboard.type('F25');
    await expect(page.getByRole('listbox', { name: 'Start Term' })).toBeVisible();
    await press(page, 'Control+Enter');
    await expect(toast(page, updated)).toBeVisible();
    await expect(section(page, 'Details')).toContainText('F25');

    await expect(opened).toBeHidden();
    await press(page, 'e');
    await start.focus();
    await page.keyboard.type('F2');
    await press(page, 'ArrowDown');
    const moved = await page.locator('[role="option"][data-active] > span').innerText();
    // Right after the first save it would count as its double press.
    await page.waitForTimeout(600);
    await press(page, 'Control+Enter');
    await expect(opened).toBeHidden();
    await expect(section(page, 'Details')).toContainText(moved);
  });

  test('saves a form only once it is complete', async ({ page }) => {
    const { opened, title } = await openDegree(page);
    const saves = countSaves(page, /degrees\/\d+/);
    const box = opened.getByRole('textbox', { name: 'Title', exact: true });
    const comments = opened.getByRole('textbox', { name: 'Comments' });

    await test.step('goes to the first field with an error', async () => {
      await box.fill('');
      await comments.focus();
      await press(page, 'Control+Enter');
      await expect(box).toBeFocused();
      expect(saves()).toBe(0);
    });

    await test.step('saves nothing while the text of a dropdown names no option', async () => {
      await page.keyboard.type(title);
      const start = opened.getByRole('combobox', { name: 'Start Term', exact: true });
      await start.focus();
      await page.keyboard.type('no such term');
      await press(page, 'Control+Enter');
      await expect(start).toBeFocused();
      await expect(start).toHaveValue('no such term');
      await expect(opened.getByText('Nothing matches “no such term”')).toBeVisible();
      expect(saves()).toBe(0);
      await start.fill('');
    });

    await test.step('saves from a text area, and adds no line', async () => {
      await comments.focus();
      await page.keyboard.type('One line');
      await press(page, 'Control+Enter');
      await expect(toast(page, updated)).toBeVisible();
      await expect(section(page, 'Details').getByText('One line', { exact: true })).toBeVisible();
    });
  });

  test('saves a relationship, from the filter of its table too', async ({ page }) => {
    const [major, school] = [await createItem(page, 'major'), await createItem(page, 'school')];
    await page.goto(`./relationship?from=major&fromKey=${major.majorKey}&to=school`);
    await page.getByPlaceholder('Filter results...').fill(textOf(school));
    await expect(page.getByRole('radio')).toHaveCount(1);
    await page.getByRole('radio').check();
    await choose(part(page, 'Relationship'), 'Start Term', 'F25');
    await page.getByPlaceholder('Filter results...').focus();
    await press(page, 'Control+Enter');
    await expect(toast(page, 'The relationship has been successfully saved')).toBeVisible();
  });

  test('saves several relationships, from the filter of their table', async ({ page }) => {
    const [major, school] = [await createItem(page, 'major'), await createItem(page, 'school')];
    await page.goto(`./proposal/relate/major/${major.majorKey}?to=school`);
    await page.getByPlaceholder('Filter results...').fill(textOf(school));
    // Until the filter applies, rows above it move it.
    await expect(page.getByRole('row').getByRole('checkbox')).toHaveCount(1);
    await page
      .getByRole('row')
      .filter({ hasText: textOf(school) })
      .getByRole('checkbox')
      .check();
    await page.getByPlaceholder('Filter results...').focus();
    // Enter alone filters.
    await press(page, 'Enter');
    await press(page, 'Control+Enter');
    await expect(toast(page, '1 relationship saved')).toBeVisible();
  });

  test('applies the codes of a filter', async ({ page }) => {
    await page.goto('./major');
    await page.getByRole('button', { name: 'Filter by codes' }).click();
    await page.getByLabel('Paste codes').fill('201');
    await press(page, 'Control+Enter');
    await expect(dialog(page, 'Filter by codes')).toBeHidden();
    await expect(page).toHaveURL(/codes=/);
  });
});

test.describe('Control+Enter on a proposal', () => {
  test('applies it once, from its reason too, but not while it is blocked', async ({ page }) => {
    const major = await createItem(page, 'major');
    await page.goto(`./proposal/end/major/${major.majorKey}?term=202592`);
    await expect(applyButton(page)).toHaveAttribute('title', 'Apply (Ctrl+Enter)');
    await expect(applyButton(page)).toHaveAttribute('aria-disabled', 'false');
    const saves = countSaves(page, /proposals\/apply/);

    await test.step('a blocked one shows the reason', async () => {
      const row = page.getByRole('table', { name: 'Changes' }).getByRole('checkbox').first();
      await row.uncheck();
      await press(page, 'Control+Enter');
      await expect(applyButton(page)).toBeFocused();
      await expect(page.getByText('Select the rows to save')).toBeVisible();
      expect(saves()).toBe(0);
      await row.check();
    });

    await page.getByRole('textbox', { name: 'Reason (optional)' }).focus();
    await page.keyboard.type('Ended by the senate');
    await press(page, 'Control+Enter');
    await press(page, 'Control+Enter');
    await expect(toast(page, '1 change saved')).toBeVisible();
    expect(saves()).toBe(1);
  });

  test('applies it once, however often and late it is pressed', async ({ page }) => {
    const major = await createItem(page, 'major');
    await page.goto(`./proposal/end/major/${major.majorKey}?term=202592`);
    await expect(applyButton(page)).toHaveAttribute('aria-disabled', 'false');
    const saves = countSaves(page, /proposals\/apply/);
    await pressInEachTurn(applyButton(page));
    await expect(toast(page, '1 change saved')).toBeVisible();
    await expect(applyButton(page)).toHaveCount(0);
    expect(saves()).toBe(1);
  });

  for (const first of ['Control+Enter', 'Enter'])
    test(`after ${first} has shown the changes of all items, applies them, but not at once`, async ({
      page,
    }) => {
      const own = randomLetters(8);
      const major = await createItem(page, 'major', { title20: own });
      await page.goto(`./proposal/change/major?found=${own}`);
      await choose(page, 'Field', 'UC Discipline');
      await page.getByRole('textbox', { name: 'New Value' }).fill('123');
      const saves = countSaves(page, /proposals\/apply/);
      await press(page, first);
      await press(page, 'Control+Enter');
      await expect(applyButton(page)).toHaveAttribute('aria-disabled', 'false');
      await page.waitForTimeout(600);
      expect(saves()).toBe(0);
      await press(page, 'Control+Enter');
      await expect(toast(page, '1 change saved')).toBeVisible();
      await expect(applyButton(page)).toHaveCount(0);
      await visit(page, `major/${major.majorKey}`);
      await expect(section(page, 'Details')).toContainText('123');
    });

  test('of an import reads the cells, checks the columns, and keeps a typed correction', async ({ page }) => {
    const major = await createItem(page, 'major');
    await page.goto('./import?kind=major');
    const cells = page.getByRole('textbox', { name: 'Or paste cells' });
    await cells.fill(
      `Major Code\tU G M\tTitle 20\n${major.majorCode}\t${major.majorSegment}\t${'x'.repeat(21)}`,
    );
    await cells.focus();
    await press(page, 'Control+Enter');
    const correct = page.getByRole('button', { name: /^Correct Title 20 in row/ });
    await expect(correct).toBeVisible();
    const saves = countSaves(page, /proposals\/apply/);
    await page.getByRole('table', { name: 'Changes' }).locator('tbody tr').first().focus();
    await press(page, 'e');
    await expect(page.getByRole('textbox', { name: /^Title 20 in row/ })).toBeFocused();
    await page.keyboard.type('Corrected');
    await press(page, 'Control+Enter');
    // It is checked first.
    await expect(correct).toBeHidden();
    await expect(page.getByRole('table', { name: 'Changes' })).toContainText('Corrected');
    expect(saves()).toBe(0);
    await expect(applyButton(page)).toHaveAttribute('aria-disabled', 'false');
    await page.waitForTimeout(600);
    await press(page, 'Control+Enter');
    await expect(page.getByText(/1 change saved/).first()).toBeVisible();
  });
});

test.describe('the list', () => {
  test('returns the focus, is accessible, fits on a phone, and shows each key in forced colors', async ({
    page,
  }) => {
    await page.goto('./school');
    const row = page.locator('tbody tr').first().getByRole('link').first();
    await row.focus();
    await openList(page);
    await expect(list(page).getByRole('button', { name: 'Close', exact: true })).toBeFocused();
    await expectAccessible(page);
    await press(page, 'Escape');
    await expect(list(page)).toBeHidden();
    await expect(row).toBeFocused();
    await page.setViewportSize({ width: 320, height: 640 });
    await openList(page);
    await expect(async () => {
      const box = await list(page).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
      expect(await list(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    }).toPass();
    await forceColors(page);
    const style = await list(page)
      .locator('kbd')
      .first()
      .evaluate((key) => getComputedStyle(key).borderStyle);
    expect(style).toBe('solid');
  });

  test('opens by its button at the end of the page too, and Back closes it', async ({ page }) => {
    await page.goto('./school');
    await page.getByRole('link', { name: 'Majors', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Create', exact: true })).toHaveAttribute('title', /major/);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(list(page)).toContainText('Create major');
    await page.goBack();
    await expect(list(page)).toBeHidden();
  });

  test('opens by its key while the screen loads', async ({ page }) => {
    const release = await holdRequests(page, '**/api/majors');
    await page.goto('./major');
    await expect(page.getByRole('main').locator('[data-loader]')).toBeVisible();
    await openList(page);
    await release();
  });

  test('turns single keys off, so that only keys of rows and of Control work', async ({ page }) => {
    await page.goto('./major');
    await expect(page.locator('tbody tr').first()).toBeVisible();
    await openList(page);
    const choice = list(page).getByRole('checkbox', { name: 'Shortcuts of a single key' });
    await choice.press('Space');
    await expect(list(page)).not.toContainText('Create major');
    await expect(list(page)).toContainText('Edit');
    await page.reload();
    const row = page.locator('tbody tr').first().getByRole('link').first();
    await row.focus();
    for (const key of ['n', '?', '/']) await press(page, key);
    await expect(row).toBeFocused();
    await expect(page.getByRole('button', { name: 'Create', exact: true })).not.toHaveAttribute('title', /N/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press(page, 'e');
    await expect(dialog(page, 'Edit Major')).toBeVisible();
    await press(page, 'Escape');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
    await choice.press('Space');
    await expect(list(page)).toContainText('Create major');
    await press(page, 'Escape');
    await expect(list(page)).toBeHidden();
    await press(page, 'n');
    await expect(dialog(page, 'Create Major')).toBeVisible();
  });
});

test.describe('without a connection', () => {
  test.use({ expectedProblems: /ERR_FAILED/ });

  test('the list, which loads on demand, reports that it cannot be loaded', async ({ page }) => {
    // The button of the search loads the same file before it is needed.
    await page.route('**/assets/dialogs-*.js', (route) => route.abort());
    await page.goto('./school');
    await expect(page.getByRole('table')).toBeVisible();
    await press(page, '?');
    await expect(dialog(page, 'Error')).toBeVisible();
  });
});

test.describe('without a permission', () => {
  test.use({ storageState: sessionOf('viewer') });

  test('the list has no key that changes something', async ({ page }) => {
    await page.goto('./?schoolCode=57');
    await expect(page.getByRole('table')).toBeVisible();
    for (const key of ['n', 'e', 'Delete']) await press(page, key);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const listed = await openList(page);
    expect(listed).toContain('/ Filter the rows');
    expect(listed.filter((line) => /^(N|E|Delete) |Save|Apply/.test(line))).toEqual([]);
  });
});

test.describe('while impersonating', () => {
  // A session of its own, because impersonating changes it.
  test.use({ storageState: { cookies: [], origins: [] } });

  test('the keys are those of the other user', async ({ page }) => {
    await signIn(page, 'admin');
    await page.goto('./school');
    await page.getByPlaceholder('Enter Impersonation ID').fill('viewer');
    await press(page, 'Enter');
    await expect(page.getByText("You're currently impersonating")).toBeVisible();
    await expect(heading(page)).toHaveText('Report');
    await press(page, 'n');
    const listed = await openList(page);
    expect(listed.filter((line) => /^(N|E|Delete) /.test(line))).toEqual([]);
  });
});

test('on a Mac the tooltips name Command, and its Delete key deletes', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Macintosh)' }),
  );
  const school = await createItem(page, 'school');
  await page.goto(`./school/${keyOf('school', school)}`);
  await expect(section(page, 'Details')).toBeVisible();
  await press(page, 'e');
  const save = dialog(page, 'Edit School').getByRole('button', { name: 'Save', exact: true });
  await expect(save).toHaveAttribute('title', 'Save (⌘Enter)');
  await press(page, 'Escape');
  await expect(page.locator('dialog:modal')).toHaveCount(0);
  await press(page, 'Backspace');
  await expect(dialog(page, 'Warning')).toContainText('delete school code');
});
