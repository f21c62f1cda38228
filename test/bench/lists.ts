/**
 * How fast the list of 5,000 majors answers a person, in Chromium: from the event to the painted frame. Starts the
 * product on a fresh embedded database; the pages must be built. `node test/bench/lists.ts`
 */
import { chromium, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { installedBrowser } from '../../scripts/browser.mjs';
import { createApp } from '../../server/app.ts';
import { crossSiteToken, openSession } from '../../server/auth/sessions.ts';
import { readConfig } from '../../server/config.ts';
import { change } from '../../server/db/changes.ts';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { loadSample } from '../../server/db/sample.ts';

const MAJORS = 5_000;
const ROUNDS = 15;
const PORT = 18_081;
const BASE = `http://127.0.0.1:${PORT}/mdsd/`;

const database = await connect({ kind: 'embedded', directory: null });
await migrate(database.db);
await loadSample(database.db);
const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'bench' };
await change(database.db, actor, (trx) =>
  sql`
    insert into major (major_segment, campus_indicator, major_code, sort_code, title7, title20, title_long,
      academic_year_approved, start_term_yyyyst, complete, active)
    select 'U', 'G', chr(65 + n / 676) || chr(65 + n / 26 % 26) || chr(65 + n % 26), n, 'M' || n, 'Major ' || n * 7919 % 100003,
      'A major with a longer title, number ' || n, 1965 + n % 60, '202592', false, true
    from generate_series(1, ${sql.lit(MAJORS)} - (select count(*)::integer from major)) n`.execute(trx),
);
const app = await createApp(database, readConfig({ PORT: String(PORT), LOG_LEVEL: 'silent' }));
await app.listen({ port: PORT, host: '127.0.0.1' });
const sessionId = await openSession(database.db, { uciNetId: 'registrar' });

const executablePath = installedBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
});
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await context.addCookies([
  { name: 'SESSION', value: sessionId, url: BASE },
  { name: 'XSRF-TOKEN', value: crossSiteToken(sessionId), url: BASE },
]);
const page = await context.newPage();
await page.goto(`${BASE}major`);
await page.getByText(`${MAJORS.toLocaleString('en-US')} Rows`).waitFor();

const table: Row[] = [
  { measured: 'a keystroke in the filter', goal: 100, values: await filter(page) },
  { measured: 'a click that sorts', goal: 100, values: await sort(page) },
  { measured: 'the next page', goal: 100, values: await turn(page) },
  { measured: 'from the answer of a save to the list', goal: 200, values: await save(page) },
];
console.log(`${MAJORS} rows, medians of ${ROUNDS}, in milliseconds`);
console.table(
  table.map(({ measured, goal, values }) => ({
    measured,
    median: Math.round(median(values)),
    longest: Math.round(Math.max(...values)),
    goal: `< ${goal}`,
  })),
);
const frames = await scroll(page);
console.table([
  {
    measured: `a frame of ${frames.length} while scrolling to the end`,
    median: Math.round(median(frames)),
    longest: Math.round(Math.max(...frames)),
    'over 50': frames.filter((frame) => frame > 50).length,
  },
]);
await browser.close();
await app.close();
await database.close();

interface Row {
  measured: string;
  goal: number;
  values: number[];
}

/** Begun before the event, read after it. */
interface Watched {
  time: Promise<number>;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function filter(on: Page): Promise<number[]> {
  const box = on.getByPlaceholder('Filter results...');
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await box.focus();
    // Each leaves out rows that were in sight.
    for (const digit of '314') times.push(await timed(on, 'input', () => on.keyboard.type(digit)));
    await timed(on, 'input', () => box.fill(''));
  }
  return times;
}

async function sort(on: Page): Promise<number[]> {
  const header = on.getByRole('columnheader').getByRole('button', { name: 'Title 20' });
  return repeat(() => timed(on, 'click', () => header.click()));
}

async function turn(on: Page): Promise<number[]> {
  await on.goto(`${BASE}major`);
  const next = on.getByRole('button', { name: 'Next page' });
  await next.waitFor();
  return repeat(() => timed(on, 'click', () => next.click()));
}

/** From the last byte of the answer of a PUT to the painted frame in which the row has changed. */
async function save(on: Page): Promise<number[]> {
  // Those of the sample share codes, which would be warned about.
  await on.goto(`${BASE}major?q=longer+title`);
  let round = 0;
  return repeat(async () => {
    const title = `Saved ${(round += 1)}`;
    await on.getByRole('button', { name: 'Edit' }).nth(3).click();
    const dialog = on.getByRole('dialog', { name: 'Edit Major' });
    await dialog.getByRole('textbox', { name: 'Title 20' }).fill(title);
    const shown = await on.evaluateHandle(rowShown, title);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const time = await shown.evaluate((watched) => watched.time);
    await dialog.waitFor({ state: 'hidden' });
    return time;
  });
}

/** The lengths of all frames while 'all' is scrolled to its end, four rows and more a frame. */
async function scroll(on: Page): Promise<number[]> {
  await on.goto(`${BASE}major?size=all`);
  await on.locator(`table[aria-rowcount="${MAJORS + 1}"]`).waitFor();
  return on.getByRole('region', { name: 'Majors' }).evaluate(async (region) => {
    const lengths: number[] = [];
    let last = await new Promise(requestAnimationFrame);
    while (region.scrollTop + region.clientHeight < region.scrollHeight - 1) {
      region.scrollBy(0, 600);
      const now = await new Promise(requestAnimationFrame);
      lengths.push(now - last);
      last = now;
    }
    return lengths;
  });
}

async function repeat(measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  while (times.length < ROUNDS) times.push(await measure());
  return times;
}

async function timed(on: Page, event: string, act: () => Promise<unknown>): Promise<number> {
  const changed = await on.evaluateHandle(tableChanged, event);
  await act();
  return changed.evaluate((watched) => watched.time);
}

/** In the page: from an event to the painted frame of the last change in the table that follows it. */
function tableChanged(type: string): Watched {
  const time = new Promise<number>((resolve, reject) => {
    let start = 0;
    let painted = 0;
    let quiet = window.setTimeout(() => reject(new Error(`No change after ${type}`)), 20_000);
    const seen = new MutationObserver(() => {
      requestAnimationFrame(() => setTimeout(() => (painted = performance.now())));
      clearTimeout(quiet);
      quiet = window.setTimeout(() => {
        seen.disconnect();
        resolve(painted - start);
      }, 400);
    });
    const begin = (event: Event) => {
      start = event.timeStamp;
      const rows = document.querySelector('main table');
      if (rows) seen.observe(rows, { childList: true, characterData: true, subtree: true });
    };
    document.addEventListener(type, begin, { capture: true, once: true });
  });
  return { time };
}

/** In the page: from the answer of a PUT to the painted frame in which the table holds a text. */
function rowShown(text: string): Watched {
  const time = new Promise<number>((resolve) => {
    const rows = document.querySelector('main table');
    if (!rows) throw new Error('No table');
    performance.clearResourceTimings();
    const seen = new MutationObserver(() => {
      if (!rows.textContent.includes(text)) return;
      seen.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => {
          const painted = performance.now();
          const put = performance
            .getEntriesByType('resource')
            .findLast(({ name }) => /\/api\/majors\/\d+/.test(name)) as PerformanceResourceTiming | undefined;
          resolve(painted - (put?.responseEnd ?? Number.NaN));
        }),
      );
    });
    seen.observe(rows, { childList: true, characterData: true, subtree: true });
  });
  return { time };
}
