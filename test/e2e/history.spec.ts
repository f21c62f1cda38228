import type { Locator, Page } from '@playwright/test';
import type { ItemKind } from '../../contract/kinds.ts';
import { relationshipsOf } from '../../contract/relationships.ts';
import { createItem, keyOf, pathOf, randomLetters, relate, send, textOf, unusedCode } from './data.ts';
import { dialog, doubleClick, expectNoPrompt, fill, pauses, save, section, tabTo, toast } from './forms.ts';
import { twoKinds } from './kinds.ts';
import { expect, expectAccessible, sessionOf, signIn, test, visit } from './support.ts';

test.use({ storageState: sessionOf('registrar') });

const history = (page: Page) => section(page, 'History');
/** The shown change sets, newest first. */
const sets = (page: Page) => history(page).getByRole('article');
/** The text of a change set, without its time and actions. */
const descriptionOf = (set: Locator) => set.locator(':scope > :nth-child(2)');
const undo = (set: Locator) => set.getByRole('button', { name: 'Undo' });

const viewHistory = (page: Page) => page.getByRole('button', { name: 'View History' });

/** Goes to an item and opens its history. */
async function open(page: Page, kind: ItemKind, key: string | number): Promise<void> {
  await page.goto(`./${kind}/${key}`);
  // The timeline above it, whose script loads later, would move it. A phone hides its legend.
  await expect(page.getByText('Not active', { exact: true })).toBeAttached();
  await viewHistory(page).click();
}

/** Changes an item through the API, as the signed-in user of the page. */
async function change(page: Page, path: string, item: object, values: object): Promise<void> {
  const known = ['schoolCode', 'deptKey', 'degreeKey', 'majorKey'];
  const own = Object.entries(item).filter(([name]) => !known.includes(name) && name !== 'version');
  await send(page, 'PUT', `${path}?overrideWarnings=true`, { ...Object.fromEntries(own), ...values });
}

const titleFields = {
  school: 'title',
  department: 'title',
  degree: 'degreeTitleRc',
  major: 'title20',
} as const satisfies Record<ItemKind, string>;

for (const { noun, title, box } of twoKinds) {
  test(`the history of a ${noun} describes its changes and relationships, at both ends, and undoes them`, async ({
    page,
  }) => {
    const item = await createItem(page, noun);
    const [first, second] = [textOf(item), `Renamed ${randomLetters(8)}`];
    const [link] = relationshipsOf(noun);
    if (!link) throw new Error(`A ${noun} has no relationships`);
    const other = await createItem(page, link.to);
    await relate(page, [noun, item], [link.to, other]);
    await change(page, pathOf(noun, item), item, { [titleFields[noun]]: second });
    await open(page, noun, keyOf(noun, item));

    await expect(sets(page)).toHaveCount(3);
    await expect(descriptionOf(sets(page).nth(0))).toContainText(`${box}:from ${first}→ to ${second}`);
    await expect(descriptionOf(sets(page).nth(1))).toContainText(`Related to ${link.to} `);
    await expect(descriptionOf(sets(page).nth(1))).toContainText(/ from F25$/);
    await expect(descriptionOf(sets(page).nth(2))).toContainText(/^FormCreated /);
    await expect(sets(page).nth(0)).toContainText(/P[DS]TRobin Alvarez/);

    // The other end has it too, and links here with the label at that time.
    await sets(page).nth(1).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(`View ${title}`);
    await expect(descriptionOf(sets(page).nth(0))).toContainText(`Related to ${noun} `);
    const back = sets(page).nth(0).getByRole('link');
    await expect(back).toContainText(first);
    await back.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`View ${title}`);

    await undo(sets(page).nth(1)).click();
    await expect(toast(page, 'The change has been undone')).toBeVisible();
    await expect(sets(page)).toHaveCount(4);
    await expect(descriptionOf(sets(page).nth(0))).toContainText(
      /^Undo of the change of .+No longer related to /,
    );
    await expect(sets(page).nth(2)).toContainText(/Undone.+ by Robin Alvarez/);
    if (noun === 'major') await expectAccessible(page);
    await expect(
      section(
        page,
        link.to === 'major'
          ? 'Majors'
          : link.to === 'degree'
            ? 'Degrees'
            : link.to === 'school'
              ? 'Schools'
              : 'Departments',
      ),
    ).toContainText('No results found.');
    await undo(sets(page).nth(1)).click();
    await expect(page.locator('dl')).toContainText(first);
    await expect(page.locator('dl')).not.toContainText(second);
    await page.reload();
    await viewHistory(page).click();
    await expect(sets(page)).toHaveCount(5);
    await expect(page.locator('dl')).toContainText(first);
  });

  test(`the older values of a ${noun} are filled in, and are saved by Save only`, async ({ page }) => {
    const item = await createItem(page, noun);
    const [first, second, third] = [textOf(item), `Second ${randomLetters(8)}`, `Third ${randomLetters(8)}`];
    const field = titleFields[noun];
    await change(page, pathOf(noun, item), item, { [field]: second });
    await change(page, pathOf(noun, item), item, { [field]: third });
    await open(page, noun, keyOf(noun, item));
    const use = (at: number) => sets(page).nth(at).getByRole('button', { name: 'Use these values' });
    await expect(use(1)).toBeVisible();
    // These are the current values.
    await expect(use(0)).toHaveCount(0);

    await use(1).click();
    const opened = dialog(page, `Edit ${title}`);
    const input = opened.getByRole('textbox', { name: box, exact: true });
    await expect(input).toHaveValue(second);
    await expect(opened.getByRole('status')).toHaveText(
      /^These are the values as of .+ Nothing is saved yet\.$/,
    );
    await opened.getByRole('button', { name: 'Cancel' }).click();
    const question = dialog(page, 'Warning');
    await expect(question).toContainText('You have unsaved changes');
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect(opened).toBeHidden();

    await use(2).click();
    await expect(input).toHaveValue(first);
    await save(opened);
    await expect(toast(page, `The ${noun} has been successfully updated`)).toBeVisible();
    await expect(page.locator('dl')).toContainText(first);
    await expect(descriptionOf(sets(page).nth(0))).toContainText(`${box}:from ${third}→ to ${first}`);
    await expectNoPrompt(page);
    await expect(page.locator('dl')).toContainText(first);

    // Edit starts with the saved values again.
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(input).toHaveValue(first);
    await expect(opened.getByRole('status')).toHaveCount(0);
  });

  test(`the URL of a deleted ${noun} shows the user who deleted it, and Undo restores it with its relationships`, async ({
    page,
  }) => {
    const item = await createItem(page, noun);
    const links = relationshipsOf(noun);
    for (const { to } of links) await relate(page, [noun, item], [to, await createItem(page, to)]);
    await send(page, 'DELETE', `${pathOf(noun, item)}?overrideWarnings=true`);
    await page.goto(`./${noun}/${keyOf(noun, item)}`);

    await expect(page.getByRole('alert')).toHaveText(`No ${noun} found!`);
    await expect(history(page)).toContainText(textOf(item));
    await expect(history(page)).toContainText(/Deleted by Robin Alvarez on .+ P[DS]T/);
    await expect(history(page).getByRole('button', { name: 'Use these values' })).toHaveCount(0);
    await expectAccessible(page);
    await sets(page).nth(0).getByRole('button', { name: 'Restore' }).click();
    const question = dialog(page, 'Warning');
    await expect(question).toContainText(/Restore .+ and its 3 relationships\?/);
    await expect(question).toContainText(await sets(page).nth(0).locator('time').innerText());
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect(toast(page, 'The change has been undone')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`View ${title}`);
    await expect(page.locator('dl')).toContainText(textOf(item));
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page.getByRole('link', { name: 'Edit relationship' })).toHaveCount(links.length);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Edit relationship' })).toHaveCount(links.length);
  });
}

test('an undo with conflicts is rejected in a dialog that names each, and nothing changes', async ({
  page,
  browser,
}) => {
  const school = await createItem(page, 'school');
  const path = pathOf('school', school);
  const [mine, theirs] = [`Mine ${randomLetters(6)}`, `Theirs ${randomLetters(6)}`];
  await change(page, path, school, { title: mine });
  await open(page, 'school', school.schoolCode);
  await expect(undo(sets(page).nth(0))).toBeVisible();
  const other = await browser.newContext({ storageState: sessionOf('admin') });
  const page2 = await other.newPage();
  await change(page2, path, school, { title: theirs });
  await other.close();

  await undo(sets(page).nth(0)).click();
  const refused = dialog(page, 'Undo');
  await expect(refused).toContainText("This can't be undone yet. Nothing has changed.");
  await expect(refused.getByRole('listitem')).toHaveText([
    new RegExp(`^${school.schoolCode} ${mine} was changed by Alex Chen on .+\\. Show this change$`),
  ]);
  await expect(refused.getByRole('button', { name: 'Close', exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(refused).toBeHidden();
  // The conflict is shown.
  await expect(sets(page)).toHaveCount(3);
  await expect(page.locator('dl')).toContainText(theirs);
});

test('a rejected undo names every conflicting row', async ({ page }) => {
  const school = await createItem(page, 'school');
  const majors = [await createItem(page, 'major'), await createItem(page, 'major')];
  for (const major of majors) await relate(page, ['school', school], ['major', major]);
  await send(page, 'DELETE', `${pathOf('school', school)}?overrideWarnings=true`);
  for (const major of majors) await send(page, 'DELETE', pathOf('major', major));
  // A school is found in either case, also after it is deleted.
  await page.goto(`./school/${school.schoolCode.toLowerCase()}`);
  await expect(history(page).getByRole('heading').first()).toHaveText(
    `History of ${school.schoolCode} ${school.title}`,
  );
  // They have no page to link to.
  await expect(sets(page).nth(0).getByRole('link')).toHaveCount(0);
  await sets(page).nth(0).getByRole('button', { name: 'Restore' }).click();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  const reasons = dialog(page, 'Undo').getByRole('listitem');
  await expect(reasons).toHaveCount(2);
  for (const { title20 } of majors) await expect(reasons.filter({ hasText: title20 })).toHaveCount(1);
});

test('an Undo of a change that another user has just undone shows that', async ({ page }) => {
  const school = await createItem(page, 'school');
  await change(page, pathOf('school', school), school, { title: `Other ${randomLetters(6)}` });
  await open(page, 'school', school.schoolCode);
  await expect(undo(sets(page).nth(0))).toBeVisible();
  const { changeSets } = await (await page.request.get(`./api/${pathOf('school', school)}/history`)).json();
  await send(page, 'POST', `changes/${changeSets[0].id}/undo`);
  await undo(sets(page).nth(0)).click();
  await expect(dialog(page, 'Undo')).toContainText('Nothing has changed.');
  await page.keyboard.press('Escape');
  await expect(sets(page)).toHaveCount(3);
  await expect(sets(page).nth(1)).toContainText('Undone');
});

test('a double click on Undo undoes once', async ({ page }) => {
  for (const pause of pauses)
    await test.step(`with a pause of ${pause} ms`, async () => {
      const school = await createItem(page, 'school');
      await change(page, pathOf('school', school), school, { title: `Other ${randomLetters(6)}` });
      await open(page, 'school', school.schoolCode);
      await doubleClick(undo(sets(page).nth(0)), pause);
      await expect(toast(page, 'The change has been undone')).toBeVisible();
      await expect(sets(page)).toHaveCount(3);
      await page.reload();
      await viewHistory(page).click();
      await expect(sets(page)).toHaveCount(3);
      await expect(dialog(page, 'Undo')).toBeHidden();
    });
});

test('the first load cannot be undone', async ({ page }) => {
  await open(page, 'school', '00');
  const first = sets(page).last();
  await expect(first).toContainText('First load');
  await expect(first).toContainText('Cannot be undone');
  await expect(undo(first)).toHaveCount(0);
});

test('a change set with many changes of an item shows their number first, and more on demand', async ({
  page,
}) => {
  const school = await createItem(page, 'school');
  // They share a code, so that the check does not read all majors for each.
  const majorCode = await unusedCode(page, 'major');
  for (let count = 0; count < 52; count += 1)
    await send(page, 'POST', 'major-degrees?overrideWarnings=true', {
      major: { majorSegment: 'U', majorCode, title20: `Major ${randomLetters(8)}` },
      degree: { degreeListAwarded: ['BA'], degreeTitleRc: `Degree ${randomLetters(8)}` },
      majorDegree: { startTerm: '202592' },
      majorSchools: [school.schoolCode],
    });
  await send(page, 'DELETE', `${pathOf('school', school)}?overrideWarnings=true`);
  await page.goto(`./school/${school.schoolCode}`);
  const newest = sets(page).nth(0);
  await expect(newest).toContainText('53 deleted: 5 of them shown');
  await expect(newest.getByRole('listitem')).toHaveCount(5);
  await newest.getByRole('button', { name: 'Show 48 more' }).click();
  await expect(newest.getByRole('listitem')).toHaveCount(53);
  await expect(newest).toContainText('53 deleted');
  await expect(newest).not.toContainText('of them shown');
  // The button is gone.
  await expect(newest).toBeFocused();
  // 54 sets: each click loads the next page.
  await expect(sets(page)).toHaveCount(20);
  await history(page).getByRole('button', { name: 'Show 20 more' }).click();
  await expect(sets(page)).toHaveCount(40);
  await history(page).getByRole('button', { name: 'Show 20 more' }).click();
  await expect(sets(page)).toHaveCount(54);
  await expect(history(page).getByRole('button', { name: 'Show 20 more' })).toHaveCount(0);

  // The values are found, although the deletion lists the school after its relationships.
  await newest.getByRole('button', { name: 'Restore' }).click();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  // The heading is the same before, and a reload during the undo would ask.
  await expect(toast(page, 'The change has been undone')).toBeVisible();
  await change(page, pathOf('school', school), school, { title: `Renamed ${randomLetters(6)}` });
  await page.reload();
  await viewHistory(page).click();
  await expect(descriptionOf(sets(page).nth(1))).toContainText(
    /^Undo of the change of .+53 created: 5 of them shown/,
  );
  await sets(page).nth(1).getByRole('button', { name: 'Use these values' }).click();
  const title = dialog(page, 'Edit School').getByRole('textbox', { name: 'Title', exact: true });
  await expect(title).toHaveValue(school.title);
  await page.keyboard.press('Escape');
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  for (const count of [40, 56]) {
    await history(page).getByRole('button', { name: 'Show 20 more' }).click();
    await expect(sets(page)).toHaveCount(count);
  }
  await sets(page).last().getByRole('button', { name: 'Use these values' }).click();
  await expect(title).toHaveValue(school.title);
});

test('only the differing part of changed comments is marked', async ({ page }) => {
  const school = await createItem(page, 'school', { comments: 'Moved in 2018.\nSee the letter.' });
  const comments = 'Moved in 2018 from Medicine.\nSee the letter.';
  await change(page, pathOf('school', school), school, { comments });
  await open(page, 'school', school.schoolCode);
  await expect(sets(page).nth(0).locator('del')).toHaveText('2018.');
  await expect(sets(page).nth(0).locator('ins')).toHaveText('2018 from Medicine.');
  await expect(descriptionOf(sets(page).nth(0))).toContainText('See the letter.');
});

test.describe('impersonation', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('the history and the changes show the real user and the impersonated user', async ({ page }) => {
    await signIn(page, 'admin');
    await page.getByPlaceholder('Enter Impersonation ID').fill('registrar');
    await page.keyboard.press('Enter');
    await expect(page.getByText("You're currently impersonating")).toBeVisible();
    const school = await createItem(page, 'school');
    await open(page, 'school', school.schoolCode);
    await expect(sets(page).nth(0)).toContainText('Alex Chen as Robin Alvarez Impersonated');
    await visit(page, `changes?person=admin&q=${school.title}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changes');
    await expect(page.getByRole('main').getByRole('listitem')).toContainText([
      `Alex Chen as Robin Alvarez created school ${school.schoolCode} ${school.title}`,
    ]);
  });
});

test('by keyboard alone: a change is undone, and older values are used', async ({ page }) => {
  const school = await createItem(page, 'school');
  const renamed = `Renamed ${randomLetters(6)}`;
  await change(page, pathOf('school', school), school, { title: renamed });
  await open(page, 'school', school.schoolCode);
  const use = sets(page).nth(1).getByRole('button', { name: 'Use these values' });
  await tabTo(use);
  await page.keyboard.press('Enter');
  const opened = dialog(page, 'Edit School');
  const title = opened.getByRole('textbox', { name: 'Title', exact: true });
  await expect(title).toHaveValue(school.title);
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Warning')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(opened).toBeHidden();
  await expect(use).toBeFocused();

  await tabTo(undo(sets(page).nth(0)), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('dl')).toContainText(school.title);
  await expect(sets(page)).toHaveCount(3);
  // A mark replaces the button; the focus is on the new change set of the undo.
  await expect(history(page).locator(':focus')).toHaveCount(1);
});

test('an edit, a deleted relationship, and changes of others show in an open history', async ({ page }) => {
  const school = await createItem(page, 'school');
  const major = await createItem(page, 'major');
  await relate(page, ['school', school], ['major', major]);
  await open(page, 'school', school.schoolCode);
  await expect(sets(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const opened = dialog(page, 'Edit School');
  await fill(opened, { 'Title 8': 'NEW' });
  await save(opened);
  await expect(sets(page)).toHaveCount(3);
  await expect(descriptionOf(sets(page).nth(0))).toHaveText('FormTitle 8:from none→ to NEW');
  await page.getByRole('button', { name: /^Delete relationship to/ }).click();
  await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
  await expect(sets(page)).toHaveCount(4);
  await expect(descriptionOf(sets(page).nth(0))).toContainText('No longer related to major');
});

test.describe('a server that fails', () => {
  test.use({ expectedProblems: /500/ });

  test('a history that cannot be loaded shows an error, and the item is still shown', async ({ page }) => {
    const school = await createItem(page, 'school');
    await page.route('**/history?*', (route) => route.fulfill({ status: 500, json: { errors: [] } }));
    await open(page, 'school', school.schoolCode);
    await expect(page.locator('dl')).toContainText(school.title);
    await expect(history(page)).toContainText('The history could not be read.');
    await expectAccessible(page);
    await page.unroute('**/history?*');
    await history(page).getByRole('button', { name: 'Try again' }).click();
    await expect(sets(page)).toHaveCount(1);
  });
});

test('the history starts collapsed and loads when it is expanded; it stays expanded from item to item', async ({
  page,
}) => {
  const [school, major] = [await createItem(page, 'school'), await createItem(page, 'major')];
  await relate(page, ['school', school], ['major', major]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`./school/${school.schoolCode}`);
  await expect(page.locator('dl')).toBeVisible();
  await expect(viewHistory(page)).toHaveAttribute('aria-expanded', 'false');
  expect(asked.filter((url) => url.includes('/history'))).toEqual([]);
  await viewHistory(page).click();
  await sets(page).nth(0).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
  await expect(sets(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Hide History' }).click();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View School');
  await expect(sets(page)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the history fits', async ({ page }) => {
    const major = await createItem(page, 'major');
    const long = `A much longer title ${randomLetters(8)}`;
    await change(page, pathOf('major', major), major, { titleLong: long });
    await open(page, 'major', major.majorKey);
    await expect(sets(page)).toHaveCount(2);
    await expect(sets(page).nth(0)).toContainText(long);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await undo(sets(page).nth(0)).tap();
    await expect(sets(page)).toHaveCount(3);
    await expectAccessible(page);
  });
});
