import type { Page } from '@playwright/test';
import { unguarded } from '../../sheets/guard.ts';
import { createItem, relate } from './data.ts';
import { bothDownloads, DAY, trimmed } from './downloads.ts';
import {
  expect,
  expectAccessible,
  headersOf,
  holdRequests,
  rowsOf,
  sessionOf,
  test,
  visit,
} from './support.ts';

test.use({ storageState: sessionOf('registrar') });

const lists = [
  {
    path: 'degree',
    heading: 'Degrees',
    headers: ['Awarded', 'Title', 'Abbreviated Title', 'Start Qtr', 'End Qtr'],
    sort: [1, 0],
    title: 'Title',
    file: 'degrees',
  },
  {
    path: 'department',
    heading: 'Departments',
    headers: ['Title 7', 'Title 40', 'Active'],
    sort: [0],
    title: 'Title 40',
    file: 'departments',
  },
  {
    path: 'major',
    heading: 'Majors',
    headers: [
      'U G M',
      'G H',
      'Major Code',
      'Sort Code',
      'Title 7',
      'Title 20',
      'Title Long',
      'Academic Yr Appr',
      'Start Qtr',
      'End Qtr',
    ],
    sort: [2, 0],
    title: 'Title 20',
    file: 'majors',
  },
  {
    path: 'major-degree',
    heading: 'Major-Degrees',
    headers: ['Major Code', 'U G M', 'Title 20', 'Awarded', 'Title'],
    sort: [0, 3],
    title: null,
    file: 'major-degrees',
  },
  {
    path: 'school',
    heading: 'Schools',
    headers: ['Code', 'Title', 'Title 8', 'Year Start', 'Year End', 'Sort Code', 'Active'],
    sort: [0],
    title: 'Title',
    file: 'schools',
  },
];

const count = (page: Page) => page.getByRole('main').getByText(/^[\d,]+ Rows$/);
const button = (page: Page, header: string) =>
  page.getByRole('columnheader').getByRole('button', { name: header, exact: true });
const counted = async (page: Page) => {
  await expect(count(page)).toHaveText(/[1-9]/);
  return Number((await count(page).textContent())?.replace(/\D/g, ''));
};
const column = async (page: Page, at: number) => (await rowsOf(page)).map((row) => row[at] ?? '');
const filed = new Intl.Collator('en-US');
const isInOrder = (texts: string[]) =>
  texts.every((text, at) => at === 0 || filed.compare(texts[at - 1] ?? '', text) <= 0);

for (const { path, heading, headers, sort, title, file } of lists)
  test(`${heading} are shown, and downloaded`, async ({ page }) => {
    await page.goto(`./${path}`);

    await test.step('with their columns in the default order, accessibly', async () => {
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(page.getByRole('table')).toBeVisible();
      // The header of a sorted column includes its sort priority. The actions column comes last.
      const shown = (await headersOf(page)).slice(0, headers.length);
      const numbered = (at: number) => sort.length > 1 && sort.includes(at);
      expect(shown.map((header, at) => (numbered(at) ? header.slice(0, -1) : header))).toEqual(headers);
      for (const header of headers) await expect(button(page, header)).toBeVisible();
      const rows = await rowsOf(page);
      const keys = rows.map((row) => sort.map((at) => row[at] ?? ''));
      const inOrder = [...keys].sort((one, other) => {
        for (const [at, value] of one.entries()) {
          const difference = filed.compare(value, other[at] ?? '');
          if (difference !== 0) return difference;
        }
        return 0;
      });
      expect(keys).toEqual(inOrder);
      expect(rows.length).toBeGreaterThan(10);
      await expect(page).toHaveTitle(`${heading} - Major/Degree Database`);
      await expectAccessible(page);
    });

    if (title)
      await test.step('a screen reader reads the title of a row with its cells', async () => {
        const own = page.locator('tbody tr:not([aria-hidden])').first().getByRole('rowheader');
        await expect(own).toHaveCount(1);
        const at = await own.evaluate((cell) => [...(cell.parentElement?.children ?? [])].indexOf(cell));
        await expect(page.getByRole('columnheader').nth(at).locator('button')).toHaveText(
          new RegExp(`^${title}\\d?$`),
        );
      });

    await test.step('all rows, as CSV and for Excel', async () => {
      const total = await counted(page);
      const { names, csv, rows, about } = await bothDownloads(page);
      expect(names).toEqual([`${file}.csv`, `${file}.xlsx`]);
      const [labels, ...records] = csv;
      expect(labels).toEqual(headers);
      expect(records).toHaveLength(total);
      // A flag's cell may show more than the flag, and the download guards formulas with an apostrophe.
      const shown = (value: string) => value.replace(/^'/, '');
      for (const [at, row] of (await rowsOf(page)).entries())
        for (const [place, value] of (records[at] ?? []).entries())
          expect(shown(row[place] ?? '').startsWith(shown(value)), `${value} in ${row.join(' | ')}`).toBe(
            true,
          );
      expect(rows.length).toBeGreaterThan(10);
      expect(trimmed(rows)).toEqual(trimmed(csv.map((row) => row.map(unguarded))));
      expect(about).toEqual([
        heading,
        `${(rows.length - 1).toLocaleString('en-US')} rows`,
        expect.stringMatching(DAY),
      ]);
    });
  });

test('the filter searches only the rows, shows how many match, and is part of the address', {
  tag: '@firefox',
}, async ({ page }) => {
  await page.goto('./major');
  await expect(page.getByRole('table')).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.getByPlaceholder('Filter results...').pressSequentially('engineering', { delay: 20 });
  await expect(page).toHaveURL(/q=engineering$/);
  await expect
    .poll(async () => (await rowsOf(page)).every((row) => /engineering/i.test(row.join(' '))))
    .toBe(true);
  const rows = await rowsOf(page);
  expect(rows.length).toBeGreaterThan(5);
  await expect(count(page)).toHaveText(`${rows.length} Rows`);
  expect(calls.filter((url) => url.includes('/api/'))).toEqual([]);
  await page.reload();
  await expect(page.getByPlaceholder('Filter results...')).toHaveValue('engineering');
  await expect.poll(() => rowsOf(page)).toEqual(rows);
  // The marks are readable in both schemes.
  await expect(page.locator('tbody mark').first()).toHaveText(/engineering/i);
  await expectAccessible(page);
});

test("a list without a row says 'No results found' inside the table, and has nothing to download or to change", async ({
  page,
}) => {
  await page.goto('./school?q=no such school');
  await expect(page.getByRole('table').getByText('No results found')).toBeVisible();
  await expect(count(page)).toHaveText('0 Rows');
  for (const name of ['Download CSV', 'Excel', 'Change all 0…'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
  await expect(page.getByRole('link', { name: /^Change all / })).toHaveCount(0);
});

test('a link leads to its screen, also if the list is sorted while the screen loads', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/moreScreens-*.js');
  await page.goto('./school');
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'Changes' }).click();
  await page.getByRole('columnheader').getByRole('button', { name: 'Title', exact: true }).click();
  await release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changes');
  await expect(page).toHaveURL(/\/changes$/);
});

test('a list is sorted by its headers, explains itself, and one of its rows is selected', async ({
  page,
}) => {
  await page.goto('./school');
  await expect(page.getByRole('table')).toBeVisible();

  await test.step('ascending, descending and back to the default order', async () => {
    const header = page.getByRole('columnheader').filter({ hasText: /^Title$/ });
    await expect(header).toHaveAttribute('aria-sort', 'none');
    await button(page, 'Title').click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(async () => isInOrder(await column(page, 1))).toBe(true);
    await button(page, 'Title').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(async () => isInOrder((await column(page, 1)).toReversed())).toBe(true);
    await button(page, 'Title').click();
    await expect(header).toHaveAttribute('aria-sort', 'none');
    await expect.poll(async () => (await column(page, 0))[0]).toBe('00');
  });

  await test.step('two clicks before the next render both count', async () => {
    await expect(page).toHaveURL(/\/school$/);
    await page.evaluate(async () => {
      const buttons = [...document.querySelectorAll<HTMLElement>('thead th button')];
      for (const name of ['Title', 'Year Start']) {
        const found = buttons.find(({ textContent }) => textContent === name);
        found?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }));
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
    await expect(page).toHaveURL(/sort=schoolCode%2Ctitle%2CyearStart$/);
  });

  await test.step('by several columns while shift is held, by mouse and by keyboard', async () => {
    await button(page, 'Active').click();
    await expect(page).toHaveURL(/sort=active$/);
    await button(page, 'Year Start').click({ modifiers: ['Shift'] });
    await expect(page).toHaveURL(/sort=active%2CyearStart/);
    await expect(async () => {
      const rows = (await rowsOf(page)).map(
        (row) => `${row[6]?.startsWith('Yes') ? 0 : 1} ${row[3] || 'none'}`,
      );
      expect(rows).toEqual([...rows].sort());
    }).toPass();
    await button(page, 'Code').focus();
    await page.keyboard.press('Shift+Enter');
    await expect(page).toHaveURL(/sort=active%2CyearStart%2CschoolCode/);
    await expect(page.locator('th[aria-sort="ascending"]')).toHaveCount(3);
  });

  await test.step('the tooltip explains the table, on hover and on focus', async () => {
    const info = page.getByRole('button', { name: 'About this table' });
    for (const reach of [() => info.hover(), () => info.focus()]) {
      await reach();
      await expect(page.getByRole('tooltip')).toHaveText(
        'Sortable columns have an icon. Holding shift and clicking sorts by multiple columns. The search bar filters only the table rows.',
      );
      await page.mouse.move(5, 400);
      await info.blur();
      await expect(page.getByRole('tooltip')).toHaveCount(0);
    }
  });

  await test.step('one row at a time is selected, by a click or by focus; arrow keys move up and down', async () => {
    const selected = page.locator('tbody tr[aria-selected="true"]');
    const rows = page.locator('tbody tr');
    await rows.nth(1).getByRole('cell').first().click();
    await rows.nth(2).getByRole('cell').first().click();
    await expect(selected).toHaveCount(1);
    await expect(rows.nth(2)).toHaveAttribute('aria-selected', 'true');
    await rows.nth(4).getByRole('button', { name: 'Edit' }).focus();
    await expect(rows.nth(4)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(5).getByRole('button', { name: 'Edit' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(rows.nth(4)).toHaveAttribute('aria-selected', 'true');
    await expect(selected).toHaveCount(1);
  });
});

test('pages of 50, 100, 150, 200, 250 or all rows, from the first page', async ({ page }) => {
  await page.goto('./major');
  const total = await counted(page);
  const size = page.getByRole('combobox', { name: 'Rows per page' });
  await expect(size.locator('option')).toHaveText([
    '50 per page',
    '100 per page',
    '150 per page',
    '200 per page',
    '250 per page',
    `All (${total})`,
  ]);
  await expect.poll(() => rowsOf(page)).toHaveLength(50);
  const first = await rowsOf(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2$/);
  await expect.poll(() => rowsOf(page)).not.toEqual(first);
  const second = await rowsOf(page);
  await size.selectOption('100 per page');
  await expect.poll(async () => (await rowsOf(page)).slice(50)).toEqual(second);
  await size.selectOption({ index: 5 });
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(total + 1));
  await page.goBack();
  await expect.poll(() => rowsOf(page)).toHaveLength(100);
  await page.goBack();
  await expect.poll(() => rowsOf(page)).toEqual(second);
});

test('a tooltip shows with no delay and hides after 50 ms', async ({ page }) => {
  await page.clock.install();
  await page.goto('./school');
  const info = page.getByRole('button', { name: 'About this table' });
  await expect(info).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await info.hover();
  const tip = page.getByRole('tooltip');
  await expect(tip).toBeVisible();
  await page.mouse.move(5, 400);
  await page.clock.runFor(49);
  await expect(tip).toBeVisible();
  await page.clock.runFor(1);
  await expect(tip).toHaveCount(0);
});

test('a count of a thousand or more is in US format', async ({ page }) => {
  await page.route('**/api/schools', async (route) => {
    const [school] = await (await route.fetch()).json();
    await route.fulfill({ json: Array.from({ length: 1234 }, () => school) });
  });
  await page.goto('./school');
  await expect(count(page)).toHaveText('1,234 Rows');
});

test('the view button of a major-degree goes to the major; Create goes to the combined form', async ({
  page,
}) => {
  const major = await createItem(page, 'major');
  await relate(page, ['major', major], ['degree', await createItem(page, 'degree')]);
  await page.goto(`./major-degree?q=${major.title20}`);
  await expect(page.getByRole('button', { name: 'View Details' })).toHaveCount(1);
  await page.getByRole('button', { name: 'View Details' }).click();
  await expect(page).toHaveURL(new RegExp(`/mdsd/major/${major.majorKey}$`));
  await page.goBack();
  await page.getByRole('link', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/mdsd\/major-degree\/create$/);
});

test('majors and degrees that have ended are marked at their end', async ({ page }) => {
  const lists = [
    ['major', 'Majors', 'endTermYyyyst', 'title20'],
    ['degree', 'Degrees', 'degreeEndTermYyyyst', 'degreeTitleRc'],
  ] as const;
  // Before the page is loaded, which reads the majors at its start.
  for (const [screen, , end, start] of lists)
    await page.route(`**/api/${screen}s`, async (route) => {
      const [item] = await (await route.fetch()).json();
      const ends = { A: '201592', B: '209992', C: null };
      const items = Object.entries(ends).map(([title, term]) => ({ ...item, [start]: title, [end]: term }));
      const resolved = { termYyyyst: '201592', termLetterYear: 'F15' };
      const keyed = items.map((one, at) => ({
        ...one,
        [`${screen}Key`]: at + 1,
        endTerm: one[end] && resolved,
      }));
      await route.fulfill({ json: keyed });
    });
  await page.goto('./school');
  for (const [screen, heading] of lists) {
    await visit(page, screen);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    const marked = page.locator('tbody tr').filter({ has: page.getByRole('img', { name: 'Ended' }) });
    await expect(marked).toHaveCount(1);
    await expect(marked).toContainText('A');
    // The cell has the text of the download.
    await expect(
      marked.getByRole('cell').filter({ has: page.getByRole('img', { name: 'Ended' }) }),
    ).toHaveText('F15');
  }
});

test('whether an item has ended depends on the server’s running term, not on the browser’s clock', async ({
  page,
}) => {
  let runningTerm = '201592';
  await page.route('**/mdsd/{department,school}', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/(name="running-term" content=")\d{6}/, `$1${runningTerm}`);
    expect(html).toContain(runningTerm);
    await route.fulfill({ response: response, body: html });
  });
  await page.route('**/api/{departments,schools}', async (route) => {
    const [item] = await (await route.fetch()).json();
    await route.fulfill({ json: [{ ...item, active: true, endTerm: '201592', yearEnd: 2015 }] });
  });
  const row = page.locator('tbody tr');
  const heading = page.getByRole('heading', { level: 1 });
  await test.step('in its last term it has not', async () => {
    await page.goto('./department');
    await expect(row).toContainText('Yes');
    await expect(row).not.toContainText('Ended');
    await visit(page, 'school');
    await expect(heading).toHaveText('Schools');
    await expect(row).toContainText('Yes');
    await expect(row).not.toContainText('Ended');
  });
  await test.step('in the next it has: its end is beside its flag', async () => {
    runningTerm = '201603';
    await page.goto('./department');
    await expect(row).toContainText('YesEnded F15');
    await visit(page, 'school');
    await expect(row).toContainText('YesEnded 2015');
  });
});

test('details can be opened right after typing in the filter, and Back returns to its results', async ({
  page,
}) => {
  await page.goto('./degree');
  await expect(count(page)).toBeVisible();
  await page.getByPlaceholder('Filter results...').fill('Dance');
  // Until then the rows may be replaced under the pointer. The URL follows later.
  await expect(page.locator('tbody mark').first()).toBeVisible();
  await page.getByRole('button', { name: 'View Details' }).first().click();
  await expect(page).toHaveURL(/\/degree\/\d+$/);
  await expect(page.getByRole('button', { name: 'Add Relationship to' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/degree\?q=Dance$/);
  await expect(page.getByPlaceholder('Filter results...')).toHaveValue('Dance');
});

test('in a narrow window the actions and their header stay visible while the rest scrolls', async ({
  page,
}) => {
  await page.setViewportSize({ width: 650, height: 844 });
  await page.goto('./major');
  const header = page.getByRole('columnheader', { name: 'Actions' });
  const cell = page.locator('tbody tr').first().locator('td').last();
  await expect(cell).toBeVisible();
  const edges = async () => [await header.boundingBox(), await cell.boundingBox()].map((box) => box?.x);
  await expect(async () => {
    const [ofHeader, ofCell] = await edges();
    expect(ofHeader).toBe(ofCell);
  }).toPass();
  const [before] = await edges();
  const region = page.getByRole('region', { name: 'Majors' });
  await region.evaluate((element) => element.scrollTo(200, 0));
  await expect.poll(() => region.evaluate(({ scrollLeft }) => scrollLeft)).toBe(200);
  await expect.poll(edges).toEqual([before, before]);
});

test('with reduced motion nothing moves', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const release = await holdRequests(page, '**/api/degrees');
  await page.goto('./degree');

  await test.step('no animation is endless: the loader does not move', async () => {
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
    const running = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
    await expect.poll(running).toBe(0);
  });

  const expectNothingMoved = async () => {
    // The event comes with the frame after that in which the transition begins.
    for (let frames = 0; frames < 2; frames += 1)
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    await expect(page.locator('body')).not.toHaveAttribute('data-moved');
  };
  await test.step('a change of colors is a single step, not one for each element', async () => {
    await release();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await page.evaluate(() => {
      document.addEventListener('transitionrun', () => document.body.toggleAttribute('data-moved', true));
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expectNothingMoved();
  });

  await test.step('a dialog is there and gone at once, with what darkens the page behind it', async () => {
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(dialog).toBeVisible();
    await expectNothingMoved();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expectNothingMoved();
  });
});
