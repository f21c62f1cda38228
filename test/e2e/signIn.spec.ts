import type { Page } from '@playwright/test';
import { expect, expectAccessible, holdRequests, sessionOf, signIn, test, userNames } from './support.ts';

const onProviderPage = (page: Page) =>
  expect(page.getByRole('button', { name: userNames.viewer })).toBeVisible();

test('a visitor who is not signed in is sent to the login address at once, and returns to the requested page', {
  tag: '@firefox',
}, async ({ page }) => {
  await page.goto('./report?schoolCode=00&extended=true');
  await onProviderPage(page);
  await page.getByRole('button', { name: userNames.registrar }).click();
  await expect(page.getByText('Welcome Robin Alvarez')).toBeVisible();
  await expect(page).toHaveURL(/\/mdsd\/report\?schoolCode=00&extended=true$/);
});

test('the sign-in page shows what each user may do, and is accessible in light and dark', async ({
  page,
}) => {
  await page.goto('.');
  await onProviderPage(page);
  for (const [user, may] of [
    ['registrar', 'Runs the report and maintains the data.'],
    ['admin', 'Maintains the data, acts as other users, and opens About.'],
    ['viewer', 'Runs the report, and changes nothing.'],
    ['support', 'Runs the report and opens About.'],
    ['helper', 'Runs the report and acts as other users.'],
  ] as const) {
    await expect(page.getByText(may, { exact: true })).toBeVisible();
    await expect(
      page.getByRole('button', { name: userNames[user], exact: true }),
    ).toHaveAccessibleDescription(may);
  }
  await expectAccessible(page);
});

test.describe('with a session', () => {
  test.use({ storageState: sessionOf('registrar') });

  test('a loader of five bars shows until authentication completes, then the lists load', async ({
    page,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const [, path] = request.url().split('/mdsd/api');
      if (path) calls.push(path);
    });
    const release = await holdRequests(page, '**/api/auth/me');
    const asked = page.waitForRequest('**/api/lookups/terms');
    await page.goto('.');
    const loader = page.getByRole('status', { name: 'Loading' });
    await expect(loader.locator('span')).toHaveCount(5);
    expect(calls).toEqual(['/auth/me']);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await release();
    await expect(page.getByText('Welcome Robin Alvarez')).toBeVisible();
    await expect(loader).toHaveCount(0);
    await expect
      .poll(() => calls.slice(1).sort())
      .toEqual(['/lookups/awardTypes', '/lookups/terms', '/majors', '/schools']);

    await test.step('every call sends X-Requested-With and the cookies', async () => {
      const headers = await (await asked).allHeaders();
      expect(headers['x-requested-with']).toBe('XMLHttpRequest');
      expect(headers.cookie).toContain('XSRF-TOKEN=');
    });
  });

  test.describe('when the current user cannot be fetched', () => {
    test.use({ expectedProblems: /500/ });

    test('the user is cleared, the error is reported and a Login button is shown', async ({
      page,
      context,
    }) => {
      // Uses its own session: signing in again ends the existing one.
      await context.clearCookies();
      await signIn(page, 'registrar');
      await page.route('**/api/auth/me', (route) =>
        route.fulfill({
          status: 500,
          json: { errors: [{ code: 'UNKNOWN_ERROR', message: 'An unknown error occurred' }] },
        }),
      );
      await page.goto('./school');
      const popup = page.getByRole('dialog', { name: 'Error' });
      await expect(popup).toContainText('An unknown error occurred');
      await popup.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(popup).toBeHidden();
      await expect(page.getByText('Welcome Unknown')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Report']);
      await page.unroute('**/api/auth/me');
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByText('Welcome Robin Alvarez')).toBeVisible();
    });

    test('a failed logout only stops loading', async ({ page }) => {
      await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto('.');
      const failed = page.waitForResponse('**/api/auth/logout');
      await page.getByRole('button', { name: 'Logout' }).click();
      await failed;
      await expect(page.getByRole('button', { name: 'Logout' })).toBeEnabled();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByText('Welcome Robin Alvarez')).toBeVisible();
    });
  });

  test.describe('without a connection', () => {
    test.use({ expectedProblems: /ERR_FAILED/ });

    test('shows that the server could not be reached, and keeps the input', { tag: '@firefox' }, async ({
      page,
    }) => {
      await page.goto('.');
      await page.getByLabel('Major Title').fill('engineering');
      await page.route('**/api/reports', (route) => route.abort());
      await page.getByRole('button', { name: 'Run Report' }).click();
      await expect(page.getByRole('dialog', { name: 'Error' })).toContainText(
        'The server could not be reached',
      );
      await expect(page.getByLabel('Major Title')).toHaveValue('engineering');
    });
  });
});

test('Logout ends the session at the logout address', { tag: '@firefox' }, async ({ page }) => {
  await signIn(page, 'viewer');
  await page.getByRole('button', { name: 'Logout' }).click();
  await onProviderPage(page);
  await page.goto('./about');
  await onProviderPage(page);
});

test('the next call after a session ends goes to the login address', async ({ page, context }) => {
  await signIn(page, 'viewer');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Run Report' }).click();
  await onProviderPage(page);
});

test('what is read ahead after a session has ended leaves what was typed, and the next call goes to the login address', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin');
  const title = page.getByRole('textbox', { name: 'Major Title' });
  await title.fill('engineering');
  await context.clearCookies();
  const refused = (path: string) =>
    page.waitForResponse((response) => response.url().endsWith(path) && response.status() === 401);
  for (const [path, target] of [
    ['/views', page.getByRole('button', { name: 'Views' })],
    ['/quality', page.getByRole('button', { name: 'Tools' })],
    ['/tokens', page.getByRole('button', { name: 'Tools' })],
    ['/impersonate', page.getByRole('combobox', { name: 'Impersonation ID' })],
  ] as const)
    await test.step(path, async () => {
      const response = refused(path);
      await page.mouse.move(0, 0);
      await target.evaluate((element) => (element as HTMLElement).blur());
      await target.hover();
      await target.focus();
      await response;
      await expect(title).toHaveValue('engineering');
    });
  await page.getByRole('button', { name: 'Run Report' }).click();
  await onProviderPage(page);
});
