import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { installedBrowser } from '../../scripts/browser.mjs';
import type { Case, Figure } from './case.ts';
import {
  filterGrid,
  filterProduct,
  measures,
  runGrid,
  runProduct,
  sortGrid,
  sortProduct,
} from './support/inPage.ts';
import type { Setup } from './support/setup.ts';

/** The waiting times of users in the browser, compared with AG Grid Community with the same rows in the same browser. */
export const screens: Case = {
  name: 'screens',
  engines: ['embedded'],
  isLong: true,
  async run(setup) {
    const browser = await launch();
    try {
      return [
        ...(await tables(browser, setup, setup.times > 10 ? 3 : 9)),
        ...(await lists(browser, setup, 9)),
        ...(setup.times === 1 ? await firstScreen(browser, setup) : []),
      ];
    } finally {
      await browser.close();
    }
  },
};

/** Starts the browser that the end-to-end tests use. */
export function launch(): Promise<Browser> {
  const executablePath = installedBrowser();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}

// Each word leaves different rows visible than the previous one.
const WORDS = ['biol', 'math', 'art', 'eng', 'hist', 'chem', 'econ', 'phys', 'educ'];

/**
 * Has AG Grid render every cell of a page of fifty rows, as the product does so that the browser's search and print
 * work.
 */
const WHOLE_PAGE = {
  pagination: true,
  paginationPageSize: 50,
  suppressColumnVirtualisation: true,
  suppressRowVirtualisation: true,
};

async function tables(browser: Browser, setup: Setup, rounds: number): Promise<Figure[]> {
  const product = await pageOf(browser, setup);
  await product.goto(`${baseOf(setup)}?extended=true`);
  const grid = await pageOf(browser, setup);
  await grid.goto(`${baseOf(setup)}about`);
  await grid.addScriptTag({ path: gridScript() });
  const token = setup.registrar.cookies['XSRF-TOKEN'] ?? '';
  const run = await bothInTurn(
    Math.ceil(rounds / 3),
    async () => {
      await product.goto(`${baseOf(setup)}?extended=true`);
      await product.getByRole('button', { name: 'Run Report' }).waitFor();
      return product.evaluate(runProduct);
    },
    () => grid.evaluate(runGrid, { token, options: {} }),
  );
  const search = async () => {
    const found = await bothInTurn(
      rounds,
      (round) => product.evaluate(filterProduct, WORDS[round] ?? ''),
      (round) => grid.evaluate(filterGrid, WORDS[round] ?? ''),
    );
    await product.evaluate(filterProduct, '');
    await grid.evaluate(filterGrid, '');
    return found;
  };
  const searches = await search();
  const sorts = await bothInTurn(
    rounds,
    () => product.evaluate(sortProduct, 'Maj Title'),
    (round) => grid.evaluate(sortGrid, round % 2 ? 'desc' : 'asc'),
  );
  await product.getByLabel('Rows per page').selectOption({ value: '0' });
  await product.locator('table[data-virtual]').waitFor();
  const scrolled = await bothInTurn(
    2,
    async () =>
      median(await product.evaluate(() => window.frameLengths(scrollerOf('main section[tabindex]'), 100))),
    async () => median(await grid.evaluate(() => window.frameLengths(scrollerOf('.ag-grid-viewport'), 100))),
  );
  await product.getByLabel('Rows per page').selectOption({ value: '50' });
  await product.locator('table:not([data-virtual])').waitFor();
  await grid.evaluate(runGrid, { token, options: WHOLE_PAGE });
  const wholePage = await search();
  await product.context().close();
  await grid.context().close();
  return [
    beside('the report, from its response to its rows', run),
    beside('a search in the filter of the report', searches),
    beside('the same beside a grid that draws its whole page too', wholePage),
    beside('ordering the report by a title', sorts),
    beside('a frame while all rows of the report scroll', scrolled),
  ];
}

async function lists(browser: Browser, setup: Setup, rounds: number): Promise<Figure[]> {
  const page = await pageOf(browser, setup);
  await page.goto(`${baseOf(setup)}major`);
  await page.locator('main tbody tr').nth(10).waitFor();
  const all = await times(Math.ceil(rounds / 3), async () => {
    await page.getByLabel('Rows per page').selectOption({ value: '50' });
    await page.locator('table:not([data-virtual])').waitFor();
    const since = performance.now();
    await page.getByLabel('Rows per page').selectOption({ value: '0' });
    await page.locator('table[data-virtual]').waitFor();
    return performance.now() - since;
  });
  await page.getByLabel('Rows per page').selectOption({ value: '50' });
  const dialogs = await times(rounds, async () => {
    const time = await page.evaluate(() =>
      window.painted('body', () =>
        document.querySelector<HTMLElement>('main tbody button[aria-label^="Edit"]')?.click(),
      ),
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    return time;
  });
  await page.context().close();
  return [
    { measured: "'all' on the list of majors", unit: 'ms', value: median(all) },
    { measured: 'a dialog, from the click to its last change', unit: 'ms', value: median(dialogs) },
  ];
}

interface Network {
  name: string;
  /** Bandwidth in bit/s and round-trip time in ms. Unset means loopback. */
  line?: { bits: number; latency: number };
  isCold: boolean;
  goal: number;
}

const networks: Network[] = [
  { name: 'loopback, files known', isCold: false, goal: 400 },
  { name: '10 Mbit/s and 30 ms, cold', line: { bits: 10e6, latency: 30 }, isCold: true, goal: 1_500 },
  { name: '1.6 Mbit/s and 400 ms, cold', line: { bits: 1.6e6, latency: 400 }, isCold: true, goal: 5_000 },
];

/** The time from navigation to the first screen with data, for a signed-in user. */
async function firstScreen(browser: Browser, setup: Setup): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, line, isCold, goal } of networks) {
    const values: number[] = [];
    let shift = 0;
    for (let round = 0; round < 5; round += 1) {
      const page = await pageOf(browser, setup);
      if (!isCold) await page.goto(`${baseOf(setup)}major`);
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      if (line)
        await session.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: line.latency,
          downloadThroughput: line.bits / 8,
          uploadThroughput: line.bits / 8,
        });
      if (!isCold) await page.goto('about:blank');
      await page.goto(`${baseOf(setup)}major`, { waitUntil: 'commit' });
      values.push(await page.evaluate(() => window.rowsAt));
      shift = Math.max(shift, await page.evaluate(layoutShift));
      await page.context().close();
    }
    figures.push({
      measured: `the first screen with data: ${name}`,
      unit: 'ms',
      value: median(values),
      limit: goal,
      of: 'its goal',
      atMost: 1,
    });
    figures.push({ measured: `layout shift: ${name}`, unit: '', value: shift });
  }
  return figures;
}

function layoutShift(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 200);
  });
}

/** The URL of the product's pages. */
export const baseOf = ({ product: { origin, base } }: Setup) => `${origin}${base}/`;

/** A page of the signed-in registrar, with the functions that measure in it. */
export async function pageOf(browser: Browser, setup: Setup): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // The content security policy would block the bench's own scripts.
    bypassCSP: true,
  });
  await context.addCookies(
    Object.entries(setup.registrar.cookies).map(([name, value]) => ({ name, value, url: baseOf(setup) })),
  );
  await context.addInitScript(measures);
  await context.addInitScript(() => {
    Object.assign(window, { scrollerOf: (selector: string) => document.querySelector(selector) });
  });
  return context.newPage();
}

declare function scrollerOf(selector: string): Element;

const VERSION = '36.2.0';

/** AG Grid is not a dependency of the product; it is installed on the first run of the bench. */
function gridScript(): string {
  const folder = join(import.meta.dirname, `../../node_modules/.cache/ag-grid-${VERSION}`);
  const script = join(folder, 'node_modules/ag-grid-community/dist/ag-grid-community.min.js');
  if (!existsSync(script)) {
    mkdirSync(folder, { recursive: true });
    const given = [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `ag-grid-community@${VERSION}`,
    ];
    const { status, stderr } = spawnSync('npm', given, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`AG Grid could not be fetched: ${stderr}`);
  }
  return script;
}

interface Both {
  product: number;
  grid: number;
}

async function bothInTurn(
  rounds: number,
  product: (round: number) => Promise<number>,
  grid: (round: number) => Promise<number>,
): Promise<Both> {
  const found: { product: number[]; grid: number[] } = { product: [], grid: [] };
  for (let round = 0; round < rounds; round += 1) {
    found.product.push(await product(round));
    found.grid.push(await grid(round));
  }
  return { product: median(found.product), grid: median(found.grid) };
}

function beside(measured: string, { product, grid }: Both): Figure {
  return { measured, unit: 'ms', value: product, limit: grid, of: 'AG Grid', atMost: 1 };
}

async function times(rounds: number, measure: () => Promise<number>): Promise<number[]> {
  const found: number[] = [];
  while (found.length < rounds) found.push(await measure());
  return found;
}

export const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
