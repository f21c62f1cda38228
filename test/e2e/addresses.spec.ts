import type { Page } from '@playwright/test';
import { createItem } from './data.ts';
import { choose, dialog, part } from './forms.ts';
import { expect, sessionOf, test } from './support.ts';

// Each URL, in any spelling, shows a screen: never an empty page, and never a render error.

test.use({ storageState: sessionOf('admin') });

/** A path relative to the base, the heading it shows, the final path (default: the same), and a text it shows. */
const addresses: (readonly [path: string, heading: string, ends?: string | undefined, says?: string])[] = [
  ['degree', 'Degrees'],
  ['degree/1', 'View Degree'],
  // Paths are case-sensitive.
  ['DEGREE', 'Report', ''],
  ['Degree/1', 'Report', ''],
  ['REPORT', 'Report', ''],
  ['about/MORE', 'Report', ''],
  ['major-degree/Create', 'Report', ''],
  // Trailing slashes are removed, so that a screen has a single URL.
  ['degree/', 'Degrees', 'degree'],
  ['degree//?q=art', 'Degrees', 'degree?q=art'],
  ['degree/1/', 'View Degree', 'degree/1'],
  ['major-degree/create/', 'Create Major-Degree', 'major-degree/create'],
  ['report/?schoolCode=00', 'Report', 'report?schoolCode=00'],
  ['about/', 'Version Information', 'about'],
  ['/', 'Report', ''],
  // Other repeated slashes make it a different path.
  ['/degree', 'Report', ''],
  ['degree//1', 'Report', ''],
  // An escaped letter is the same as the letter.
  ['degr%65e', 'Degrees'],
  ['degree/%31', 'View Degree'],
  // An impossible key is treated as missing.
  ['degree/%00', 'View Degree', undefined, 'No degree found!'],
  ['degree/%20', 'View Degree', undefined, 'No degree found!'],
  ['degree/+1', 'View Degree', undefined, 'No degree found!'],
  ['degree/1%2F2', 'View Degree', undefined, 'No degree found!'],
  ['degree/%2e%2e%2f1', 'View Degree', undefined, 'No degree found!'],
  ['degree/%5C', 'View Degree', undefined, 'No degree found!'],
  ['degree/%25zz', 'View Degree', undefined, 'No degree found!'],
  ['major/%F0%9F%8E%93', 'View Major', undefined, 'No major found!'],
  ['department/1;DROP', 'View Department', undefined, 'No department found!'],
  ['school/%3Cb%3E', 'View School', undefined, 'No school found!'],
  ['proposal/end/major/%00', 'End Major', undefined, 'No major found!'],
  ['proposal/copy/major/999999', 'Copy Major', undefined, 'No major found!'],
  ['proposal/end/major/1?term=%00&also=..&keep=//', 'End major 000 U'],
  [
    'proposal/set-inactive/school/?found=none+so',
    'No ended school is active',
    'proposal/set-inactive/school?found=none+so',
  ],
  ['proposal', 'Report', ''],
  ['proposal/end/major', 'Report', ''],
  ['proposal/change/others', 'Report', ''],
];

// A single page visits all of them, because a new page for each takes far longer.
test('each URL shows its heading', async ({ page, baseURL }) => {
  test.slow();
  for (const [path, heading, ends = path, says] of addresses)
    await test.step(`/mdsd/${path} shows '${heading}'${says ? `: ${says}` : ''}`, async () => {
      await page.goto(`${baseURL}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page).toHaveURL(`${baseURL}${ends}`);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const alert = page.getByRole('alert');
      if (says) await expect(alert).toHaveText(says);
      else await expect(alert).toHaveCount(0);
    });
});

test('a school is found by its code in either case', async ({ page }) => {
  const { schoolCode, title } = await createItem(page, 'school');
  await page.goto(`./school/${schoolCode.toLowerCase()}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View School');
  await expect(page.getByRole('definition').filter({ hasText: title })).toBeVisible();
});

/** Goes to a URL that the server itself would reject, through a link within the application. */
async function goWithin(page: Page, to: string): Promise<void> {
  await page.goto(`./relationship?from=major&fromKey=1&to=school&back=${encodeURIComponent(to)}`);
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
}

test('a link that returns to an odd URL stays in the application', async ({ page, baseURL }) => {
  for (const [to, heading] of [
    ['/degree/%zz', 'View Degree'],
    ['/degree/%C3%28', 'View Degree'],
    ['/%zz', 'Report'],
    ['/degree/..', 'Report'],
    ['/\\example.org', 'View Major'],
    ['/\t/example.org', 'View Major'],
  ] as const)
    await test.step(JSON.stringify(to), async () => {
      await goWithin(page, to);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      expect(page.url().startsWith(baseURL ?? '')).toBe(true);
    });
});

/** Anyone can write a query string. */
const queries: [path: string, heading: string][] = [
  ['school?q=%zz%00&page=-1&size=x&sort=,,--', 'Schools'],
  ['school?page=1e400&size=0&sort=__proto__,-constructor,code,schoolCode,schoolCode', 'Schools'],
  ['school?page=NaN&page=2&size=all&q=%F0', 'Schools'],
  ['?degreeListAwarded=,,BA,BA&majorActive=x&page=99', 'Report'],
  ['?run=false&extended=maybe&degreeListAwarded=%20', 'Report'],
  ['?schoolCode=__proto__&majorStartTermYyyyst=soon&sort=-', 'Report'],
];
test('an odd query shows a table', async ({ page }) => {
  for (const [address, heading] of queries)
    await test.step(address, async () => {
      await page.goto(`./${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('table')).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
});

test('a report for a text that cannot be searched shows an error', async ({ page }) => {
  await page.goto('./?majorTitle=%00');
  await expect(dialog(page, 'Error')).toContainText(
    'Major Title must not contain control or direction characters',
  );
});

test('a relationship from an odd key shows that there is no such item', async ({ page }) => {
  for (const key of ['', '.', '..', '../1', '%zz', '\0'])
    await test.step(JSON.stringify(key), async () => {
      await page.goto(`./relationship?from=major&fromKey=${encodeURIComponent(key)}&to=school`);
      await expect(page.getByRole('alert')).toHaveText('No major found!');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
});

test('a link with an invalid selection selects nothing', async ({ page }) => {
  for (const chosen of ['..', 'nothing']) {
    await page.goto(`./relationship?from=major&fromKey=1&to=school&chosen=${chosen}`);
    await expect(page.getByText('Nothing is selected yet.')).toBeVisible();
    await choose(part(page, 'Relationship'), 'Start Term', 'F25');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page, 'Error')).toContainText('You must select an item to relate to');
    await dialog(page, 'Error').getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
  }
});
