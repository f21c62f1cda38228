import type { Locator, Page } from '@playwright/test';
import { createItem, keyOf, randomLetters, relate, textOf } from './data.ts';
import { create, dialog, section, tabTo, toast } from './forms.ts';
import { expect, expectAccessible, sessionOf, test, visit } from './support.ts';

// The screens at phone widths, where the rows of lists are cards.

const WIDTHS = [390, 320];

test.use({ storageState: sessionOf('admin'), viewport: { width: 390, height: 844 } });

/** The elements that are cut off at an edge, or make the page scroll sideways. A scrolling table may hide its content. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const dialogs = [...document.querySelectorAll('dialog[open]')];
    const scope = dialogs.at(-1) ?? document.body;
    const isScrolled = (element: Element | null): boolean =>
      element !== null &&
      element !== scope &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement));
    const pen = document.createElement('canvas').getContext('2d');
    /** Whether an empty field shows only a part of its placeholder. */
    const hidesWords = (one: Element) => {
      if (!(one instanceof HTMLInputElement) || one.value || !one.placeholder || !pen) return false;
      const { font, paddingLeft, paddingRight, textOverflow } = getComputedStyle(one);
      if (textOverflow === 'ellipsis') return false;
      pen.font = font;
      const room = one.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return pen.measureText(one.placeholder).width > room + 1;
    };
    const complaints = [...scope.querySelectorAll('*')]
      .filter((one) => one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }))
      .filter((one) => !one.closest('svg') && !isScrolled(one.parentElement))
      .flatMap((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        const { overflowX, textOverflow, clipPath } = getComputedStyle(one);
        // Visually hidden texts are a pixel in size.
        if (width <= 1 || clipPath !== 'none') return [];
        const isOutside = left < -0.5 || right > clientWidth + 0.5;
        // A text that is longer than its field scrolls there.
        const isClipped =
          !(one instanceof HTMLInputElement) &&
          /hidden|clip/.test(overflowX) &&
          textOverflow !== 'ellipsis' &&
          one.scrollWidth > one.clientWidth + 1;
        const what = `${one.tagName.toLowerCase()} '${(one.textContent || one.getAttribute('aria-label') || '').trim().slice(0, 30)}'`;
        if (isOutside) return [`${what} is from ${left.toFixed()} to ${right.toFixed()} of ${clientWidth}`];
        if (hidesWords(one)) return [`the words '${(one as HTMLInputElement).placeholder}' are cut`];
        return isClipped ? [`${what} is cut`] : [];
      });
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`, ...complaints] : complaints;
  });

/** Checks that nothing is cut at any width of a phone. */
async function expectWhole(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => cut(page), `${what} at ${width} px`).toEqual([]);
  }
}

const cards = (page: Page) => page.getByRole('table').locator('tbody tr');
const cardOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const actionsOf = (card: Locator) => card.getByRole('button', { name: /^Actions of / });
const sorting = (page: Page) => page.getByRole('combobox', { name: 'Sort' });
const sizeOf = async (one: Locator) => {
  const { width = 0, height = 0 } = (await one.boundingBox()) ?? {};
  return Math.min(width, height);
};

/** Each screen with its heading, and its part that loads last. */
const screens: [name: string, path: string, heading: string, part: (page: Page) => Locator][] = [
  ['the report', '', 'Report', (page) => page.getByRole('button', { name: 'Run Report' })],
  ['its results', '?schoolCode=00', 'Report', (page) => page.getByRole('table')],
  [
    'its extended data',
    '?schoolCode=00&extended=true',
    'Report',
    (page) => page.getByRole('button', { name: 'Hide Extended Data' }),
  ],
  ['the list of schools', 'school', 'Schools', (page) => page.getByRole('table')],
  ['the list of departments', 'department', 'Departments', (page) => page.getByRole('table')],
  ['the list of degrees', 'degree', 'Degrees', (page) => page.getByRole('table')],
  ['the list of majors', 'major', 'Majors', (page) => page.getByRole('navigation', { name: 'Pages' })],
  ['all majors', 'major?size=all', 'Majors', (page) => page.getByRole('table')],
  [
    'a list without a row',
    'major?q=nothing+here&codes=201,7,9ZZ',
    'Majors',
    (page) => page.getByText('No results found'),
  ],
  ['the list of major-degrees', 'major-degree', 'Major-Degrees', (page) => page.getByRole('table')],
  [
    'the form for a major and a degree',
    'major-degree/create',
    'Create Major-Degree',
    (page) => page.getByText('*Required Field'),
  ],
  [
    'a relationship',
    'relationship?from=degree&fromKey=1&to=major',
    'Relate Degree to Major',
    (page) => page.getByText('*Required Field'),
  ],
  ['a relationship to nothing', 'relationship', 'Relate', (page) => page.getByRole('alert')],
  ['no such item', 'department/2147483647', 'View Department', (page) => page.getByRole('alert')],
  ['the programs', 'programs?asOf=202592&since=201992', 'Programs by CIP', (page) => page.getByRole('table')],
  ['About', 'about', 'Version Information', (page) => page.getByRole('table')],
];

/** The spacing of WCAG 1.4.12, which a user's own style sheet may set. */
const setTextSpacing = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }',
    );
    document.adoptedStyleSheets.push(sheet);
  });

for (const spacing of ['the usual', 'a user’s'])
  test(`nothing is cut on any screen with ${spacing} text spacing`, async ({ page }) => {
    test.slow();
    await page.goto('.');
    if (spacing !== 'the usual') await setTextSpacing(page);
    for (const [name, path, title, part] of screens)
      await test.step(name, async () => {
        await visit(page, path);
        await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
        await expect(part(page).first()).toBeVisible();
        await expectWhole(page, name);
      });
  });

for (const kind of ['school', 'department', 'degree', 'major'] as const)
  test(`nothing is cut on the detail of a ${kind} nor in its dialogs`, async ({ page }) => {
    const own = randomLetters(24);
    const title = kind === 'major' ? 'title20' : kind === 'degree' ? 'degreeTitleRc' : 'title';
    // One long word, the worst case.
    const item = await createItem(page, kind, { [title]: own.slice(0, 20) });
    const other = kind === 'major' ? 'degree' : 'major';
    await relate(page, [kind, item], [other, await createItem(page, other)]);
    await page.goto(`./${kind}/${keyOf(kind, item)}`);
    await expect(section(page, 'Details')).toBeVisible();
    await expectWhole(page, `the detail of a ${kind}`);
    await section(page, 'Details').getByRole('button', { name: 'Actions' }).click();
    await section(page, 'Details').getByRole('button', { name: 'Delete' }).click();
    await expect(dialog(page, 'Warning')).toBeVisible();
    await expectWhole(page, 'the warning');
    await dialog(page, 'Warning').getByRole('button', { name: 'Cancel' }).click();
    await section(page, 'Details').getByRole('button', { name: 'Edit' }).click();
    await expect(page.locator('dialog[open]')).toBeVisible();
    await expectWhole(page, `the form of a ${kind}`);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await visit(page, `${kind}?q=nothing+is+called+so`);
    await create(
      page,
      kind.replace(/^./, (letter) => letter.toUpperCase()),
    );
    await expectWhole(page, `the form of a new ${kind}`);
  });

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } });
  test('nothing is cut on the sign-in page', async ({ page }) => {
    await page.goto('.');
    await expect(page.getByRole('button').first()).toBeVisible();
    await expectWhole(page, 'the sign-in');
  });
});

test('in the changes, the sentence of a set is below its time, as wide as the screen', async ({ page }) => {
  await page.goto('./changes?origin=sample');
  const set = page.getByRole('main').getByRole('listitem').first();
  await expect(set.getByText(/^First load created/)).toBeVisible();
  await expect(async () => {
    const [time, sentence, line] = await Promise.all(
      [set.locator('time'), set.getByText(/^First load created/), set].map((part) => part.boundingBox()),
    );
    expect(sentence?.y).toBeGreaterThanOrEqual((time?.y ?? 0) + (time?.height ?? 0));
    expect(sentence?.width).toBeGreaterThan((line?.width ?? 0) * 0.7);
  }).toPass();
});

test('the menu is opened, used and closed by touch and by keyboard', async ({ page }) => {
  await page.goto('./school');
  const menu = page.getByRole('button', { name: 'Menu' });
  const entry = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  await expect(entry('Majors')).toBeHidden();
  await menu.click();
  await expectWhole(page, 'the menu');
  for (const link of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await entry('Majors').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Majors');
  await expect(entry('Majors')).toBeHidden();

  await tabTo(menu, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(entry('Degrees')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entry('Degrees')).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(entry('Departments'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Departments');
});

test('a card shows code, title, segment, campus and terms of a major in words, and marks matches', async ({
  page,
}) => {
  const own = randomLetters(8);
  const values = { title20: `Card ${own}`, majorSegment: 'G', campusIndicator: 'H' };
  const major = await createItem(page, 'major', { ...values, startTermYyyyst: '201192' });
  const ended = await createItem(page, 'major', {
    title20: `Ended ${own}`,
    startTermYyyyst: '201192',
    endTermYyyyst: '202114',
  });
  await page.goto(`./major?q=${own}`);
  const card = cardOf(page, `Card ${own}`);
  await expect(card.locator('td')).toHaveText([
    major.majorCode,
    `Card ${own}`,
    'Graduate · Health sciences · since F11',
    '',
  ]);
  await expect(card.locator('mark')).toHaveText(own);
  await expect(cardOf(page, `Ended ${own}`).locator('td').nth(2)).toHaveText('Undergraduate · F11 – S21');
  await expect(cardOf(page, ended.majorCode).getByRole('img', { name: 'Ended' })).toBeVisible();
  await expect(card.getByRole('img', { name: 'Ended' })).toHaveCount(0);
  await expect.poll(() => sizeOf(actionsOf(card))).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);
});

test('cards work with screen reader, keyboard and touch', async ({ page }) => {
  await page.goto('./major');
  await expect(cards(page).first()).toBeVisible();

  await test.step('for screen readers they are rows of a table, despite the card layout', async () => {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const count = (role: string) => nodes.filter(({ role: is }) => is?.value === role).length;
    expect(['table', 'row', 'rowheader', 'cell'].map(count)).toEqual([1, 50, 50, 150]);
    await session.detach();
  });

  await test.step('arrow keys move between them, and their actions are a menu', async () => {
    const link = (at: number) => cards(page).nth(at).getByRole('link');
    await tabTo(link(0));
    await page.keyboard.press('ArrowDown');
    await expect(link(1)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(actionsOf(cards(page).nth(1))).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(actionsOf(cards(page).nth(1))).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('e');
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Edit Major')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(actionsOf(cards(page).nth(1))).toBeFocused();
  });

  await test.step('a tap anywhere on a card opens its item', async () => {
    const card = cards(page).nth(2);
    const { width = 0, height = 0 } = (await card.boundingBox()) ?? {};
    await card.click({ position: { x: width / 2, y: height - 6 } });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
  });
});

test('the actions of a card are behind its button: view, edit, delete', async ({ page }) => {
  const school = await createItem(page, 'school');
  await page.goto(`./school?q=${school.title.replace(' ', '+')}`);
  const card = cardOf(page, school.title);
  const actions = card.getByRole('button', { name: `Actions of school ${school.schoolCode}`, exact: true });
  const choose = async (name: string) => {
    await actions.click();
    const item = page.getByRole('menuitem', { name });
    await expect.poll(async () => (await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectWhole(page, 'the actions');
    await item.click();
  };
  await choose('Edit');
  await expect(dialog(page, 'Edit School')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();
  await choose('View Details');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View School');
  await page.goBack();
  await choose('Delete');
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'The school has been successfully deleted')).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('no field makes a phone zoom in: each text is 16 px', async ({ page }) => {
  const small = () =>
    page
      .locator('input:not([type="checkbox"], [type="file"]), select, textarea')
      .evaluateAll((inputs) =>
        inputs
          .filter((input) => Number.parseFloat(getComputedStyle(input).fontSize) < 16)
          .map((input) => input.outerHTML),
      );
  await page.goto('./about');
  for (const [path, heading] of [
    ['', 'Report'],
    ['major', 'Majors'],
    ['changes', 'Changes'],
    ['differences', 'Differences'],
    ['import', 'Import'],
    ['major-degree/create', 'Create Major-Degree'],
  ] as const)
    await test.step(heading, async () => {
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('main :is(input, select)').first()).toBeVisible();
      expect(await small()).toEqual([]);
    });
  await visit(page, 'major?q=nothing+is+called+so');
  await create(page, 'Major');
  expect(await small()).toEqual([]);
});

test('cards are sorted by a column and in a direction', async ({ page }) => {
  await test.step('an order by several columns of a table is kept', async () => {
    await page.goto('./major?sort=-sortCode,title20');
    await expect(sorting(page).locator('option:checked')).toHaveText('Sort Code, Title 20');
    await expect(page.getByRole('button', { name: 'Descending' })).toBeVisible();
  });

  await visit(page, 'major');
  await expect(sorting(page)).toHaveValue('majorCode,majorSegment');
  await expect(sorting(page).locator('option:checked')).toHaveText('Major Code, U G M');
  const codes = () => cards(page).locator('td:first-child').allTextContents();
  await expect(cards(page)).toHaveCount(50);
  const inOrder = await codes();
  expect(inOrder).toEqual([...inOrder].sort());
  await page.getByRole('button', { name: 'Ascending' }).click();
  await expect(page).toHaveURL(/sort=-majorCode%2C-majorSegment$/);
  await expect(page.getByRole('button', { name: 'Descending' })).toBeFocused();
  await expect(async () => {
    const reversed = await codes();
    expect(reversed).toEqual(reversed.toSorted().toReversed());
  }).toPass();
  await sorting(page).selectOption({ label: 'Title 20' });
  await expect(page).toHaveURL(/sort=-title20$/);
  await page.getByRole('button', { name: 'Descending' }).click();
  await expect(page).toHaveURL(/sort=title20$/);
  await expect(async () => {
    const titles = await cards(page).locator('td:nth-child(2)').allTextContents();
    expect(titles).toEqual(titles.toSorted(new Intl.Collator('en-US').compare));
  }).toPass();
  await sorting(page).selectOption({ label: 'Major Code, U G M' });
  await expect(page).toHaveURL(/major$/);
});

test('turning the phone changes cards into a table and back, and loses nothing', async ({ page }) => {
  await page.goto('./major');
  await sorting(page).selectOption({ label: 'Title 20' });
  await page.getByPlaceholder('Filter results...').fill('science');
  await expect(page).toHaveURL(/\?sort=title20&q=science$/);
  const titles = () =>
    page
      .locator('tbody tr td')
      .getByRole('link', { name: /science/i })
      .allTextContents();
  await expect(page.locator('tbody mark').first()).toBeVisible();
  const before = await titles();
  await tabTo(cards(page).first().getByRole('link'));
  await page.keyboard.press('ArrowDown');
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.getByRole('columnheader')).toHaveCount(11);
  await expect(sorting(page)).toHaveCount(0);
  await expect(page.getByPlaceholder('Filter results...')).toHaveValue('science');
  await expect(page.getByRole('columnheader', { name: 'Title 20' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  await expect.poll(titles).toEqual(before);
});

test('all cards of a long list scroll, and the last is reached by keyboard', async ({ page }) => {
  await page.goto('./major?size=all');
  await tabTo(cards(page).first().getByRole('link'));
  const total = Number((await page.getByText(/^[\d,]+ Rows$/).textContent())?.replace(/\D/g, ''));
  await page.keyboard.press('End');
  const last = page.locator(`tbody tr[data-at="${total - 1}"]`);
  await expect(last.getByRole('link')).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
  const [one, other] = [last, page.locator(`tbody tr[data-at="${total - 2}"]`)];
  await expect(async () => {
    const [below, above] = [await one.boundingBox(), await other.boundingBox()];
    expect((below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))).toBeGreaterThan(0);
  }).toPass();
});

test('related items are cards: code, title, terms and length of the program', async ({ page }) => {
  const [major, degree] = [await createItem(page, 'major'), await createItem(page, 'degree')];
  const values = { startTerm: '199192', programLengthYrs: 2, programLengthQtrs: 6, active: false };
  await relate(page, ['major', major], ['degree', degree], values);
  await page.goto(`./major/${major.majorKey}`);
  const card = section(page, 'Degrees').getByRole('row');
  await expect(card.locator('td')).toHaveText([
    'BA',
    textOf(degree),
    '2 years, 6 quarters · since F91 · not active',
    '',
  ]);
  await actionsOf(card).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View', 'Edit relationship', 'Delete relationship']);
  await page.getByRole('menuitem', { name: 'Edit relationship' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Relate Major to Degree');
  await page.goBack();
  await card.click({ position: { x: 40, y: 40 } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Degree');
});

test('a major-degree is a card with links to both', async ({ page }) => {
  const [major, degree] = [await createItem(page, 'major'), await createItem(page, 'degree')];
  await relate(page, ['major', major], ['degree', degree], { startTerm: '201192' });
  await page.goto(`./major-degree?q=${textOf(major).replace(' ', '+')}`);
  await expect(cards(page).locator('td')).toHaveText([
    major.majorCode,
    textOf(major),
    `BA ${textOf(degree)}`,
    'Undergraduate · since F11',
    '',
  ]);
  await page.getByRole('link', { name: `BA ${textOf(degree)}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Degree');
});
