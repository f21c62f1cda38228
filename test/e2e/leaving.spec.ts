import type { Locator, Page } from '@playwright/test';
import { createItem, randomLetters } from './data.ts';
import {
  choose,
  create,
  dialog,
  edit,
  expectNoPrompt,
  fill,
  part,
  rowOf,
  save,
  section,
  toast,
} from './forms.ts';
import { twoKinds } from './kinds.ts';
import { expect, holdRequests, sessionOf, signIn, test, userNames, withMotion } from './support.ts';

// After a save or a discard nothing asks for confirmation, wherever the user goes next. Otherwise there is exactly one
// question.

test.use({ ...withMotion, storageState: sessionOf('registrar') });

const question = (page: Page) => dialog(page, 'Warning').getByText('You have unsaved changes.');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

for (const { noun, title, fillIn, box } of twoKinds)
  test(`no question is asked after a ${noun} was saved`, async ({ page }) => {
    const added = `The ${noun} has been successfully added`;
    const updated = `The ${noun} has been successfully updated`;
    const own = randomLetters(8);
    await page.goto(`./${noun}?q=${own}`);

    await test.step('and the next one was discarded', async () => {
      const opened = await create(page, title);
      await fillIn(page, opened, `New ${randomLetters(8)}`);
      await save(opened);
      await expect(toast(page, added)).toBeVisible();
      await expect(opened).toBeHidden();

      await create(page, title);
      const text = opened.getByRole('textbox', { name: box, exact: true });
      await expect(text).toHaveValue('');
      await expect(opened).not.toContainText('Your unsaved changes have been restored');
      await text.fill('Given up');
      await opened.getByRole('button', { name: 'Cancel' }).click();
      await expect(question(page)).toBeVisible();
      await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
      await expect(opened).toBeHidden();
      await expectNoPrompt(page);
    });

    await test.step('on creation', async () => {
      const opened = await create(page, title);
      await fillIn(page, opened, `New ${own}`);
      await save(opened);
      await expect(toast(page, added)).toBeVisible();
      await expectNoPrompt(page);
    });

    const row = page.getByRole('row').filter({ hasText: own });
    await test.step('on an edit from the list', async () => {
      await row.getByRole('button', { name: 'Edit' }).click();
      const opened = dialog(page, `Edit ${title}`);
      await fill(opened, { [box]: `Changed ${own}` });
      await save(opened);
      await expect(toast(page, updated)).toBeVisible();
      await expectNoPrompt(page);
    });

    await test.step('on an edit from its own screen', async () => {
      await row.getByRole('button', { name: 'View Details' }).click();
      await section(page, 'Details').getByRole('button', { name: 'Edit' }).click();
      const opened = dialog(page, `Edit ${title}`);
      await expect(opened.getByRole('textbox', { name: box, exact: true })).toHaveValue(`Changed ${own}`);
      await fill(opened, { [box]: `Again ${own}` });
      await save(opened);
      await expect(toast(page, updated)).toBeVisible();
      await expectNoPrompt(page);
    });
  });

test('an item edited again after a save shows the saved values, and asks only about new changes', async ({
  page,
}) => {
  const department = await createItem(page, 'department');
  const [first, second] = [`First ${randomLetters(8)}`, `Second ${randomLetters(8)}`];
  await page.goto(`./department?q=${department.title}`);
  let text = department.title;
  for (const next of [first, second]) {
    const opened = await edit(page, 'Department', text);
    await expect(opened.getByRole('textbox', { name: 'Title 40' })).toHaveValue(text);
    await expect(opened).not.toContainText('Your unsaved changes have been restored');
    await fill(opened, { 'Title 40': 'Thought better of' });
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeVisible();
    await dialog(page, 'Warning').getByRole('button', { name: 'Cancel' }).click();
    await fill(opened, { 'Title 40': next });
    await save(opened);
    await expect(opened).toBeHidden();
    text = next;
  }
  await expect(await rowOf(page, second)).toHaveCount(1);
  await expectNoPrompt(page);
});

test('no question is asked after an edit that is saved at the second attempt, or without changes', async ({
  page,
}) => {
  const { title } = await createItem(page, 'school');
  await page.goto(`./school?q=${title}`);

  await test.step('a rejected save that is repeated', async () => {
    const opened = await edit(page, 'School', title);
    await fill(opened, { Title: '', 'Year End': '1' });
    await save(opened);
    await expect(opened.getByText('Title is required')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeVisible();
    await dialog(page, 'Warning').getByRole('button', { name: 'Cancel' }).click();
    await fill(opened, { Title: title, 'Year End': '2001' });
    await save(opened);
    await expect(toast(page, 'The school has been successfully updated')).toBeVisible();
    await expectNoPrompt(page);
  });

  await test.step('an edit without changes', async () => {
    const opened = await edit(page, 'School', title);
    await save(opened);
    await expect(toast(page, 'The school has been successfully updated')).toBeVisible();
    await expectNoPrompt(page);
  });
});

test('logging out works after a save', async ({ page, context }) => {
  await context.clearCookies();
  await signIn(page, 'registrar');
  const { title } = await createItem(page, 'school');
  await page.goto(`./school?q=${title}`);
  const opened = await edit(page, 'School', title);
  await fill(opened, { Comments: 'The last one for today' });
  await save(opened);
  await expect(toast(page, 'The school has been successfully updated')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Robin Alvarez' })).toBeVisible();
});

test('Logout asks before it ends the session: Cancel keeps both, Continue signs out with no other question', async ({
  page,
  context,
}) => {
  await context.clearCookies();
  await signIn(page, 'registrar');
  await page.goto('./major-degree/create');
  const title = part(page, 'Major').getByLabel('Title 20');
  await title.fill('Half a title');
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  await expect(question(page)).toBeVisible();
  await dialog(page, 'Warning').getByRole('button', { name: 'Cancel' }).click();
  await expect(title).toHaveValue('Half a title');
  await expect(logout).toBeEnabled();
  expect((await page.request.get('./api/auth/me')).status()).toBe(200);
  await logout.click();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: userNames.registrar })).toBeVisible();
});

test.describe('unsaved changes cause one question', () => {
  /** Goes to a list by the menu, and starts to fill in a new school. */
  const begin = async (page: Page) => {
    await page.goto('.');
    await follow(page, 'Schools');
    const opened = await create(page, 'School');
    await fill(opened, { Title: 'Half a title' });
    return opened;
  };

  test('on Back: Cancel keeps the changes, Continue leaves', { tag: '@firefox' }, async ({ page }) => {
    const opened = await begin(page);
    await page.goBack();
    await expect(question(page)).toBeVisible();
    await dialog(page, 'Warning').getByRole('button', { name: 'Cancel' }).click();
    await expect(opened.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Half a title');
    await expect(page).toHaveURL(/\/school$/);
    await page.goBack();
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    await expect(heading(page)).toHaveText('Report');
    await expect(page).toHaveURL(/\/mdsd\/$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goForward();
    await expect(heading(page)).toHaveText('Schools');
    await expectNoPrompt(page);
  });

  test.describe('on a reload', () => {
    test.use({ expectedProblems: /^beforeunload/ });

    test('from the browser itself; the input is restored until it is discarded', async ({ page }) => {
      const asked: string[] = [];
      page.on('dialog', (one) => asked.push(one.type()));
      const opened = await begin(page);
      await page.reload();
      await expect(opened.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Half a title');
      await expect(opened).toContainText('Your unsaved changes have been restored');
      expect(asked).toEqual(['beforeunload']);
      await opened.getByRole('button', { name: 'Cancel' }).click();
      await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
      await expect(opened).toBeHidden();
      await expectNoPrompt(page);
      expect(asked).toEqual(['beforeunload']);
    });
  });
});

/** The forms of small dialogs: how to get to them, what is typed, and the button that saves it. */
const smallForms = [
  {
    noun: 'waiver',
    dialogName: 'Waive finding',
    reach: async (page: Page) => {
      const { title } = await createItem(page, 'department', { startTerm: '201092', endTerm: '201992' });
      await page.goto('./quality');
      await page.getByRole('link', { name: 'Active although its end has passed' }).click();
      await rowOf(page, title);
      await expect(page.locator('tbody tr')).toHaveCount(1);
    },
    open: (page: Page) => page.locator('tbody').getByRole('button', { name: 'Waive' }).click(),
    box: 'Note',
    fillIn: (opened: Locator) => fill(opened, { Note: 'Kept for an audit' }),
    verb: 'Waive',
  },
  {
    noun: 'view',
    dialogName: 'Save view',
    reach: async (page: Page) => {
      await page.goto('.');
      await follow(page, 'Schools');
      await expect(heading(page)).toHaveText('Schools');
    },
    open: async (page: Page) => {
      // After Forward, the report is still shown for a moment, and has views too.
      await expect(heading(page)).toHaveText('Schools');
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Save view…' }).click();
    },
    box: 'Name',
    fillIn: (opened: Locator) => fill(opened, { Name: 'Kept for an audit' }),
    verb: 'Save',
  },
  {
    noun: 'token',
    dialogName: 'Create token',
    reach: async (page: Page) => {
      await page.goto('./changes');
      await page.getByRole('button', { name: 'Tools' }).click();
      await page.getByRole('menuitem', { name: 'Other systems' }).click();
    },
    open: (page: Page) => page.getByRole('button', { name: 'Create token' }).click(),
    box: 'Contact',
    fillIn: async (opened: Locator) => {
      await fill(opened, { Name: 'Planner', Contact: 'Kept for an audit' });
      await choose(opened, 'Scopes', 'Report');
      await opened
        .getByLabel('Expires On')
        .fill(new Date(Date.now() + 50 * 86_400_000).toISOString().slice(0, 10));
    },
    verb: 'Create',
  },
];

for (const { noun, dialogName, reach, open, box, fillIn, verb } of smallForms) {
  test(`Back asks before what was typed in the form of a ${noun} is lost`, async ({ page }) => {
    await reach(page);
    await open(page);
    const opened = dialog(page, dialogName);
    await fillIn(opened);
    await page.goBack();
    await expect(question(page)).toBeVisible();
    await dialog(page, 'Warning').getByRole('button', { name: 'Cancel' }).click();
    await expect(opened.getByLabel(box)).toHaveValue('Kept for an audit');
    await page.goBack();
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    await expect(opened).toBeHidden();
    await page.goForward();
    await open(page);
    await expect(opened.getByLabel(box)).toHaveValue('');
    await opened.getByRole('button', { name: 'Cancel' }).click();
    await expectNoPrompt(page);
  });

  test(`what was typed in the form of a ${noun} is there again after the session has ended`, async ({
    page,
    context,
  }) => {
    await reach(page);
    await open(page);
    const opened = dialog(page, dialogName);
    await fillIn(opened);
    await context.clearCookies();
    await opened.getByRole('button', { name: verb, exact: true }).click();
    await page.getByRole('button', { name: userNames.registrar }).click();
    await expect(page.getByText(`Welcome ${userNames.registrar}`)).toBeVisible();
    await open(page);
    await expect(opened.getByLabel(box)).toHaveValue('Kept for an audit');
    await expect(opened).toContainText('Your unsaved changes have been restored.');
    await page.keyboard.press('Escape');
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    await expect(opened).toBeHidden();
    await open(page);
    await expect(opened.getByLabel(box)).toHaveValue('');
  });
}

test('leaving during a save stays on the new screen, and the save is reported there', async ({ page }) => {
  const [major, school] = [await createItem(page, 'major'), await createItem(page, 'school')];
  const response = await holdRequests(page, '**/api/relationships/**');
  await page.goto(
    `./relationship?from=major&fromKey=${major.majorKey}&to=school&chosen=${school.schoolCode}`,
  );
  await choose(page, 'Start Term', 'F25');
  await save(page);
  await follow(page, 'Departments');
  await expect(heading(page)).toHaveText('Departments');
  await response();
  await expect(toast(page, 'The relationship has been successfully saved')).toBeVisible();
  await expect(heading(page)).toHaveText('Departments');
  await page.goto(`./major/${major.majorKey}`);
  await expect(section(page, 'Schools')).toContainText(school.title);
});

test.describe('a save that is under way', () => {
  test.use({ expectedProblems: /^beforeunload/ });

  test('is not a draft after a return, and a reload asks', async ({ page }) => {
    const { title } = await createItem(page, 'school');
    await page.goto('./department');
    await follow(page, 'Schools');
    await expect(heading(page)).toHaveText('Schools');
    // Otherwise it may be on another page of the list.
    await page.getByPlaceholder('Filter results...').fill(title);
    const response = await holdRequests(page, '**/api/schools/**');
    const opened = await edit(page, 'School', title);
    await fill(opened, { 'Sort Code': '111' });
    await save(opened);
    await expect(opened.getByRole('button', { name: 'Saving' })).toBeVisible();
    await page.goBack();
    await expect(heading(page)).toHaveText('Departments');
    await page.goForward();
    await expect(heading(page)).toHaveText('Schools');
    await expect(await rowOf(page, title)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    page.removeAllListeners('dialog');
    const asked = page.waitForEvent('dialog');
    // It never ends, because it does not take place.
    void page.reload().catch(() => {});
    await (await asked).dismiss();
    await response();
    await expect(toast(page, 'The school has been successfully updated')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText('111');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectNoPrompt(page);
  });
});

test('the errors of a save are shown on the screen the user has moved to', async ({ page }) => {
  let refuse = () => {};
  const held = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/api/major-degrees', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await held;
    return route.fulfill({
      status: 422,
      json: {
        errors: [{ code: 'MAJOR_TITLE20_TOO_LONG', field: 'major.title20', message: 'Title 20 is too much' }],
      },
    });
  });
  await page.goto('./major-degree/create');
  const title = part(page, 'Major').getByLabel('Title 20');
  await fill(part(page, 'Major'), { 'Major Code': 'ZZZ', 'Title 20': 'Mine' });
  await choose(page, 'Award', 'BA');
  await fill(part(page, 'Degree'), { Title: 'Mine' });
  await choose(part(page, 'Relationship'), 'Start Term', 'F25');
  await save(page);
  await follow(page, 'Departments');
  await expect(heading(page)).toHaveText('Departments');
  refuse();
  const error = dialog(page, 'Error');
  await expect(error).toContainText('Title 20 is too much');
  await error.getByRole('button', { name: 'Close', exact: true }).click();
  await page.goBack();
  await expect(title).toHaveValue('Mine');
  await expect(page.getByText('Your unsaved changes have been restored')).toBeVisible();
});
