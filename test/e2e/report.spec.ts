import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import Papa from 'papaparse';
import { type OracleFilter, quarterOf, reportOracle } from '../support/reportOracle.ts';
import { send } from './data.ts';
import { choose, tabTo } from './forms.ts';
import { expect, expectAccessible, headersOf, rowsOf, sessionOf, test, visit } from './support.ts';

test.use({ storageState: sessionOf('viewer') });

const defaultHeaders = [
  'Sch Code',
  'UGM',
  'Maj Code',
  'Maj Title',
  'Maj Start Qtr',
  'Maj End Qtr',
  'Deg Awarded',
  'Deg Title',
  'Deg Start Qtr',
  'Deg End Qtr',
];
const extendedHeaders = [
  'GH',
  'Sort Code',
  'Acad Yr Appr',
  'Maj Title 7',
  'Maj Title Long',
  'Dept Title 7',
  'Dept Title 40',
  'UC Disc',
  'CIP',
  'Deg Title Abbr',
  'Maj UCInetID',
  'Maj Last Modified',
  'Deg UCInetID',
  'Deg Last Modified',
  'Prog Cred Lvl',
  'Prog Lgth Yrs',
  'Prog Lgth Qtrs',
  'Instr Wks Per Acad Yr',
  'Spec Prog Indicator',
  'Term Prog',
  'Self Sup Prof Deg Prog',
  'Prof Deg',
  'Comments',
];

/** The expected rows of a filter, in the default columns of the screen: one per school, major and degree. */
const expectedRows = (filter: OracleFilter): string[][] => {
  const keys = new Set<string>();
  const rows = reportOracle(filter).filter(({ schoolCode, majorKey, degreeKey }) => {
    const key = `${schoolCode}/${majorKey}/${degreeKey}`;
    return keys.size < keys.add(key).size;
  });
  return rows.map((row) => [
    row.schoolCode ?? '',
    row.majorSegment,
    row.majorCode,
    row.title20,
    quarterOf(row.majorStartTermYyyyst) ?? '',
    quarterOf(row.majorEndTermYyyyst) ?? 'active',
    row.degreeAwarded ?? '',
    row.degreeTitleRc ?? '',
    quarterOf(row.degreeStartTermYyyyst) ?? '',
    row.degreeKey === null ? '' : (quarterOf(row.degreeEndTermYyyyst) ?? 'active'),
  ]);
};

const count = (page: Page) => page.getByRole('main').getByText(/^[\d,]+ Rows$/);
const run = (page: Page) => page.getByRole('button', { name: 'Run Report' }).click();
const group = (page: Page, name: 'Major' | 'Degree') => page.getByRole('group', { name, exact: true });
const asRows = (number: number) => `${number.toLocaleString('en-US')} Rows`;

test('a report of active majors warns of those that are not in effect, and leaves them out on request', async ({
  page,
}) => {
  await page.goto('./?majorInactive=false&graduate=false&schoolCode=85');
  const warning = page
    .getByRole('paragraph')
    .filter({ hasText: /^\d+ active majors? (is|are) not in effect in F26: / });
  await expect(warning).toContainText('0A5 U Computer Game Science ended Z21');
  const number = async () => Number((await count(page).innerText()).split(' ')[0]);
  const all = await number();
  await page.getByRole('button', { name: 'Show only F26' }).click();
  await expect(warning).toHaveCount(0);
  await expect(page).toHaveURL(/asOf=now/);
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('As of Term');
  await expect(page.getByRole('button', { name: 'Run Report' })).toBeFocused();
  await expect.poll(number).toBeLessThan(all);
  await expectAccessible(page);
  await page.goBack();
  await expect(warning).toBeVisible();
});

test('the report says how many majors its rows are', async ({ page }) => {
  await page.goto('./?graduate=false&schoolCode=85&extended=true');
  const rows = Number((await count(page).innerText()).split(' ')[0]);
  const majors = page.getByText(/^\d+ majors$/);
  await expect(majors).toBeVisible();
  expect(Number.parseInt(await majors.innerText(), 10)).toBeLessThan(rows);
});

test('before it is run', async ({ page }) => {
  await page.goto('.');

  await test.step('it shows the note, the toggle and no results', async () => {
    await expect(
      page.getByText(
        'Use 00 as the school code for graduate majors. The school column displays the school affiliation of the major.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show Extended Data >>>' })).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page).toHaveTitle('Report - Major/Degree Database');
    await expectAccessible(page);
  });

  await test.step('it explains that the term filters mean an exact start and an exact end', async () => {
    for (const of of ['Major', 'Degree'])
      for (const [end, hint] of [
        ['Start', 'Starts exactly in this term'],
        ['End', 'Ends exactly in this term'],
      ] as const)
        await expect(
          page.getByRole('combobox', { name: `${of} ${end} Term`, exact: true }),
        ).toHaveAccessibleDescription(hint);
  });

  await test.step('the school options are no school, then the active schools with code and title, sorted by label', async () => {
    await page.getByRole('combobox', { name: 'School' }).click();
    await expect(page.getByRole('option').nth(1)).toHaveText('00 Graduate Division');
    const labels = await page.getByRole('option').allTextContents();
    expect(labels[0]).toBe('(No school)');
    expect(labels).not.toContain('76 Department of Education');
    expect(labels).toEqual(
      [...labels].sort((one, other) => one.localeCompare(other, 'en-US', { numeric: true })),
    );
    await page.keyboard.press('Escape');
  });

  await test.step('a dropdown is 140 to 300 high and PageDown moves by five', async () => {
    const term = page.getByRole('combobox', { name: 'Major Start Term' });
    await term.click();
    const menu = page.getByRole('listbox').locator('..');
    await expect.poll(async () => (await menu.boundingBox())?.height).toBe(300);
    // It opens at the running term, so the keys start there.
    const active = async () => {
      const id = await term.getAttribute('aria-activedescendant');
      return page.getByRole('option').evaluateAll((all, at) => all.findIndex((one) => one.id === at), id);
    };
    await page.keyboard.press('ArrowDown');
    await expect.poll(active).toBeGreaterThan(0);
    const start = await active();
    await page.keyboard.press('PageDown');
    await expect.poll(active).toBe(start + 5);
    await page.keyboard.press('PageUp');
    await expect.poll(active).toBe(start);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await term.fill('nothing like it');
    const empty = page.getByText('No options').locator('..');
    await expect.poll(async () => (await empty.boundingBox())?.height).toBe(140);
  });

  await test.step('it offers starting questions, each with a URL', async () => {
    const starts: [string, OracleFilter][] = [
      ['Active undergraduate', { majorInactive: false, graduate: false }],
      ['Active graduate', { majorInactive: false, underGraduate: false }],
      ['Inactive', { majorActive: false }],
      ['Without a school', { schoolCode: 'NONE' }],
      ['Without a degree', { degreeListAwarded: ['NONE'] }],
    ];
    await page.getByRole('combobox', { name: 'Major Start Term' }).fill('');
    await page.keyboard.press('Escape');
    const links = page.getByRole('navigation', { name: 'Majors to start from' }).getByRole('link');
    await expect(links).toHaveText([...starts.map(([name]) => name), /^Ended in [A-Z]\d\d$/]);
    for (const [name, filter] of starts) {
      await links.getByText(name, { exact: true }).click();
      await expect(count(page)).toHaveText(asRows(expectedRows(filter).length));
      await expect(links).toHaveCount(0);
      await expect(chips(page).first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Run Report' })).toBeFocused();
      await page.goBack();
    }
    const end = ((await links.last().textContent()) ?? '').replace('Ended in ', '');
    await links.last().click();
    await expect(chips(page)).toHaveText([`Major End Term ${end}`]);
    const at = defaultHeaders.indexOf('Maj End Qtr');
    await expect.poll(async () => (await rowsOf(page)).length).toBeGreaterThan(0);
    expect(new Set((await rowsOf(page)).map((row) => row[at]))).toEqual(new Set([end]));
  });
});

test('the filters', async ({ page }) => {
  await page.goto('./report');

  await test.step('are fifteen, with the flags set', async () => {
    const form = page.getByRole('form', { name: 'Report filters' });
    for (const label of [
      'School',
      'Major Code',
      'Major Start Term',
      'Major End Term',
      'Degree Awarded',
      'Degree Start Term',
      'Degree End Term',
    ])
      await expect(form.getByRole('combobox', { name: label, exact: true })).toBeVisible();
    for (const label of ['Major Title', 'Degree Title'])
      await expect(form.getByRole('textbox', { name: label })).toBeVisible();
    for (const [name, labels] of [
      ['Major', ['Active', 'Inactive', 'Undergraduate', 'Graduate']],
      ['Degree', ['Active', 'Inactive']],
    ] as const)
      for (const label of labels)
        await expect(group(page, name).getByRole('checkbox', { name: label, exact: true })).toBeChecked();
    await expect(form.getByPlaceholder('Select a Term')).toHaveCount(4);
  });

  await test.step('are sent with null for those that do not restrict', async () => {
    await page.getByLabel('Major Title').fill('ALL');
    const sent = page.waitForRequest('**/api/reports');
    await run(page);
    expect((await sent).postDataJSON()).toEqual({
      schoolCode: null,
      majorCode: null,
      majorTitle: null,
      majorStartTermYyyyst: null,
      majorEndTermYyyyst: null,
      majorActive: true,
      majorInactive: true,
      underGraduate: true,
      graduate: true,
      degreeListAwarded: null,
      degreeTitleRc: null,
      degreeStartTermYyyyst: null,
      degreeEndTermYyyyst: null,
      degreeActive: true,
      degreeInactive: true,
      asOfTerm: null,
      knownAt: null,
    });
  });

  await test.step('are sent as the codes of a term, a school and a major, not as their labels', async () => {
    await page.goBack();
    await expect(page.getByRole('table')).toHaveCount(0);
    for (const [label, text] of [
      ['School', '00 Graduate'],
      ['Major Code', 'computer science (201'],
      ['Major Start Term', 'F98'],
      ['Degree Awarded', 'PhD'],
    ] as const)
      await choose(page, label, text);
    const sent = page.waitForRequest('**/api/reports');
    await run(page);
    expect((await sent).postDataJSON()).toMatchObject({
      schoolCode: '00',
      majorCode: '201',
      majorStartTermYyyyst: '199892',
      degreeListAwarded: ['PhD'],
    });
  });
});

test('without filters', async ({ page }) => {
  await page.goto('.');

  await test.step('it finds every major, with rows and columns in order', async () => {
    await run(page);
    const expected = expectedRows({});
    await expect(count(page)).toHaveText(asRows(expected.length));
    await expect.poll(() => headersOf(page)).toEqual(defaultHeaders);
    await expect.poll(() => rowsOf(page)).toEqual(expected.slice(0, 50));
  });

  await test.step('its results can be searched and paged', async () => {
    const first = await rowsOf(page);
    expect(first).toHaveLength(50);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => rowsOf(page)).not.toEqual(first);
  });

  await test.step('the download contains all rows as shown, regardless of paging, and is named report.csv', async () => {
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe('report.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    const [headers, ...rows] = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data;
    expect(headers).toEqual(defaultHeaders);
    expect(rows).toEqual(expectedRows({}));
  });

  await test.step('a text finds rows of all pages', async () => {
    await page.getByPlaceholder('Filter results...').fill('engineering');
    await expect
      .poll(async () => (await rowsOf(page)).every((row) => /engineering/i.test(row.join(' '))))
      .toBe(true);
    await expect(count(page)).toHaveText(/^[1-9]/);
    await expectAccessible(page);
  });

  await test.step('it has one row for each school, major and degree, with the extended data also for each department', async () => {
    await page.getByPlaceholder('Filter results...').fill('');
    await expect(count(page)).toHaveText('697 Rows');
    await page.getByRole('button', { name: 'Show Extended Data >>>' }).click();
    await expect(count(page)).toHaveText(asRows(reportOracle({}).length));
  });
});

const links: Record<string, [string, OracleFilter][]> = {
  majors: [
    ['majorCode=201', { majorCode: '201' }],
    ['majorTitle=ART', { majorTitle: 'art' }],
    ['majorStartTermYyyyst=196592', { majorStartTermYyyyst: '196592' }],
    ['majorInactive=false', { majorInactive: false }],
    ['majorActive=false', { majorActive: false }],
    ['underGraduate=false', { underGraduate: false }],
    ['graduate=false', { graduate: false }],
  ],
  'schools and degrees': [
    ['schoolCode=00', { schoolCode: '00' }],
    ['degreeListAwarded=BA,PhD', { degreeListAwarded: ['BA', 'PhD'] }],
    ['degreeTitleRc=science', { degreeTitleRc: 'science' }],
    ['degreeActive=false', { degreeActive: false }],
    ['degreeInactive=false&schoolCode=57', { degreeInactive: false, schoolCode: '57' }],
    ['degreeStartTermYyyyst=196592', { degreeStartTermYyyyst: '196592' }],
  ],
};
for (const [of, filters] of Object.entries(links))
  test(`a link with filters of ${of} runs the report automatically`, async ({ page }) => {
    for (const [at, [query, filter]] of filters.entries())
      await test.step(query, async () => {
        await (at === 0 ? page.goto(`./?${query}`) : visit(page, `?${query}`));
        const expected = expectedRows(filter);
        await expect(count(page)).toHaveText(asRows(expected.length));
        await expect.poll(() => rowsOf(page)).toEqual(expected.slice(0, 50));
      });
  });

test('finds what is chosen in the form, and Enter in a text box runs it', { tag: '@firefox' }, async ({
  page,
}) => {
  await page.goto('.');
  await choose(page, 'School', '00 Graduate Division');
  await choose(page, 'Degree Awarded', 'PhD');
  await group(page, 'Major').getByRole('checkbox', { name: 'Inactive' }).uncheck();
  await page.getByLabel('Major Title').fill('engineering');
  await page.keyboard.press('Enter');
  const expected = expectedRows({
    schoolCode: '00',
    degreeListAwarded: ['PhD'],
    majorInactive: false,
    majorTitle: 'engineering',
  });
  await expect(count(page)).toHaveText(asRows(expected.length));
  expect(expected.length).toBeGreaterThan(0);
  await expect.poll(() => rowsOf(page)).toEqual(expected);
});

test('a school, major or term can be searched by typing, chosen with Enter and cleared', {
  tag: '@firefox',
}, async ({ page }) => {
  await page.goto('.');
  const major = page.getByRole('combobox', { name: 'Major Code' });
  await major.fill('computer science (201');
  await expect(page.getByRole('option')).toHaveText(['Computer Science (201)']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(major).toHaveValue('Computer Science (201)');
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear Major Code' }).click();
  await expect(major).toHaveValue('');
});

test('an inactive or unknown value stays selected, and is marked', async ({ page }) => {
  await page.goto('./?schoolCode=76&majorStartTermYyyyst=000000');
  await expect(page.getByRole('combobox', { name: 'School' })).toHaveValue(
    '76 Department of Education (inactive)',
  );
  await expect(page.getByRole('combobox', { name: 'Major Start Term' })).toHaveValue(
    '000000 (not in the list)',
  );
});

test('a spinner shows while the report runs, and results only once it is complete', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.goto('./?schoolCode=57');
  await expect(page.getByRole('table')).toBeVisible();
  await page.route('**/api/reports', async (route) => {
    await held;
    await route.continue();
  });
  await run(page);
  await expect(page.getByRole('status', { name: 'The report is running' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  release();
  await expect(page.getByRole('table')).toBeVisible();
});

test('the comments show on hover and on keyboard focus, and hide after 50 ms', async ({ page }) => {
  await page.route('**/api/reports', async (route) => {
    const response = await route.fetch();
    const [row] = await response.json();
    row.major.comments = 'Of the major';
    row.degree.degreeComments = 'Of the degree';
    row.school.comments = 'Of the school';
    await route.fulfill({ json: [row] });
  });
  await page.goto('./?schoolCode=00&extended=true');
  const button = page.getByRole('button', { name: 'Comments', exact: true }).and(page.locator('td button'));
  const text = 'Major: Of the major\n\nDegree: Of the degree\n\nSchool: Of the school';
  await button.hover();
  await expect(page.getByRole('tooltip')).toHaveText(text, { useInnerText: true });
  await page.mouse.move(5, 5);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await button.focus();
  await expect(button).toHaveAccessibleDescription(/Major: Of the major/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

test('Clear resets the filters, the report and the address', async ({ page }) => {
  await page.goto('./?schoolCode=00&graduate=true&majorTitle=art&degreeInactive=false');
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'School' })).toHaveValue('');
  await expect(page.getByLabel('Major Title')).toHaveValue('');
  await expect(group(page, 'Degree').getByRole('checkbox', { name: 'Inactive' })).toBeChecked();
  await expect(page).toHaveURL(/\/mdsd\/$/);
});

test('Back and Forward restore the report and its filters', { tag: '@firefox' }, async ({ page }) => {
  await page.goto('./?schoolCode=57');
  await expect(count(page)).toHaveText(asRows(expectedRows({ schoolCode: '57' }).length));
  await choose(page, 'School', '60 School of Humanities');
  await run(page);
  await expect(count(page)).toHaveText(asRows(expectedRows({ schoolCode: '60' }).length));
  await page.goBack();
  await expect(count(page)).toHaveText(asRows(expectedRows({ schoolCode: '57' }).length));
  await expect(page.getByRole('combobox', { name: 'School' })).toHaveValue(/^57 /);
  await page.goForward();
  await expect(page.getByRole('combobox', { name: 'School' })).toHaveValue(/^60 /);
});

test.describe('for users who may open items', () => {
  test.use({ storageState: sessionOf('registrar') });

  test('codes and titles are links to them', async ({ page }) => {
    await page.goto('./?schoolCode=57&degreeListAwarded=BA');
    const row = page.locator('tbody tr').first();
    const link = (cell: number) => row.getByRole('cell').nth(cell).getByRole('link');
    await expect(link(0)).toHaveAttribute('href', '/mdsd/school/57');
    await expect(link(2)).toHaveAttribute('href', /^\/mdsd\/major\/\d+$/);
    await expect(link(7)).toHaveAttribute('href', /^\/mdsd\/degree\/\d+$/);
    await link(3).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
  });

  test('arrow keys reach all rows and columns on a single page', async ({ page }) => {
    await page.goto('./?run=true&size=all&extended=true');
    const row = (at: number) => page.locator(`tr[data-at="${at}"]`);
    // Tab through the headers has scrolled the table. The codes are pinned, so the first of them is a tab stop.
    await page.getByPlaceholder('Filter results...').focus();
    await tabTo(row(0).getByRole('link').first());
    await page.keyboard.press('PageDown');
    await page.keyboard.press('End');
    const last = row(reportOracle({}).length - 1);
    await expect(last.getByRole('link').first()).toBeFocused();
    await expect(last).toBeInViewport();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await expect(row(0).getByRole('link').first()).toBeFocused();
    await page
      .getByRole('region', { name: 'Report' })
      .evaluate((region) => region.scrollTo(region.scrollWidth, 0));
    // The other rows have only the pinned codes.
    await expect(row(1).locator('[aria-colindex="4"]')).toHaveCount(0);
    await expect(row(0).getByRole('link').first()).toBeFocused();
  });
});

test('with all rows on one page, rows are rendered as they scroll into view, and counted', async ({
  page,
}) => {
  await page.goto('./?run=true&size=all');
  const expected = expectedRows({});
  const table = page.getByRole('table');
  await expect(table).toHaveAttribute('aria-rowcount', String(expected.length + 1));
  expect((await rowsOf(page)).length).toBeLessThan(100);
  await page
    .getByRole('region', { name: 'Report' })
    .evaluate((region) => region.scrollTo(0, region.scrollHeight));
  const last = table.locator(`tr[aria-rowindex="${expected.length + 1}"]`);
  await expect(last).toBeVisible();
  await expect(last.locator('td')).toHaveText(expected.at(-1) ?? []);
});

/** Whether each cell of a row of the extended table is below its header, and no visible cell is missing. */
const isBelowHeaders = (row: Locator) =>
  row.evaluate((shown) => {
    const scroller = shown.closest('section');
    // A replaced row is no longer in the table.
    if (!scroller) return false;
    const heads = [...scroller.querySelectorAll('thead th')];
    const { left, right } = scroller.getBoundingClientRect();
    return heads.every((head, at) => {
      const place = head.getBoundingClientRect();
      const cell = shown.querySelector(`[aria-colindex="${at + 1}"]`);
      const isInSight = place.right > left && place.left < right;
      return cell ? cell.getBoundingClientRect().left === place.left : !isInSight;
    });
  });

/** The left edges of the first three cells of the first row, in the table, and whether the third has a shadow. */
const codesOf = (page: Page) =>
  page.getByRole('region', { name: 'Report' }).evaluate((scroller) => {
    const cells = [...(scroller.querySelector('tbody tr[data-at]')?.children ?? [])].slice(0, 3);
    const edge = scroller.getBoundingClientRect().left + scroller.clientLeft;
    return {
      lefts: cells.map((cell) => Math.round(cell.getBoundingClientRect().left - edge)),
      hasShadow: cells.some((cell) => getComputedStyle(cell).boxShadow.includes('8px')),
      // The elements that a user sees and clicks there.
      onTop: cells.map((cell) => {
        const { left, top, height } = cell.getBoundingClientRect();
        return cell.contains(document.elementFromPoint(left + 12, top + height / 2));
      }),
    };
  });

/** While the extended table scrolls sideways, the codes of a row stay pinned. */
async function expectCodesToStay(page: Page): Promise<void> {
  await expect.poll(() => codesOf(page)).toMatchObject({ hasShadow: false, onTop: [true, true, true] });
  const before = await codesOf(page);
  const region = page.getByRole('region', { name: 'Report' });
  for (const share of [0.3, 1]) {
    await region.evaluate((scroller, to) => scroller.scrollTo(to * scroller.scrollWidth, 0), share);
    await expect.poll(() => codesOf(page)).toEqual({ ...before, hasShadow: true });
  }
  // A header stays above its column, and a click on it does not reach the cells behind it.
  const heads = await region.evaluate((scroller) =>
    [...scroller.querySelectorAll('thead th')]
      .slice(0, 3)
      .map((head) =>
        Math.round(
          head.getBoundingClientRect().left - scroller.getBoundingClientRect().left - scroller.clientLeft,
        ),
      ),
  );
  expect(heads).toEqual(before.lefts);
  await page.setViewportSize({ width: 390, height: 844 });
  await region.evaluate((scroller) => scroller.scrollTo(400, 0));
  await expect.poll(async () => (await codesOf(page)).lefts[2]).toBe(0);
  await expect.poll(async () => (await codesOf(page)).lefts[1]).toBeLessThan(0);
}

test('the codes of a row stay pinned while the extended table scrolls sideways, with page size 50', async ({
  page,
}) => {
  await page.goto('./?run=true&extended=true&size=50');
  await expect(count(page)).toBeVisible();
  await expectCodesToStay(page);
});

test('with all rows of the extended table on one page', async ({ page }) => {
  await page.goto('./?run=true&size=all&extended=true');

  await test.step('only visible columns are rendered, with their index', async () => {
    const table = page.getByRole('table');
    const row = table.locator('tr[aria-rowindex="2"]');
    await expect(row).toBeVisible();
    const headers = await headersOf(page);
    await expect(table).toHaveAttribute('aria-colcount', String(headers.length));
    const cells = row.locator('td:not([aria-hidden])');
    await expect(cells.first()).toHaveAttribute('aria-colindex', '1');
    await expect.poll(() => cells.count()).toBeLessThan(headers.length);
    const region = page.getByRole('region', { name: 'Report' });
    await region.evaluate((scroller) => scroller.scrollTo(scroller.scrollWidth, 0));
    await expect(cells.last()).toHaveAttribute('aria-colindex', String(headers.length));
    // Each cell is below its header at every scroll position.
    for (const share of [1, 0.5, 0]) {
      await region.evaluate((scroller, to) => scroller.scrollTo(to * scroller.scrollWidth, 0), share);
      await expect.poll(() => isBelowHeaders(row)).toBe(true);
    }
    await expectAccessible(page);
  });

  await test.step('rows stay complete after columns are toggled while scrolled far to the right', async () => {
    const row = page.getByRole('table').locator('tr[aria-rowindex="2"]');
    const region = page.getByRole('region', { name: 'Report' });
    await expect(row).toBeVisible();
    await region.evaluate((scroller) => scroller.scrollTo(scroller.scrollWidth, 0));
    // The fourth is the first column that is not pinned.
    await expect(row.locator('td:not([aria-hidden])').nth(3)).not.toHaveAttribute('aria-colindex', '4');
    await page.getByRole('button', { name: 'Hide Extended Data' }).click();
    await expect(row.locator('td')).toHaveText(expectedRows({})[0] ?? []);
    await page.getByRole('button', { name: 'Show Extended Data' }).click();
    await expect.poll(() => isBelowHeaders(row)).toBe(true);
    const whole = await count(page).textContent();
    await page.getByPlaceholder('Filter results...').fill('biological sciences');
    await expect(count(page)).not.toHaveText(whole ?? '');
    await page.getByPlaceholder('Filter results...').fill('');
    await expect(count(page)).toHaveText(whole ?? '');
    await expect.poll(() => isBelowHeaders(row)).toBe(true);
  });

  await test.step('the codes of a row stay pinned while it scrolls sideways', async () => {
    await page.getByRole('region', { name: 'Report' }).evaluate((region) => region.scrollTo(0, 0));
    await expect.poll(async () => (await codesOf(page)).hasShadow).toBe(false);
    await expectCodesToStay(page);
  });
});

test('on a phone running a report scrolls to it; a linked report starts at its filters', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./');
  await page.getByRole('button', { name: 'Run Report' }).click();
  await expect(page.getByRole('region', { name: 'Report' })).toBeInViewport();
  await page.goto('./?run=true');
  await expect(count(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Run Report' }).click();
  await expect(count(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test('majors without a school, and without a degree, can be chosen, first in the list', async ({ page }) => {
  await page.goto('.');
  for (const [label, first] of [
    ['School', '(No school)'],
    ['Degree Awarded', '(No degree)'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click();
    await expect(page.getByRole('option').first()).toHaveText(first);
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
  }
  await run(page);
  const expected = expectedRows({ schoolCode: 'NONE', degreeListAwarded: ['NONE'] });
  expect(expected.length).toBeGreaterThan(0);
  await expect.poll(() => rowsOf(page)).toEqual(expected);
  await expect(chips(page)).toHaveText(['No school', 'No degree']);
});

const filtersChanged = (page: Page) => page.getByRole('status').getByText('Filters have changed. Run Report');
const chips = (page: Page) =>
  page.getByRole('list', { name: 'Active filters' }).locator('li > span:first-child');
const removeFilter = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Active filters' }).getByRole('button', { name });
const edit = (page: Page) => page.getByRole('button', { name: 'Edit filters' });
/** Whether Run Report is filled, not outlined. */
const isPrimary = (page: Page) =>
  page
    .getByRole('button', { name: 'Run Report' })
    .evaluate(
      (button) =>
        getComputedStyle(button).backgroundColor !==
        getComputedStyle(button.previousElementSibling ?? button).backgroundColor,
    );

test('filters that have changed since the run', async ({ page }) => {
  await page.goto('./?schoolCode=57&majorTitle=art');

  await test.step('are named, until the report runs or they are reset', async () => {
    await expect(count(page)).toBeVisible();
    const shown = await rowsOf(page);
    await expect(filtersChanged(page)).toHaveCount(0);
    expect(await isPrimary(page)).toBe(false);
    await edit(page).click();
    const title = page.getByLabel('Major Title');
    await title.fill('art ');
    await expect(filtersChanged(page)).toHaveCount(0);
    await title.fill('music');
    await group(page, 'Degree').getByRole('checkbox', { name: 'Inactive' }).uncheck();
    await expect(filtersChanged(page)).toBeVisible();
    await expect(page.locator('[data-changed]')).toHaveText(['Major Title', 'Inactive']);
    await expect.poll(() => isPrimary(page)).toBe(true);
    // The rows, the URL and the download still belong to the run, and nobody sends them by mistake.
    expect(await rowsOf(page)).toEqual(shown);
    await expect(page).toHaveURL(/\?schoolCode=57&majorTitle=art$/);
    const warning = page.getByRole('dialog', { name: 'Warning' });
    for (const name of ['Excel', 'Copy link']) {
      await page.getByRole('button', { name }).click();
      await expect(warning).toContainText('These rows match the earlier filters.');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name })).toBeFocused();
    }
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await warning.getByRole('button', { name: 'Continue' }).click();
    const text = await readFile(await (await downloaded).path(), 'utf8');
    expect(Papa.parse(text, { skipEmptyLines: true }).data).toHaveLength(1 + shown.length);
    await expectAccessible(page);
    await group(page, 'Degree').getByRole('checkbox', { name: 'Inactive' }).check();
    await title.fill('art');
    await expect(filtersChanged(page)).toHaveCount(0);
    // A text that names no option is not what the rows are of either.
    const school = page.getByRole('combobox', { name: 'School' });
    await school.fill('no such school');
    await page.getByRole('button', { name: 'Excel' }).click();
    await expect(school).toBeFocused();
    await school.fill('57');
    await page.keyboard.press('Tab');
    await expect(filtersChanged(page)).toHaveCount(0);
    await expect.poll(() => isPrimary(page)).toBe(false);
    await title.fill('music');
    await run(page);
    await expect(filtersChanged(page)).toHaveCount(0);
    await expect.poll(() => rowsOf(page)).toEqual(expectedRows({ schoolCode: '57', majorTitle: 'music' }));
  });

  await test.step('are left without a question', async () => {
    await edit(page).click();
    await page.getByLabel('Major Title').fill('art');
    await page.getByRole('link', { name: 'Report', exact: true }).click();
    await expect(page.getByLabel('Major Title')).toHaveValue('');
  });
});

test('collapsed filters are removed one by one, without a run; the focus moves to the next', async ({
  page,
}) => {
  await page.goto('./?schoolCode=57&majorTitle=art&graduate=false');
  await expect(count(page)).toBeVisible();
  const shown = await rowsOf(page);
  await removeFilter(page, 'Remove Major Title art').press('Enter');
  await expect(chips(page)).toHaveText([/^School 57 /, 'Undergraduate majors only']);
  await expect(filtersChanged(page)).toBeVisible();
  expect(await rowsOf(page)).toEqual(shown);
  await expect(removeFilter(page, 'Remove Undergraduate majors only')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(removeFilter(page, 'Remove School')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(edit(page)).toBeFocused();
  await expect(page.getByText('All majors', { exact: true })).toBeVisible();
  await run(page);
  await expect(filtersChanged(page)).toHaveCount(0);
  await expect(count(page)).toHaveText(asRows(expectedRows({}).length));
});

test('a starting question adds to the chosen filters, and is not offered where it would replace one', async ({
  page,
}) => {
  await page.goto('.');
  const links = page.getByRole('navigation', { name: 'Majors to start from' }).getByRole('link');
  await choose(page, 'School', '85');
  await page.getByRole('textbox', { name: 'Major Title' }).fill('a');
  await group(page, 'Degree').getByRole('checkbox', { name: 'Inactive' }).uncheck();
  await expect(links.getByText('Without a school')).toHaveCount(0);
  await links.getByText('Active undergraduate').click();
  const filter = { schoolCode: '85', majorTitle: 'a', degreeInactive: false };
  await expect(count(page)).toHaveText(
    asRows(expectedRows({ ...filter, majorInactive: false, graduate: false }).length),
  );
  await expect(chips(page)).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Run Report' })).toBeFocused();

  await test.step('Clear offers all of them again', async () => {
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(links).toHaveCount(6);
    await group(page, 'Major').getByRole('checkbox', { name: 'Undergraduate' }).uncheck();
    await expect(links.getByText('Active undergraduate')).toHaveCount(0);
    await expect(links).toHaveCount(5);
  });
  await test.step('a text that names no option is not lost either', async () => {
    await page.getByRole('combobox', { name: 'School' }).fill('no such school');
    await links.getByText('Inactive').click();
    await expect(page.getByRole('combobox', { name: 'School' })).toBeFocused();
    await expect(page.getByRole('combobox', { name: 'School' })).toHaveValue('no such school');
    await expect(count(page)).toHaveCount(0);
  });
});

test('on a phone the filters are in one column, Run Report is within reach, and nothing is cut', async ({
  page,
}) => {
  const widths = [390, 320];
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('./');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    const runs = page.getByRole('button', { name: 'Run Report' });
    await expect(runs).toBeInViewport({ ratio: 1 });
    const edges = await page
      .getByRole('form')
      .getByRole('combobox')
      .evaluateAll((boxes) => boxes.map((box) => Math.round(box.getBoundingClientRect().left)));
    expect(new Set(edges.filter((_, at) => at !== 4)).size, 'apart from the box of pills').toBe(1);
  }
  await visit(page, '?schoolCode=85&majorTitle=engineering&majorInactive=false&degreeListAwarded=BS,MS,PhD');
  await expect(count(page)).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    const controls = page.getByRole('form').locator('button:visible');
    for (const { cut, height } of await controls.evaluateAll((all) =>
      all
        .filter((one) => !one.closest('[data-folded]'))
        .map((one) => ({
          cut: one.scrollWidth > one.clientWidth,
          height: one.getBoundingClientRect().height,
        })),
    )) {
      expect(cut).toBe(false);
      expect(height).toBeGreaterThanOrEqual(44);
    }
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

type Part = Record<string, unknown>;
const withParts = (row: Record<'major' | 'degree', Part>) => ({
  ...row,
  major: {
    ...row.major,
    campusIndicator: 'H',
    sortCode: 123,
    academicYearApproved: 1999,
    title7: 'T SEVEN',
    titleLong: 'The long title',
    ucDiscipline: '012',
    cipCode: '11.0101',
    majorUciNetId: 'amodifier',
    lastModified: '2020-01-02T20:00:00Z',
  },
  degree: {
    ...row.degree,
    degreeTitleAbbr: 'The abbreviation',
    degreeUciNetId: 'another',
    lastModified: '2021-03-04T20:00:00Z',
    programCredLevel: '05',
  },
  department: { deptKey: 1, title7: 'D SEVEN', title: 'The department' },
  majorDegree: {
    programLengthYrs: 2.5,
    programLengthQtrs: 7.5,
    acadYrInstrWks: 30,
    specProgIndctr: 'P',
    terminalPgmFlag: true,
    selfSuppPgm: false,
    profDegreePgm: null,
  },
});

test('the report of a school', async ({ page }) => {
  await page.goto('./?schoolCode=80&size=250');
  await expect(count(page)).toBeVisible();

  await test.step('marks past end terms, without a change of text or order', async () => {
    const expected = expectedRows({ schoolCode: '80' });
    await expect.poll(() => rowsOf(page)).toEqual(expected);
    for (const at of [5, 9]) {
      const header = defaultHeaders[at] ?? '';
      const isPast = (label = '') => /^[A-Z]\d\d$/.test(label);
      const marks = page.locator(`tbody td:nth-child(${at + 1})`).getByRole('img', { name: 'Ended' });
      expect(expected.filter((row) => isPast(row[at])).length, header).toBeGreaterThan(0);
      await expect(marks, header).toHaveCount(expected.filter((row) => isPast(row[at])).length);
    }
  });

  await test.step('shows codes and titles as text for users who may not open items', async () => {
    await expect(page.locator('tbody').getByRole('link')).toHaveCount(0);
  });

  await test.step('adds the columns of extended data, with Yes, No or - for the program', async () => {
    await page.getByRole('button', { name: 'Show Extended Data >>>' }).click();
    await expect(page.getByRole('button', { name: 'Hide Extended Data <<<' })).toBeVisible();
    await expect.poll(() => headersOf(page)).toEqual([...defaultHeaders, ...extendedHeaders]);
    const at = defaultHeaders.length + extendedHeaders.indexOf('Term Prog');
    const flags = (await rowsOf(page)).flatMap((row) => row.slice(at, at + 3));
    expect(new Set(flags)).toEqual(new Set(['Yes', 'No', '-']));
  });

  await test.step('is downloaded with the extended data that the table shows', async () => {
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const text = await readFile(await (await downloaded).path(), 'utf8');
    const [headers, ...rows] = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data;
    expect(headers).toEqual(await headersOf(page));
    // The last column shows its text only on hover, and the times are downloaded as stored.
    const times = ['Maj Last Modified', 'Deg Last Modified'].map((header) => headers?.indexOf(header) ?? -1);
    const others = (row: string[]) => row.slice(0, -1).filter((_, at) => !times.includes(at));
    expect(rows.map(others)).toEqual((await rowsOf(page)).map(others));
    for (const row of rows)
      for (const at of times) expect(row[at]).toMatch(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?$/);
  });

  await test.step('shows the values of the row in its extended columns', async () => {
    const [row] = await (await send(page, 'POST', 'reports', { schoolCode: '80' })).json();
    await page.route('**/api/reports', (route) => route.fulfill({ json: [withParts(row)] }));
    await run(page);
    await expect.poll(async () => (await rowsOf(page)).length).toBe(1);
    const [cells = []] = await rowsOf(page);
    expect(cells.slice(10, 20)).toEqual([
      'H',
      '123',
      '1999',
      'T SEVEN',
      'The long title',
      'D SEVEN',
      'The department',
      '012',
      '11.0101',
      'The abbreviation',
    ]);
    expect([cells[20], cells[22]]).toEqual(['amodifier', 'another']);
    expect(cells[21]).toBe('Jan 2, 2020, 12:00 PM PST');
    expect(cells[23]).toBe('Mar 4, 2021, 12:00 PM PST');
    expect(cells.slice(24, 32)).toEqual(['05', '2.5', '7.5', '30', 'P', 'Yes', 'No', '-']);
  });

  await test.step('is accessible with extended data, and without them again', async () => {
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Hide Extended Data <<<' }).click();
    await expect.poll(() => headersOf(page)).toEqual(defaultHeaders);
  });
});

test.describe('on failure', () => {
  test.use({ expectedProblems: /500/ });

  test('the report completes without results and the error popup says why', async ({ page }) => {
    await page.route('**/api/reports', (route) =>
      route.fulfill({ status: 500, json: { errors: [{ code: 'X', message: 'No report today' }] } }),
    );
    await page.goto('.');
    await run(page);
    const popup = page.getByRole('dialog', { name: 'Error' });
    await expect(popup).toContainText('No report today');
    await popup.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(count(page)).toHaveText('0 Rows');
    await expect(page.getByText('No results found')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  });
});
