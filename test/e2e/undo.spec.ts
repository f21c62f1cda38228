import type { Page } from '@playwright/test';
import type { ChangeSets } from '../../contract/history.ts';
import type { ItemKind, Items } from '../../contract/kinds.ts';
import { createItem, keyOf, randomLetters, read, relate, send, textOf } from './data.ts';
import {
  choose,
  create,
  dialog,
  doubleClick,
  edit,
  fill,
  holdToast,
  part,
  pauses,
  rowOf,
  save,
  section,
  tabTo,
  toast,
} from './forms.ts';
import { twoKinds } from './kinds.ts';
import { expect, expectAccessible, sessionOf, signIn, test } from './support.ts';

// The toast of a save can undo it, and a save may have a reason.

test.use({ storageState: sessionOf('registrar') });

const toasts = (page: Page) => page.getByRole('status', { name: 'Notifications' });
const undo = (page: Page) => toasts(page).getByRole('button', { name: 'Undo' });
const reasonInput = (page: Page) => page.getByRole('textbox', { name: 'Reason (optional)' });
const response = (page: Page, name: string) =>
  dialog(page, 'Warning').getByRole('button', { name, exact: true }).click();
const undone = (page: Page) => expect(toasts(page).getByText('Undone', { exact: true }).last()).toBeVisible();
/** The URL of a list that is filtered by a text, which loads faster than the whole list. */
const listOf = (kind: ItemKind, text: string) => `./${kind}?q=${encodeURIComponent(text)}`;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The newest change set that contains the text. */
async function newest(page: Page, text: string) {
  const response = await page.request.get('./api/changes', { params: { q: text, limit: 1 } });
  const [set] = ((await response.json()) as ChangeSets).changeSets;
  if (!set) throw new Error(`No change of ${text}`);
  return set;
}

for (const { noun, title, fillIn, box } of twoKinds)
  test(`each change of a ${noun} is undone in its toast`, {
    tag: noun === 'major' ? '@firefox' : [],
  }, async ({ page }) => {
    const item = await createItem(page, noun);
    const text = textOf(item);
    const row = page.getByRole('row').filter({ hasText: text });
    await page.goto(listOf(noun, text));

    await test.step('an edit in the list', async () => {
      const opened = await edit(page, title, text);
      await fill(opened, { [box]: `X${randomLetters(9)}` });
      await save(opened);
      await holdToast(page);
      await expect(page.getByText('No results found')).toBeVisible();
      await undo(page).click();
      await undone(page);
      await expect(row).toBeVisible();
    });

    await test.step('a deletion: the item is in the list again', async () => {
      await row.getByRole('button', { name: 'Delete' }).click();
      await response(page, 'Continue');
      await holdToast(page);
      await expect(page.getByText('No results found')).toBeVisible();
      await undo(page).click();
      await undone(page);
      await expect(row).toBeVisible();
    });

    await test.step('the creation of a new one', async () => {
      const other = `Undone ${randomLetters(8)}`;
      const opened = await create(page, title);
      await fillIn(page, opened, other);
      await save(opened);
      await holdToast(page);
      await expect(opened).toHaveCount(0);
      await expect(await rowOf(page, other)).toBeVisible();
      await undo(page).click();
      await undone(page);
      await expect(page.getByText('No results found')).toBeVisible();
    });

    await test.step('an edit in the detail', async () => {
      await page.goto(`./${noun}/${keyOf(noun, item)}`);
      await section(page, 'Details').getByRole('button', { name: 'Edit' }).click();
      await fill(dialog(page, `Edit ${title}`), { [box]: 'Shown for a moment' });
      await save(dialog(page, `Edit ${title}`));
      await holdToast(page);
      await expect(section(page, 'Details')).toContainText('Shown for a moment');
      await undo(page).click();
      await expect(section(page, 'Details')).toContainText(text);
    });
  });

test('a wrong deletion of a school with 89 relationships is undone in its toast, in Changes and at its URL', async ({
  page,
}) => {
  test.slow();
  const [school, major] = [await createItem(page, 'school'), await createItem(page, 'major')];
  await relate(page, ['school', school], ['major', major], { endTerm: '202592' });
  const { schoolCode } = school;
  // The majors share a code, so that the check does not read all majors for each.
  for (let made = 0; made < 32; made += 1)
    await send(page, 'POST', 'major-degrees?overrideWarnings=true', {
      major: { majorSegment: 'U', majorCode: major.majorCode, title20: `Major ${randomLetters(8)}` },
      degree: {
        degreeListAwarded: made < 12 ? ['BA', 'BS'] : ['BA'],
        degreeTitleRc: `Degree ${randomLetters(8)}`,
      },
      majorDegree: { startTerm: '202592' },
      majorSchools: [schoolCode],
      degreeSchools: [schoolCode],
    });
  for (let made = 0; made < 12; made += 1)
    await relate(page, ['school', school], ['department', await createItem(page, 'department')]);
  const path = `schools/${schoolCode}`;
  const without = (text: string) =>
    JSON.parse(text.replace(/"(version|lastModified\w*)":("[^"]*"|\d+)/g, '"-":0'));
  const stored = async () => without(await (await page.request.get(`./api/${path}`)).text());
  const before = await stored();
  const isAsBefore = async () => {
    await expect(section(page, 'Majors')).toContainText(major.title20);
    expect(await stored()).toEqual(before);
  };
  const remove = async () => {
    await section(page, 'Details').getByRole('button', { name: 'Delete' }).click();
    await response(page, 'Continue');
    await expect(dialog(page, 'Warning')).toContainText('44 degrees, 12 departments, 33 majors');
    await response(page, 'Continue');
    await expect(heading(page)).toHaveText('Schools');
  };
  const restore = async () => {
    await page.getByRole('button', { name: 'Restore' }).first().click();
    await expect(dialog(page, 'Warning')).toHaveText(
      new RegExp(`Restore school ${schoolCode} ${school.title} and its 89 relationships\\?`),
    );
    await response(page, 'Continue');
    await expect(toast(page, 'The change has been undone')).toBeVisible();
  };

  await test.step('in its toast', async () => {
    await page.goto(`./school/${schoolCode}`);
    await remove();
    await undo(page).click();
    await undone(page);
    await (await rowOf(page, school.title)).getByRole('link', { name: school.title }).click();
    await isAsBefore();
  });

  await test.step('in Changes', async () => {
    await remove();
    await page.goto(`./changes?action=deleted&q=${encodeURIComponent(school.title)}`);
    await restore();
    await page.goto(`./school/${schoolCode}`);
    await isAsBefore();
  });

  await test.step('at its URL', async () => {
    await remove();
    await page.goto(`./school/${schoolCode}`);
    await restore();
    await isAsBefore();
    await page.reload();
    await isAsBefore();
  });
});

test('the detail of a new item leads to the list when its creation is undone', async ({ page }) => {
  const text = `Undone ${randomLetters(8)}`;
  await page.goto('./department');
  const opened = await create(page, 'Department');
  await fill(opened, { 'Title 7': randomLetters(7), 'Title 40': text });
  await save(opened);
  await holdToast(page);
  await rowOf(page, text);
  // By keyboard, because the pointer stays on the toast.
  await page.getByRole('link', { name: text }).press('Enter');
  await expect(heading(page)).toHaveText('View Department');
  await undo(page).click();
  await expect(heading(page)).toHaveText('Departments');
  await undone(page);
  await expect(page.getByText('No results found')).toBeVisible();
  // Back does not lead there either.
  await page.goBack();
  await expect(heading(page)).toHaveText('Departments');
});

test('a major with its degree is undone in its toast, and the detail leads to the list', async ({ page }) => {
  const text = `Undone ${randomLetters(8)}`;
  await page.goto('./major-degree/create');
  await fill(part(page, 'Major'), { 'Major Code': randomLetters(3), 'Title 20': text });
  await choose(part(page, 'Degree'), 'Award', 'BA');
  await fill(part(page, 'Degree'), { Title: text });
  await choose(part(page, 'Relationship'), 'Start Term', 'F25');
  await reasonInput(page).fill('A new program');
  await save(page);
  // The sample may have a major with the same code.
  const created = page.getByRole('heading', { name: 'View Major' });
  await expect(created.or(dialog(page, 'Warning'))).toBeVisible();
  if (await dialog(page, 'Warning').isVisible()) await response(page, 'Continue');
  await expect(created).toBeVisible();
  await holdToast(page);
  expect(await newest(page, text)).toMatchObject({ reason: 'A new program', created: 3 });
  await undo(page).click();
  await expect(heading(page)).toHaveText('Majors');
  for (const list of ['majors', 'degrees'])
    expect(JSON.stringify(await read(page, list))).not.toContain(text);
});

test('relating, editing and deleting a relationship are undone in their toasts', async ({ page }) => {
  const [school, major] = [await createItem(page, 'school'), await createItem(page, 'major')];
  const majors = section(page, 'Majors');
  await page.goto(`./relationship?from=school&fromKey=${school.schoolCode}&to=major`);
  await rowOf(page, major.title20);
  await page.getByRole('radio', { name: `major ${major.majorCode} U` }).check();
  await choose(page, 'Start Term', 'F25');
  await reasonInput(page).fill('Letter of the dean');
  await save(page);
  await holdToast(page);
  // The list of all majors is cached before the save.
  await expect(heading(page)).toHaveText('View School');
  await expect(majors).toContainText(major.title20);
  expect((await newest(page, major.title20)).reason).toBe('Letter of the dean');
  await undo(page).click();
  await undone(page);
  await expect(majors).not.toContainText(major.title20);

  await relate(page, ['school', school], ['major', major]);
  await page.reload();
  await majors.getByRole('link', { name: /Edit relationship/ }).click();
  await choose(page, 'End Term', 'F25');
  await save(page);
  await holdToast(page);
  await expect(majors.getByRole('row').nth(1)).toContainText('F25F25');
  await undo(page).click();
  await undone(page);
  await expect(majors.getByRole('row').nth(1)).not.toContainText('F25F25');

  await majors.getByRole('button', { name: /Delete relationship/ }).click();
  await reasonInput(page).fill('Entered twice');
  await response(page, 'Continue');
  await holdToast(page);
  await expect(majors).not.toContainText(major.title20);
  expect(await newest(page, major.title20)).toMatchObject({ reason: 'Entered twice', deleted: 1 });
  await undo(page).click();
  await undone(page);
  await expect(majors).toContainText(major.title20);
});

test('the report shows the old state immediately', async ({ page }) => {
  const major = await createItem(page, 'major');
  await page.goto(`./major/${major.majorKey}`);
  await section(page, 'Details').getByRole('button', { name: 'Edit' }).click();
  await fill(dialog(page, 'Edit Major'), { 'Title 20': 'Shown for a moment' });
  await save(dialog(page, 'Edit Major'));
  // Keeps the toast.
  await undo(page).hover();
  await page.getByRole('link', { name: 'Report', exact: true }).focus();
  await page.keyboard.press('Enter');
  // With the parenthesis, because titles may contain these letters too.
  await choose(page, 'Major Code', `(${major.majorCode})`);
  await page.getByRole('button', { name: 'Run Report' }).press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Shown for a moment' })).toBeVisible();
  await undo(page).click();
  await expect(page.getByRole('row').filter({ hasText: major.title20 })).toBeVisible();
});

for (const pause of pauses)
  test(`a double click with a pause of ${pause} ms on Undo undoes once`, async ({ page }) => {
    const school = await createItem(page, 'school');
    await page.goto(listOf('school', school.title));
    const opened = await edit(page, 'School', school.title);
    await fill(opened, { Title: `X${school.title}` });
    await save(opened);
    await doubleClick(undo(page), pause);
    await undone(page);
    const [last, before] = (
      (await (await page.request.get(`./api/schools/${school.schoolCode}/history`)).json()) as ChangeSets
    ).changeSets;
    expect(last).toMatchObject({ origin: 'undo', undoes: before?.id });
    // Nor an element below the toast, such as Create.
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

test('the toast of an edit', async ({ page }) => {
  const school = await createItem(page, 'school');
  await page.goto(listOf('school', school.title));
  const opened = await edit(page, 'School', school.title);
  await fill(opened, { Title: `X${school.title}` });
  await save(opened);

  await test.step('in a field, Ctrl+Z reverts the input, and undoes no change', async () => {
    await holdToast(page);
    await expect(opened).toHaveCount(0);
    await page.getByPlaceholder('Filter results...').focus();
    await page.keyboard.press('Control+z');
    await expect(undo(page)).toBeVisible();
    expect((await read<Items['school']>(page, 'schools')).map(({ title }) => title)).toContain(
      `X${school.title}`,
    );
  });

  await test.step('Undo is not over Logout at any width, because a click may be late', async () => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(async () => {
        const [button, header] = await Promise.all([
          undo(page).boundingBox(),
          page.getByRole('banner').boundingBox(),
        ]);
        expect(button?.y, `${width} px`).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0) - 1);
      }).toPass();
    }
  });

  await test.step('a double click on Dismiss clicks nothing below it', async () => {
    await doubleClick(page.getByRole('button', { name: 'Dismiss' }), 150);
    await expect(undo(page)).toBeHidden();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // The next click counts again.
    await create(page, 'School');
  });
});

/** Moves the focus to Undo by keyboard. It searches only once. Until then the pointer keeps the toast open. */
async function tabBackToUndo(page: Page): Promise<void> {
  await undo(page).hover();
  const button = await undo(page).elementHandle();
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Shift+Tab');
    if (await button?.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(undo(page)).toBeFocused();
  await page.mouse.move(0, 0);
}

test('by keyboard, Ctrl+Z undoes the newest change, and Enter on Undo too', async ({ page }) => {
  const school = await createItem(page, 'school');
  // Toasts stay for seconds, which need not pass.
  await page.clock.install();
  await page.goto(`./school/${school.schoolCode}`);
  const details = section(page, 'Details');
  const saveAs = async () => {
    const title = randomLetters(9);
    const button = details.getByRole('button', { name: 'Edit' });
    const isThere = await button.evaluate((element) => element === document.activeElement);
    if (!isThere) await tabTo(button);
    await page.keyboard.press('Enter');
    await tabTo(dialog(page, 'Edit School').getByRole('textbox', { name: 'Title', exact: true }));
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
    await expect(details).toContainText(title);
    await expect(undo(page)).toBeVisible();
  };
  await saveAs();
  await page.keyboard.press('Control+z');
  await undone(page);
  await expect(details).toContainText(school.title);
  await expect(details.getByRole('button', { name: 'Edit' })).toBeFocused();

  await saveAs();
  await tabBackToUndo(page);
  // It stays open while it has the focus.
  await page.clock.runFor(6_000);
  await page.keyboard.press('Enter');
  await undone(page);
  await expect(details).toContainText(school.title);
  // It does not stay open forever.
  await page.clock.runFor(5_000);
  await expect(toasts(page).getByText('Undone')).toHaveCount(0);

  await saveAs();
  await tabBackToUndo(page);
  await page.keyboard.press('Control+z');
  await undone(page);
  await page.clock.runFor(5_000);
  await expect(toasts(page).getByText('Undone')).toHaveCount(0);
});

test('two Ctrl+Z undo the two newest changes, one after the other', async ({ page }) => {
  const school = await createItem(page, 'school');
  await page.goto(`./school/${school.schoolCode}`);
  const details = section(page, 'Details');
  await expect(details.getByRole('button', { name: 'Edit' })).toBeVisible();
  // By keyboard, because the pointer stays on the toasts: the first must outlast the second edit.
  for (const saves of [1, 2]) {
    const title = randomLetters(9);
    await page.keyboard.press('e');
    await fill(dialog(page, 'Edit School'), { Title: title });
    await page.keyboard.press('Control+Enter');
    await expect(undo(page)).toHaveCount(saves);
    await holdToast(page);
    await expect(dialog(page, 'Edit School')).toBeHidden();
    await expect(details).toContainText(title);
  }
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(toasts(page).getByText('Undone', { exact: true })).toHaveCount(2);
  await expect(details).toContainText(school.title);
  // Without the order, the second undo would be rejected.
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('when no message offers Undo, Ctrl+Z says where earlier saves are undone', async ({ page }) => {
  await page.goto('./school', { waitUntil: 'networkidle' });
  const hint = toasts(page).getByText('To undo an earlier save, open Changes');
  await page.getByPlaceholder('Filter results...').focus();
  await page.keyboard.press('Control+z');
  await create(page, 'School');
  await dialog(page, 'Create School').getByRole('checkbox').first().focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(hint).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(hint).toHaveCount(1);
  // Keeps the toast.
  await hint.getByRole('link', { name: 'Changes' }).hover();
  await expectAccessible(page);
  await hint.getByRole('link', { name: 'Changes' }).click();
  await expect(heading(page)).toHaveText('Changes');
  await expect(hint).toHaveCount(0);
});

test.describe('A reader', () => {
  test.use({ storageState: sessionOf('viewer') });

  test('sees no link to Changes', async ({ page }) => {
    await page.goto('.', { waitUntil: 'networkidle' });
    await page.getByRole('main').focus();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(toasts(page)).toHaveText('');
  });
});

test('a rejected undo shows the reason in its own dialog, and nothing changes', async ({ page }) => {
  const school = await createItem(page, 'school');
  // A title that another run of this test has saved would be a warning.
  const between = `Between ${randomLetters(8)}`;
  await page.goto(listOf('school', school.title));
  const opened = await edit(page, 'School', school.title);
  await fill(opened, { Title: `X${school.title}` });
  await save(opened);
  await holdToast(page);
  await send(page, 'PUT', `schools/${school.schoolCode}`, { title: between });
  await undo(page).click();
  const refused = dialog(page, 'Undo');
  await expect(refused).toContainText(`X${school.title} was changed by Robin Alvarez`);
  await expect(refused).toContainText('Nothing has changed');
  await expectAccessible(page);
  await refused.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(undo(page)).toBeHidden();
  await expect(await rowOf(page, between)).toBeVisible();
});

test.describe('The reason', () => {
  test('typed for a deletion is kept in the second question, where it can be changed', async ({ page }) => {
    const [school, major] = [await createItem(page, 'school'), await createItem(page, 'major')];
    await relate(page, ['school', school], ['major', major]);
    await page.goto(`./school/${school.schoolCode}`);
    await section(page, 'Details').getByRole('button', { name: 'Delete' }).click();
    await expect(dialog(page, 'Warning').getByRole('button', { name: 'Cancel' })).toBeFocused();
    await reasonInput(page).fill('Merged');
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Warning')).toContainText('1 major');
    await expect(reasonInput(page)).toHaveValue('Merged');
    await reasonInput(page).fill('Merged into another');
    await response(page, 'Continue');
    await expect(heading(page)).toHaveText('Schools');
    expect(await newest(page, school.title)).toMatchObject({ reason: 'Merged into another', deleted: 2 });
  });

  test('typed in a form is kept in its question, and in the form after Cancel', async ({ page }) => {
    const school = await createItem(page, 'school');
    await page.goto(listOf('school', school.title));
    const opened = await create(page, 'School');
    await fill(opened, { 'School Code': 'Q7', Title: school.title });
    await reasonInput(page).fill('A twin');
    await save(opened);
    const question = dialog(page, 'Warning');
    await expect(question.getByRole('textbox', { name: 'Reason (optional)' })).toHaveValue('A twin');
    await response(page, 'Cancel');
    await expect(opened.getByRole('textbox', { name: 'Reason (optional)' })).toHaveValue('A twin');
  });

  test('of an edit', async ({ page }) => {
    const school = await createItem(page, 'school');
    await page.goto(listOf('school', school.title));
    const opened = dialog(page, 'Edit School');

    await test.step('alone is not an unsaved change, but survives a reload', async () => {
      await edit(page, 'School', school.title);
      await reasonInput(page).fill('Kept');
      await page.reload();
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await edit(page, 'School', school.title);
      await expect(reasonInput(page)).toHaveValue('Kept');
      await opened.getByRole('button', { name: 'Cancel' }).click();
      await expect(opened).toBeHidden();
      await edit(page, 'School', school.title);
      await expect(reasonInput(page)).toHaveValue('');
    });

    await test.step('has at most 500 characters, and a longer reason sends nothing', async () => {
      await reasonInput(page).fill('x'.repeat(501));
      await expect(opened.getByText('Reason must be at most 500 characters')).toBeVisible();
      await save(opened);
      await expect(reasonInput(page)).toBeFocused();
      await expect(opened).toBeVisible();
      await reasonInput(page).fill('x'.repeat(500));
      await save(opened);
      await expect(opened).toBeHidden();
      expect((await newest(page, school.title)).reason).toBe('x'.repeat(500));
    });

    await test.step('appears in the history, with any characters', async () => {
      await edit(page, 'School', school.title);
      await fill(opened, { Title: `X${school.title}` });
      // It is the last field before the buttons.
      await tabTo(reasonInput(page));
      await page.keyboard.type('Größe: 50 % “neu” 学部 & more');
      await page.keyboard.press('Tab');
      await expect(opened.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(opened).toBeHidden();
      await expect(toast(page, 'The school has been successfully updated').last()).toBeVisible();
      expect((await newest(page, `X${school.title}`)).reason).toBe('Größe: 50 % “neu” 学部 & more');
    });
  });

  test('is restored with the draft of a form', async ({ page }) => {
    const school = await createItem(page, 'school');
    await page.goto(`./school/${school.schoolCode}`);
    await section(page, 'Details').getByRole('button', { name: 'Edit' }).click();
    await fill(dialog(page, 'Edit School'), { Title: 'A draft' });
    await reasonInput(page).fill('Because');
    page.removeAllListeners('dialog');
    page.on('dialog', (opened) => void opened.accept());
    await page.reload();
    await expect(dialog(page, 'Edit School')).toContainText('Your unsaved changes have been restored.');
    await expect(reasonInput(page)).toHaveValue('Because');
  });

  test('and the undo of an impersonation show both users', async ({ page }) => {
    const school = await createItem(page, 'school');
    await page.context().clearCookies();
    await signIn(page, 'admin');
    await page.getByPlaceholder('Enter Impersonation ID').fill('registrar');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Welcome Robin Alvarez')).toBeVisible();
    await page.getByRole('link', { name: 'Schools', exact: true }).click();
    const opened = await edit(page, 'School', school.title);
    await fill(opened, { Title: `X${school.title}` });
    await reasonInput(page).fill('On behalf');
    await save(opened);
    await undo(page).click();
    await undone(page);
    const both = { actor: { name: 'Alex Chen' }, actingAs: { name: 'Robin Alvarez' } };
    const { changeSets } = (await (
      await page.request.get(`./api/schools/${school.schoolCode}/history`)
    ).json()) as ChangeSets;
    expect(changeSets.slice(0, 2)).toMatchObject([
      { ...both, origin: 'undo' },
      { ...both, reason: 'On behalf' },
    ]);
  });
});
