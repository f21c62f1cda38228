import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import type { Items } from '../../contract/kinds.ts';
import { createItem, randomLetters, relate } from './data.ts';
import { dialog, edit, save, section, toast } from './forms.ts';
import { expect, rowsOf, sessionOf, test, visit } from './support.ts';

// User input is shown as text everywhere: never as an element, a script or a formula. A native dialog, a console
// error (such as a CSP violation) or an exception fails any of these tests.

test.use({ storageState: sessionOf('registrar') });

const SCRIPT = `"><img src=x onerror=alert(1)><script>alert(2)</script>`;
const shorter = (length: number) => `<b>${randomLetters(length - 4)}<`;

interface Hostile {
  school: Items['school'];
  department: Items['department'];
  degree: Items['degree'];
  major: Items['major'];
}

/** An item of each kind, all related to each other, with hostile text in every free-text field. */
async function makeHostile(page: Page, text: string): Promise<Hostile> {
  const mark = randomLetters(6);
  const comments = `${text}\n{{7*7}} \${7*7} <style>*{display:none}</style> javascript:alert(3)`;
  const school = await createItem(page, 'school', { title: text.slice(0, 50), title8: shorter(8), comments });
  const department = await createItem(page, 'department', {
    title7: shorter(7),
    title: text.slice(0, 40),
    comments,
  });
  const degree = await createItem(page, 'degree', {
    degreeTitleRc: `${mark}${text}`.slice(0, 60),
    degreeTitleAbbr: text.slice(0, 50),
    degreeComments: comments,
  });
  const major = await createItem(page, 'major', {
    title7: shorter(7),
    title20: `${mark}${text}`.slice(0, 20),
    titleLong: text.slice(0, 60),
    hegisCode: '<b>\'"&',
    comments,
  });
  await relate(page, ['major', major], ['degree', degree]);
  await relate(page, ['major', major], ['school', school]);
  await relate(page, ['major', major], ['department', department]);
  await relate(page, ['degree', degree], ['department', department]);
  return { school, department, degree, major };
}

const noMarkup = async (page: Page) => {
  await expect(page.locator('main img, main script, main style, dialog img, dialog script')).toHaveCount(0);
};

test('in the whole application', async ({ page }) => {
  test.slow();
  const { school, department, degree, major } = await makeHostile(page, SCRIPT);

  await test.step('in lists and details, and in the related lists of both ends', async () => {
    const screens = [
      [`school?q=${encodeURIComponent(school.title)}`, 'Schools', school.title],
      [`department?q=${encodeURIComponent(department.title7)}`, 'Departments', department.title],
      [`major?q=${major.title20.slice(0, 6)}`, 'Majors', major.title20],
      [`major-degree?q=${major.title20.slice(0, 6)}`, 'Major-Degrees', major.title20],
      [`school/${school.schoolCode}`, 'View School', school.title],
      [`department/${department.deptKey}`, 'View Department', department.title],
      [`degree/${degree.degreeKey}`, 'View Degree', degree.degreeTitleRc],
      [`major/${major.majorKey}`, 'View Major', major.title20],
      [
        `relationship?from=major&fromKey=${major.majorKey}&to=degree`,
        'Relate Major to Degree',
        major.title20,
      ],
    ] as const;
    await page.goto('.');
    for (const [path, heading, text] of screens) {
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeVisible();
      await noMarkup(page);
      if (path === `degree/${degree.degreeKey}`)
        await expect(section(page, 'Departments').getByText(department.title, { exact: true })).toBeVisible();
    }
  });

  await test.step('in forms, toasts and questions', async () => {
    await visit(page, `degree?q=${degree.degreeTitleRc.slice(0, 6)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Degrees');
    await expect(
      page.getByRole('main').getByText(degree.degreeTitleRc, { exact: true }).first(),
    ).toBeVisible();
    await noMarkup(page);
    const opened = await edit(page, 'Degree', degree.degreeTitleRc.slice(0, 6));
    await expect(opened.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(
      degree.degreeTitleRc,
    );
    await save(opened);
    await expect(toast(page, 'The degree has been successfully updated')).toBeVisible();
    await page
      .getByRole('row')
      .filter({ hasText: degree.degreeTitleRc })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(dialog(page, 'Warning')).toContainText(degree.degreeTitleRc);
    await noMarkup(page);
  });

  await test.step('in the report, its hover and its filters', async () => {
    await page.goto(`./?majorCode=${major.majorCode}&extended=true`);
    const row = page.locator('tbody tr').filter({ hasText: major.title20 });
    await expect(row).toBeVisible();
    await row
      .getByRole('button', { name: /comments/i })
      .first()
      .hover();
    await expect(page.getByRole('tooltip')).toContainText('{{7*7}}');
    await noMarkup(page);
    await visit(page, `?majorTitle=${encodeURIComponent(SCRIPT)}&run=true&q=${encodeURIComponent(SCRIPT)}`);
    await expect(page.getByLabel('Major Title')).toHaveValue(SCRIPT);
    await expect(page.locator('output').filter({ hasText: 'Rows' })).toBeVisible();
    await noMarkup(page);
  });
});

const FORMULAS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '=HYPERLINK("http://x","y")',
  '\uff1d1+1',
  '\uff0b1',
  '\uff20x',
];

test('in a download no cell is a formula, and each parses back to its value', async ({ page }) => {
  const made = [];
  for (const formula of FORMULAS)
    made.push(await createItem(page, 'department', { title: `${formula},"${randomLetters(4)}"` }));
  await page.goto('./department?size=all');
  await expect(page.getByRole('table')).toBeVisible();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const text = await readFile(await (await downloaded).path(), 'utf8');
  const { data } = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true });
  for (const { title } of made) expect(data.some((row) => row.includes(`'${title}`))).toBe(true);
  for (const cell of data.flat())
    expect(/^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/.test(cell) && Number.isNaN(Number(cell)), cell).toBe(false);
  await visit(page, `department?q=${encodeURIComponent(made[0]?.title ?? '')}`);
  await expect.poll(async () => (await rowsOf(page)).flat()).toContain(made[0]?.title);
});
