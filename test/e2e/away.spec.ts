import type { Page } from '@playwright/test';
import { startCluster } from '../../scripts/postgresql.mjs';
import { type ServerProcess, start } from '../support/serverProcess.ts';
import { dialog, fill, save, toast } from './forms.ts';
import { expect, holdRequests, sessionOf, test, userNames } from './support.ts';

// While the database or the network is down, a screen names the data that it could not load, and loads it later by itself.

const unread = (page: Page, what: string) =>
  page.getByRole('status').filter({ hasText: `${what} could not be read. Trying again…` });
const closeError = (page: Page) =>
  dialog(page, 'Error').getByRole('button', { name: 'Close', exact: true }).click();
const visit = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** Checks that no text on the screen claims that there are no rows. */
async function expectNothingFalse(page: Page): Promise<void> {
  await expect(page.getByText(/No results found|No \w+ found!|0 Rows|\(0\)|Unknown/)).toHaveCount(0);
}

test.describe('while PostgreSQL is away', () => {
  // The tests share one server and stop its database, so they run serially; on a busy machine that takes long.
  test.describe.configure({ mode: 'default', timeout: 180_000 });
  test.use({ expectedProblems: /503|ERR_FAILED|beforeunload/ });

  let cluster: Awaited<ReturnType<typeof startCluster>>;
  let product: ServerProcess;
  const database = () => {
    if (!cluster) throw new Error('PostgreSQL is not installed: install the package postgresql.');
    return cluster;
  };
  const go = (page: Page, path: string) => page.goto(`${product.origin}${product.base}/${path}`);

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    cluster = await startCluster();
    // Without it the tests are skipped on a developer's machine, and fail in CI.
    test.skip(!cluster && !process.env.CI, 'PostgreSQL cannot be installed here');
    product = await start({ DATABASE_URL: database().url });
  });
  test.afterAll(async () => {
    await product?.stop();
    cluster?.stop();
  });
  test.beforeEach(async ({ page }) => {
    await go(page, '');
    await page.getByRole('button', { name: userNames.registrar }).click();
    await expect(page.getByText(`Welcome ${userNames.registrar}`)).toBeVisible();
    // Otherwise the error popup of a lookup would cover the next click.
    await page.waitForLoadState('networkidle');
  });
  const lose = () => database().halt('fast');
  const recover = () => database().resume();

  test('a list shows that it could not be loaded, and loads when the database is back', async ({ page }) => {
    await lose();
    try {
      await visit(page, 'Departments');
      await expect(dialog(page, 'Error')).toContainText('An unknown error occurred');
      await closeError(page);
      await expect(unread(page, 'The departments')).toBeVisible();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(unread(page, 'The departments')).toBeVisible();
      await expectNothingFalse(page);
      // Data from before stays, with a note. For a second it counts as new.
      await page.waitForTimeout(1_000);
      await visit(page, 'Majors');
      await expect(unread(page, 'The majors')).toBeVisible();
      await expect(page.getByRole('row').nth(10)).toBeVisible();
      await visit(page, 'Departments');
    } finally {
      await recover();
    }
    await expect(page.getByRole('row').nth(10)).toBeVisible();
    await expect(unread(page, 'The departments')).toHaveCount(0);
    await expect(dialog(page, 'Error')).toBeHidden();
  });

  test('after a reload the user is unknown; Login returns to the same screen', async ({ page }) => {
    await go(page, 'school?q=engineering');
    await expect(page.getByRole('row')).not.toHaveCount(0);
    await lose();
    try {
      await page.reload();
      await expect(dialog(page, 'Error')).toBeVisible();
      await closeError(page);
      await expect(unread(page, 'Your sign-in')).toBeVisible();
      await expect(page.getByText('Welcome Unknown')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    } finally {
      await recover();
    }
    await expect(page.getByText(`Welcome ${userNames.registrar}`)).toBeVisible();
    await expect(page).toHaveURL(/school\?q=engineering$/);
    await expect(page.getByRole('row').nth(1)).toContainText(/engineering/i);
  });

  test('a detail shows that too, and not that the item does not exist', async ({ page }) => {
    await visit(page, 'Majors');
    const link = page.getByRole('row').nth(1).getByRole('link').first();
    await expect(link).toBeVisible();
    await lose();
    try {
      await link.click();
      await expect(dialog(page, 'Error')).toBeVisible();
      await closeError(page);
      await expect(heading(page)).toHaveText('View Major');
      await expect(unread(page, 'The major')).toBeVisible();
      await expectNothingFalse(page);
    } finally {
      await recover();
    }
    await expect(page.getByRole('region', { name: 'Details' })).toBeVisible();
    await expect(unread(page, 'The major')).toHaveCount(0);
  });

  const requestId = async (page: Page) =>
    (await dialog(page, 'Error').getByText('Request ID').innerText()).replace('Request ID', '').trim();

  test('the error dialog shows the request ID that the log has, for copying', async ({ page, context }) => {
    await lose();
    try {
      await page.getByRole('button', { name: 'Run Report' }).click();
      await expect(dialog(page, 'Error')).toContainText('An unknown error occurred');
      await expect(dialog(page, 'Error').getByRole('button', { name: 'Close', exact: true })).toBeFocused();
    } finally {
      await recover();
    }
    const shown = await requestId(page);
    expect(shown).toMatch(/^\S+$/);
    await expect.poll(product.log).toContain(`"reqId":"${shown}"`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the request ID' }).click();
    await expect(dialog(page, 'Error').getByText('Copied')).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  });

  test('the request ID of a save whose response was lost is in the log too', async ({ page }) => {
    await visit(page, 'Departments');
    await page.getByRole('button', { name: 'Create' }).click();
    const opened = dialog(page, 'Create Department');
    await fill(opened, { 'Title 7': 'LOST', 'Title 40': 'Department of Lost Answers' });
    await page.route(
      '**/api/departments',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await save(opened);
    await expect(dialog(page, 'Error')).toContainText('The server could not be reached');
    const shown = await requestId(page);
    expect(shown).not.toBe('');
    await expect.poll(product.log).toContain(`"receivedRequestId":"${shown}"`);
    await closeError(page);
    // An error that the user can correct needs no operator.
    await opened.getByRole('button', { name: 'Cancel' }).click();
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    await page.goto(`${product.origin}${product.base}/relationship?from=major&fromKey=1&to=school`);
    await expect(page.getByText('Nothing is selected yet.')).toBeVisible();
    await save(page);
    await expect(dialog(page, 'Error')).toContainText('You must select an item to relate to');
    await expect(dialog(page, 'Error').getByText('Request ID')).toHaveCount(0);
  });

  test('a form keeps its input, and can be saved later', async ({ page }) => {
    await visit(page, 'Departments');
    await page.getByRole('button', { name: 'Create' }).click();
    const opened = dialog(page, 'Create Department');
    await fill(opened, { 'Title 7': 'AWAY', 'Title 40': 'Department of Outages' });
    await lose();
    try {
      await save(opened);
      await expect(dialog(page, 'Error')).toContainText('An unknown error occurred');
      await closeError(page);
      await expect(opened.getByRole('textbox', { name: 'Title 40' })).toHaveValue('Department of Outages');
    } finally {
      await recover();
    }
    await save(opened);
    await expect(toast(page, 'The department has been successfully added')).toBeVisible();
  });
});

test.describe('while the network is away', () => {
  test.use({ storageState: sessionOf('registrar'), expectedProblems: /ERR_FAILED|ERR_INTERNET/ });

  /** Counts the requests for the departments, none of which arrives. */
  async function lost(page: Page): Promise<() => number> {
    let asked = 0;
    await page.route('**/api/departments', (route) => {
      asked += 1;
      return route.abort();
    });
    return () => asked;
  }
  /** Simulates that the user switches to another tab, or comes back. */
  const look = (page: Page, state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
      window.dispatchEvent(new Event('visibilitychange'));
    }, state);

  test('a list is requested again with growing pauses, but not in a hidden tab', async ({ page }) => {
    await page.clock.install();
    const asked = await lost(page);
    await page.goto('./department');
    await expect(dialog(page, 'Error')).toContainText('The server could not be reached');
    await closeError(page);
    await expect(unread(page, 'The departments')).toBeVisible();
    // A minute, in steps: the pause after a request begins when that has failed, which takes real time.
    for (let step = 0; step < 12; step += 1) await page.clock.runFor(5_000);
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000);
        return asked();
      })
      .toBeGreaterThan(3);
    const before = asked();
    expect(before).toBeLessThan(10);
    await look(page, 'hidden');
    await page.clock.runFor(60_000);
    expect(asked()).toBeLessThanOrEqual(before + 1);
    await page.unroute('**/api/departments');
    await look(page, 'visible');
    await expect(page.getByRole('row').nth(3)).toBeVisible();
    await expect(dialog(page, 'Error')).toBeHidden();
  });

  test('an item is shown while its earlier names cannot be read', async ({ page }) => {
    await page.route('**/api/earlier-values', (route) => route.abort());
    await page.goto('./major/1');
    await closeError(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
    await expect(unread(page, 'The earlier names and codes')).toBeVisible();
    await page.unroute('**/api/earlier-values');
    await expect(unread(page, 'The earlier names and codes')).toBeHidden();
  });

  test('a form stays open, with what was typed, while names that could not be read are read again', async ({
    page,
    context,
  }) => {
    const USERS = '**/api/users';
    await page.route(USERS, (route) => route.abort());
    await page.goto('./major/1');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const comments = dialog(page, 'Edit Major').getByRole('textbox', { name: 'Comments' });
    await comments.fill('Typed');
    await page.unroute(USERS);
    const letGo = await holdRequests(page, USERS);
    const asked = page.waitForRequest(USERS);
    await context.setOffline(true);
    await context.setOffline(false);
    await asked;
    // Two frames, in which the page shows what it knows then.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await expect(comments).toHaveValue('Typed');
    const response = page.waitForResponse(USERS);
    await letGo();
    await response;
    await expect(comments).toHaveValue('Typed');
  });

  test('an offline browser shows that, waits, and continues when it is online', async ({ page, context }) => {
    await page.goto('./school');
    await expect(page.getByRole('row').nth(3)).toBeVisible();
    await context.setOffline(true);
    await visit(page, 'Departments');
    await closeError(page);
    await expect(unread(page, 'The departments')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('row').nth(3)).toBeVisible();
  });

  test('a dropdown does not claim that it has no options, and loads while it is open', async ({ page }) => {
    const responses: (() => void)[] = [];
    await page.route('**/api/lookups/terms', async (route) => {
      if (responses.length === 0) await new Promise<void>((resolve) => responses.push(resolve));
      await route.continue();
    });
    await page.goto('.');
    const box = page.getByRole('combobox', { name: 'Major Start' });
    await box.click();
    await expect(page.getByText('Loading options…')).toBeVisible();
    await expect(page.getByText('No options')).toHaveCount(0);
    await expect.poll(() => responses.length).toBe(1);
    responses[0]?.();
    await expect(page.getByRole('option', { name: 'F19' })).toBeVisible();
  });
});
