import type { Page } from '@playwright/test';
import type { Items } from '../../contract/kinds.ts';
import type { Findings } from '../../contract/quality.ts';
import { createItem, pathOf, randomLetters, relate, send } from './data.ts';
import { choose, dialog, holdToast, pressInEachTurn, rowOf, toast } from './forms.ts';
import { apply, heading, lineOf } from './proposals.ts';
import {
  checkWidths,
  expect,
  expectAccessible,
  holdRequests,
  sessionOf,
  signIn,
  test,
  visit,
} from './support.ts';

// Data quality: the rules, their findings, waivers and fixes.

test.use({ storageState: sessionOf('admin') });

const RULE = 'active-but-ended';
const TITLE = 'Active although its end has passed';

/** A department that is active although it has ended. */
const endedDepartment = (page: Page, title = `Gone ${randomLetters(8)}`) =>
  createItem(page, 'department', { title, startTerm: '201092', endTerm: '201992' });

const findingOf = async (page: Page, { title }: Items['department'], rule = RULE) => {
  const { findings } = (await (
    await page.request.get(`./api/quality/${rule}?limit=1000`)
  ).json()) as Findings;
  return findings.find(({ items }) => items.some(({ label }) => label.includes(title)));
};

const show = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Show' }).getByRole('button', { name: new RegExp(`^${name}`) });

/** Opens the rule, and the dialog that waives the finding of a department. */
async function openWaiver(page: Page, { title }: Items['department']) {
  await page.goto(`./quality/${RULE}`);
  const row = await rowOf(page, title);
  // Until the filter applies, rows above it move it.
  await expect(page.getByText('1 Rows', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Waive' }).click();
  const opened = dialog(page, 'Waive finding');
  await expect(opened).toBeVisible();
  return opened;
}

async function waive(page: Page, department: Items['department'], note: string): Promise<void> {
  const opened = await openWaiver(page, department);
  await opened.getByRole('textbox', { name: 'Note' }).fill(note);
  await page.keyboard.press('Control+Enter');
  await expect(opened).toBeHidden();
}

test('a waiver is saved once, however often and late Control+Enter is pressed', async ({ page }) => {
  const opened = await openWaiver(page, await endedDepartment(page));
  await opened.getByRole('textbox', { name: 'Note' }).fill('Kept for an audit');
  let saves = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves += 1;
  });
  await pressInEachTurn(opened.getByRole('button', { name: 'Waive', exact: true }));
  await expect(opened).toBeHidden();
  expect(saves).toBe(1);
});

test('errors come first, and rules that found nothing are collapsed', async ({ page }) => {
  await endedDepartment(page);
  await page.goto('./quality');
  const rules = page.getByRole('list', { name: 'Rules with findings' }).getByRole('listitem');
  await expect(rules.first()).toBeVisible();
  const texts = await rules.allInnerTexts();
  const ranks = texts.map((text) => ['Error', 'Warning', 'Notice'].indexOf(text.split('\n')[0] ?? ''));
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  const quiet = page.getByRole('button', { name: /rules? found nothing$/ });
  await expect(quiet).toHaveAttribute('aria-expanded', 'false');
  await quiet.click();
  await expect(page.getByRole('list', { name: /found nothing/ })).toBeVisible();
  await page.getByRole('link', { name: TITLE }).click();
  await expect(heading(page)).toHaveText(TITLE);
});

test('a finding has the labels of the form, the label of the term, and a link to its item', async ({
  page,
}) => {
  const { title } = await endedDepartment(page);
  await page.goto(`./quality/${RULE}`);
  const row = await rowOf(page, title);
  const isAlone = () => expect(page.getByText('1 Rows', { exact: true })).toBeVisible();
  await isAlone();
  await expect(row).toContainText('Active: Yes · End Term: F19');

  await test.step('the rows are one tab stop, and Space selects', async () => {
    await page.getByPlaceholder('Filter results...').press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(page.getByRole('link', { name: 'Fix 1 selected…' })).toBeVisible();
    await page.keyboard.press('Space');
  });

  await test.step('Back returns from a fix to the rule', async () => {
    await page.getByRole('link', { name: 'Fix 1…' }).click();
    await expect(heading(page)).toHaveText('Set Active to No');
    await page.goBack();
    await expect(heading(page)).toHaveText(TITLE);
    await isAlone();
  });

  await row.getByRole('link').click();
  await expect(page.getByText('View Department')).toBeVisible();
});

test('a waiver needs a note, counts at once, and can be undone', async ({ page }) => {
  const department = await endedDepartment(page);
  const opened = await openWaiver(page, department);
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  const note = opened.getByRole('textbox', { name: 'Note' });
  await expect(note).toHaveAccessibleDescription('Note is required');
  await expect(note).toBeFocused();
  await note.fill('x'.repeat(501));
  await expect(note).toHaveAccessibleDescription('Note must be at most 500 characters');
  await note.fill('Kept for an audit');

  await test.step('what was typed is kept until the user discards it', async () => {
    await page.keyboard.press('Escape');
    const warning = dialog(page, 'Warning');
    await expect(warning).toContainText('You have unsaved changes');
    await page.keyboard.press('Escape');
    await expect(warning).toBeHidden();
    await expect(note).toHaveValue('Kept for an audit');
  });

  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'The finding has been waived')).toBeVisible();
  await holdToast(page);
  await expect(page.getByText(/^Waived by Alex Chen on .*: Kept for an audit$/)).toBeVisible();
  expect((await findingOf(page, department))?.waiver?.note).toBe('Kept for an audit');
  await page.getByRole('status', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Kept for an audit')).toHaveCount(0);
  await expect.poll(async () => (await findingOf(page, department))?.waiver).toBeNull();
});

test('waived findings are counted apart, their note can be edited, and their waiver ended', async ({
  page,
}) => {
  const department = await endedDepartment(page);
  await waive(page, department, 'First');

  await test.step('the URL keeps the choice', async () => {
    await show(page, 'Waived').click();
    await expect(page).toHaveURL(/waived=true/);
    await page.reload();
    await expect(show(page, 'Waived')).toHaveAttribute('aria-pressed', 'true');
    await expect(await rowOf(page, department.title)).toHaveCount(1);
    await show(page, 'Open').click();
    await expect(page.getByText('0 Rows', { exact: true })).toBeVisible();
    await show(page, 'All').click();
  });

  await page.getByRole('button', { name: `Edit note of` }).click();
  const note = dialog(page, 'Edit note').getByRole('textbox', { name: 'Note' });
  await expect(note).toHaveValue('First');
  await note.fill('Second');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/: Second$/)).toBeVisible();
  await page.getByRole('button', { name: 'End waiver of' }).click();
  await expect(toast(page, 'The waiver has ended')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Waive / })).toBeVisible();
  expect((await findingOf(page, department))?.waiver).toBeNull();
});

/** Changes values of an ended department, as in another tab. */
async function changeValues(page: Page, department: Items['department'], values: object): Promise<void> {
  const { title, title7 } = department;
  const body = { title, title7, startTerm: '201092', endTerm: '201992', ...values };
  await send(page, 'PUT', `${pathOf('department', department)}?overrideWarnings=true`, body);
}

test('a finding whose values have changed can be waived with the new ones', async ({ page }) => {
  const department = await endedDepartment(page);
  const opened = await openWaiver(page, department);
  await opened.getByRole('textbox', { name: 'Note' }).fill('Kept');
  await changeValues(page, department, { endTerm: '202092' });
  await page.keyboard.press('Control+Enter');
  await expect(opened.getByRole('alert')).toHaveText(
    'The values have changed in the meantime (Active: Yes · End Term: F20). Waive it with these values?',
  );
  await expectAccessible(page);
  await opened.getByRole('button', { name: 'Waive', exact: true }).click();
  await expect(opened).toBeHidden();
  expect((await findingOf(page, department))?.waiver?.note).toBe('Kept');
});

test('a finding that is gone can only be closed, and its note copied', async ({ page }) => {
  const department = await endedDepartment(page);
  const opened = await openWaiver(page, department);
  await opened.getByRole('textbox', { name: 'Note' }).fill('Kept');
  await changeValues(page, department, { active: false });
  await page.keyboard.press('Control+Enter');
  await expect(opened.getByRole('alert')).toContainText('This is no longer found');
  await expect(opened.getByRole('textbox', { name: 'Note' })).toHaveValue('Kept');
  await expect(opened.getByRole('button', { name: 'Waive', exact: true })).toHaveCount(0);
  await opened.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a double click ends a waiver once and opens nothing', async ({ page }) => {
  const department = await endedDepartment(page);
  await waive(page, department, 'Known');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'DELETE' && sent.push(request.url()));
  await page.getByRole('button', { name: 'End waiver of' }).dblclick();
  await expect(page.getByRole('button', { name: /^Waive / })).toBeVisible();
  await expect(toast(page, 'The waiver has ended')).toHaveCount(1);
  expect(sent).toHaveLength(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a second Enter after the note has been saved does nothing', async ({ page }) => {
  const opened = await openWaiver(page, await endedDepartment(page));
  await opened.getByRole('textbox', { name: 'Note' }).fill('Known');
  await page.keyboard.press('Enter');
  // Before it has faded out.
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/: Known$/)).toBeVisible();
  await page.waitForTimeout(500);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit note of' }).press('Enter');
  await expect(dialog(page, 'Edit note')).toBeVisible();
});

test('a waiver lapses when the values of its finding change', async ({ page }) => {
  const department = await endedDepartment(page);
  await waive(page, department, 'Known');
  await changeValues(page, department, { endTerm: '202092' });
  await page.goto(`./quality/${RULE}?waived=false`);
  await expect(await rowOf(page, department.title)).toContainText('End Term: F20');
});

test('selected findings are fixed with one proposal, which can be undone', async ({ page }) => {
  const text = `Several ${randomLetters(6)}`;
  for (const at of [1, 2, 3]) await endedDepartment(page, `${text} ${at}`);
  await page.goto(`./quality/${RULE}`);
  await rowOf(page, text);
  await expect(page.getByText('3 Rows', { exact: true })).toBeVisible();
  for (const at of [1, 3]) await page.getByRole('checkbox', { name: `${text} ${at}` }).check();
  await page.getByRole('link', { name: 'Fix 2 selected…' }).click();
  await expect(heading(page)).toHaveText('Set Active to No');
  await page.reload();
  const failed: string[] = [];
  page.on('response', (response) => response.status() === 404 && failed.push(response.url()));
  await expect(lineOf(page, `${text} 1`)).toContainText('Yes→ to No');
  await expect(page.getByRole('textbox', { name: 'Reason (optional)' })).toHaveValue(/^Active although/);
  await expectAccessible(page);
  await apply(page, 'Apply 2 changes');
  await expect(heading(page)).toHaveText(TITLE);
  await expect(page.getByText('1 Rows', { exact: true })).toBeVisible();
  await page.getByRole('status', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 Rows', { exact: true })).toBeVisible();
  expect(failed).toEqual([]);
});

test('findings without a fix are left out and named', async ({ page }) => {
  const title = `Short ${randomLetters(8)}`;
  const department = await createItem(page, 'department', { title, startTerm: '202592', endTerm: '202692' });
  const [fixable, other] = [await createItem(page, 'major'), await createItem(page, 'major')];
  await relate(page, ['major', fixable], ['department', department], { startTerm: '202592' });
  await relate(page, ['major', other], ['department', department], { startTerm: '201592' });
  await page.goto('./quality/relationship-outside-item');
  await rowOf(page, title);
  await expect(page.getByText('2 Rows', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Fix all 2…' }).click();
  const unfixable = page.getByText(/^One finding has no fix here\. Correct by hand: /).last();
  await expect(lineOf(page, fixable.title20)).toContainText('F26');
  await unfixable.getByRole('link', { name: other.title20 }).click();
  await expect(heading(page)).toHaveText(/^Relate /);
  await page.getByRole('button', { name: /1 finding/ }).click();
  const list = page.getByRole('region', { name: 'Findings' });
  await expect(list).toContainText('Department Start Term: F25');
  await expect(list.getByRole('link')).toHaveText(['Relationship is longer than its items']);
  await expectAccessible(page);
  await list.getByRole('link').click();
  await expect(page.getByText('1 Rows', { exact: true })).toBeVisible();
});

test('the page of an item shows its findings and those of its relationships', async ({ page }) => {
  const department = await endedDepartment(page);
  await page.goto(`./department/${department.deptKey}`);
  const button = page.getByRole('button', { name: /^Warning ?1 finding$/ });
  await button.click();
  const list = page.getByRole('region', { name: 'Findings' });
  await expect(list).toContainText('Active: Yes · End Term: F19');
  await expectAccessible(page);
  await expect(list.getByRole('link')).toHaveText([TITLE]);
  await list.getByRole('link', { name: TITLE }).click();
  await expect(heading(page)).toHaveText(TITLE);
  await expect(page.getByText('1 Rows', { exact: true })).toBeVisible();

  await test.step('an edit there updates them', async () => {
    await page.goBack();
    await expect(button).toBeVisible();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const opened = dialog(page, 'Edit Department');
    await opened.getByRole('checkbox', { name: 'Active' }).uncheck();
    await page.keyboard.press('Control+Enter');
    await expect(opened).toBeHidden();
    await expect(page.getByRole('button', { name: /finding/ })).toHaveCount(0);
  });
});

test('the page of an item shows nothing without findings, and mentions waived ones', async ({ page }) => {
  const department = await endedDepartment(page);
  await waive(page, department, 'Known');
  await visit(page, `department/${department.deptKey}`);
  await expect(page.getByRole('button', { name: '1 waived', exact: true })).toBeVisible();
  const other = await createItem(page, 'department', {
    startTerm: '202092',
    endTerm: '202192',
    active: false,
  });
  const read = page.waitForResponse(/quality\/items/);
  await visit(page, `department/${other.deptKey}`);
  expect((await (await read).json()).findings).toEqual([]);
  await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  await expect(page.getByRole('button', { name: /finding|waived/ })).toHaveCount(0);
});

test('the menu shows the number of errors, which loads only when it is near', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/quality') && requests.push(request.url()));
  const department = await createItem(page, 'department', { startTerm: '202592', endTerm: '202692' });
  const major = await createItem(page, 'major');
  await relate(page, ['major', major], ['department', department], { startTerm: '201592' });
  await page.goto('./about', { waitUntil: 'networkidle' });
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: 'Tools' }).click();
  await expect(page.getByRole('menuitem', { name: /^Data quality [\d,]+ errors?$/ })).toBeVisible();
  expect(requests).toHaveLength(1);
});

test('without the number the menu still has its entry', async ({ page }) => {
  await page.route('**/api/quality', (route) => route.fulfill({ status: 404, json: { errors: [] } }));
  await page.goto('./about', { waitUntil: 'networkidle' });
  const failed = page.waitForResponse(/api\/quality$/);
  await page.getByRole('button', { name: 'Tools' }).click();
  await failed;
  await page.getByRole('menuitem', { name: 'Data quality', exact: true }).click();
  await expect(page.getByText('The rules could not be read.')).toBeVisible();
});

test('another term is in the URL and in links, and an unknown parameter is reported', async ({ page }) => {
  await page.goto('./quality?asOf=201992&wrong=1');
  await expect(page.getByRole('combobox', { name: 'As of' })).toHaveValue('F19');
  await expect(page.getByText(/Ignored parts of this URL.*wrong/)).toBeVisible();
  await page.getByRole('list', { name: 'Rules with findings' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/quality\/.*asOf=201992/);
  await expect(page.getByRole('link', { name: 'Back to Data quality' })).toHaveAttribute(
    'href',
    /asOf=201992/,
  );
});

test('while another term loads, no numbers are shown as its own', async ({ page }) => {
  await page.goto('./quality');
  const count = page.getByText(/^[\d,]+ errors?, .* open\./);
  await expect(count).toBeVisible();
  const letGo = await holdRequests(page, '**/api/quality?asOf=201992');
  await choose(page, 'As of', 'F19');
  await expect(page).toHaveURL(/asOf=201992/);
  await expect(count).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]').getByRole('list').first()).toBeVisible();
  await letGo();
  await expect(count).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
});

test('a rule that does not exist says so, and a wrong choice is reported', async ({ page }) => {
  await page.goto('./quality/nothing?waived=perhaps');
  await expect(page.getByText('No rule found!')).toBeVisible();
  await expect(page.getByText(/Ignored parts of this URL.*Waived “perhaps”/)).toBeVisible();
});

test('the screens are accessible and fit every width', async ({ page }) => {
  const { title } = await endedDepartment(page);
  const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);

  await test.step('the rules', async () => {
    await page.goto('./quality');
    await expect(page.getByText(/found nothing/)).toBeVisible();
    await expectAccessible(page);
    await checkWidths(page, 'quality');
    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(scrollWidth).toBe(320);
  });

  await test.step('a title of two lines does not touch the text below', async () => {
    const titles = page.getByRole('list', { name: 'Rules with findings' }).getByRole('heading');
    await expect(titles.first()).toBeVisible();
    const gaps = await titles.evaluateAll((all) =>
      all.map((one) => {
        const link = one.querySelector('a') as Element;
        const { paddingBottom } = getComputedStyle(link);
        const below = one.nextElementSibling?.getBoundingClientRect().top ?? 0;
        return below - (link.getBoundingClientRect().bottom - Number.parseFloat(paddingBottom));
      }),
    );
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
  });

  await test.step('a rule', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await visit(page, `quality/${RULE}`);
    await expect(page.getByText(/Rows$/)).toBeVisible();
    await expectAccessible(page);
    await checkWidths(page, 'rule');
    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(scrollWidth).toBe(320);
  });

  await test.step('on a phone its findings fit beside their actions', async () => {
    const row = await rowOf(page, title);
    await expect(page.getByText('1 Rows', { exact: true })).toBeVisible();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await expect(page.getByRole('columnheader')).toHaveText(['Found', 'Actions']);
      const hidden = () =>
        page.getByRole('table').evaluate((table) => {
          const { scrollWidth: whole, clientWidth } = table.parentElement as HTMLElement;
          return whole - clientWidth;
        });
      await expect.poll(hidden).toBe(0);
    }
    await row.getByRole('checkbox', { name: title }).check();
    await expect(row.getByText('Department', { exact: true })).toBeVisible();
  });
});

test('on paper, all rules and all findings are there', async ({ page }) => {
  const { title } = await endedDepartment(page);
  const beforePrint = () => page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.goto('./quality');
  await expect(page.getByRole('button', { name: /found nothing/ })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await beforePrint();
  await expect(page.getByRole('list', { name: /found nothing/ })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await visit(page, `quality/${RULE}`);
  await expect(heading(page)).toHaveText(TITLE);
  await rowOf(page, title);
  await expect(page.getByText('1 Rows', { exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await beforePrint();
  await expect(
    page
      .getByRole('table')
      .filter({ hasText: `Filter: ${title}` })
      .or(page.getByText(`Filter: ${title}`))
      .first(),
  ).toBeVisible();
});

test.describe('as another user', () => {
  // Impersonation ends the session of the other tests.
  test.use({ storageState: { cookies: [], origins: [] } });

  test('while impersonating nothing can be waived', async ({ page }) => {
    await signIn(page, 'admin');
    const { title } = await endedDepartment(page);
    await page.goto('./about');
    await page.getByPlaceholder('Enter Impersonation ID').fill('registrar');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Welcome Robin Alvarez')).toBeVisible();
    await page.goto(`./quality/${RULE}`);
    await expect(await rowOf(page, title)).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Waive / })).toHaveCount(0);
  });
});
