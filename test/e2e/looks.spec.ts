import { checkWidths, expect, expectAccessible, sessionOf, test, visit } from './support.ts';

test.use({ storageState: sessionOf('admin') });

/** Each screen with its heading. */
const screens = [
  ['report', '', 'Report'],
  ['results', '?schoolCode=00', 'Report'],
  ['extended', '?run=true&extended=true', 'Report'],
  ['about', 'about', 'Version Information'],
  ['schools', 'school', 'Schools'],
  ['majors', 'major', 'Majors'],
] as const;
/** A screen of each layout. At full width, each screen's own tests check accessibility. */
const onPhones: string[] = ['results', 'schools'];

test('each screen fits its window at every width', async ({ page }) => {
  await page.goto('.');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  for (const [name, path, heading] of screens)
    await test.step(name, async () => {
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('table')).toHaveCount(name === 'report' ? 0 : 1);
      if (name === 'extended')
        await expect(page.getByRole('button', { name: 'Hide Extended Data' })).toBeVisible();
      await checkWidths(page, name);
      if (onPhones.includes(name)) await expectAccessible(page);
    });
});
