import type { Page } from '@playwright/test';
import { createItem, keyOf, read, textOf } from './data.ts';
import { choose, dialog, save, section, toast } from './forms.ts';
import { twoKinds } from './kinds.ts';
import { expect, holdRequests, rowsOf, sessionOf, test, visit } from './support.ts';

// Sentences of the specification that no other file covers.

test.use({ storageState: sessionOf('registrar') });

const filed = new Intl.Collator('en-US', { numeric: true });

test.describe('The base path', () => {
  test('is /mdsd if the page has no meta tag named ctx', async ({ page }) => {
    await page.route(/\/mdsd\/about$/, async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace(/<meta name="ctx"[^>]*>/, '');
      expect(html).not.toContain('ctx');
      await route.fulfill({ response: response, body: html });
    });
    const asked = page.waitForRequest('**/mdsd/api/auth/me');
    await page.goto('./about');
    await asked;
    await expect(page.getByText('Welcome Robin Alvarez')).toBeVisible();
    // Users without the permission are sent to the home page, below the base path.
    await expect(page).toHaveURL(/\/mdsd\/$/);
  });
});

test.describe('A protected route', () => {
  test.use({ storageState: sessionOf('viewer') });

  test('below a list also redirects users without the permission to the report', async ({ page }) => {
    await page.goto('./degree/1');
    await expect(page).toHaveURL(/\/mdsd\/$/);
    for (const path of [
      'department/1',
      'major/1',
      'school/00',
      'major-degree/create',
      'relationship?from=major&fromKey=1&to=degree',
      'lookups',
      'proposal/add-year',
      'proposal/end/major/1',
      'proposal/change/major',
      'proposal/set-inactive/major',
    ]) {
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Report');
      await expect(page, path).toHaveURL(/\/mdsd\/$/);
    }
  });
});

test.describe('A request', () => {
  test('that changes data sends the cross-site token of the cookie in its header', async ({ page }) => {
    await page.goto('.');
    const sent = page.waitForRequest('**/api/reports');
    await page.getByRole('button', { name: 'Run Report' }).click();
    const headers = await (await sent).allHeaders();
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN');
    expect(cookie?.value).toBeTruthy();
    expect(headers['x-xsrf-token']).toBe(decodeURIComponent(cookie?.value ?? ''));
  });

  test('has no timeout: a response that takes an hour is shown', async ({ page }) => {
    await page.clock.install();
    await page.goto('.');
    const release = await holdRequests(page, '**/api/reports');
    await page.getByRole('button', { name: 'Run Report' }).click();
    const running = page.getByRole('status', { name: 'The report is running' });
    await expect(running).toBeVisible();
    await page.clock.fastForward('01:00:00');
    await expect(running).toBeVisible();
    await expect(dialog(page, 'Error')).toBeHidden();
    await release();
    await expect(page.getByRole('table')).toBeVisible();
  });
});

test.describe('The options of a dropdown', () => {
  /** The options of a dropdown before anything is typed. */
  const offeredBy = async (page: Page, label: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    // An option that means no value is there before the others are loaded.
    await expect(page.getByRole('option').nth(1)).toBeVisible();
    const labels = await page.getByRole('option').allTextContents();
    await page.keyboard.press('Escape');
    return labels;
  };
  const sorted = (labels: string[]) => [...labels].sort(filed.compare);

  test('of the report', async ({ page }) => {
    // Other tests add terms and awards at the same time: these are those that the page has.
    const [awardsRead, termsRead] = ['awardTypes', 'terms'].map((lookup) =>
      page.waitForResponse(`**/api/lookups/${lookup}`),
    );
    await page.goto('.');

    await test.step('for majors are long titles with the code in parentheses, without duplicates, sorted by label', async () => {
      const majors = await read<{ majorCode: string; titleLong: string | null; title20: string }>(
        page,
        'majors',
      );
      const labels = majors.map(
        ({ majorCode, titleLong, title20 }) => `${titleLong ?? title20} (${majorCode})`,
      );
      const offered = await offeredBy(page, 'Major Code');
      // Other tests create majors at the same time.
      const once = new Set(offered);
      expect(once.size).toBe(offered.length);
      expect(offered).toEqual(sorted(offered));
      expect(labels.length).toBeGreaterThan(new Set(labels).size);
      expect(labels.filter((label) => !once.has(label)).length).toBeLessThan(labels.length / 20);
    });

    await test.step('for awards and terms are those of the lookups, sorted by label', async () => {
      const awards = (await (await awardsRead)?.json()) as { degreeShort: string }[];
      const terms = (await (await termsRead)?.json()) as { termLetterYear: string }[];
      expect(await offeredBy(page, 'Degree Awarded')).toEqual([
        '(No degree)',
        ...sorted(awards.map(({ degreeShort }) => degreeShort)),
      ]);
      expect(await offeredBy(page, 'Major Start Term')).toEqual(
        sorted(terms.map(({ termLetterYear }) => termLetterYear)),
      );
    });
  });

  test('for the special program indicator are its six values', async ({ page }) => {
    await page.goto('./major-degree/create');
    expect(await offeredBy(page, 'Special Program Indicator')).toEqual([
      'A Special Admission Associate Degree Program',
      "B Bachelor's Degree Completion Program",
      'N Not Applicable',
      'P Preparatory Coursework Graduate/Professional',
      'T Non Credential Teacher Certification',
      'U Preparatory Coursework Undergraduate',
    ]);
  });
});

for (const { noun: kind, title } of twoKinds)
  test(`View Details of a ${kind} opens its detail route`, async ({ page }) => {
    const item = await createItem(page, kind);
    await page.goto(`./${kind}?q=${textOf(item)}`);
    await expect(page.getByRole('button', { name: 'View Details' })).toHaveCount(1);
    await page.getByRole('button', { name: 'View Details' }).click();
    await expect(page).toHaveURL(new RegExp(`/mdsd/${kind}/${keyOf(kind, item)}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`View ${title}`);
  });

const lists = {
  major: 'Majors',
  school: 'Schools',
  degree: 'Degrees',
  department: 'Departments',
  'major-degree': 'Major-Degrees',
};
/** Shows a list before it has been read. The application reads majors and schools when it starts. */
const showUnread = (page: Page, list: string) =>
  list === 'major' || list === 'school' ? page.goto(`./${list}`) : visit(page, list);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('every list shows a loader until it is loaded', async ({ page }) => {
  for (const [list, title] of Object.entries(lists))
    await test.step(list, async () => {
      const release = await holdRequests(page, `**/api/${list}s`);
      await showUnread(page, list);
      await expect(heading(page)).toHaveText(title);
      await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
      await expect(page.getByRole('table')).toHaveCount(0);
      await release();
      await expect(page.getByRole('table')).toBeVisible();
      await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
    });
});

test.describe('A list that fails to load', () => {
  test.use({ expectedProblems: /500/ });

  test('is empty and no longer loading', async ({ page }) => {
    for (const [list, title] of Object.entries(lists))
      await test.step(list, async () => {
        await page.route(`**/api/${list}s`, (route) => route.fulfill({ status: 500, json: {} }));
        await showUnread(page, list);
        await expect(heading(page)).toHaveText(title);
        await expect(dialog(page, 'Error')).toContainText('An unknown error occurred');
        await expect(page.getByText('No results found')).toBeVisible();
        await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
        await dialog(page, 'Error').getByRole('button', { name: 'Close', exact: true }).click();
        await expect(dialog(page, 'Error')).toBeHidden();
        await page.unroute(`**/api/${list}s`);
      });
  });
});

test('an unmapped term code is shown as is, in lists and details', async ({ page }) => {
  const major = await createItem(page, 'major', { startTermYyyyst: '199892' });
  const terms = await read<{ termYyyyst: string }>(page, 'lookups/terms');
  const mapped = terms.filter(({ termYyyyst }) => termYyyyst !== '199892');
  expect(mapped).toHaveLength(terms.length - 1);
  await page.route('**/api/lookups/terms', (route) => route.fulfill({ json: mapped }));
  await page.goto(`./major?q=${encodeURIComponent(major.title20)}`);
  await expect(page.getByRole('table')).toBeVisible();
  await expect.poll(async () => (await rowsOf(page))[0]?.slice(8, 10)).toEqual(['199892', '']);
  await page.getByRole('button', { name: 'View Details' }).click();
  await expect(section(page, 'Details')).toContainText('199892');
});

test('an edit starts from the saved values', async ({ page }) => {
  const saved = { title8: 'EIGHT', yearStart: 1970, yearEnd: 2030, sortCode: 12, comments: 'As saved' };
  const school = await createItem(page, 'school', { ...saved, active: false });
  await page.goto(`./school?q=${encodeURIComponent(school.title)}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const opened = dialog(page, 'Edit School');
  for (const [label, value] of [
    ['School Code', school.schoolCode],
    ['Title', school.title],
    ['Title 8', 'EIGHT'],
    ['Year Start', '1970'],
    ['Year End', '2030'],
    ['Sort Code', '12'],
    ['Comments', 'As saved'],
  ] as const)
    await expect(opened.getByRole('textbox', { name: label, exact: true })).toHaveValue(value);
  await expect(opened.getByRole('checkbox', { name: 'Active' })).not.toBeChecked();
});

test('editing a degree offers a single award', async ({ page }) => {
  const degree = await createItem(page, 'degree');
  await page.goto(`./degree/${degree.degreeKey}`);
  await section(page, 'Details').getByRole('button', { name: 'Edit' }).click();
  const award = dialog(page, 'Edit Degree').getByRole('combobox', { name: 'Award' });
  await expect(award).toHaveValue('BA');
  await choose(dialog(page, 'Edit Degree'), 'Award', 'PhD');
  await expect(award).toHaveValue('PhD');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(dialog(page, 'Edit Degree'));
  expect((await sent).postDataJSON()).toMatchObject({ degreeAwarded: 'PhD' });
  await expect(toast(page, 'The degree has been successfully updated')).toBeVisible();
});
