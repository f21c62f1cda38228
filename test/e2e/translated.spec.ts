import type { Page } from '@playwright/test';
import { createItem, relate } from './data.ts';
import { choose, dialog, edit, rowOf, save, section, toast } from './forms.ts';
import { chooseFile, csvOf, open } from './imports.ts';
import { applyButton } from './proposals.ts';
import { expect, sessionOf, signIn, test, visit } from './support.ts';

// The page translation of a browser replaces all texts, also later ones, by its own elements, and extensions insert
// elements. Screens must not break or show outdated texts. Every test already checks for exceptions.

test.use({ storageState: sessionOf('registrar') });

/** Changes each text like the page translation, now and later, and inserts elements of an extension. */
async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isOwn = (node: Node | null) => node?.nodeName === 'FONT';
    const wrap = (text: Text) => {
      if (isOwn(text.parentNode) || !text.data.trim()) return;
      if (/^(SCRIPT|STYLE|TITLE|TEXTAREA|OPTION)$/.test(text.parentNode?.nodeName ?? '')) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(document.createTextNode(text.data));
      outer.append(inner);
      text.replaceWith(outer);
    };
    const all = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(wrap);
      for (const box of document.querySelectorAll(
        'input:not([data-extended]), textarea:not([data-extended])',
      )) {
        box.setAttribute('data-extended', '');
        box.after(document.createElement('extension-mark'));
      }
    };
    document.addEventListener('DOMContentLoaded', () => {
      document.body.prepend(document.createElement('extension-bar'));
      new MutationObserver(all).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
  });
}

const broken = (page: Page) => page.getByText('This screen could not be displayed.');
const filter = (page: Page) => page.getByPlaceholder('Filter results...');
const count = (page: Page) => page.getByRole('main').getByText(/^[\d,]+ Rows$/);

test('a list is filtered, sorted and paged, and items are edited and deleted', async ({ page }) => {
  const school = await createItem(page, 'school');
  await translate(page);
  await page.goto('./school');
  for (const text of ['s', 'sc', 'school', 'x', '']) {
    await filter(page).fill(text);
    await expect(count(page)).toBeVisible();
  }
  await filter(page).fill(school.title);
  await expect(count(page)).toHaveText('1 Rows');
  await filter(page).fill('');
  await expect(count(page)).not.toHaveText('1 Rows');
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await choose(page, 'As of', 'F19');
  await expect(page.getByText('In effect in')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Clear' }).click();
  const opened = await edit(page, 'School', school.title);
  await opened.getByLabel('Title 8').fill('far too long a title');
  await save(opened);
  await expect(opened.getByText('Title 8 must be at most 8 characters')).toBeVisible();
  await opened.getByLabel('Title 8').fill('SHORT');
  await save(opened);
  await expect(toast(page, 'The school has been successfully updated')).toBeVisible();
  await (await rowOf(page, school.title)).getByRole('button', { name: 'Delete' }).click();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'The school has been successfully deleted')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect(broken(page)).toHaveCount(0);
});

test('the report is run, filtered, extended, changed and cleared', async ({ page }) => {
  await translate(page);
  await page.goto('.', { waitUntil: 'networkidle' });
  await choose(page, 'School', '85');
  await page.getByRole('button', { name: 'Run Report' }).click();
  await expect(count(page)).toBeVisible();
  const before = await count(page).innerText();
  for (const text of ['s', 'sc', 'science', '']) await filter(page).fill(text);
  await page.getByRole('button', { name: 'Show Extended Data >>>' }).click();
  await page.getByRole('button', { name: 'Hide Extended Data <<<' }).click();
  await page.getByRole('button', { name: 'Edit filters' }).click();
  await page.getByLabel('Graduate', { exact: true }).uncheck();
  await expect(page.getByText('Filters have changed. Run Report')).toBeVisible();
  await page.getByRole('button', { name: 'Run Report' }).click();
  await expect(count(page)).not.toHaveText(before);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(count(page)).toHaveCount(0);
  await expect(broken(page)).toHaveCount(0);
});

test('a detail, its lists, timeline and history are opened and closed, and its relationships are changed', async ({
  page,
}) => {
  const [school, major] = [await createItem(page, 'school'), await createItem(page, 'major')];
  await relate(page, ['school', school], ['major', major]);
  await translate(page);
  await page.goto(`./major/${major.majorKey}`);
  for (const name of ['Schools', 'Timeline', 'History'])
    for (let press = 0; press < 2; press += 1)
      await page.getByRole('button', { name: new RegExp(`^(Hide|View) ${name}`) }).click();
  await section(page, 'Schools')
    .getByRole('link', { name: /^Edit relationship/ })
    .click();
  await choose(page, 'End Term', 'F27');
  await save(page);
  await expect(toast(page, 'The relationship has been successfully saved')).toBeVisible();
  await choose(page, 'As of', 'F19');
  await choose(page, 'As of', 'F27');
  await page.getByRole('button', { name: 'Add Relationship to' }).click();
  await page.getByRole('menuitem', { name: 'Degree' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Relate Major to Degree');
  await filter(page).fill('art');
  await expect(page.locator('tbody mark').first()).toBeVisible();
  await page.getByRole('radio').first().check();
  await expect(page.getByText(/^Selected: /)).toBeVisible();
  await expect(broken(page)).toHaveCount(0);
});

test('changes, differences, a proposal, a copy and an import', async ({ page }) => {
  const major = await createItem(page, 'major');
  await translate(page);
  await page.goto('./changes');
  await page
    .getByRole('button', { name: /^What changed/ })
    .first()
    .click();
  await page.getByRole('searchbox', { name: 'Text' }).fill(major.title20);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await visit(page, 'differences?from=201892&to=201992');
  await page
    .getByRole('button', { name: /^Majors/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Between two days' }).click();
  await visit(page, `proposal/end/major/${major.majorKey}`);
  await choose(page, 'Last Term', 'F27');
  await choose(page, 'Last Term', 'S26');
  await expect(applyButton(page)).toHaveText('Apply 1 change');
  await applyButton(page).click();
  await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
  await visit(page, `proposal/copy/major/${major.majorKey}`);
  await page.getByLabel('Major Code').fill('0F7');
  await page.getByLabel('Major Code').fill('');
  await open(page, 'School');
  await chooseFile(page, csvOf(['School Code', 'Title'], ['ZZ', 'Zoo'], ['ZY', '']));
  await expect(page.getByRole('table', { name: 'Changes' })).toBeVisible();
  await expect(broken(page)).toHaveCount(0);
});

test('acting as another user, and their report', async ({ page }) => {
  await translate(page);
  await page.context().clearCookies();
  await signIn(page, 'admin');
  await page.getByRole('combobox', { name: 'Impersonation ID' }).fill('viewer');
  await page.keyboard.press('Enter');
  await expect(page.getByText("You're currently impersonating")).toBeVisible();
  await page.getByRole('region', { name: 'Impersonation' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Welcome Alex Chen')).toBeVisible();
  await page.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(broken(page)).toHaveCount(0);
});

test('codes and titles are not translated', async ({ page }) => {
  const school = await createItem(page, 'school');
  const major = await createItem(page, 'major', { startTermYyyyst: '201992' });
  await relate(page, ['school', school], ['major', major]);
  /** The occurrences of a text that a translation would change. */
  const translatedPlaces = (text: string) =>
    page.evaluate((wanted) => {
      const walker = document.createTreeWalker(
        document.getElementById('root') as Element,
        NodeFilter.SHOW_TEXT,
      );
      const found: string[] = [];
      while (walker.nextNode()) {
        const { parentElement, data } = walker.currentNode as Text;
        if (data.includes(wanted) && !parentElement?.closest('[translate="no"]'))
          found.push(parentElement?.outerHTML ?? '');
      }
      return found;
    }, text);
  const endOf = (kind: string, key: unknown) => `./proposal/end/${kind}/${key}`;
  for (const address of [
    `./major?q=${major.majorCode}`,
    `./?run=true&majorCode=${major.majorCode}`,
    `./major/${major.majorKey}`,
    `./school/${school.schoolCode}`,
    `./changes?q=${major.title20}`,
    endOf('major', major.majorKey),
    endOf('school', school.schoolCode),
    `./proposal/copy/school/${school.schoolCode}`,
  ]) {
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByRole('main')).toContainText(major.title20);
    for (const title of [major.title20, school.title])
      expect(await translatedPlaces(title), address).toEqual([]);
  }
  await visit(page, 'differences?from=201892&to=201992');
  await page
    .getByRole('button', { name: /^Majors/ })
    .first()
    .click();
  await expect(page.getByRole('main')).toContainText(major.title20);
  expect(await translatedPlaces(major.title20)).toEqual([]);
  await visit(page, `major/${major.majorKey}`);
  await page.getByRole('button', { name: /^View History/ }).click();
  await expect(page.getByText('Related to')).toBeVisible();
  expect(await translatedPlaces(school.title)).toEqual([]);
  await visit(page, `major?q=${major.majorCode}`);
  await edit(page, 'Major', major.title20);
  expect(await translatedPlaces(major.title20)).toEqual([]);
});
