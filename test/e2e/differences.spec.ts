import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import Papa from 'papaparse';
import type { TermCount } from '../../contract/differences.ts';
import { unguarded } from '../../sheets/guard.ts';
import { sampleInEffect, sampleRows } from '../support/asOfOracle.ts';
import { rowsOfSheet } from '../support/workbook.ts';
import { read } from './data.ts';
import { choose } from './forms.ts';
import { checkWidths, expect, expectAccessible, holdRequests, sessionOf, test, visit } from './support.ts';

// Items that started or ended between two terms. Runs before other tests create items: the expected rows are those of the
// sample data. It changes nothing.

test.use({ storageState: sessionOf('registrar') });

const [FROM, TO] = ['201992', '202592'];
const address = `differences?from=${FROM}&to=${TO}`;

const kinds = {
  major: { title: 'Majors', key: 'majorKey' },
  degree: { title: 'Degrees', key: 'degreeKey' },
  department: { title: 'Departments', key: 'deptKey' },
  school: { title: 'Schools', key: 'schoolCode' },
} as const;
type Kind = keyof typeof kinds;

const without = (keys: Set<string>, others: Set<string>) =>
  new Set([...keys].filter((key) => !others.has(key)));

/** The items in effect in only one of the two terms. */
function expectedOf(kind: Kind) {
  const keysIn = (term: string) =>
    new Set(sampleInEffect(kind, term).map((row) => row[kinds[kind].key] ?? ''));
  const [before, after] = [keysIn(FROM), keysIn(TO)];
  return { before, after, started: without(after, before), ended: without(before, after) };
}
const all = Object.fromEntries(
  (Object.keys(kinds) as Kind[]).map((kind) => [kind, expectedOf(kind)] as const),
) as Record<Kind, ReturnType<typeof expectedOf>>;

/** The relationships in effect, by their own terms, in only one of the two terms. */
const relationships = [
  'degree_department',
  'major_degree',
  'major_department',
  'school_degree',
  'school_department',
  'school_major',
]
  .flatMap((file) => sampleRows(file))
  .map(({ startTerm = '', endTerm = '' }) => {
    const isIn = (term: string) => startTerm <= term && (endTerm === '' || endTerm >= term);
    return { before: isIn(FROM), after: isIn(TO) };
  });
const related = {
  started: relationships.filter(({ before, after }) => after && !before).length,
  ended: relationships.filter(({ before, after }) => before && !after).length,
};
const total = (change: 'started' | 'ended') =>
  Object.values(all).reduce((sum, one) => sum + one[change].size, related[change]);

const part = (page: Page, name: 'Started' | 'Ended') => page.getByRole('region', { name, exact: true });
const lines = (page: Page, name: 'Started' | 'Ended') => part(page, name).getByRole('listitem');
/** The buttons that show the relationships under an item. */
const together = (page: Page, name: 'Started' | 'Ended') =>
  part(page, name).getByRole('button', { name: /^\d+ relationships? of / });
const count = (page: Page, title: string) =>
  page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: title });
const side = (page: Page, name: 'From' | 'To') => page.getByRole('combobox', { name, exact: true });
const chart = (page: Page, of: 'Majors' | 'Degrees') =>
  page.getByRole('slider', { name: `${of} in effect each fall` });
const termsOf = (page: Page) => {
  const { searchParams } = new URL(page.url());
  return [searchParams.get('from'), searchParams.get('to')];
};

test('Tools leads to the last two falls, and Back leaves', async ({ page }) => {
  await page.goto('.');
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'Differences' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Differences');
  await expect(page).toHaveTitle('Differences - Major/Degree Database');
  await expect(page.getByRole('button', { name: 'Between two terms' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // The terms' names come with the lookups.
  await expect(side(page, 'From')).toHaveValue(/^F\d\d$/);
  const [from, to] = [await side(page, 'From').inputValue(), await side(page, 'To').inputValue()];
  expect(Number(to.slice(1))).toBe(Number(from.slice(1)) + 1);
  await expect(page.getByRole('heading', { name: `From ${from} to ${to}` })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report');
});

test('started and ended items are counted and listed', async ({ page }) => {
  await page.goto(`./${address}`);
  await expect(page.getByRole('heading', { name: 'From F19 to F25' })).toBeVisible();
  for (const [kind, { title }] of Object.entries(kinds)) {
    const { before, after, started, ended } = all[kind as Kind];
    await expect(count(page, title)).toHaveText(
      `${title}${before.size} →, then ${after.size}${started.size} started · ${ended.size} ended`,
    );
  }
  await expect(count(page, 'Relationships')).toContainText(
    `${related.started} started · ${related.ended} ended`,
  );
  await expect(part(page, 'Started').getByRole('heading', { level: 2 })).toHaveText(
    `Started ${total('started')}`,
  );
  await expect(part(page, 'Ended').getByRole('heading', { level: 2 })).toHaveText(`Ended ${total('ended')}`);
  await test.step('a relationship that started or ended together with its item is under it', async () => {
    const counts = (await together(page, 'Ended').allTextContents()).map(Number.parseFloat);
    const hidden = counts.reduce((sum, one) => sum + one, 0);
    expect(hidden).toBeGreaterThan(0);
    await expect(lines(page, 'Ended')).toHaveCount(total('ended') - hidden);
    for (const button of await together(page, 'Ended').all()) await button.click();
    await expect(lines(page, 'Ended')).toHaveCount(total('ended'));
    await expectAccessible(page);
    await together(page, 'Ended').first().press('Enter');
    await expect(lines(page, 'Ended')).toHaveCount(total('ended') - (counts[0] ?? 0));
  });
});

test('a count limits the lists to its kind, also after a reload, and a second click shows all', async ({
  page,
}) => {
  await page.goto(`./${address}`);
  await count(page, 'Majors').click();
  await expect(lines(page, 'Started')).toHaveCount(all.major.started.size);
  await expect(lines(page, 'Ended')).toHaveCount(all.major.ended.size);
  const keys = async (name: 'Started' | 'Ended') => {
    const links = await part(page, name)
      .getByRole('link')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
    return new Set(links.map((href) => href?.replace(/^.*\/major\//, '')));
  };
  expect(await keys('Started')).toEqual(all.major.started);
  expect(await keys('Ended')).toEqual(all.major.ended);
  await page.reload();
  await expect(count(page, 'Majors')).toHaveAttribute('aria-pressed', 'true');
  await expect(lines(page, 'Started')).toHaveCount(all.major.started.size);
  // The user opens an item and comes back to the same lists.
  await part(page, 'Started').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
  await page.goBack();
  await expect(lines(page, 'Started')).toHaveCount(all.major.started.size);
  await test.step('and fits wide and narrow screens', async () => {
    await expect(chart(page, 'Majors')).toBeVisible();
    await checkWidths(page, 'differences');
    await expect(lines(page, 'Started').first()).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await count(page, 'Majors').click();
  await expect(together(page, 'Ended').first()).toBeVisible();
  await count(page, 'Schools').press('Enter');
  await expect(lines(page, 'Ended')).toHaveCount(all.school.ended.size);
});

test('terms', async ({ page }) => {
  await test.step('are chosen in the selects; an empty select means the default', async () => {
    await page.goto(`./${address}`);
    await choose(page, 'From', 'F22');
    // If this fails, the choice was lost; if only the next does, its response.
    await expect(page).toHaveURL(/from=202292/);
    await expect(page.getByRole('heading', { name: 'From F22 to F25' })).toBeVisible();
    expect(termsOf(page)).toEqual(['202292', TO]);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'From F19 to F25' })).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('heading', { name: 'From F22 to F25' })).toBeVisible();
    await side(page, 'To').fill('');
    await side(page, 'To').press('Tab');
    await expect(side(page, 'To')).not.toHaveValue('');
    await expect.poll(() => termsOf(page)).toEqual(['202292', null]);
    await expect(page.getByRole('heading', { name: /^From F22 to F\d\d$/ })).toBeVisible();
  });

  await test.step('with To before From show an error at the field, and no lists until it is corrected', async () => {
    await visit(page, `differences?from=${TO}&to=${FROM}`);
    await expect(side(page, 'To')).toHaveAccessibleDescription('To must not be before From');
    await expect(part(page, 'Started')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
    await expect(chart(page, 'Majors')).toBeVisible();
    await choose(page, 'From', 'F18');
    await expect(page.getByRole('heading', { name: 'From F18 to F19' })).toBeVisible();
    await expect(side(page, 'To')).toHaveAccessibleDescription('');
  });

  await test.step('without differences show None', async () => {
    await visit(page, `differences?from=${TO}&to=${TO}`);
    await expect(part(page, 'Started')).toContainText('None');
    await expect(part(page, 'Ended')).toContainText('None');
    await expect(page.getByRole('button', { name: 'Excel' })).toBeDisabled();
  });

  await test.step('that are unknown are the default', async () => {
    await visit(page, 'differences?from=nothing&to=999999&kind=nothing');
    await expect(page.getByRole('heading', { name: 'From F25 to F25' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: /^From F\d\d to F\d\d$/ })).toBeVisible();
  });
});

test('a fall term is chosen in the chart by mouse and keyboard, and the two stay in order', async ({
  page,
}) => {
  await page.goto(`./${address}`);
  const counts = await read<TermCount>(page, 'counts/terms');
  const falls = counts.filter(({ schoolCode }) => schoolCode === null);
  const at = async (fall: string) => {
    const box = await chart(page, 'Majors').boundingBox();
    const place = falls.findIndex(({ term }) => term === fall);
    return { position: { x: ((place + 0.5) / falls.length) * (box?.width ?? 0), y: 20 } };
  };
  // The charts take their width from the page, which moves until its lists are there.
  await expect(lines(page, 'Ended').first()).toBeVisible();
  const chosen = async (from: string, to: string) => {
    await expect.poll(() => termsOf(page)).toEqual([from, to]);
  };
  await chart(page, 'Majors').click(await at('201092'));
  await chosen('201092', TO);
  await chart(page, 'Majors').click({ ...(await at('201592')), modifiers: ['Shift'] });
  await chosen('201092', '201592');
  await expect(page.getByRole('heading', { name: 'From F10 to F15' })).toBeVisible();
  // Later than To: then it becomes To.
  await chart(page, 'Majors').click(await at('202092'));
  await chosen('201592', '202092');
  await page.goBack();
  await chosen('201092', '201592');

  await chart(page, 'Degrees').focus();
  const degrees = (fall: string) => falls.find(({ term }) => term === fall)?.degrees;
  await expect(chart(page, 'Degrees')).toHaveAttribute('aria-valuetext', `F15 · ${degrees('201592')}`);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(chart(page, 'Degrees')).toHaveAttribute('aria-valuetext', `F17 · ${degrees('201792')}`);
  await page.keyboard.press('Shift+Enter');
  await chosen('201092', '201792');
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await chosen('201292', '201792');
  await page.keyboard.press('Home');
  await expect(chart(page, 'Degrees')).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^F65 · ${falls[0]?.degrees}$`),
  );
});

test('the table has the numbers of the chart, and those of every school', async ({ page }) => {
  // The row with the fewest lines in the lists.
  await page.goto(`./${address}&kind=school`);
  await page.getByRole('button', { name: 'Show as a table' }).click();
  const counts = await read<TermCount>(page, 'counts/terms');
  const falls = [...new Set(counts.map(({ term }) => term))].toReversed();
  const codes = sampleRows('schools').map(({ schoolCode }) => schoolCode);
  const schools = (await read<{ schoolCode: string }>(page, 'schools')).filter(
    ({ schoolCode }) => schoolCode !== '00',
  );
  const numberOf = new Map(counts.map((one) => [`${one.term}/${one.schoolCode}`, one]));
  for (const measure of ['majors', 'degrees'] as const) {
    const name = `${measure === 'majors' ? 'Majors' : 'Degrees'} in effect each fall`;
    const table = page.getByRole('table', { name });
    await expect(table.locator('tbody tr')).toHaveCount(falls.length);
    const texts = await table
      .locator('tbody tr')
      .evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent)));
    expect(texts[0]?.length).toBe(codes.length + 1);
    expect(texts.map(([, ...numbers]) => numbers)).toEqual(
      falls.map((term) =>
        [null, ...schools.map(({ schoolCode }) => schoolCode)].map((code) =>
          String(numberOf.get(`${term}/${code}`)?.[measure]),
        ),
      ),
    );
  }
  // The schools beside the charts agree for both falls, and their total counts each item once.
  const beside = page.getByRole('table', { name: 'Schools' });
  await expect(beside.locator('tbody tr').first()).toHaveText(
    `All schools${[all.major, all.degree].map(({ before, after }) => `${before.size}${after.size}`).join('')}`,
  );
  for (const { schoolCode, title8 } of await read<{ schoolCode: string; title8: string }>(page, 'schools')) {
    const numbers = (['majors', 'degrees'] as const).flatMap((measure) =>
      [FROM, TO].map((term) => numberOf.get(`${term}/${schoolCode}`)?.[measure] ?? 0),
    );
    const isListed = schoolCode !== '00' && numbers.some((number) => number > 0);
    const own = beside.locator('tbody tr').filter({ has: page.locator(`a[href$="/school/${schoolCode}"]`) });
    await expect(own).toHaveText(isListed ? [`${title8}${numbers.join('')}`] : []);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hide the table' }).click();
  await expect(page.getByRole('table')).toHaveCount(1);
});

async function download(page: Page, name: string): Promise<Download> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return await started;
}

test('both downloads hold the rows of the lists', async ({ page }) => {
  await page.goto(`./${address}`);
  await expect(part(page, 'Ended')).toBeVisible();
  const both = async () => {
    const csv = await readFile(await (await download(page, 'Download CSV')).path(), 'utf8');
    const file = await download(page, 'Excel');
    expect(file.suggestedFilename()).toBe('differences.xlsx');
    const workbook = await readFile(await file.path());
    const rows = Papa.parse<string[]>(csv.slice(1), { skipEmptyLines: true }).data.map((row) =>
      row.map(unguarded),
    );
    const trimmed = (texts: readonly (readonly string[])[]) =>
      texts.map((row) => row.join('\t').replace(/\t+$/, ''));
    expect(trimmed(rowsOfSheet(workbook, 1))).toEqual(trimmed(rows));
    return { rows, about: rowsOfSheet(workbook, 2).map(([line]) => line) };
  };
  const { rows, about } = await both();
  expect(rows[0]).toEqual(['Change', 'Kind', 'Label', 'Related To', 'Start', 'End']);
  expect(rows.filter(([change]) => change === 'Started').length).toBe(total('started'));
  expect(rows.filter(([change]) => change === 'Ended').length).toBe(total('ended'));
  expect(about.slice(0, 3)).toEqual([
    'Differences between two terms',
    `${rows.length - 1} rows`,
    'From F19 to F25',
  ]);
  await count(page, 'Degrees').click();
  const limited = await both();
  expect(limited.rows.length - 1).toBe(all.degree.started.size + all.degree.ended.size);
  expect(limited.about).toContain('Only: Degrees');
});

test('while other terms load, the rows are named by their own terms, and not downloaded', async ({
  page,
}) => {
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'From F19 to F25' })).toBeVisible();
  const letGo = await holdRequests(page, '**/api/differences?from=202192*');
  await choose(page, 'From', 'F21');
  await expect(page).toHaveURL(/from=202192/);
  await expect(page.getByRole('heading', { name: 'From F19 to F25' })).toBeVisible();
  const download = page.getByRole('button', { name: 'Download CSV' });
  await expect(download).toBeDisabled();
  await letGo();
  await expect(page.getByRole('heading', { name: 'From F21 to F25' })).toBeVisible();
  await expect(download).toBeEnabled();
});

test('long lists start with a hundred lines, show more on demand, and are printed completely', async ({
  page,
}) => {
  await page.goto('./differences?from=196592&to=202592&kind=relationship');
  await expect(lines(page, 'Started')).toHaveCount(100);
  await part(page, 'Started').getByRole('button', { name: 'Show 100 more' }).click();
  await expect(lines(page, 'Started')).toHaveCount(200);
  const text = await part(page, 'Started').getByRole('heading', { level: 2 }).textContent();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(lines(page, 'Started')).toHaveCount(Number(text?.replace(/\D/g, '')));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(lines(page, 'Started')).toHaveCount(200);
});
