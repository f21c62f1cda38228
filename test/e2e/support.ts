import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { Contexts } from './contexts.ts';

export { expect };

/** The demonstration users. */
export const userNames = {
  registrar: 'Robin Alvarez',
  admin: 'Alex Chen',
  viewer: 'Vic Moreno',
  support: 'Sam Okafor',
  helper: 'Hana Okoye',
} as const;
export type User = keyof typeof userNames;

/** The file with the cookies of a signed-in user, kept during a run. */
export const sessionOf = (user: User) => join(process.env.E2E_FOLDER ?? '', `${user}.json`);

/** Options for tests of motion. All other pages use reduced motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** Signs in through the provider, as a user would. */
export async function signIn(page: Page, user: User): Promise<void> {
  await page.goto('.');
  await page.getByRole('button', { name: userNames[user] }).click();
  await expect(page.getByText(`Welcome ${userNames[user]}`)).toBeVisible();
}

interface Options {
  /** Problems that a test causes on purpose. */
  expectedProblems: RegExp;
}

// A rejected request is a valid response, not a fault of the page.
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * Any problem in the page fails its test: console errors (such as CSP violations), exceptions, 5xx responses and native
 * dialogs (from a script, or the prompt before a page is left, which is accepted).
 */
export const test = base.extend<Options & { noProblems: void }, { contexts: Contexts }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from the pattern
  contexts: [({}, use) => use(new Contexts()), { scope: 'worker' }],
  context: (
    { browser, contexts, storageState, viewport, timezoneId, locale, colorScheme, hasTouch, contextOptions },
    use,
  ) =>
    contexts.lend(
      browser,
      {
        storageState,
        viewport,
        timezoneId,
        locale,
        colorScheme,
        hasTouch,
        contextOptions,
      },
      use,
    ),
  expectedProblems: [/(?!)/, { option: true }],
  noProblems: [
    async ({ page, expectedProblems }, use) => {
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('response', (response) => {
        if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
      });
      page.on('dialog', (opened) => {
        problems.push(`${opened.type()}: ${opened.message()}`);
        void opened.accept();
      });
      await use();
      expect(problems.filter((one) => !REFUSED.test(one) && !expectedProblems.test(one))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Holds back the requests to a URL. The returned function waits until there is one, and lets them all go on. */
export async function holdRequests(page: Page, url: string): Promise<() => Promise<void>> {
  let letGo = () => {};
  let held = 0;
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    held += 1;
    await released;
    await route.continue();
  });
  return async () => {
    await expect.poll(() => held, `requests to ${url} that are held`).toBeGreaterThan(0);
    letGo();
  };
}

/**
 * Shows a screen as a link of the application does. Tests of many screens use it, because to load the page again for each would
 * take most of their time.
 */
export async function visit(page: Page, path: string): Promise<void> {
  // Before its first screen is there, the application may not listen.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, `/mdsd/${path}`);
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Checks that axe finds nothing. In dark mode only the colors differ, so only the contrast is checked. It runs only in
 * Chromium, because axe can crash a tab of Firefox.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (page.context().browser()?.browserType().name() === 'firefox') return;
  for (const [colorScheme, runOnly] of [
    ['light', ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']],
    ['dark', ['color-contrast']],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The application follows a moment later. In between, both a text and its background could be dark.
    const other = colorScheme === 'dark' ? 'light' : 'dark';
    await expect(page.locator(`html[data-mantine-color-scheme="${other}"]`)).toHaveCount(0);
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
    const found = await page.evaluate(
      async (options) => {
        // A fading element has other colors for a moment, and its fade begins some frames after it appears.
        let still = 0;
        while (still < 5) {
          const fading = document.getAnimations();
          still = fading.length ? 0 : still + 1;
          await Promise.allSettled(fading.map(({ finished }) => finished));
          await new Promise((drawn) => requestAnimationFrame(drawn));
        }
        const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
          // All rows are similar, and hundreds of them would take half a minute.
          { exclude: [['tbody tr:nth-child(n + 6)'], ['[role="option"]:nth-child(n + 9)']] },
          options,
        );
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      },
      { runOnly: [...runOnly], resultTypes: ['violations' as const] },
    );
    expect(found, colorScheme).toEqual([]);
  }
}

/**
 * Checks at three widths that the page never scrolls sideways. `LOOKS=1 npm test -- screens` also takes screenshots, in
 * light and dark, for inspection: in `test-results/looks`.
 */
export async function checkWidths(page: Page, name: string): Promise<void> {
  const takeScreenshot = async (width: number, colorScheme: 'light' | 'dark') => {
    if (!process.env.LOOKS) return;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: `test-results/looks/${name}-${width}-${colorScheme}.png` });
  };
  await takeScreenshot(1440, 'dark');
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await takeScreenshot(width, 'light');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

/** The texts of all table rows, as cells. */
export async function rowsOf(page: Page): Promise<string[][]> {
  return page
    .getByRole('table')
    .locator('tbody tr:not([aria-hidden])')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}

/** The table headers, in order. */
export const headersOf = (page: Page) => page.getByRole('columnheader').allTextContents();
