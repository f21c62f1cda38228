/**
 * Takes the pictures of README.md anew, from servers of its own over the sample data: `npm run pictures`. Writes
 * docs/film-light.webp and docs/film-dark.webp, the way from the report to the end of a major and to what changed, in
 * nine pictures, and docs/report.png, one that does not move. Needs img2webp, which it installs where it may (Debian's package webp).
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { installPackages } from '../../scripts/postgresql.mjs';
import { start } from '../chaos/support/server.ts';

/** How long each picture is looked at. */
const MILLISECONDS = 2500;

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const toTop = (page: Page, heading: string) =>
  page
    .getByRole('heading', { name: heading })
    .first()
    .evaluate((found) => scrollTo({ top: found.getBoundingClientRect().top + scrollY - 90 }));

/** One picture is taken after each step, and the page is as the step before left it. */
const steps: readonly ((page: Page) => Promise<unknown>)[] = [
  async (page) => {
    await page.goto('./?run=true');
    await page.getByRole('table').waitFor();
  },
  async (page) => {
    await link(page, 'Majors').click();
    await page.getByRole('heading', { name: 'Majors' }).waitFor();
    await page.getByPlaceholder('Filter results...').fill('global health');
    await row(page, 'Global Health').waitFor();
  },
  async (page) => {
    await row(page, 'Global Health').getByRole('button', { name: 'View Details' }).click();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  },
  (page) => toTop(page, 'Timeline'),
  async (page) => {
    await page.evaluate(() => scrollTo({ top: 0 }));
    await link(page, 'End…').click();
    await page.getByLabel('Last Term', { exact: true }).click();
    await page.keyboard.type('Z26');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Apply /, disabled: false }).waitFor();
  },
  async (page) => {
    await button(page, /^Apply /).click();
    await page.getByRole('region', { name: 'Saved' }).getByRole('table').waitFor();
  },
  async (page) => {
    await link(page, 'Back to major 0J1 G').click();
    await page.getByRole('button', { name: 'View History' }).click();
    await toTop(page, 'History');
  },
  async (page) => {
    await page.goto('./changes');
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
  },
  async (page) => {
    await page.goto('./differences?from=201992&to=202492');
    await page.getByRole('heading', { name: 'Differences' }).waitFor();
  },
];

const browser = await chromium.launch({
  executablePath: findBrowser(process.execPath),
  args: ['--no-sandbox', '--disable-gpu'],
});
const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

if (spawnSync('img2webp', ['-version']).error) installPackages('webp');
for (const colorScheme of ['light', 'dark'] as const) {
  const pictures = await takePictures(colorScheme);
  const given = ['-lossy', '-q', '60', '-m', '6', '-d', String(MILLISECONDS), ...pictures];
  const { status } = spawnSync('img2webp', [...given, '-o', `docs/film-${colorScheme}.webp`]);
  if (status !== 0) throw new Error('The pictures could not be put together: install img2webp.');
  if (colorScheme === 'light') copyFileSync(pictures[0] as string, 'docs/report.png');
}
await browser.close();

async function takePictures(colorScheme: 'light' | 'dark'): Promise<string[]> {
  const product = await start({ DATA_DIR: join(folder, colorScheme) });
  const context = await browser.newContext({
    baseURL: `${product.origin}${product.base}/`,
    viewport: { width: 1280, height: 800 },
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
  });
  const page = await context.newPage();
  await page.goto('.');
  await button(page, 'Robin Alvarez').click();
  await page.getByText('Welcome Robin Alvarez').waitFor();
  const pictures: string[] = [];
  for (const step of steps) {
    await step(page);
    await page.waitForLoadState('networkidle');
    // What fades in has done so.
    await page.waitForTimeout(500);
    const path = join(folder, `${colorScheme}-${pictures.length}.png`);
    await page.screenshot({ path });
    pictures.push(path);
  }
  await context.close();
  await product.stop();
  return pictures;
}
