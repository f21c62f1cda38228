import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { sampleInEffect, sampleRows } from '../support/asOfOracle.ts';
import { bothDownloads } from './downloads.ts';
import { choose, part, section } from './forms.ts';
import { expect, expectAccessible, sessionOf, test, visit } from './support.ts';

// Runs before other tests create items: the expected rows are those of the sample data. It changes nothing.

test.use({ storageState: sessionOf('registrar') });

const FALL_2019 = '201992';
const majors = sampleRows('majors').length;
const majorsThen = sampleInEffect('major', FALL_2019).length;
const major = sampleRows('majors').find(({ majorCode }) => majorCode === '354')?.majorKey ?? '';
const line = `In effect in F19: ${majorsThen} of ${majors}`;

const select = (page: Page) => page.getByRole('combobox', { name: 'As of', exact: true });
const summary = (page: Page) => page.getByRole('status').filter({ hasText: 'In effect in' });
const clear = (page: Page) => page.getByRole('button', { name: 'Clear', exact: true });
const termOf = (page: Page) => new URL(page.url()).searchParams.get('asOf');

async function expectThen(page: Page) {
  await expect(summary(page)).toContainText(line);
  await expect(page.getByText(`${majorsThen} Rows`)).toBeVisible();
  await expect(select(page)).toHaveValue('F19');
  expect(termOf(page)).toBe(FALL_2019);
}

async function expectAll(page: Page) {
  await expect(page.getByText(`${majors} Rows`)).toBeVisible();
  await expect(summary(page)).toBeHidden();
  await expect(select(page)).toHaveValue('All terms');
  expect(termOf(page)).toBeNull();
}

test('a term typed in full holds for the button that is pressed directly', async ({ page }) => {
  await page.goto(`./major?asOf=199092`);
  await expect(summary(page)).toContainText('In effect in F90');
  await select(page).fill('F19');
  const { csv } = await bothDownloads(page);
  expect(csv).toHaveLength(1 + majorsThen);
  await expectThen(page);
});

test('each list shows the rows in effect as of a term', async ({ page }) => {
  await page.goto('./major?q=none+of+them');
  for (const [path, title, of, rows] of [
    ['school', 'Schools', 'school', 'schools'],
    ['department', 'Departments', 'department', 'departments'],
    ['degree', 'Degrees', 'degree', 'degrees'],
    ['major', 'Majors', 'major', 'majors'],
    ['major-degree', 'Major-Degrees', 'majorDegree', 'major_degree'],
  ] as const)
    await test.step(title, async () => {
      for (const [term, label] of [
        ['199092', 'F90'],
        [FALL_2019, 'F19'],
      ] as const) {
        const count = sampleInEffect(of, term).length;
        // The count in the bar ignores the filter text.
        if (term === FALL_2019) await choose(page, 'As of', label);
        else await visit(page, `${path}?asOf=${term}&q=none+of+them`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        await expect(summary(page)).toContainText(
          `In effect in ${label}: ${count.toLocaleString('en-US')} of ${sampleRows(rows).length.toLocaleString('en-US')}`,
        );
        await expect(summary(page)).toContainText(`Names and codes are those of ${label}.`);
      }
    });
});

test.describe('a term', () => {
  test('is chosen', async ({ page }) => {
    await page.goto('./major');
    await expectAll(page);

    await test.step('by keyboard, which also clears it, and Back undoes both', async () => {
      await select(page).focus();
      await page.keyboard.type('F19');
      await page.keyboard.press('Enter');
      await expectThen(page);
      // Also while the names of the first term load.
      await expect(select(page)).toBeFocused();
      await clear(page).focus();
      await page.keyboard.press('Enter');
      await expectAll(page);
      await expect(select(page)).toBeFocused();
      await page.goBack();
      await expectThen(page);
      await page.goBack();
      await expectAll(page);
    });

    await test.step('from a list, newest first, after All terms and Now', async () => {
      await select(page).click();
      const options = page.getByRole('listbox', { name: 'As of' }).getByRole('option');
      const labels = sampleRows('terms')
        .toSorted((one, other) => Number(other.termYyyyst) - Number(one.termYyyyst))
        .map(({ termLetterYear = '' }) => termLetterYear);
      await expect(options).toHaveText(['All terms', /^Now \([FWSZ]\d\d\)$/, ...labels]);
      await page.keyboard.press('Escape');
      await expect(options).toHaveCount(0);
    });

    await test.step('by mouse; All terms, the cross and Clear reset it and keep the focus', async () => {
      await expect(page.getByRole('button', { name: 'Clear As of' })).toHaveCount(0);
      for (const back of ['All terms', 'the cross', 'Clear']) {
        await select(page).click();
        await page.getByRole('option', { name: 'F19', exact: true }).click();
        await expectThen(page);
        if (back === 'Clear') await clear(page).click();
        if (back === 'the cross') await page.getByRole('button', { name: 'Clear As of' }).click();
        if (back === 'All terms') {
          await select(page).click();
          await page.getByRole('option', { name: 'All terms' }).click();
        }
        await expectAll(page);
        await expect(select(page)).toBeFocused();
      }
    });
  });

  test('stays after a reload; an unknown term counts as all terms', async ({ page }) => {
    await page.goto(`./major?asOf=${FALL_2019}`);
    await expectThen(page);
    await page.reload();
    await expectThen(page);
    await visit(page, 'major?asOf=999999');
    await expect(page.getByText(`${majors} Rows`)).toBeVisible();
    await expect(summary(page)).toBeHidden();
  });

  test('keeps filter, order and size, and goes to the first page', async ({ page }) => {
    await page.goto('./major?q=sci&sort=-title20&size=100&page=2');
    await select(page).fill('F19');
    await select(page).press('Enter');
    await expect(summary(page)).toContainText(line);
    const params = new URL(page.url()).searchParams;
    expect(Object.fromEntries(params)).toEqual({
      q: 'sci',
      sort: '-title20',
      size: '100',
      asOf: FALL_2019,
    });
  });

  test('is kept from list to detail to related item and back, and in the menu', async ({ page }) => {
    await page.goto(`./major?asOf=${FALL_2019}&q=354`);
    await page.getByRole('link', { name: 'Environ Health Sci' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
    expect(termOf(page)).toBe(FALL_2019);
    await expect(page.getByRole('link', { name: 'Report', exact: true })).toHaveAttribute(
      'href',
      `/mdsd/?asOf=${FALL_2019}`,
    );
    await section(page, 'Degrees')
      .getByRole('link', { name: /Environmental Health/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Degree');
    expect(termOf(page)).toBe(FALL_2019);
    await page.getByRole('link', { name: 'Back to Degrees' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Degrees');
    expect(termOf(page)).toBe(FALL_2019);
    await page.getByRole('link', { name: 'Majors', exact: true }).click();
    await expectThen(page);
  });

  test('that was cleared on a detail is also cleared in the list', async ({ page }) => {
    await page.goto(`./major?asOf=${FALL_2019}&q=354`);
    await page.getByRole('link', { name: 'Environ Health Sci' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
    await clear(page).click();
    await expect(summary(page)).toBeHidden();
    await page.getByRole('link', { name: 'Back to Majors' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Majors');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: '354' });
  });

  test('is kept from the starting points of the report, and in the history', async ({ page }) => {
    await page.goto(`./?asOf=${FALL_2019}`);
    await page
      .getByRole('navigation', { name: 'Majors to start from' })
      .getByRole('link', { name: 'Without a school' })
      .click();
    await expect(page.locator('output').filter({ hasText: 'Rows' })).toBeVisible();
    expect(termOf(page)).toBe(FALL_2019);
    await page.goto(`./major/${major}?asOf=${FALL_2019}`);
    await page.getByRole('button', { name: 'View History' }).click();
    const links = section(page, 'History').getByRole('link');
    await expect(links).not.toHaveCount(0);
    for (const link of await links.all()) await expect(link).toHaveAttribute('href', /asOf=201992$/);
  });

  test('belongs to its tab', async ({ page, context }) => {
    const other = await context.newPage();
    await page.goto(`./major?asOf=${FALL_2019}`);
    await other.goto('./major?asOf=199092');
    await expect(summary(other)).toContainText('In effect in F90');
    await expectThen(page);
    await page.getByRole('link', { name: 'Schools', exact: true }).click();
    await expect(summary(page)).toContainText('In effect in F19');
    await other.reload();
    await expect(summary(other)).toContainText('In effect in F90');
    await clear(other).click();
    await expect(summary(other)).toBeHidden();
    await page.reload();
    await expect(summary(page)).toContainText('In effect in F19');
  });

  test('limits the download', async ({ page }) => {
    await page.goto(`./major?asOf=${FALL_2019}`);
    await expectThen(page);
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const text = await readFile(await (await downloaded).path(), 'utf8');
    const { data } = Papa.parse<Record<string, string>>(text.slice(1), {
      header: true,
      skipEmptyLines: true,
    });
    const keyOf = (code = '', segment = '') => `${code} ${segment}`;
    expect(data.map((row) => keyOf(row['Major Code'], row['U G M'])).toSorted()).toEqual(
      sampleInEffect('major', FALL_2019)
        .map(({ majorCode, majorSegment }) => keyOf(majorCode, majorSegment))
        .toSorted(),
    );
  });

  test('limits bulk changes and corrections', async ({ page }) => {
    await page.goto(`./major?asOf=${FALL_2019}`);
    await page.getByRole('link', { name: `Change all ${majorsThen}…` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Change all ${majorsThen} majors`);
    await page.getByRole('link', { name: 'Back to Majors' }).click();
    await expectThen(page);
    const correction = page.getByRole('link', { name: /^Set \d+ ended majors? to inactive$/ });
    const count = /\d+/.exec((await correction.textContent()) ?? '')?.[0] ?? '';
    await correction.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      new RegExp(`^Set ${count} ended majors? to inactive$`),
    );
  });
});

test('rows that are not in effect now are dimmed and marked in lists', async ({ page }) => {
  await page.goto('./major?q=Administration');
  const ended = page.getByRole('row').filter({ hasText: '007' });
  await expect(ended).toHaveAttribute('data-quiet');
  // A screen reader reads it with any columns.
  const mark = page.getByRole('img', { name: 'Not in effect', exact: true });
  await visit(page, 'major?q=Administration&cols=majorCode,title20');
  await expect(page.getByRole('columnheader')).toHaveCount(3);
  await expect(ended.getByRole('cell').first().locator(mark)).toHaveCount(1);
  await visit(page, 'major?q=354');
  await expect(page.getByRole('row').filter({ hasText: '354' })).not.toHaveAttribute('data-quiet');
  // As of a term, no row is dimmed.
  await visit(page, 'major?q=Administration&asOf=197592');
  await expect(summary(page)).toContainText('In effect in F75');
  await expect(ended).not.toHaveAttribute('data-quiet');
  await expect(mark).toHaveCount(0);
});

test('a detail as of a term', async ({ page }) => {
  const schools = section(page, 'Schools');
  const head = schools.getByRole('heading', { level: 2 });
  const heading = page.locator('[data-standing]');
  await page.goto(`./major/${major}?asOf=202292`);
  await expect(head).toHaveText(/^Schools \d+ of \d+ in effect$/);
  const [inEffect = 0, all = 0] = ((await head.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? [];

  await test.step('counts its relationships in effect then', async () => {
    const heads = page.getByRole('heading', { level: 2, name: / of \d+ in effect$/ });
    await expect(heads).toHaveCount(3);
    const numbers = (await heads.allTextContents()).map((text) => text.match(/\d+/g)?.map(Number) ?? []);
    const sum = (at: number) => numbers.reduce((total, pair) => total + (pair[at] ?? 0), 0);
    await expect(summary(page)).toContainText(`In effect in F22: ${sum(0)} of ${sum(1)} relationships`);
  });

  await test.step('is printed with its collapsed rows', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await expect(schools.getByRole('heading', { name: 'Schools not in effect' })).toBeVisible();
    const printed = schools.getByRole('table', { name: 'Schools not in effect' }).locator('tbody tr');
    await expect(printed).toHaveCount(all - inEffect);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(schools.getByRole('heading', { name: 'Schools not in effect' })).toHaveCount(0);
    await expect(schools.locator('tbody tr')).toHaveCount(inEffect);
  });

  await test.step('shows whether it is in effect then, and collapses relationships that are not', async () => {
    await expect(heading).toHaveText('In effect in F22');
    await schools.getByRole('button', { name: `Show ${all - inEffect} not in effect` }).click();
    await expect(schools.locator('tbody tr')).toHaveCount(all);
    await schools.getByRole('button', { name: 'Hide Schools not in effect' }).click();
    await expect(schools.locator('tbody tr')).toHaveCount(inEffect);
    await clear(page).click();
    await expect(head).toHaveText(/^Schools \d+ in effect, \d+ ended$/);
    await expect(schools.locator('tbody tr')).toHaveCount(all);
    const ended = Number(/(\d+) ended/.exec((await head.textContent()) ?? '')?.[1]);
    await expect(schools.getByRole('img', { name: 'Not in effect' })).toHaveCount(ended);
    await expect(heading).toHaveText('In effect since F91');
    await visit(page, `major/${major}?asOf=196592`);
    await expect(heading).toHaveText('Not in effect in F65');
  });
});

test('now is the running term, stays now in links, and is From in Differences', async ({ page }) => {
  await page.goto('./major?q=354');
  await select(page).fill('now');
  await select(page).press('Enter');
  await expect(select(page)).toHaveValue(/^Now \([FWSZ]\d\d\)$/);
  const now = /\((.*)\)/.exec(await select(page).inputValue())?.[1] ?? '';
  await expect(page.getByRole('status').filter({ hasText: `In effect now (${now}):` })).toBeVisible();
  expect(termOf(page)).toBe('now');
  await page.reload();
  await expect(select(page)).toHaveValue(`Now (${now})`);
  await page.getByRole('link', { name: 'Environ Health Sci' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
  expect(termOf(page)).toBe('now');
  await expect(page.locator('[data-standing]')).toHaveText(`In effect in ${now}`);
  await page.getByRole('link', { name: 'Schools', exact: true }).click();
  await expect(select(page)).toHaveValue(`Now (${now})`);
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'As of Term' })).toHaveValue(`Now (${now})`);
  await page.getByRole('button', { name: 'Run Report' }).click();
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(`As of Term Now (${now})`);
  expect(termOf(page)).toBe('now');
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'Differences' }).click();
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue(now);
});

test('a term is From in Differences, also one later than its To', async ({ page }) => {
  await page.goto('./school');
  for (const [term, label] of [
    [FALL_2019, 'F19'],
    ['203092', 'F30'],
  ]) {
    await visit(page, `school?asOf=${term}`);
    await expect(summary(page)).toContainText(`In effect in ${label}`);
    await page.getByRole('button', { name: 'Tools' }).click();
    await page.getByRole('menuitem', { name: 'Differences' }).click();
    await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue(label ?? '');
    await expect(page.getByRole('heading', { name: new RegExp(`^From ${label} to F\\d\\d$`) })).toBeVisible();
  }
});

for (const path of ['major', `major/${major}`])
  test(`${path} as of a term is accessible, and fits a phone`, async ({ page }) => {
    // Only some rows of the list are checked.
    await page.goto(`./${path}?asOf=${FALL_2019}&q=Engineering`);
    await expect(summary(page)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const more = page.getByRole('button', { name: 'More', exact: true });
    if (path === 'major') await more.click();
    await expect(select(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page);
  });

test.describe('items that are not in effect at a start term are marked', () => {
  // In effect from 1965 to 2005, and from 2020.
  const [past, recent] = [
    '94 Graduate School of Management',
    '91 School of Pharmacy and Pharmaceutical Sciences',
  ];

  test('among the candidates of a relationship', async ({ page }) => {
    await page.goto(`./relationship?from=major&fromKey=${major}&to=school&size=50`);
    const mark = (code: string) =>
      page
        .getByRole('row')
        .filter({ hasText: code.slice(3) })
        .getByText(/^Not in effect in /);
    await expect(mark(past)).toBeVisible();
    await expect(mark(recent)).toBeHidden();
    await choose(page, 'Start Term', 'F99');
    await expect(mark(recent)).toHaveText('Not in effect in F99');
    await expect(mark(past)).toBeHidden();
    await expect(page.getByRole('radio', { name: /91.*, not in effect in F99$/ })).toBeEnabled();
  });

  test('among the schools of a new major', async ({ page }) => {
    await page.goto('./major-degree/create');
    const major = part(page, 'Major');
    await choose(major, 'Start Term', 'F99');
    await major.getByRole('combobox', { name: 'Major Schools' }).click();
    const options = page.getByRole('listbox', { name: 'Major Schools' }).getByRole('option');
    await expect(options.filter({ hasText: recent })).toHaveText(`${recent} (not in effect in F99)`);
    await expect(options.filter({ hasText: '90 School of Medicine' })).toHaveText('90 School of Medicine');
  });
});

test('the chosen term fits its box at every width', async ({ page }) => {
  await page.goto('./major/1?asOf=now');
  const box = page.getByRole('combobox', { name: 'As of' });
  for (const width of [1440, 1280, 1024, 768, 390, 320])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await expect(box).toHaveValue(/^Now \(/);
      await expect
        .poll(() => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
        .toBe(0);
    });
});
