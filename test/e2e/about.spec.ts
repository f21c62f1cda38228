import { expect, expectAccessible, headersOf, rowsOf, sessionOf, test } from './support.ts';

test.use({ storageState: sessionOf('support') });

test('the screen', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => request.url().endsWith('/api/version') && asked++);
  const response = page.waitForResponse('**/api/version');
  await page.goto('./about');

  await test.step('shows the keys and values of the version, sorted by key', async () => {
    await expect(page.getByRole('heading', { name: 'Version Information' })).toBeVisible();
    const info: Record<string, string> = await (await response).json();
    await expect(page.getByRole('table')).toBeVisible();
    expect(Object.keys(info)).toContain('applicationVersion');
    await expect
      .poll(() => rowsOf(page))
      .toEqual(Object.entries(info).sort(([one], [other]) => (one < other ? -1 : 1)));
    await expect.poll(async () => (await headersOf(page)).slice(0, 2)).toEqual(['Key', 'Value']);
    await expect(page).toHaveTitle('Version Information - Major/Degree Database');
    await expectAccessible(page);
  });

  await test.step('fetches the version only if it is not yet known', async () => {
    await page.getByRole('link', { name: 'Report' }).click();
    await expect(page.getByRole('heading', { name: 'Report' })).toBeVisible();
    await page.getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('table')).toBeVisible();
    expect(asked).toBe(1);
  });
});

test('leaves out the error entry', async ({ page }) => {
  await page.route('**/api/version', (route) => route.fulfill({ json: { b: '2', error: false, a: '1' } }));
  await page.goto('./about');
  await expect(page.getByRole('table')).toBeVisible();
  await expect
    .poll(() => rowsOf(page))
    .toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
});

test.describe('on failure', () => {
  test.use({ expectedProblems: /500/ });

  test("says 'There was an error retrieving version information'", async ({ page }) => {
    await page.route('**/api/version', (route) => route.fulfill({ status: 500, json: { errors: [] } }));
    await page.goto('./about');
    await expect(page.getByText('There was an error retrieving version information')).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});
