import { checkWidths, expectAccessible, sessionOf, test } from './support.ts';

test.use({ storageState: sessionOf('admin') });

const screens = {
  report: '.',
  results: './?schoolCode=00',
  extended: './?run=true&extended=true',
  about: './about',
  schools: './school',
  majors: './major',
};
/** A screen of each layout. At full width, each screen's own tests check accessibility. */
const onPhones = ['results', 'schools'];

for (const [name, path] of Object.entries(screens))
  test(`${name} fits its window at every width`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('contentinfo').waitFor();
    if (name !== 'report') await page.getByRole('table').waitFor();
    await checkWidths(page, name);
    if (onPhones.includes(name)) await expectAccessible(page);
  });
