import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  allReportColumns,
  defaultReportColumns,
  extendedReportColumns,
} from '../../contract/columns/columnsOfReport.ts';
import { createItem, relate } from './data.ts';
import { expect, sessionOf, test, visit } from './support.ts';

// With labels=labels and the same columns, the files of the API equal the downloads of the screens (contract 13).

test.use({ storageState: sessionOf('registrar') });

async function fileOf(page: Page, path: string) {
  const response = await page.request.get(`./api/${path}`);
  expect(response.status(), path).toBe(200);
  return { bytes: await response.body(), name: response.headers()['content-disposition'] };
}

/** Shows another screen first, so that the button is that of the screen. */
async function visitAfterAnother(page: Page, screen: string): Promise<void> {
  await visit(page, 'systems');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Other systems');
  await visit(page, screen);
}

/** Downloads the file of the screen, whose table must be shown, and compares it. Other tests may change data in between. */
async function expectSameBytes(page: Page, screen: string, path: string) {
  let differing = 0;
  for (let tries = 0; ; tries += 1) {
    const before = await fileOf(page, path);
    // At first without loading the page, which may show rows from before.
    const isLoaded = tries > 0;
    if (isLoaded) await page.goto(`./${screen}`);
    else await visitAfterAnother(page, screen);
    const button = page.getByRole('button', { name: 'Download CSV', exact: true });
    await expect(button).toBeEnabled();
    const started = page.waitForEvent('download');
    await button.click();
    const download = await started;
    const bytes = await readFile(await download.path());
    const after = await fileOf(page, path);
    const isUnchanged = before.bytes.equals(after.bytes);
    if (!isUnchanged && tries < 50) continue;
    // Another test may have created an item and undone that in between. A fault of the screen differs each time.
    if (!bytes.equals(after.bytes) && differing < 3) {
      if (isLoaded) differing += 1;
      continue;
    }
    expect(after.bytes.length).toBeGreaterThan(500);
    expect(bytes.toString()).toBe(after.bytes.toString());
    expect(bytes.equals(after.bytes)).toBe(true);
    expect(after.name).toBe(`attachment; filename="${download.suggestedFilename()}"`);
    return;
  }
}

const lists = [
  ['school', 'schools', 'title,active,comments,lastModified,schoolUciNetId,version'],
  ['department', 'departments', 'deptKey,title,startTerm,endTerm,active,lastModified'],
  ['degree', 'degrees', 'degreeShort,degreeTitleRc,programCredLevel,degreeEndTermYyyyst,degreeActive'],
  ['major', 'majors', 'title20,titleLong,startTermYyyyst,complete,cipCode,comments,lastModified'],
  [
    'major-degree',
    'major-degrees',
    'degree.degreeTitleRc,major.titleLong,startTerm,endTerm,programLengthYrs,selfSuppPgm,degree.lastModified',
  ],
] as const;

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ storageState: sessionOf('registrar') });
  const page = await context.newPage();
  const school = await createItem(page, 'school', { title: '=1+1', comments: 'One, “two”\n"three"' });
  const degree = await createItem(page, 'degree', { degreeTitleRc: 'zoology; with, a "quote"' });
  const upper = await createItem(page, 'degree', { degreeTitleRc: 'Zoology' });
  await createItem(page, 'department', { title7: 'zzz', title: '-5 | Émile' });
  const major = await createItem(page, 'major', {
    title20: '@formula',
    titleLong: '+3',
    comments: ' A\n\nB ',
    startTermYyyyst: '199092',
    endTermYyyyst: '201592',
  });
  await relate(page, ['major', major], ['degree', degree], { startTerm: '199092', programLengthYrs: 4.25 });
  await relate(page, ['major', major], ['degree', upper]);
  await relate(page, ['school', school], ['major', major]);
  await context.close();
});

for (const [path, name, cols] of lists)
  test(`The file of ${name} equals the download of the screen, also with chosen columns and as of a term.`, async ({
    page,
  }) => {
    await page.goto('./systems');
    await expectSameBytes(page, path, `${name}.csv?labels=labels`);
    await expectSameBytes(page, `${path}?cols=${cols}`, `${name}.csv?labels=labels&cols=${cols}`);
    await expectSameBytes(page, `${path}?asOf=201592`, `${name}.csv?labels=labels&asOf=201592`);
    await expectSameBytes(page, `${path}?asOf=now`, `${name}.csv?labels=labels&asOf=now`);
  });

test('The file of programs equals the download of the screen.', async ({ page }) => {
  await page.goto('./systems');
  await expectSameBytes(page, 'programs', 'programs.csv?labels=labels');
  await expectSameBytes(page, 'programs?asOf=201592', 'programs.csv?labels=labels&asOf=201592');
});

test('The file of the report equals the download of the screen, with its filters and with all columns.', async ({
  page,
}) => {
  const ids = (columns: readonly { id: string }[]) => columns.map(({ id }) => id).join(',');
  const all = ids(allReportColumns((code) => code));
  await page.goto('./systems');
  for (const [screen, query] of [
    ['', ''],
    ['asOf=201592', 'asOfTerm=201592'],
    ['majorActive=false&degreeListAwarded=BA', 'majorActive=false&degreeListAwarded=BA'],
    [`cols=${all}`, `cols=${all}`],
    ['cols=school.schoolCode,degree.degreeAwarded', 'cols=school.schoolCode,degree.degreeAwarded'],
    [`cols=${ids(extendedReportColumns)}`, `cols=${ids(extendedReportColumns)}`],
    [`cols=${ids(defaultReportColumns)}`, `cols=${ids(defaultReportColumns)}`],
  ])
    await expectSameBytes(page, `report?run=true&${screen}`, `reports.csv?labels=labels&${query}`);
});
