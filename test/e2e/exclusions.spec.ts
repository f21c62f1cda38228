import type { Page } from '@playwright/test';
import { createItem, pathOf, relate, send, unusedCode } from './data.ts';
import { choose, tabTo } from './forms.ts';
import { checkWidths, expect, expectAccessible, sessionOf, test, visit } from './support.ts';

// Why a row is missing, in the report and in lists.

const filterText = (page: Page) => page.getByPlaceholder('Filter results...');
const count = (page: Page) => page.locator('output').filter({ hasText: 'Rows' });
const ask = (page: Page) => page.getByRole('button', { name: 'Why is a row missing?' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Missing major' });
/** The reasons, which screen readers announce. */
const reasons = (page: Page, label: string | RegExp) =>
  page.getByRole('main').getByRole('status').filter({ hasText: label });

test.describe('The report', () => {
  test.use({ storageState: sessionOf('viewer') });

  test('says by which filters a major is missing, to everyone who may run it, by keyboard', async ({
    page,
  }) => {
    // 0K2 starts in F25 and has a BS; 0A5 is in effect in F19.
    await page.goto('./report?asOf=201992&graduate=false&degreeListAwarded=BA');
    await expect(field(page)).toBeHidden();
    await tabTo(ask(page));
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('0a5');
    await page.keyboard.press('Tab');
    await expect(reasons(page, '0A5 U Computer Game Science is not in the report:')).toBeVisible();
    await expect(reasons(page, '0A5').getByRole('listitem')).toHaveText([
      'Its degree is BS Computer Game Science; the filter is Degree Awarded: BA',
    ]);
    await expectAccessible(page);
    await choose(page, 'Missing major', 'physiology and exercise');
    await expect(reasons(page, '0K2 U').getByRole('listitem')).toHaveText([
      'Not in effect in F19; starts F25',
      'No degree in effect in F19: BS Physiology and Exercise Science (relationship starts F25, degree starts F25); the filter is Degree Awarded: BA',
    ]);
    await expect(reasons(page, '0K2 U').getByRole('link')).toHaveCount(0);
    await field(page).fill('999');
    await field(page).press('Enter');
    await expect(field(page)).toHaveAccessibleDescription(/Nothing matches “999”/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeHidden();
    await expect(ask(page)).toBeFocused();
  });

  test('explains the filter text if it leaves no rows, and by which rows a major is in', async ({ page }) => {
    await page.goto('./report?graduate=false');
    await expect(count(page)).not.toHaveText('0 Rows');
    await filterText(page).fill('999');
    await expect(reasons(page, 'No major has the code 999')).toBeVisible();
    await filterText(page).fill('no such title');
    await expect(reasons(page, 'No major matches “no such title”')).toBeVisible();
    await filterText(page).fill('0K4');
    await expect(reasons(page, '0K4').getByRole('listitem')).toHaveText([
      'Segment is Graduate; the filter is Undergraduate majors only',
    ]);
    await expect(filterText(page)).toBeFocused();

    await test.step('the question stays for the next run', async () => {
      await page.getByRole('button', { name: 'Remove Undergraduate majors only' }).click();
      await expect(page.getByText('Filters have changed. Run Report')).toBeVisible();
      await filterText(page).fill('');
      await ask(page).click();
      await choose(page, 'Missing major', '0K4');
      await page.getByRole('button', { name: 'Run Report' }).click();
      await expect(reasons(page, /^0K4 G .* is in the report: \d rows?/)).toBeVisible();
    });

    await test.step('a filter text that hides its rows is cleared with one click', async () => {
      await filterText(page).fill('physiology');
      await expect(reasons(page, 'of which the filter text hides')).toBeVisible();
      await reasons(page, '0K4').getByRole('button', { name: 'Clear the text' }).click();
      await expect(filterText(page)).toHaveValue('');
      await expect(filterText(page)).toBeFocused();
      await expect(reasons(page, 'hides')).toHaveCount(0);
    });
    await test.step('rows that the chosen columns merge with others count', async () => {
      await page.goto('./report?run=true&cols=major.majorSegment');
      await ask(page).click();
      await choose(page, 'Missing major', '0K4');
      await expect(reasons(page, '0K4 G')).toContainText(
        'is in the report, in rows that the shown columns do not distinguish from others',
      );
    });

    await page.emulateMedia({ media: 'print' });
    await expect(field(page)).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await checkWidths(page, 'missing-row');
  });
});

test.describe('With manage:data', () => {
  test.use({ storageState: sessionOf('registrar') });

  test('the report names a relationship that has ended, knows earlier codes, and links to the major', async ({
    page,
  }) => {
    const school = await createItem(page, 'school');
    const major = await createItem(page, 'major', { startTermYyyyst: '200092' });
    const code = await unusedCode(page, 'major');
    await relate(page, ['school', school], ['major', major], { startTerm: '200092', endTerm: '201876' });
    await send(page, 'PUT', `${pathOf('major', major)}/earlier-values/majorCode/201992`, { value: code });
    await page.goto(`./report?asOf=201992&schoolCode=${school.schoolCode}`);
    await expect(page.getByText('No results found')).toBeVisible();
    // Without rows, the question is there at once.
    await choose(page, 'Missing major', code);
    const label = `${code} U ${major.title20}`;
    await expect(reasons(page, label).getByRole('listitem')).toHaveText([
      `Its relationship to school ${school.schoolCode} ended Z18`,
    ]);

    await reasons(page, label).getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(new RegExp(`major/${major.majorKey}\\?asOf=201992`));
    await expect(page.getByRole('heading', { name: 'View Major' })).toBeVisible();

    await test.step('a change since the run that lets it in is reported', async () => {
      // Back runs the report again. The change comes after that run.
      await Promise.all([page.waitForResponse('**/api/reports'), page.goBack()]);
      await expect(page.getByText('No results found')).toBeVisible();
      await relate(page, ['school', school], ['major', major], { startTerm: '200092', endTerm: null });
      await choose(page, 'Missing major', major.title20);
      await expect(reasons(page, label)).toContainText(
        'is in the report now: the data has changed since it was run',
      );
      await page.getByRole('button', { name: 'Run Report' }).click();
      await expect(reasons(page, label).getByRole('listitem')).toHaveText([
        `No degree, school ${school.schoolCode}`,
      ]);
    });
  });

  test('a list says why it leaves out an item whose code is the filter text, and one click shows it', async ({
    page,
  }) => {
    const later = await createItem(page, 'major', { startTermYyyyst: '202192' });
    await page.goto('./major?asOf=201992&sort=-title20');
    await filterText(page).fill(`${later.majorCode} u`.toLowerCase());
    const label = `${later.majorCode} U ${later.title20}`;
    await expect(reasons(page, label)).toHaveText(`${label}: not in effect in F19; starts F21Show all terms`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show all terms' }).press('Enter');
    await expect(reasons(page, label)).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'As of' })).toBeFocused();
    await expect(filterText(page)).toHaveValue(`${later.majorCode} u`.toLowerCase());
    await expect(page).toHaveURL(/sort=-title20/);
    await expect(page.getByRole('row').filter({ hasText: later.title20 })).toHaveCount(1);
    await page.goBack();
    await expect(reasons(page, label)).toBeVisible();
    await checkWidths(page, 'excluded');
  });

  test('so do the other lists, the filter by codes, and a code that the item did not have then', async ({
    page,
  }) => {
    const school = await createItem(page, 'school', { yearStart: 2021 });
    await page.goto(`./school?asOf=201992&q=${school.schoolCode}`);
    await expect(reasons(page, school.title)).toContainText('not in effect in F19; starts 2021');

    const department = await createItem(page, 'department', { endTerm: '201876' });
    await visit(page, `department?asOf=201992&q=${department.title7}`);
    await expect(reasons(page, department.title)).toContainText('not in effect in F19; ended Z18');

    const major = await createItem(page, 'major', { startTermYyyyst: '200092' });
    const degree = await createItem(page, 'degree', { degreeStartTermYyyyst: '202192' });
    await relate(page, ['major', major], ['degree', degree], { startTerm: '202192' });
    await visit(page, `degree?asOf=201992&q=${degree.degreeTitleRc}`);
    await expect(reasons(page, degree.degreeTitleRc)).toContainText('not in effect in F19; starts F21');
    await visit(page, `major-degree?asOf=201992&q=${major.majorCode}`);
    await expect(reasons(page, degree.degreeTitleRc)).toContainText(
      `${major.majorCode} U ${major.title20}, BA ${degree.degreeTitleRc}: not in effect in F19; relationship starts F21, degree starts F21`,
    );

    const code = await unusedCode(page, 'major');
    await send(page, 'PUT', `${pathOf('major', major)}/earlier-values/majorCode/201992`, { value: code });
    await page.goto(`./major?asOf=201992&q=${major.majorCode}`);
    await expect(reasons(page, major.title20)).toContainText(`its code in F19 is ${code}`);

    await visit(page, `major?codes=0K2&q=${major.majorCode}`);
    await expect(reasons(page, major.title20)).toContainText('not among the codes of the filter');
    await reasons(page, major.title20).getByRole('button', { name: 'Clear codes' }).click();
    await expect(reasons(page, major.title20)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Filter by codes' })).toBeFocused();
    await expect(page.getByRole('row').filter({ hasText: major.title20 })).toHaveCount(1);

    // Without a text, those of the filter by codes.
    await visit(page, 'major?asOf=201992&codes=0K2,0A5');
    await expect(reasons(page, '0K2 U')).toContainText('not in effect in F19; starts F25');
    await page.emulateMedia({ media: 'print' });
    await expect(reasons(page, '0K2 U')).toBeHidden();
  });
});
