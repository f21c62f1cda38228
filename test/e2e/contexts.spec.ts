import type { BrowserContext, Page } from '@playwright/test';
import { expect, sessionOf, test, withMotion } from './support.ts';

test.describe('a context that tests share', () => {
  test.describe.configure({ mode: 'serial' });
  test.use({ storageState: sessionOf('registrar') });

  let first: BrowserContext;
  const left = (page: Page) =>
    page.evaluate(async () => ({
      local: localStorage.getItem('left'),
      session: sessionStorage.getItem('left'),
      cookie: document.cookie.includes('left'),
      permission: (await navigator.permissions.query({ name: 'geolocation' })).state,
    }));

  test('accepts the changes of a test', async ({ context, page }) => {
    first = context;
    await page.goto('about');
    const { origin } = new URL(page.url());
    await context.addCookies([{ name: 'left', value: 'yes', url: origin }]);
    await context.grantPermissions(['geolocation'], { origin });
    await page.evaluate(() => {
      localStorage.setItem('left', 'yes');
      sessionStorage.setItem('left', 'yes');
    });
    expect(await left(page)).toEqual({ local: 'yes', session: 'yes', cookie: true, permission: 'granted' });
    await context.route('**/healthz', (route) => route.fulfill({ body: 'left' }));
    await context.newPage();
    await context.setOffline(true);
  });

  test.describe('for a test with other colors', () => {
    test.use({ colorScheme: 'dark' });

    test('is another context', async ({ context, page }) => {
      expect(context).not.toBe(first);
      expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
    });
  });

  test.describe('for a test with motion', () => {
    test.use(withMotion);

    test('is another context, too', async ({ context, page }) => {
      expect(context).not.toBe(first);
      expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion)').matches)).toBe(false);
    });
  });

  test('shows the next test none of these changes', async ({ context, page }) => {
    expect(context).toBe(first);
    // Its own page, and the page that stays open.
    expect(context.pages()).toHaveLength(2);
    await page.goto('healthz');
    await expect(page.locator('body')).not.toHaveText('left');
    await page.goto('school');
    await expect(page.getByRole('row')).not.toHaveCount(0);
    expect(await left(page)).toEqual({ local: null, session: null, cookie: false, permission: 'prompt' });
    await page.clock.install();
  });

  test('is closed after a test that sets the clock', async ({ context, page }) => {
    expect(context).not.toBe(first);
    await page.goto('school');
    await expect(page.getByRole('row')).not.toHaveCount(0);
    expect(await page.evaluate(() => String(setTimeout))).toContain('[native code]');
  });
});
