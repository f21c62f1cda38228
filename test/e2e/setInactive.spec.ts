import type { Items } from '../../contract/kinds.ts';
import { createItem, randomLetters, read } from './data.ts';
import { apply, changes, heading, lineOf, newest } from './proposals.ts';
import { expect, expectAccessible, sessionOf, test } from './support.ts';
import { measureIn } from './visualChecks.ts';

// A link beside the count sets ended but active items to inactive.

test.use({ storageState: sessionOf('registrar') });

test('a link beside the count sets ended but active items of the filter to inactive', async ({ page }) => {
  const text = `Gone ${randomLetters(8)}`;
  const ended = { endTermYyyyst: '201992' };
  for (const [at, values] of [ended, {}, { ...ended, active: false }, ended].entries())
    await createItem(page, 'major', { title20: `${text} ${at}`, ...values });
  await page.goto('./major');
  await page.getByPlaceholder('Filter results...').fill(text);
  const correction = page.getByRole('link', { name: 'Set 2 ended majors to inactive' });
  await expect(correction).toBeVisible();
  await measureIn(page);
  expect(await page.evaluate(() => window.measure.spaceComplaints())).toEqual([]);
  await expectAccessible(page);
  await correction.click();
  await expect(heading(page)).toHaveText('Set 2 ended majors to inactive');
  await expect(page.getByText(`Found by “${text}”`)).toBeVisible();
  for (const at of [0, 3]) await expect(lineOf(page, `${text} ${at}`)).toContainText('Yes→ to No');
  await expect(changes(page).getByRole('row')).toHaveCount(3);
  await apply(page, 'Apply 2 changes');
  expect(await newest(page, text)).toMatchObject({ origin: 'bulk', updated: 2 });
  await expect(page.getByText('4 Rows', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Set .* to inactive$/ })).toHaveCount(0);
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

test('a school is corrected by its year', async ({ page }) => {
  const school = await createItem(page, 'school', { yearEnd: 2019 });
  await page.goto('./school');
  await page.getByPlaceholder('Filter results...').fill(school.title);
  await page.getByRole('link', { name: 'Set 1 ended school to inactive' }).click();
  await apply(page, 'Apply 1 change');
  expect(
    (await read<Items['school']>(page, 'schools')).find(({ title }) => title === school.title),
  ).toMatchObject({
    active: false,
    yearEnd: 2019,
  });
});
