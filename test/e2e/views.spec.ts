import type { Browser, Page } from '@playwright/test';
import type { View } from '../../contract/views.ts';
import { randomLetters, read, send } from './data.ts';
import { compareStates, forceColors } from './forcedColors.ts';
import { dialog, tabTo, toast } from './forms.ts';
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

// Saved views of a screen (contract 11).

test.use({ storageState: sessionOf('admin') });

/** Part of the names of this test's views. */
let own = '';
test.beforeEach(() => {
  own = randomLetters(8);
});
test.afterEach(async ({ page }) => {
  for (const { id, name, isMine } of await read<View>(page, 'views'))
    if (isMine && name.includes(own)) await send(page, 'DELETE', `views/${id}`);
});

type Sent = Pick<View, 'screen' | 'name' | 'query' | 'isShared'>;
const create = async (page: Page, values: Partial<Sent> = {}): Promise<View> => {
  const sent = { screen: 'changes', name: `Mine ${own}`, query: 'kind=major', isShared: false, ...values };
  return (await (await send(page, 'POST', 'views', sent)).json()) as View;
};
const save = (page: Page, { id, ...view }: View, values: Partial<Sent>) =>
  send(page, 'PUT', `views/${id}`, { ...view, ...values });

/** A page of another user, for requests. */
async function asRegistrar(browser: Browser, act: (theirs: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ storageState: sessionOf('registrar') });
  await act(await context.newPage());
  await context.close();
}

const button = (page: Page) => page.getByRole('button', { name: /^View(s$|: )/ });
const menu = (page: Page) => page.getByRole('menu', { name: 'Views' });
const item = (page: Page, name: string) => menu(page).getByRole('menuitem', { name });
const choose = async (page: Page, name: string) => {
  await button(page).click();
  await item(page, name).click();
};
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const changed = (page: Page) => page.getByText('changed', { exact: true });
const queryOf = (page: Page) => {
  const params = new URL(page.url()).searchParams;
  params.delete('view');
  return params.toString();
};
const viewOf = (page: Page) => new URL(page.url()).searchParams.get('view');
const kind = (page: Page) => page.getByRole('combobox', { name: 'Kind' });
const name = (page: Page) => page.getByRole('textbox', { name: 'Name' });

test('a view is saved, chosen, changed, renamed and deleted with the keyboard alone', async ({ page }) => {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto('./changes?kind=major');
  await tabTo(button(page));
  await press('ArrowUp');
  await expect(item(page, 'Save view…')).toBeFocused();
  await press('Enter');
  await expect(name(page)).toBeFocused();
  await page.keyboard.type(`Majors ${own}`);
  await press('Tab', 'Space', 'Control+Enter');
  await expect(toast(page, `The view “Majors ${own}” has been saved`)).toBeVisible();
  await expect(button(page)).toHaveText(`View: Majors ${own}`);
  await expect(button(page)).toBeFocused();
  const [view] = (await read<View>(page, 'views')).filter((one) => one.name.includes(own));
  expect(view).toMatchObject({ screen: 'changes', query: 'kind=major', isShared: true, isMine: true });
  expect(viewOf(page)).toBe(view?.id);

  await kind(page).selectOption('degree');
  await expect(changed(page)).toBeVisible();
  await tabTo(act(page, 'Update'));
  await press('Enter');
  await expect(toast(page, `The view “Majors ${own}” has been updated`)).toBeVisible();
  await expect(changed(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();

  await press('Enter');
  await expect(item(page, `Majors ${own}`)).toHaveAttribute('aria-current', 'true');
  await press('r', 'Enter');
  await expect(name(page)).toHaveValue(`Majors ${own}`);
  await press('Control+a');
  await page.keyboard.type(`Degrees ${own}`);
  await press('Enter');
  await expect(button(page)).toHaveText(`View: Degrees ${own}`);

  // Enter has closed the dialog: another at once would be a double press.
  await page.waitForTimeout(600);
  await press('Enter', 'w', 'Enter');
  await expect(page).toHaveURL(/\/changes$/);
  await expect(button(page)).toHaveText('Views');
  await expect(button(page)).toBeFocused();
  await press('Enter', 'd', 'Enter');
  await expect(kind(page)).toHaveValue('degree');
  await press('Enter', 'r', 'Enter');
  await tabTo(act(page, 'Delete'));
  await press('Enter');
  const question = dialog(page, 'Warning');
  await expect(question).toContainText(`Are you sure you want to delete the view “Degrees ${own}”?`);
  await expect(question).toContainText('Everyone who uses it loses it.');
  await press('Tab', 'Enter');
  await expect(toast(page, `The view “Degrees ${own}” has been deleted`)).toBeVisible();
  await expect(button(page)).toBeFocused();
  await expect.poll(() => [queryOf(page), viewOf(page)]).toEqual(['kind=degree', null]);
});

test('a view puts its whole query in the address, which stays the truth', async ({ page }) => {
  const view = await create(page, { query: 'kind=major&q=art' });
  await page.goto('./changes?origin=sample&q=music');
  await choose(page, view.name);
  await expect(kind(page)).toHaveValue('major');
  await expect.poll(() => [queryOf(page), viewOf(page)]).toEqual(['kind=major&q=art', view.id]);
  await expect(changed(page)).toHaveCount(0);
  await page.goBack();
  await expect.poll(() => [queryOf(page), viewOf(page)]).toEqual(['origin=sample&q=music', null]);

  // The order of names does not matter, nor does a name that the screen does not know.
  await visit(page, `changes?q=art&view=${view.id}&kind=major&asOf=202592`);
  await expect(button(page)).toHaveText(`View: ${view.name}`);
  await expect(changed(page)).toHaveCount(0);
  await expect(page.getByText('Ignored parts')).toHaveCount(0);
  await visit(page, `changes?view=${view.id}`);
  await expect(changed(page)).toBeVisible();
  await expect(kind(page)).toHaveValue('');
});

test('a changed view is updated, with an undo, saved as a new one, or reverted', async ({ page }) => {
  const view = await create(page);
  await page.goto(`./changes?${view.query}&view=${view.id}`);
  await expect(button(page)).toHaveText(`View: ${view.name}`);
  await kind(page).selectOption('school');
  await act(page, 'Revert').click();
  await expect(kind(page)).toHaveValue('major');
  await expect(changed(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();

  await kind(page).selectOption('school');
  await act(page, 'Update').click();
  await expect(toast(page, `The view “${view.name}” has been updated`)).toBeVisible();
  const queries = async () =>
    (await read<View>(page, 'views')).filter((one) => one.name.includes(own)).map(({ query }) => query);
  expect(await queries()).toEqual(['kind=school']);
  await page.getByRole('status', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  expect(await queries()).toEqual(['kind=major']);
  await expect(changed(page)).toBeVisible();

  await act(page, 'Save as new').click();
  await expect(name(page)).toHaveValue('');
  await name(page).fill(`New ${own}`);
  await act(page, 'Save').click();
  await expect(button(page)).toHaveText(`View: New ${own}`);
  expect((await queries()).toSorted()).toEqual(['kind=major', 'kind=school']);
  // Leaving asks nothing.
  await kind(page).selectOption('degree');
  await expect(changed(page)).toBeVisible();
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report');
});

test('the menu of the report keeps the focus while a chosen view runs', async ({ page }) => {
  await create(page, { screen: 'report', query: 'schoolCode=85', name: `First ${own}` });
  await create(page, { screen: 'report', query: 'schoolCode=52', name: `Second ${own}` });
  await page.goto('.');
  for (const name of [`First ${own}`, `Second ${own}`]) {
    const letGo = await holdRequests(page, '**/api/reports');
    await choose(page, name);
    await expect(page.getByRole('button', { name: /^View/ })).toHaveCount(0);
    await letGo();
    await expect(button(page)).toHaveText(`View: ${name}`);
    await expect(button(page)).toBeFocused();
  }
});

test('a view of a report whose filters have not been run is asked about first', async ({ page }) => {
  const question = dialog(page, 'Warning');
  await page.goto('.');
  await page.getByRole('textbox', { name: 'Major Title' }).fill('art');
  await choose(page, 'Save view…');
  await expect(question).toContainText('A view saves the filters of the last run.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(name(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Run Report' }).click();
  await expect(page.getByRole('table', { name: 'Report' })).toBeVisible();
  await choose(page, 'Save view…');
  await expect(name(page)).toBeVisible();
  await name(page).fill(`Art ${own}`);
  await page.keyboard.press('Control+Enter');
  await expect(button(page)).toHaveText(`View: Art ${own}`);
  const [view] = (await read<View>(page, 'views')).filter((one) => one.name.includes(own));
  expect(view?.query).toContain('majorTitle=art');
});

test('an error of a name is shown at its field, and what was typed is kept', async ({ page }) => {
  await create(page);
  await page.goto('./changes');
  await choose(page, 'Save view…');
  await act(page, 'Save').click();
  await expect(name(page)).toHaveAccessibleDescription('Name is required');
  await name(page).fill(`mine ${own}`);
  await page.getByRole('checkbox', { name: 'Shared with everyone' }).check();
  await act(page, 'Save').click();
  await expect(name(page)).toHaveAccessibleDescription(/already has a view with the name Mine/);
  await expect(name(page)).toBeFocused();
  await expect(name(page)).toHaveValue(`mine ${own}`);
  await expectAccessible(page);
  await act(page, 'Cancel').click();
  const warning = dialog(page, 'Warning');
  await expect(warning).toContainText('You have unsaved changes');
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await name(page).fill(`Other ${own}`);
  await act(page, 'Save').click();
  await expect(button(page)).toHaveText(`View: Other ${own}`);
});

test('a view that someone else has changed in the meantime is loaded, and what was typed is kept', async ({
  page,
  browser,
}) => {
  const view = await create(page, { isShared: true });
  await page.goto(`./changes?${view.query}&view=${view.id}`);
  await choose(page, 'Rename, share or delete…');
  await name(page).fill(`My name ${own}`);
  await asRegistrar(browser, async (theirs) => {
    await save(theirs, view, { name: `Their name ${own}`, query: 'kind=school', isShared: true });
  });
  await act(page, 'Save').click();
  const conflict = page.getByRole('alert');
  await expect(conflict).toContainText(`as Their name ${own}, shared with everyone`);
  await expect(name(page)).toHaveValue(`My name ${own}`);
  await expectAccessible(page);
  await act(page, 'Load the newer version').click();
  await expect(conflict).toHaveCount(0);
  await expect(name(page)).toHaveValue(`My name ${own}`);
  await act(page, 'Save').click();
  await expect(button(page)).toHaveText(`View: My name ${own}`);
  // The address is still that of before.
  await expect(changed(page)).toBeVisible();
  await act(page, 'Revert').click();
  await expect(kind(page)).toHaveValue('school');
});

test('an update over a newer version shows a message, and the next one replaces it', async ({
  page,
  browser,
}) => {
  const view = await create(page, { isShared: true });
  await page.goto(`./changes?kind=degree&view=${view.id}`);
  await expect(changed(page)).toBeVisible();
  await asRegistrar(browser, async (theirs) => {
    await save(theirs, view, { query: 'kind=school' });
  });
  await act(page, 'Update').click();
  const error = dialog(page, 'Error');
  await expect(error).toContainText('Someone else has saved this view in the meantime.');
  await act(page, 'Close').click();
  await expect(kind(page)).toHaveValue('degree');
  await act(page, 'Update').click();
  await expect(toast(page, `The view “${view.name}” has been updated`)).toBeVisible();
});

test('a view that is deleted while it is edited can be kept as a new one', async ({ page, browser }) => {
  const view = await create(page, { isShared: true });
  await page.goto(`./changes?${view.query}&view=${view.id}`);
  await choose(page, 'Rename, share or delete…');
  await name(page).fill(`Kept ${own}`);
  await asRegistrar(browser, async (theirs) => {
    await send(theirs, 'DELETE', `views/${view.id}`);
  });
  await act(page, 'Save').click();
  await expect(dialog(page, 'Error')).toContainText('no longer exists');
  await page.keyboard.press('Escape');
  await act(page, 'Save').click();
  await expect(button(page)).toHaveText(`View: Kept ${own}`);
  await expect(changed(page)).toHaveCount(0);
});

test('a link to a view that no longer exists reports that, and shows what it asks for', async ({ page }) => {
  await page.goto('./changes?kind=major&view=gone');
  const line = page.getByRole('status').filter({ hasText: 'This view no longer exists.' });
  await expect(line).toBeVisible();
  await expect(kind(page)).toHaveValue('major');
  await expectAccessible(page);
  await act(page, 'Remove it from the link').click();
  await expect(line).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  await expect.poll(() => [queryOf(page), viewOf(page)]).toEqual(['kind=major', null]);
});

test('a view that someone has just shared is found by its link', async ({ page, browser }) => {
  await page.goto('./changes');
  await button(page).click();
  await asRegistrar(browser, async (theirs) => {
    const view = await create(theirs, { isShared: true, name: `Shared ${own}` });
    const link = `./changes?${view.query}&view=${view.id}`;
    await page.evaluate((to) => window.history.pushState(null, '', to), link);
    await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')));
    await expect(button(page)).toHaveText(`View: Shared ${own}`);
    await expect(page.getByText('no longer exists')).toHaveCount(0);
    await button(page).focus();
    await page.keyboard.press('ArrowDown');
    const shared = menu(page).getByRole('group', { name: 'Shared views' });
    await expect(shared.getByRole('menuitem', { name: `Shared ${own}` })).toContainText('Robin Alvarez');
    await send(theirs, 'DELETE', `views/${view.id}`);
  });
});

test('the default of a screen is opened by the menu, and never over a query', async ({ page }) => {
  const view = await create(page, { screen: 'differences', query: 'between=days&kind=major' });
  await page.goto(`./differences?${view.query}&view=${view.id}`);
  await choose(page, 'Set as default');
  await expect(toast(page, `The menu now opens “${view.name}”`)).toBeVisible();
  const tools = page.getByRole('button', { name: 'Tools' });
  const openByMenu = async () => {
    await tools.click();
    await page.getByRole('menuitem', { name: 'Differences' }).click();
  };
  await page.goto('./changes');
  await expect(button(page)).toBeVisible();
  // The views load when the pointer is near.
  const loaded = page.waitForResponse('**/api/views');
  await tools.hover();
  await loaded;
  await openByMenu();
  await expect(button(page)).toHaveText(`View: ${view.name}`);
  expect([queryOf(page), viewOf(page)]).toEqual(['between=days&kind=major', view.id]);
  await expect(tools).toHaveAttribute('aria-current', 'true');

  // A link with a query, or to the bare address, is shown as it is.
  for (const query of ['?kind=degree', '']) {
    await page.goto(`./differences${query}`);
    await expect(button(page)).toHaveText('Views');
    await page.waitForLoadState('networkidle');
    expect(new URL(page.url()).search).toBe(query);
  }
  await choose(page, view.name);
  await choose(page, 'No longer default');
  await expect(toast(page, `The menu no longer opens “${view.name}”`)).toBeVisible();
  await openByMenu();
  await expect(page).toHaveURL(/\/differences$/);
});

test.describe('in another session', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('while acting as another user, views are chosen but not changed', async ({ page, browser }) => {
    await asRegistrar(browser, async (theirs) => {
      const view = await create(theirs, { name: `Theirs ${own}` });
      await signIn(page, 'admin');
      await page.getByRole('combobox', { name: 'Impersonation ID' }).fill('registrar');
      await page.keyboard.press('Enter');
      await expect(page.getByText("You're currently impersonating")).toBeVisible();
      await page.getByRole('button', { name: 'Tools' }).click();
      await page.getByRole('menuitem', { name: 'Changes' }).click();
      // A screen that has just loaded takes the focus, which closes a menu.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changes');
      await expect(page.getByRole('main')).toBeFocused();
      await choose(page, view.name);
      await expect(kind(page)).toHaveValue('major');
      await kind(page).selectOption('degree');
      await expect(act(page, 'Revert')).toBeVisible();
      for (const name of ['Update', 'Save as new']) await expect(act(page, name)).toHaveCount(0);
      await button(page).click();
      await expect(item(page, 'Without a view')).toBeVisible();
      for (const name of ['Save view…', 'Rename, share or delete…', 'Set as default'])
        await expect(item(page, name)).toHaveCount(0);
      await page.keyboard.press('Escape');
      await page
        .getByRole('region', { name: 'Impersonation' })
        .getByRole('button', { name: 'Logout' })
        .click();
      await expect(page.getByText("You're currently impersonating")).toHaveCount(0);
      await send(theirs, 'DELETE', `views/${view.id}`);
    });
  });
});

test.describe('when the views cannot be read', () => {
  test.use({ expectedProblems: /ERR_FAILED/ });

  test('the screen works without them, stays while they are read again, and the menu reads them', async ({
    page,
  }) => {
    const view = await create(page);
    let pending = 0;
    await page.route('**/api/views', async (route) => {
      pending += 1;
      await route.abort();
    });
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('/api/views')) pending -= 1;
    });
    await page.goto(`./changes?kind=major&view=${view.id}`);
    await expect(kind(page)).toHaveValue('major');
    await button(page).click();
    const retry = item(page, 'The views could not be read. Try again');
    await expect(retry).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // The pointer, the focus and the click have read them too: a success would replace the item that is clicked next.
    await expect.poll(() => pending).toBe(0);
    await page.unroute('**/api/views');
    const letGo = await holdRequests(page, '**/api/views');
    await retry.click();
    await button(page).click();
    await expect(button(page)).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('main')).not.toHaveAttribute('data-waits');
    await letGo();
    await expect(item(page, view.name)).toBeVisible();
    await expect(button(page)).toHaveText(`View: ${view.name}`);
  });
});

test('all of it is accessible, fits phones and needs no color', async ({ page }) => {
  const long = `${'Wide'.repeat(12)} ${own}`.slice(0, 60);
  const view = await create(page, { name: long, isShared: true });
  await create(page);
  await page.goto(`./changes?kind=degree&view=${view.id}`);
  await expect(changed(page)).toBeVisible();
  await checkWidths(page, 'views-changed');
  await page.setViewportSize({ width: 320, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await button(page).click();
  await expect(menu(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const rightEdge = async () => {
    const box = await menu(page).boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 999);
  };
  await expect.poll(rightEdge).toBeLessThanOrEqual(320);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await forceColors(page);
  const { found, same } = await compareStates(page);
  expect(same).toEqual([]);
  expect(found.join('\n')).toContain('aria-current');
  await page.emulateMedia({ forcedColors: 'none' });
  await item(page, 'Rename, share or delete…').click();
  await expect(name(page)).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
