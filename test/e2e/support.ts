import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** The people of the demonstration sign-in. */
export const people = {
  registrar: 'Robin Alvarez',
  admin: 'Alex Chen',
  viewer: 'Vic Moreno',
  support: 'Sam Okafor',
  helper: 'Hana Okoye',
} as const;
export type Person = keyof typeof people;

/** Where the cookies of a person who has signed in are kept during a run. */
export const sessionOf = (person: Person) => `test-results/sessions/${person}.json`;

/** Signs in through the provider, as a person would. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('.');
  await page.getByRole('button', { name: people[person] }).click();
  await expect(page.getByText(`Welcome ${people[person]}`)).toBeVisible();
}

interface Options {
  /** What a test brings about on purpose. */
  expectedProblems: RegExp;
}

// A refused call is an answer, not a fault of the page.
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * Anything that the page complains of fails its test: console errors (a policy violation is one), exceptions, 5xx,
 * and dialogs of the browser's own (a script's, or the question before a page is left, which is answered with yes).
 */
export const test = base.extend<Options & { noProblems: void }>({
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

/** Nothing that axe finds, in light and in dark, where only the colours are others. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, runOnly] of [
    ['light', ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']],
    ['dark', ['color-contrast']],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page })
      // Rows are all alike, and hundreds of them take half a minute.
      .exclude('tbody tr:nth-child(n + 6)')
      .exclude('[role="option"]:nth-child(n + 9)')
      .options({ runOnly: [...runOnly], resultTypes: ['violations'] })
      // There are no frames, which it would look into.
      .setLegacyMode()
      .analyze();
    const found = violations.map(
      ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
    expect(found).toEqual([]);
  }
}

/** Pictures for people to look at, at three widths and in dark; at none it is wider than its window. */
export async function photograph(page: Page, name: string): Promise<void> {
  const shoot = async (width: number, colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: `test-results/looks/${name}-${width}-${colorScheme}.png` });
  };
  await shoot(1440, 'dark');
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await shoot(width, 'light');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

/** The texts of all rows of the table, cell by cell. */
export async function rowsOf(page: Page): Promise<string[][]> {
  return page
    .getByRole('table')
    .locator('tbody tr:not([aria-hidden])')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}

/** The headers of the table, in their order. */
export const headersOf = (page: Page) => page.getByRole('columnheader').allTextContents();
