import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { installedPdfReader } from '../support/pdfReader.ts';
import { createItem, randomLetters, relate, textOf } from './data.ts';
import { section } from './forms.ts';
import { expect, sessionOf, test, visit } from './support.ts';

// The printed output: the text and the size of each sheet.

test.use({ storageState: sessionOf('admin') });
const isReadable = installedPdfReader();
test.skip(!process.env.CI && !isReadable, 'there is no pdftotext');

interface Sheet {
  text: string;
  isLandscape: boolean;
}

/** Prints the page as Ctrl+P does. */
async function print(page: Page): Promise<Sheet[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true, format: 'Letter' });
  const read = (program: string, ...given: string[]) =>
    execFileSync(program, given, { input: pdf, encoding: 'utf8', maxBuffer: 50_000_000 });
  const texts = read('pdftotext', '-layout', '-', '-').split('\f').slice(0, -1);
  const sizes = [
    ...read('pdfinfo', '-f', '1', '-l', String(texts.length), '-').matchAll(/size: +([\d.]+) x ([\d.]+)/g),
  ];
  return texts.map((text, at) => ({ text, isLandscape: Number(sizes[at]?.[1]) > Number(sizes[at]?.[2]) }));
}

const whole = (sheets: readonly Sheet[]) => sheets.map(({ text }) => text).join('\n');
const countOf = async (page: Page) => {
  await expect(page.getByText(/^[\d,]+ Rows$/)).toHaveText(/[1-9]/);
  return Number((await page.getByText(/^[\d,]+ Rows$/).textContent())?.replace(/\D/g, ''));
};
const PRINTED = /Printed [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M P[SD]T/;

test('a printed list has all filtered rows and a description of them', async ({ page }) => {
  await page.goto('./major?q=science&sort=-title20');
  const total = await countOf(page);
  const text = whole(await print(page));
  expect(text).toMatch(/^\s*Majors\n/);
  expect(text).toMatch(PRINTED);
  expect(text).toContain(`Filter: science · Sorted by Title 20 (descending) · ${total} rows`);
  expect(text).not.toMatch(/Actions|Filter results|Download|Create|Welcome|per page|E-mail/);
  const titles = page.locator('tbody td:nth-child(6)');
  for (const title of await titles.allTextContents()) expect(text).toContain(title.trim());
});

test('the terms and the award types are printed whole, without their buttons', async ({ page }) => {
  await page.goto('./lookups?q=2029');
  await expect(page.getByText('7 Rows', { exact: true })).toBeVisible();
  await expect(page.getByText('Bachelor of Arts')).toBeVisible();
  const text = whole(await print(page));
  expect(text).toMatch(/^\s*Terms and awards\n/);
  expect(text).toContain('Filter: 2029 · Sorted by Term Code (descending) · 7 rows');
  for (const printed of ['F29', 'W29', 'Bachelor of Arts', 'PhD']) expect(text).toContain(printed);
  expect(text).not.toMatch(/Actions|Create|Add a year|per page/);
});

test('all pages of a list are printed, with the headers on every sheet', async ({ page }) => {
  await page.goto('./major');
  const total = await countOf(page);
  const sheets = await print(page);
  expect(sheets.length).toBeGreaterThan(4);
  expect(whole(sheets)).toContain(`Sorted by Major Code, U G M · ${total} rows`);
  for (const [at, { text, isLandscape }] of sheets.entries()) {
    expect(text).toMatch(/Title\s+20/);
    expect(text).toContain(`Page ${at + 1} of ${sheets.length}`);
    expect(isLandscape).toBe(true);
  }
  const lines = whole(sheets).match(/^ *[UGM] +[GH]? +[A-Z0-9]{3} /gm);
  expect(lines).toHaveLength(total);
  // The screen is unchanged.
  await expect(page.locator('tbody tr')).toHaveCount(50);
  await expect(page.getByText(/^Printed/)).toHaveCount(0);

  await test.step('a list of few columns in portrait', async () => {
    await visit(page, 'department');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Departments');
    await countOf(page);
    expect((await print(page)).map((sheet) => sheet.isLandscape)).toContain(false);
  });
});

test('the report prints all its rows, its filters and its columns', async ({ page }) => {
  await page.goto('./?run=true&majorTitle=engineering&graduate=false');
  const total = await countOf(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/^Fingerprint /)).toBeVisible();
  await page.keyboard.press('Escape');
  const sheets = await print(page);
  expect(whole(sheets)).toMatch(/^\s*Report\n/);
  expect(whole(sheets).match(/Fingerprint/g)).toHaveLength(1);
  expect(whole(sheets)).toMatch(PRINTED);
  expect(whole(sheets)).toMatch(new RegExp(`Engineering[^]* · ${total} rows`, 'i'));
  expect(whole(sheets)).not.toMatch(/Run Report|Show Extended|Use 00|Clear/);
  expect(sheets.every(({ isLandscape, text }) => isLandscape && /Maj\s+Code/.test(text))).toBe(true);
});

test('a scrolled report prints all rows, and keeps its scroll position', async ({ page }) => {
  await page.goto('./?run=true&size=all');
  const total = await countOf(page);
  const region = page.getByRole('region', { name: 'Report' });
  await region.evaluate((element) => element.scrollTo(0, 4000));
  await expect.poll(() => region.evaluate(({ scrollTop }) => scrollTop)).toBe(4000);
  const text = whole(await print(page));
  expect(text).toContain(`${total.toLocaleString('en-US')} rows`);
  // Every row begins with a code and a segment.
  expect(text.match(/^ *([A-Z0-9]{2})? +[UGM] +[A-Z0-9]{3} /gm)).toHaveLength(total);
  await expect.poll(() => region.evaluate(({ scrollTop }) => scrollTop)).toBe(4000);
});

test('columns that do not fit on the paper follow below their row, each with its name', async ({ page }) => {
  await page.goto('./?extended=true&majorCode=201');
  await countOf(page);
  const text = whole(await print(page));
  for (const header of ['Maj Title Long', 'CIP', 'Deg Last Modified', 'Prog Lgth Yrs'])
    expect(text).toContain(header);
  expect(text).toMatch(/CIP \d\d\.\d\d/);
});

test('a printed detail has its fields and its related items, and no button', async ({ page }) => {
  const [major, degree] = [await createItem(page, 'major'), await createItem(page, 'degree')];
  await relate(page, ['major', major], ['degree', degree]);
  await page.goto(`./major/${major.majorKey}`);
  await expect(section(page, 'Degrees').getByRole('row')).toHaveCount(2);
  const text = whole(await print(page));
  expect(text).toMatch(/View Major/);
  expect(text).toMatch(PRINTED);
  for (const part of ['Details', 'Title 20', 'Last modified', 'Degrees', 'Rel Start'])
    expect(text).toContain(part);
  // Long titles take two lines.
  for (const word of textOf(degree).split(' ')) expect(text).toContain(word);
  expect(text).not.toMatch(/Actions|Hide|Edit|Delete|Add Relationship|Back to/);
});

test('printed differences have all lines and the numbers of the schools, and no button', async ({ page }) => {
  await page.goto('./differences?from=202492&to=202592');
  await expect(page.getByRole('button', { name: /relationships of 0F7 / })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Schools' })).toBeVisible();
  const text = whole(await print(page));
  expect(text).toMatch(PRINTED);
  for (const part of ['From F24 to F25', 'All schools', '0F7 U Exercise Sciences · BS Exercise Sciences'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/Between two|Views|Download|Show as|Click a fall|\d relationships?$/m);
});

test('no heading is alone at the bottom of a sheet, and a closed card is not printed', async ({ page }) => {
  const major = await createItem(page, 'major');
  for (const kind of ['degree', 'school', 'department'] as const)
    for (let times = 0; times < 3; times += 1)
      await relate(page, ['major', major], [kind, await createItem(page, kind)]);
  await page.goto(`./major/${major.majorKey}`);
  await expect(section(page, 'Departments').getByRole('row')).toHaveCount(4);
  await section(page, 'Schools').getByRole('button', { name: 'Hide' }).click();
  const headings = /^(Details|Degrees|Departments|Earlier names|Sorted by|Title 7)/;
  for (const height of [4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 9, 10]) {
    const pdf = await page.pdf({ width: '8.5in', height: `${height}in` });
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
    expect(text).not.toMatch(/History|Schools 3 in effect/);
    const last = text
      .split('\f')
      .slice(0, -1)
      .map((sheet) =>
        sheet
          .trim()
          .split('\n')
          .filter((line) => line.trim() && !/Page \d/.test(line))
          .at(-1)
          ?.trim(),
      );
    expect(last.filter((line) => line && headings.test(line))).toEqual([]);
  }
});

test('in dark mode, on a phone and with an open dialog the output is the same', async ({ page }) => {
  const own = randomLetters(8);
  await createItem(page, 'major', { title20: `Paper ${own}` });
  await page.goto(`./major?q=${own}`);
  await countOf(page);
  const inColor = async () => (await page.pdf()).toString('latin1').match(/DeviceRGB/g)?.length ?? 0;
  const [light, colors] = [whole(await print(page)), await inColor()];
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  const withoutTime = (text: string) => text.replace(PRINTED, '');
  expect(withoutTime(whole(await print(page)))).toBe(withoutTime(light));
  expect(await inColor()).toBe(colors);
  const ground = await page.evaluate(() => {
    const part = document.createElement('i');
    part.style.color = 'var(--text)';
    document.body.append(part);
    return getComputedStyle(part).color;
  });
  expect(ground).toBe('rgb(230, 233, 239)');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(24, 28, 36)');
});
