import type { Items } from '../../contract/items.ts';
import { make, randomLetters, read } from './data.ts';
import { apply, changes, heading, lineOf, newest, saved } from './proposals.ts';
import { expect, expectAccessible, sessionOf, test } from './support.ts';

// What a list shows already, active though ended, is mended from a link beside the count.

test.use({ storageState: sessionOf('registrar') });

test('what is active though ended is mended from a link beside the count, as far as the filter finds it', async ({
  page,
}) => {
  const text = `Gone ${randomLetters(8)}`;
  const ended = { endTermYyyyst: '201992' };
  for (const [at, values] of [ended, {}, { ...ended, active: false }, ended].entries())
    await make(page, 'major', { title20: `${text} ${at}`, ...values });
  await page.goto('./major');
  await page.getByPlaceholder('Filter results...').fill(text);
  const correction = page.getByRole('link', { name: 'Mend 2 active though ended' });
  await expect(correction).toBeVisible();
  await expectAccessible(page);
  await correction.click();
  await expect(heading(page)).toHaveText('Set Active to No for 2 majors ended already');
  for (const at of [0, 3]) await expect(lineOf(page, `${text} ${at}`)).toContainText('Yes→ to No');
  await expect(changes(page).getByRole('row')).toHaveCount(3);
  await apply(page, 'Apply 2 changes');
  expect(await newest(page, text)).toMatchObject({ origin: 'bulk', updated: 2 });
  await saved(page).getByRole('link', { name: 'Back to Majors' }).click();
  await expect(page.getByText('4 Rows')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Mend / })).toHaveCount(0);
  const active = (await read<Items['major']>(page, 'majors')).filter(({ title20 }) =>
    title20.startsWith(text),
  );
  expect(Object.fromEntries(active.map(({ title20, active }) => [title20.at(-1), active]))).toEqual({
    0: false,
    1: true,
    2: false,
    3: false,
  });
});

test('a school is mended by its year', async ({ page }) => {
  const school = await make(page, 'school', { yearEnd: 2019 });
  await page.goto('./school');
  await page.getByPlaceholder('Filter results...').fill(school.title);
  await page.getByRole('link', { name: 'Mend 1 active though ended' }).click();
  await apply(page, 'Apply 1 change');
  expect(
    (await read<Items['school']>(page, 'schools')).find(({ title }) => title === school.title),
  ).toMatchObject({
    active: false,
    yearEnd: 2019,
  });
});

test('without a contradiction nothing is offered', async ({ page }) => {
  const major = await make(page, 'major');
  await page.goto('./major');
  await page.getByPlaceholder('Filter results...').fill(major.title20);
  await expect(page.getByText('1 Rows')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Mend / })).toHaveCount(0);
});
