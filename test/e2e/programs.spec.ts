import type { Page } from '@playwright/test';
import { expectedPrograms } from '../support/programsOracle.ts';
import { bothDownloads, DAY, trimmed } from './downloads.ts';
import { choose } from './forms.ts';
import {
  checkWidths,
  expect,
  expectAccessible,
  headersOf,
  holdRequests,
  rowsOf,
  sessionOf,
  test,
  visit,
} from './support.ts';

// The page of programs by CIP code. Runs before other tests create programs: the expected rows are those of the sample data.
// It changes nothing.

test.use({ storageState: sessionOf('registrar') });

const [SINCE, AS_OF] = ['201992', '202592'];
const compared = `./programs?asOf=${AS_OF}&since=${SINCE}`;
const expected = expectedPrograms(AS_OF, SINCE);
const current = expected.filter(({ change }) => change !== 'ended');
const programCount = current.reduce((sum, { programs }) => sum + programs.length, 0);
const earlier = expectedPrograms(SINCE);
type Group = (typeof expected)[number];
const pairOf = ({ majorKey, degreeKey }: Group['programs'][number]) => `${majorKey}/${degreeKey}`;
/** The programs of a group in the earlier term, without those that it still has. */
const endedOf = (group: Group) => {
  const pairs = new Set(group.programs.map(pairOf));
  const old = earlier.find(
    ({ cipCode, programCredLevel }) =>
      cipCode === group.cipCode && programCredLevel === group.programCredLevel,
  );
  return (old?.programs ?? []).filter((program) => !pairs.has(pairOf(program)));
};
const endedCount = expected.reduce((sum, group) => sum + endedOf(group).length, 0);
const countOf = (kind: string) => expected.filter(({ change }) => change === kind).length;
const totals = `${current.length} groups, ${programCount} programs`;

const missing = (): never => {
  throw new Error('The sample data has no such group.');
};
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();
const opener = (page: Page, code: string) =>
  page.getByRole('button', { name: new RegExp(`program.* of ${code.replace('.', '\\.')}`) }).first();
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const asOfNow = (page: Page) => expect(select(page, 'As of')).toHaveValue(/^Now \([A-Z]\d\d\)$/);

test('Tools leads to the programs of now, without a comparison.', async ({ page }) => {
  await page.goto('.');
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'Programs by CIP' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Programs by CIP');
  await expect(page).toHaveTitle('Programs by CIP - Major/Degree Database');
  await asOfNow(page);
  await expect(select(page, 'Compared with')).toHaveValue('');
  await expect(row(page, '11.0701')).toBeVisible();
  await expect
    .poll(() => headersOf(page))
    .toEqual(['Open', 'CIP Code', 'CIP Title', 'Credential Level', 'Awards', 'Programs']);
});

test('The groups of a term are listed by code and level, with the changes since another and the totals.', async ({
  page,
}) => {
  await page.goto(compared);
  const changes = `; ${countOf('new')} new, ${countOf('changed')} changed, ${countOf('ended')} ended`;
  await expect(page.getByText(totals + changes)).toBeVisible();
  const texts = { new: 'New', ended: 'Ended', changed: 'Changed' };
  const shown = async () => (await rowsOf(page)).map((cells) => [cells[1], cells[4], cells[5], cells[6]]);
  await expect
    .poll(shown)
    .toEqual(
      expected
        .slice(0, 50)
        .map(({ cipCode, awards, programs, change }) => [
          cipCode ?? '',
          awards.join(', '),
          String(programs.length),
          change ? texts[change] : '',
        ]),
    );
  await expectAccessible(page);

  await test.step('the downloads have a line for each program with its federal identity and its own change', async () => {
    const { names, csv, rows, about } = await bothDownloads(page);
    expect(names).toEqual(['programs.csv', 'programs.xlsx']);
    expect(csv[0]?.slice(0, 7)).toEqual([
      'CIP Code',
      'CIP Year',
      'CIP Title',
      'Credential Level',
      'Length',
      'Measure',
      'Weeks',
    ]);
    expect(csv).toHaveLength(1 + programCount + endedCount);
    const lines = csv.slice(1);
    const ended = lines.filter((cells) => cells.at(-1) === 'Ended');
    expect(endedCount).toBeGreaterThan(0);
    expect(ended.map((cells) => [cells[0], cells[4], cells[6], `${cells[8]} – ${cells[9]}`])).toEqual(
      expected.flatMap((group) =>
        endedOf(group).map(({ programLengthYrs, acadYrInstrWks, label }) => [
          group.cipCode ?? '',
          String(programLengthYrs ?? ''),
          String(acadYrInstrWks ?? ''),
          label,
        ]),
      ),
    );
    expect(ended.every(([, , , , , , , award]) => award !== '')).toBe(true);
    const lasting = lines.filter((cells) => cells.at(-1) !== 'Ended');
    expect(lasting.map((cells) => `${cells[8]} – ${cells[9]}`)).toEqual(
      current.flatMap(({ programs }) => programs.map(({ label }) => label)),
    );
    const old = new Set(earlier.flatMap(({ programs }) => programs.map(pairOf)));
    expect(lasting.map((cells) => cells.at(-1))).toEqual(
      current.flatMap(({ programs }) => programs.map((program) => (old.has(pairOf(program)) ? '' : 'New'))),
    );
    expect(trimmed(rows)).toEqual(trimmed(csv));
    expect(about.slice(0, 4)).toEqual([
      'Programs by CIP',
      `${lines.length} rows`,
      'In effect in F25',
      'Compared with F19',
    ]);
    expect(about.at(-1)).toMatch(DAY);
  });

  await test.step('on paper all groups have their programs', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const printed = page.getByRole('table', { name: 'Programs by CIP' }).first();
    await expect(printed.locator('tbody')).toHaveCount(expected.length);
    for (const { label } of current[0]?.programs ?? []) await expect(printed).toContainText(label);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('while another term loads, the rows and their totals are named by their own term, and not downloaded', async () => {
    const ofRows = page.getByText(`In effect in F25: ${totals}`);
    await expect(ofRows).toBeVisible();
    const letGo = await holdRequests(page, `**/api/programs?asOf=${SINCE}*`);
    await choose(page, 'As of', 'F19');
    await expect(page).toHaveURL(/asOf=201992/);
    await expect(ofRows).toBeVisible();
    for (const name of ['Download CSV', 'Excel'])
      await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
    await letGo();
    await expect(page.getByText('In effect in F19: ')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
  });
});

test('The address has the terms, and a chosen term is one entry of the history.', async ({ page }) => {
  await page.goto('./programs?q=computer');
  await asOfNow(page);
  await choose(page, 'As of', 'F19');
  await expect(page).toHaveURL(/\?q=computer&asOf=201992$/);
  await choose(page, 'Compared with', 'F25');
  await expect(page).toHaveURL(/asOf=201992&since=202592$/);
  await expect(page.getByRole('columnheader', { name: 'Change' })).toBeVisible();
  await page.goBack();
  await expect(select(page, 'Compared with')).toHaveValue('');
  await page.goBack();
  await asOfNow(page);
});

test('A group opens by its button and by Enter, and links to its majors as of the term.', async ({
  page,
}) => {
  const group = current.find(({ cipCode }) => cipCode === '11.0701');
  await page.goto(`./programs?asOf=${AS_OF}&q=11.0701&sort=programCredLevel`);
  const [first] = group?.programs ?? [];
  const link = page.getByRole('link', { name: first?.label ?? '', exact: true });
  await expect(link).toHaveCount(0);
  await opener(page, '11.0701').click();
  await expect(opener(page, '11.0701')).toHaveAttribute('aria-expanded', 'true');
  await expect(link).toBeVisible();
  await expectAccessible(page);
  await page.getByPlaceholder('Filter results...').press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(link).toHaveCount(0);
  await page.keyboard.press('Enter');
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/major/${first?.majorKey}\\?asOf=${AS_OF}$`));
});

test('A filter that only programs match opens their groups.', async ({ page }) => {
  const label = current.at(-1)?.programs[0]?.label ?? '';
  await page.goto(`./programs?asOf=${AS_OF}`);
  await page.getByPlaceholder('Filter results...').fill(label);
  await expect(page.getByRole('link', { name: label, exact: true })).toBeVisible();
});

test('A changed group opens to the programs of both terms, each with its own mark.', async ({ page }) => {
  const group = current.find((one) => one.change === 'changed' && endedOf(one).length > 0) ?? missing();
  const [ended = missing()] = endedOf(group);
  await page.goto(`${compared}&change=changed&q=${group.cipCode}`);
  await opener(page, group.cipCode ?? '').click();
  const programs = page.getByRole('row').getByRole('listitem');
  await expect(programs).toHaveCount(group.programs.length + endedOf(group).length);
  await expect(programs.filter({ hasText: ended.label }).first()).toContainText('Ended');
  await expectAccessible(page);

  await test.step('an ended group opens to the programs that ended, and the filter finds them', async () => {
    const group = expected.find(({ change }) => change === 'ended') ?? missing();
    const [program = missing()] = endedOf(group);
    await visit(page, `${compared.slice(2)}&change=ended&q=${group.cipCode}`);
    await expect(page.getByPlaceholder('Filter results...')).toHaveValue(group.cipCode ?? '');
    const ended = page.getByRole('row').getByRole('listitem');
    await opener(page, group.cipCode ?? '').click();
    await expect(ended).toHaveCount(endedOf(group).length);
    await expect(ended.first()).toContainText('Ended');
    await page.getByPlaceholder('Filter results...').fill(program.label);
    await expect(page.getByRole('link', { name: program.label, exact: true })).toBeVisible();
  });
});

test('A program with other values shows them before and after.', async ({ page }) => {
  const group = current.find((one) => one.change === 'changed' && one.programs.length > 0) ?? missing();
  await page.route(`**/api/programs?asOf=${SINCE}`, async (route) => {
    const response = await route.fetch();
    const groups = ((await response.json()) as Group[]).map((one) =>
      one.cipCode === group.cipCode && one.programCredLevel === group.programCredLevel
        ? { ...one, programs: group.programs.map((program) => ({ ...program, acadYrInstrWks: 51 })) }
        : one,
    );
    await route.fulfill({ response, json: groups });
  });
  await page.goto(`${compared}&change=changed&q=${group.cipCode}`);
  await opener(page, group.cipCode ?? '').click();
  const weeks = group.programs[0]?.acadYrInstrWks ?? 'none';
  await expect(page.getByText(`Changed: Weeks 51 → ${weeks}`).first()).toBeVisible();
});

test('Chips show the groups of one change, also in the address and the downloads.', async ({ page }) => {
  await page.goto(`${compared}&page=2`);
  const chips = page.getByRole('group', { name: 'Show' }).getByRole('button');
  await expect(chips).toHaveText([
    `All ${expected.length}`,
    ...['New', 'Changed', 'Ended'].map((text) => `${text} ${countOf(text.toLowerCase())}`),
  ]);
  await chips.filter({ hasText: 'Ended' }).click();
  await expect(page).toHaveURL(/since=201992&change=ended$/);
  await expect(chips.filter({ hasText: 'Ended' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(totals)).toBeVisible();
  await expect
    .poll(async () => (await rowsOf(page)).map((cells) => cells[6]))
    .toEqual(Array(countOf('ended')).fill('Ended'));
  const { csv, about } = await bothDownloads(page);
  expect(new Set(csv.slice(1).map((cells) => cells.at(-1)))).toEqual(new Set(['Ended']));
  expect(about).toContain('Change: Ended');
  await page.goBack();
  await expect(chips.first()).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`${compared}&change=ended`);
  await page.getByRole('button', { name: 'Clear Compared with' }).click();
  await expect(page).toHaveURL(/\?asOf=202592$/);
  await page.goto(`./programs?asOf=${AS_OF}&change=ended`);
  await expect(page.getByText('Ignored parts of this URL')).toContainText('Change “ended”');
  await expect(chips).toHaveCount(0);
});

test('Columns are chosen and kept in the address, and the button to open stays.', async ({ page }) => {
  await page.goto(`${compared}&cols=change,cipCode,nothing`);
  await expect(page.getByText('column “nothing”')).toBeVisible();
  await expect.poll(() => headersOf(page)).toEqual(['Open', 'Change', 'CIP Code']);
  await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible();

  await test.step('the address reports what it does not know', async () => {
    await visit(page, 'programs?asOf=190092&since=F25&level=03');
    const ignored = page.getByText('Ignored parts of this URL');
    await expect(ignored).toContainText('level, Compared with “F25”, As of “190092”');
    await asOfNow(page);
  });
});

test('On a phone the groups are cards that open, and nothing is cut.', async ({ page }) => {
  await page.goto(`${compared}&q=11.0701`);
  await expect(row(page, '11.0701')).toBeVisible();
  await checkWidths(page, 'programs');
  await page.setViewportSize({ width: 320, height: 800 });
  await opener(page, '11.0701').click();
  await expect(page.getByRole('link', { name: / – / }).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectAccessible(page);
});

test.describe('without manage:data', () => {
  test.use({ storageState: sessionOf('viewer') });

  test('the address works, and no program has a link.', async ({ page }) => {
    await page.goto(`./programs?asOf=${AS_OF}&q=11.0701`);
    await opener(page, '11.0701').click();
    await expect(page.getByText(/^201 U .* – BS/)).toBeVisible();
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Tools' })).toHaveCount(0);
  });
});

test.describe('while the server fails', () => {
  test.use({ expectedProblems: /500/ });

  test('the page says that the programs could not be read, and tries again.', async ({ page }) => {
    await page.route('**/api/programs*', (route) =>
      route.fulfill({ status: 500, json: { errors: [{ code: 'UNKNOWN_ERROR', message: 'Failed' }] } }),
    );
    await page.goto('./programs');
    await page
      .getByRole('dialog', { name: 'Error' })
      .getByRole('button', { name: 'Close', exact: true })
      .click();
    await expect(page.getByText('The programs could not be read.')).toBeVisible();
    await page.unroute('**/api/programs*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(row(page, '11.0701')).toBeVisible();
  });

  test('the page says so too if only those of the earlier term could not be read.', async ({ page }) => {
    await page.route(`**/api/programs?asOf=${SINCE}`, (route) =>
      route.fulfill({ status: 500, json: { errors: [{ code: 'UNKNOWN_ERROR', message: 'Failed' }] } }),
    );
    await page.goto(compared);
    await page
      .getByRole('dialog', { name: 'Error' })
      .getByRole('button', { name: 'Close', exact: true })
      .click();
    await expect(page.getByText('The programs could not be read.')).toBeVisible();
    await page.unroute(`**/api/programs?asOf=${SINCE}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(row(page, '11.0701')).toBeVisible();
  });
});
