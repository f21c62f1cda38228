import type { Page } from '@playwright/test';
import {
  checkWidths,
  expect,
  expectAccessible,
  sessionOf,
  signIn,
  test,
  type User,
  userNames,
  visit,
} from './support.ts';

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
const reference = ['Degrees', 'Departments', 'Majors', 'Major-Degrees', 'Schools'];
const menus: Record<User, string[]> = {
  registrar: ['Report', ...reference],
  admin: ['Report', ...reference, 'About'],
  viewer: ['Report'],
  support: ['Report', 'About'],
  helper: ['Report'],
};
const listPaths = ['degree', 'department', 'major', 'major-degree', 'school'];

for (const user of Object.keys(userNames) as User[])
  test.describe(`as ${user}`, () => {
    test.use({ storageState: sessionOf(user) });

    test('the permissions decide which parts are shown', async ({ page }) => {
      await page.goto('.');
      await expect(page.getByText(`Welcome ${userNames[user]}`)).toBeVisible();

      await test.step('the menu shows what the permissions allow', async () => {
        await expect(menuOf(page)).toHaveText(menus[user]);
        const mayMaintain = menus[user].includes('Schools');
        await expect(page.getByRole('button', { name: 'Tools' })).toHaveCount(mayMaintain ? 1 : 0);
      });

      await test.step('the header has one line where there is room, and no button has a line of its own', async () => {
        const topOf = async (name: string | RegExp) =>
          (await page.getByRole('banner').getByRole('button', { name }).boundingBox())?.y;
        for (const width of [1440, 1366, 1350, 1340, 1024]) {
          await page.setViewportSize({ width, height: 900 });
          const apart = async () => ((await topOf(/^Use .* colors$/)) ?? 0) - ((await topOf('Logout')) ?? 0);
          await expect.poll(apart, `${width} px`).toBeCloseTo(0, -1);
        }
      });

      await test.step('the impersonation box is shown only to users who may impersonate', async () => {
        const may = user === 'admin' || user === 'helper';
        await expect(page.getByPlaceholder('Enter Impersonation ID')).toHaveCount(may ? 1 : 0);
      });

      await test.step('a protected route redirects users without the permission to the report', async () => {
        for (const path of [...listPaths, 'changes', 'differences', 'about']) {
          await visit(page, path);
          const allowed = menus[user].includes(path === 'about' ? 'About' : 'Schools');
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page).toHaveURL(allowed ? new RegExp(`/mdsd/${path}$`) : /\/mdsd\/$/);
          const reason = `The page /${path} is only for users who`;
          await expect(page.getByRole('alert').filter({ hasText: reason })).toHaveCount(allowed ? 0 : 1);
        }
        // Also as the first page.
        await page.goto('./school');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          menus[user].includes('Schools') ? 'Schools' : 'Report',
        );
      });
    });
  });

test.describe('everywhere', () => {
  test.use({ storageState: sessionOf('admin') });

  test('any other path redirects to the report', async ({ page }) => {
    await page.goto('./nothing');
    for (const path of ['nothing', 'school/x/y', 'about/more']) {
      if (path !== 'nothing') await visit(page, path);
      await expect(page).toHaveURL(/\/mdsd\/$/);
      await expect(page.getByRole('heading', { name: 'Report' })).toBeVisible();
    }
  });

  test('a screen has a skip link, a header, a menu and a footer', async ({ page }) => {
    await page.goto('.');
    await expect(page.getByText('Welcome Alex Chen')).toBeVisible();

    await test.step('the skip link leads to the main content', async () => {
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    });

    await test.step("the header reads 'Major/Degree Database'", async () => {
      await expect(page.getByRole('banner')).toContainText('Major/Degree Database');
    });

    await test.step('the footer shows the address, office hours and an e-mail link', async () => {
      const footer = page.getByRole('contentinfo');
      await expect(footer).toContainText(
        'Office of the University Registrar, 215 Aldrich Hall, Irvine, CA 92697-4975',
      );
      await expect(footer).toContainText('8:00 a.m. to 5:00 p.m. Monday through Friday');
      await expect(footer.getByRole('link', { name: 'E-mail Registrar' })).toHaveAttribute(
        'href',
        'mailto:registrar@uci.edu',
      );
    });

    await test.step('the menu marks the current screen, and the report only on an exact match', async () => {
      await expect(menuOf(page).filter({ hasText: 'Report' })).toHaveAttribute('aria-current', 'page');
      await menuOf(page)
        .filter({ hasText: /^Majors$/ })
        .click();
      await expect(page).toHaveTitle('Majors - Major/Degree Database');
      await expect(menuOf(page).and(page.locator('[aria-current]'))).toHaveText(['Majors']);
    });
  });

  test('the colors follow the system until the user chooses, and the choice is remembered', async ({
    page,
  }) => {
    const scheme = page.locator('html');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('.');
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByRole('button', { name: 'Use light colors' }).click();
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Use dark colors' })).toBeVisible();
  });

  test.describe('greets', () => {
    const greeted = async (page: Page, names: { firstName: string | null; uciNetId: string }) => {
      await page.route('**/api/auth/me', (route) =>
        route.fulfill({
          json: {
            serviceResult: {
              ...names,
              lastName: null,
              email: null,
              authorities: [],
              isImpersonatedUser: false,
              impersonator: null,
            },
          },
        }),
      );
      await page.goto('.');
    };

    test('by network ID if there is no name', async ({ page }) => {
      await greeted(page, { firstName: null, uciNetId: 'ralvarez' });
      await expect(page.getByText('Welcome ralvarez')).toBeVisible();
    });

    test("as 'Unknown' if there is neither", async ({ page }) => {
      await greeted(page, { firstName: null, uciNetId: '' });
      await expect(page.getByText('Welcome Unknown')).toBeVisible();
    });
  });

  test.describe('a failed request', () => {
    test.use({ expectedProblems: /500/ });

    const fail = (page: Page, path: string, errors: unknown) =>
      page.route(`**/api${path}`, (route) => route.fulfill({ status: 500, json: { errors } }));

    test('lists all error messages, one for each code, and starts over after Close', async ({ page }) => {
      await fail(page, '/lookups/terms', [{ code: 'A', message: 'The first' }]);
      await fail(page, '/lookups/awardTypes', [
        { code: 'A', message: 'The first' },
        { code: 'B', message: 'The second' },
      ]);
      await page.goto('.');
      const popup = page.getByRole('dialog', { name: 'Error' });
      await expect(popup.getByRole('listitem')).toHaveText(['The first', 'The second']);
      await expect(popup.getByRole('listitem').locator('svg')).toHaveCount(2);
      await expectAccessible(page);
      await popup.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(popup).toBeHidden();
      await fail(page, '/reports', []);
      await page.getByRole('button', { name: 'Run Report' }).click();
      await expect(popup.getByRole('listitem')).toHaveText(['An unknown error occurred']);
      await page.keyboard.press('Escape');
      await expect(popup).toBeHidden();
    });
  });
});

test.describe('impersonation', () => {
  test('shows and replaces the user, and ends with Logout', { tag: '@firefox' }, async ({ page }) => {
    await signIn(page, 'admin');
    const bar = page.getByRole('region', { name: 'Impersonation' });
    await bar.getByRole('combobox', { name: 'Impersonation ID' }).fill('registrar');
    await bar.getByRole('button', { name: 'Login' }).click();
    await expect(bar).toContainText("You're currently impersonating Robin Alvarez registrar");
    await expect(page.getByText('Welcome Robin Alvarez')).toBeVisible();
    await expect(menuOf(page)).toHaveText(menus.registrar);
    await page.reload();
    await expect(bar).toContainText("You're currently impersonating");
    // Each Logout names its user.
    await expect(bar.getByRole('button', { name: 'Logout' })).toHaveAccessibleDescription(
      'Ends acting as Robin Alvarez',
    );
    await expect(
      page.getByRole('banner').getByRole('button', { name: 'Logout' }),
    ).toHaveAccessibleDescription('Ends the session of Alex Chen');
    await expectAccessible(page);
    // It is on every screen, and stays visible; no other element has that color.
    const color = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
    const loud = await color();
    await page.getByRole('link', { name: 'Majors', exact: true }).click();
    await expect(page.getByRole('row').nth(20)).toBeVisible();
    await page.mouse.wheel(0, 2_000);
    await expect(bar.getByText('Robin Alvarez')).toBeInViewport({ ratio: 1 });
    await checkWidths(page, 'impersonation');
    await page.setViewportSize({ width: 1440, height: 900 });
    await bar.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Welcome Alex Chen')).toBeVisible();
    await expect.poll(color).not.toBe(loud);
    await expect(bar.getByPlaceholder('Enter Impersonation ID')).toHaveValue('');
    await expect(menuOf(page)).toHaveText(menus.admin);
  });

  test('also starts with Enter, leaves forbidden screens and reloads the rest', async ({ page }) => {
    await signIn(page, 'admin');
    await menuOf(page).filter({ hasText: 'About' }).click();
    await expect(page.getByRole('heading', { name: 'Version Information' })).toBeVisible();
    const again = page.waitForRequest('**/api/lookups/terms');
    await page.getByPlaceholder('Enter Impersonation ID').fill('viewer');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Welcome Vic Moreno')).toBeVisible();
    await again;
    await expect(page).toHaveURL(/\/mdsd\/$/);
    await expect(menuOf(page)).toHaveText(menus.viewer);
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});
