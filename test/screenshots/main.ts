/**
 * Takes the screenshots of README.md, from its own servers over the sample data: `npm run screenshots`. Writes
 * docs/film-light.webp and docs/film-dark.webp, which animate nine screenshots from the report to the end of a major and its
 * change, and docs/report.png, a single screenshot. Needs img2webp, and installs it if it may (Debian's package webp).
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { installPackages } from '../../scripts/postgresql.mjs';
import { start } from '../support/serverProcess.ts';

/** The display time of each screenshot. */
const MILLISECONDS = 2500;

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const toTop = (page: Page, heading: string) =>
  page
    .getByRole('heading', { name: heading })
    .first()
    .evaluate((found) => scrollTo({ top: found.getBoundingClientRect().top + scrollY - 90 }));

/** The steps. A screenshot follows each step, and each step continues on the page of the step before. */
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
    await page.getByRole('heading', { name: 'View Major' }).waitFor();
    await page.getByText(/ changes saved$/).waitFor();
  },
  async (page) => {
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
const folder = mkdtempSync(join(tmpdir(), 'screenshots-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

if (spawnSync('img2webp', ['-version']).error) installPackages('webp');
for (const colorScheme of ['light', 'dark'] as const) {
  const screenshots = await takeScreenshots(colorScheme);
  const given = ['-lossy', '-q', '60', '-m', '6', '-d', String(MILLISECONDS), ...screenshots];
  const { status } = spawnSync('img2webp', [...given, '-o', `docs/film-${colorScheme}.webp`]);
  if (status !== 0) throw new Error('The screenshots could not be put together: install img2webp.');
  if (colorScheme === 'light') copyFileSync(screenshots[0] as string, 'docs/report.png');
}
await browser.close();

async function takeScreenshots(colorScheme: 'light' | 'dark'): Promise<string[]> {
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
  const screenshots: string[] = [];
  for (const step of steps) {
    await step(page);
    await page.waitForLoadState('networkidle');
    // Wait until fades have ended.
    await page.waitForTimeout(500);
    const path = join(folder, `${colorScheme}-${screenshots.length}.png`);
    await page.screenshot({ path });
    screenshots.push(path);
  }
  await context.close();
  await product.stop();
  return screenshots;
}
