import type { Browser, Page } from '@playwright/test';
import { createItem, keyOf, pathOf, randomLetters, send, textOf } from './data.ts';
import { dialog, edit, expectNoPrompt, fill, rowOf, save, toast } from './forms.ts';
import { expect, expectAccessible, sessionOf, test, visit } from './support.ts';

test.use({ storageState: sessionOf('registrar') });

/** Acts as another user in a separate browser, whose page is still empty. */
async function elsewhere(browser: Browser, act: (theirs: Page) => Promise<unknown>): Promise<void> {
  const other = await browser.newContext({ storageState: sessionOf('admin') });
  await act(await other.newPage());
  await other.close();
}

test('a conflicting edit shows the other user and both sets of changes, and keeps changes of only one user', async ({
  page,
  browser,
}) => {
  const school = await createItem(page, 'school');
  const [theirTitle, myTitle] = [`Theirs ${randomLetters(8)}`, `Mine ${randomLetters(8)}`];
  await page.goto('./school');
  const mine = await edit(page, 'School', school.title);
  await fill(mine, { Title: myTitle, 'Title 8': 'MINE' });
  await elsewhere(browser, async (theirs) => {
    await theirs.goto(page.url());
    const opened = await edit(theirs, 'School', school.title);
    await fill(opened, { Title: theirTitle, Comments: 'Theirs' });
    await save(opened);
    await expect(toast(theirs, 'The school has been successfully updated')).toBeVisible();
  });

  await save(mine);
  const conflict = mine.getByRole('alert', { name: 'Edit conflict' });
  await expect(conflict).toContainText(
    /This school was saved by Alex Chen \(admin\) at .+ in the meantime\./,
  );
  await expect(conflict.getByRole('row')).toHaveText([
    'FieldNewer versionYours',
    `Title${theirTitle}${myTitle}`,
    'Title 8(empty)MINE',
    'CommentsTheirs(unchanged, uses the newer version)',
  ]);
  const title = mine.getByRole('textbox', { name: 'Title', exact: true });
  await expect(title).toHaveValue(myTitle);
  await expectAccessible(page);

  await conflict.getByRole('button', { name: 'Combine with the newer version' }).click();
  await expect(conflict).toContainText('The newer version is loaded below, with what only you had changed.');
  await expect(title).toHaveValue(theirTitle);
  await expect(mine.getByRole('textbox', { name: 'Title 8' })).toHaveValue('MINE');
  await expect(mine.getByRole('textbox', { name: 'Comments' })).toHaveValue('Theirs');
  // The user chooses between the values that both have changed, and can change the choice.
  const choice = (name: string) =>
    conflict
      .getByRole('row', { name: /^Title / })
      .first()
      .getByRole('button', { name });
  await choice('Use mine').click();
  await expect(title).toHaveValue(myTitle);
  await expect(choice('Use mine')).toHaveAttribute('aria-pressed', 'true');
  await choice('Use newer').click();
  await expect(title).toHaveValue(theirTitle);
  await expectAccessible(page);
  await save(mine);
  await expect(toast(page, 'The school has been successfully updated')).toBeVisible();
  // The table of the conflict goes with the dialog.
  await expect(mine).toHaveCount(0);
  await expect(await rowOf(page, theirTitle)).toContainText('MINE');
  await expectNoPrompt(page);
});

test.describe('a reload', () => {
  // It asks before input could be lost.
  test.use({ expectedProblems: /beforeunload/ });

  test('after a reload, changes that others saved are still not mixed with the input', async ({
    page,
    browser,
  }) => {
    const school = await createItem(page, 'school');
    await page.goto('./school');
    const mine = await edit(page, 'School', school.title);
    await fill(mine, { 'Title 8': 'MINE' });
    await elsewhere(browser, (theirs) =>
      send(theirs, 'PUT', pathOf('school', school), { title: school.title, comments: 'Theirs' }),
    );
    await page.goto(page.url());
    await expect(mine.getByText('Your unsaved changes have been restored.')).toBeVisible();
    await save(mine);
    const conflict = mine.getByRole('alert', { name: 'Edit conflict' });
    await expect(conflict.getByRole('row')).toHaveText([
      'FieldNewer versionYours',
      'Title 8(empty)MINE',
      'CommentsTheirs(unchanged, uses the newer version)',
    ]);
    await conflict.getByRole('button', { name: 'Combine with the newer version' }).click();
    await save(mine);
    await expect(toast(page, 'The school has been successfully updated')).toBeVisible();
    const saved = await page.request.get(`./api/schools/${school.schoolCode}`);
    expect(await saved.json()).toMatchObject({ school: { title8: 'MINE', comments: 'Theirs' } });
    await expectNoPrompt(page);
  });
});

test.describe('a broken connection', () => {
  test.use({ expectedProblems: /ERR_FAILED/ });

  test('repeating a save whose response was lost shows that there is nothing left to save', async ({
    page,
  }) => {
    const school = await createItem(page, 'school');
    const title = `Mine ${randomLetters(8)}`;
    await page.goto('./school');
    const opened = await edit(page, 'School', school.title);
    await fill(opened, { Title: title });
    await page.route(
      '**/api/schools/*',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await save(opened);
    const error = dialog(page, 'Error');
    await expect(error).toBeVisible();
    await error.getByRole('button', { name: 'Close' }).first().click();
    await expect(error).toBeHidden();
    await expect(opened.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(title);

    await save(opened);
    const conflict = opened.getByRole('alert', { name: 'Edit conflict' });
    await expect(conflict).toContainText(
      'It already contains everything you typed, so there is nothing left to save.',
    );
    await conflict.getByRole('button', { name: 'Combine with the newer version' }).click();
    await opened.getByRole('button', { name: 'Cancel' }).click();
    await expect(opened).toBeHidden();
    await expectNoPrompt(page);
  });
});

test('an edit of a deleted item shows that it is deleted, and keeps the input', async ({ page }) => {
  const school = await createItem(page, 'school');
  await page.goto('./school');
  const opened = await edit(page, 'School', school.title);
  await fill(opened, { Comments: 'Typed in vain' });
  await send(page, 'DELETE', pathOf('school', school));
  await save(opened);
  const error = dialog(page, 'Error');
  await expect(error).toContainText('No school found!');
  await error.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(opened.getByRole('textbox', { name: 'Comments' })).toHaveValue('Typed in vain');
});

test('an edit always sends the version it is based on', async ({ page }) => {
  const { schoolCode, title } = await createItem(page, 'school');
  await send(page, 'PUT', `schools/${schoolCode}`, { schoolCode, title, version: 1 });
  await page.goto('./school');
  const opened = await edit(page, 'School', title);
  await fill(opened, { Comments: 'Third' });
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(opened);
  expect((await sent).postDataJSON()).toMatchObject({ version: 2 });
  await expect(toast(page, 'The school has been successfully updated')).toBeVisible();
  await expectNoPrompt(page);
});

for (const kind of ['school', 'major'] as const)
  test(`deleting a ${kind} that another user has deleted shows that there is none`, async ({
    page,
    browser,
  }) => {
    const item = await createItem(page, kind);
    await page.goto(`./${kind}?q=${textOf(item)}`);
    const row = await rowOf(page, textOf(item));
    await expect(row).toHaveCount(1);
    await elsewhere(browser, (theirs) => send(theirs, 'DELETE', pathOf(kind, item)));
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    const error = dialog(page, 'Error');
    await expect(error).toContainText(`No ${kind} found!`);
    await error.getByRole('button', { name: 'Close', exact: true }).click();
    await visit(page, `${kind}/${keyOf(kind, item)}`);
    await expect(page.getByRole('alert')).toHaveText(`No ${kind} found!`);
  });

test('a reopened list shows the saves of others, without a reload', async ({ page, browser }) => {
  const department = await createItem(page, 'department');
  await page.goto('./department');
  await expect(await rowOf(page, department.title)).toHaveCount(1);
  const read = Date.now();
  const changed = `Changed ${randomLetters(8)}`;
  await elsewhere(browser, (theirs) =>
    send(theirs, 'PUT', pathOf('department', department), { title7: department.title7, title: changed }),
  );
  // Data that is less than a second old counts as new.
  await expect.poll(() => Date.now() - read).toBeGreaterThan(1_000);
  // A screen is left only when the next screen is shown.
  for (const screen of ['Schools', 'Departments']) {
    await page.getByRole('link', { name: screen, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen);
  }
  const row = await rowOf(page, changed);
  await expect(page.getByPlaceholder('Filter results...')).toHaveValue(changed);
  await expect(row).toHaveCount(1);
});
