import type { Page } from '@playwright/test';
import type { ChangeSets } from '../../contract/history.ts';
import type { Items } from '../../contract/items.ts';
import { keyOf, make, randomLetters, read, relate, send, textOf } from './data.ts';
import {
  choose,
  create,
  dialog,
  doubleClick,
  edit,
  fill,
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

// A save can be undone in the toast that tells of it, and may say why it was made.

test.use({ storageState: sessionOf('registrar') });

const toasts = (page: Page) => page.getByRole('status', { name: 'Notifications' });
const undo = (page: Page) => toasts(page).getByRole('button', { name: 'Undo' });
const why = (page: Page) => page.getByRole('textbox', { name: 'Why? (optional)' });
const answer = (page: Page, name: string) =>
  dialog(page, 'Warning').getByRole('button', { name, exact: true }).click();
const undone = (page: Page) => expect(toasts(page).getByText('Undone', { exact: true }).last()).toBeVisible();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The newest change set that names the text. */
async function newest(page: Page, text: string) {
  const answered = await page.request.get('./api/changes', { params: { q: text, limit: 1 } });
  const [set] = ((await answered.json()) as ChangeSets).changeSets;
  if (!set) throw new Error(`No change of ${text}`);
  return set;
}

for (const { noun, title, fillIn, box } of twoKinds) {
  test(`a new ${noun} is undone in its toast`, async ({ page }) => {
    const text = `Undone ${randomLetters(8)}`;
    await page.goto(`./${noun}`);
    const opened = await create(page, title);
    await fillIn(page, opened, text);
    await save(opened);
    await expect(opened).toHaveCount(0);
    await expect(await rowOf(page, text)).toBeVisible();
    await undo(page).click();
    await undone(page);
    await expect(page.getByText('No results found')).toBeVisible();
  });

  test(`an edit of a ${noun} is undone in its toast, in the list and in the detail`, {
    tag: noun === 'major' ? '@firefox' : [],
  }, async ({ page }) => {
    const item = await make(page, noun);
    const text = textOf(item);
    await page.goto(`./${noun}`);
    const opened = await edit(page, title, text);
    await fill(opened, { [box]: `X${randomLetters(9)}` });
    await save(opened);
    await expect(page.getByText('No results found')).toBeVisible();
    await undo(page).click();
    await undone(page);
    await expect(page.getByRole('row').filter({ hasText: text })).toBeVisible();

    await page.goto(`./${noun}/${keyOf(noun, item)}`);
    await section(page, 'Details').getByRole('button', { name: 'Edit' }).click();
    await fill(dialog(page, `Edit ${title}`), { [box]: 'Shown for a moment' });
    await save(dialog(page, `Edit ${title}`));
    await expect(section(page, 'Details')).toContainText('Shown for a moment');
    await undo(page).click();
    await expect(section(page, 'Details')).toContainText(text);
  });

  test(`a deleted ${noun} comes back in the list`, async ({ page }) => {
    const text = textOf(await make(page, noun));
    await page.goto(`./${noun}`);
    await (await rowOf(page, text)).getByRole('button', { name: 'Delete' }).click();
    await answer(page, 'Continue');
    await expect(page.getByText('No results found')).toBeVisible();
    await undo(page).click();
    await undone(page);
    await expect(page.getByRole('row').filter({ hasText: text })).toBeVisible();
  });
}

test('a wrong delete of a school with 89 relationships is undone in its toast, among the changes and at its address', async ({
  page,
}) => {
  test.slow();
  const [school, major] = [await make(page, 'school'), await make(page, 'major')];
  await relate(page, ['school', school], ['major', major], { endTerm: '202592' });
  for (const [kind, count] of [
    ['degree', 44],
    ['department', 12],
    ['major', 32],
  ] as const)
    for (let made = 0; made < count; made += 1)
      await relate(page, ['school', school], [kind, await make(page, kind)]);
  const path = `schools/${school.schoolCode}`;
  const without = (text: string) =>
    JSON.parse(text.replace(/"(version|lastModified\w*)":("[^"]*"|\d+)/g, '"-":0'));
  const stored = async () => without(await (await page.request.get(`./api/${path}`)).text());
  const before = await stored();
  const isAsBefore = async () => {
    await page.goto(`./school/${school.schoolCode}`);
    await expect(section(page, 'Majors')).toContainText(major.title20);
    expect(await stored()).toEqual(before);
  };
  const remove = async () => {
    await section(page, 'Details').getByRole('button', { name: 'Delete' }).click();
    await answer(page, 'Continue');
    await expect(dialog(page, 'Warning')).toContainText('44 degrees, 12 departments, 33 majors');
    await answer(page, 'Continue');
    await expect(heading(page)).toHaveText('Schools');
  };
  const restore = async () => {
    await page.getByRole('button', { name: 'Restore' }).first().click();
    await expect(dialog(page, 'Warning')).toContainText('Undo 90 changes?');
    await answer(page, 'Continue');
    await expect(toast(page, 'The change has been undone')).toBeVisible();
  };

  await page.goto(`./school/${school.schoolCode}`);
  await remove();
  await undo(page).click();
  await undone(page);
  await rowOf(page, school.title);
  await isAsBefore();

  await remove();
  await page.goto(`./changes?action=deleted&q=${encodeURIComponent(school.title)}`);
  await restore();
  await isAsBefore();

  await remove();
  await page.goto(`./school/${school.schoolCode}`);
  await restore();
  await isAsBefore();
});

test('the detail of a new item leads to the list when its creation is undone', async ({ page }) => {
  const text = `Undone ${randomLetters(8)}`;
  await page.goto('./department');
  const opened = await create(page, 'Department');
  await fill(opened, { 'Title 7': randomLetters(7), 'Title 40': text });
  await save(opened);
  await rowOf(page, text);
  await page.getByRole('link', { name: text }).click();
  await expect(heading(page)).toHaveText('View Department');
  await undo(page).click();
  await expect(heading(page)).toHaveText('Departments');
  await undone(page);
  await expect(page.getByText('No results found')).toBeVisible();
  // Back does not lead to it either.
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
  await why(page).fill('A new programme');
  await save(page);
  // The sample may have a major with the same code.
  const created = page.getByRole('heading', { name: 'View Major' });
  await expect(created.or(dialog(page, 'Warning'))).toBeVisible();
  if (await dialog(page, 'Warning').isVisible()) await answer(page, 'Continue');
  await expect(created).toBeVisible();
  expect(await newest(page, text)).toMatchObject({ reason: 'A new programme', created: 3 });
  await undo(page).click();
  await expect(heading(page)).toHaveText('Majors');
  for (const list of ['majors', 'degrees'])
    expect(JSON.stringify(await read(page, list))).not.toContain(text);
});

test('relating, editing and deleting a relationship are undone in their toasts', async ({ page }) => {
  const [school, major] = [await make(page, 'school'), await make(page, 'major')];
  const majors = section(page, 'Majors');
  await page.goto(`./relationship?from=school&fromKey=${school.schoolCode}&to=major`);
  await rowOf(page, major.title20);
  await page.getByRole('radio', { name: `major ${major.majorCode} U` }).check();
  await choose(page, 'Start Term', 'F25');
  await why(page).fill('Letter of the dean');
  await save(page);
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
  await expect(majors.getByRole('row').nth(1)).toContainText('F25F25');
  await undo(page).click();
  await undone(page);
  await expect(majors.getByRole('row').nth(1)).not.toContainText('F25F25');

  await majors.getByRole('button', { name: /Delete relationship/ }).click();
  await why(page).fill('Entered twice');
  await answer(page, 'Continue');
  await expect(majors).not.toContainText(major.title20);
  expect(await newest(page, major.title20)).toMatchObject({ reason: 'Entered twice', deleted: 1 });
  await undo(page).click();
  await undone(page);
  await expect(majors).toContainText(major.title20);
});

test('the report shows the old state at once', async ({ page }) => {
  const major = await make(page, 'major');
  await page.goto(`./major/${major.majorKey}`);
  await section(page, 'Details').getByRole('button', { name: 'Edit' }).click();
  await fill(dialog(page, 'Edit Major'), { 'Title 20': 'Shown for a moment' });
  await save(dialog(page, 'Edit Major'));
  // Keeps the toast.
  await undo(page).hover();
  await page.getByRole('link', { name: 'Report', exact: true }).focus();
  await page.keyboard.press('Enter');
  // With the parenthesis, because titles may have these letters too.
  await choose(page, 'Major Code', `(${major.majorCode})`);
  await page.getByRole('button', { name: 'Run Report' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Shown for a moment' })).toBeVisible();
  await undo(page).click();
  await expect(page.getByRole('row').filter({ hasText: major.title20 })).toBeVisible();
});

for (const pause of pauses)
  test(`a double click with a pause of ${pause} ms on Undo undoes once`, async ({ page }) => {
    const school = await make(page, 'school');
    await page.goto('./school');
    const opened = await edit(page, 'School', school.title);
    await fill(opened, { Title: `X${school.title}` });
    await save(opened);
    await doubleClick(undo(page), pause);
    await undone(page);
    const [last, before] = (
      (await (await page.request.get(`./api/schools/${school.schoolCode}/history`)).json()) as ChangeSets
    ).changeSets;
    expect(last).toMatchObject({ origin: 'undo', undoes: before?.id });
    await expect(dialog(page, 'Undo')).toBeHidden();
  });

test('by keyboard, Ctrl+Z undoes the newest change, and Enter on Undo too', async ({ page }) => {
  const school = await make(page, 'school');
  await page.goto(`./school/${school.schoolCode}`);
  const details = section(page, 'Details');
  const saveAs = async (title: string) => {
    await tabTo(details.getByRole('button', { name: 'Edit' }));
    await page.keyboard.press('Enter');
    await tabTo(dialog(page, 'Edit School').getByRole('textbox', { name: 'Title', exact: true }));
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
    await expect(details).toContainText(title);
  };
  await saveAs('Shown for a moment');
  await page.keyboard.press('Control+z');
  await undone(page);
  await expect(details).toContainText(school.title);
  await expect(details.getByRole('button', { name: 'Edit' })).toBeFocused();

  await saveAs('Shown once more');
  await tabTo(undo(page), 'Shift+Tab');
  // As long as it has the focus, it stays.
  await page.waitForTimeout(6_000);
  await page.keyboard.press('Enter');
  await undone(page);
  await expect(details).toContainText(school.title);
  // It does not stay for ever.
  await expect(toasts(page).getByText('Undone')).toHaveCount(0);

  await saveAs('Shown for the last time');
  await tabTo(undo(page), 'Shift+Tab');
  await page.keyboard.press('Control+z');
  await undone(page);
  await expect(toasts(page).getByText('Undone')).toHaveCount(0);
});

test('in a box, Ctrl+Z takes back what was typed, and undoes no change', async ({ page }) => {
  const school = await make(page, 'school');
  await page.goto('./school');
  const opened = await edit(page, 'School', school.title);
  await fill(opened, { Title: `X${school.title}` });
  await save(opened);
  await expect(undo(page)).toBeVisible();
  await page.getByPlaceholder('Filter results...').focus();
  await page.keyboard.press('Control+z');
  await expect(undo(page)).toBeVisible();
  expect((await read<Items['school']>(page, 'schools')).map(({ title }) => title)).toContain(
    `X${school.title}`,
  );
});

test('an undo that is refused says why in its own dialog, and nothing changes', async ({ page }) => {
  const school = await make(page, 'school');
  await page.goto('./school');
  const opened = await edit(page, 'School', school.title);
  await fill(opened, { Title: `X${school.title}` });
  await save(opened);
  await expect(undo(page)).toBeVisible();
  await send(page, 'PUT', `schools/${school.schoolCode}`, { title: 'Saved in between' });
  await undo(page).click();
  const refused = dialog(page, 'Undo');
  await expect(refused).toContainText(`X${school.title} was changed by Robin Alvarez`);
  await expect(refused).toContainText('Nothing has changed');
  await expectAccessible(page);
  await refused.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(undo(page)).toBeHidden();
  await expect(await rowOf(page, 'Saved in between')).toBeVisible();
});

test.describe('The reason', () => {
  test('of an edit arrives in the history, whatever its letters', async ({ page }) => {
    const school = await make(page, 'school');
    await page.goto('./school');
    const opened = await edit(page, 'School', school.title);
    await fill(opened, { Title: `X${school.title}` });
    // It is the last box before the buttons.
    await tabTo(why(page));
    await page.keyboard.type('Größe: 50 % “neu” 学部 & more');
    await page.keyboard.press('Tab');
    await expect(opened.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'The school has been successfully updated')).toBeVisible();
    expect((await newest(page, `X${school.title}`)).reason).toBe('Größe: 50 % “neu” 学部 & more');
  });

  test('typed at a delete goes on to the second question, where it can be changed', async ({ page }) => {
    const [school, major] = [await make(page, 'school'), await make(page, 'major')];
    await relate(page, ['school', school], ['major', major]);
    await page.goto(`./school/${school.schoolCode}`);
    await section(page, 'Details').getByRole('button', { name: 'Delete' }).click();
    await expect(dialog(page, 'Warning').getByRole('button', { name: 'Cancel' })).toBeFocused();
    await why(page).fill('Merged');
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Warning')).toContainText('1 major');
    await expect(why(page)).toHaveValue('Merged');
    await why(page).fill('Merged into another');
    await answer(page, 'Continue');
    await expect(heading(page)).toHaveText('Schools');
    expect(await newest(page, school.title)).toMatchObject({ reason: 'Merged into another', deleted: 2 });
  });

  test('typed in a form goes on to the question about it, and back if that is cancelled', async ({
    page,
  }) => {
    const school = await make(page, 'school');
    await page.goto('./school');
    const opened = await create(page, 'School');
    await fill(opened, { 'School Code': 'Q7', Title: school.title });
    await why(page).fill('A twin');
    await save(opened);
    const question = dialog(page, 'Warning');
    await expect(question.getByRole('textbox', { name: 'Why? (optional)' })).toHaveValue('A twin');
    await answer(page, 'Cancel');
    await expect(opened.getByRole('textbox', { name: 'Why? (optional)' })).toHaveValue('A twin');
  });

  test('is at most 500 characters, and nothing is sent before it is', async ({ page }) => {
    const school = await make(page, 'school');
    await page.goto('./school');
    const opened = await edit(page, 'School', school.title);
    await why(page).fill('x'.repeat(501));
    await expect(opened.getByText('Reason must be at most 500 characters')).toBeVisible();
    await save(opened);
    await expect(why(page)).toBeFocused();
    await expect(opened).toBeVisible();
    await why(page).fill('x'.repeat(500));
    await save(opened);
    await expect(opened).toBeHidden();
    expect((await newest(page, school.title)).reason).toBe('x'.repeat(500));
  });

  test('alone is no unsaved change, but survives a reload', async ({ page }) => {
    const school = await make(page, 'school');
    await page.goto('./school');
    await edit(page, 'School', school.title);
    await why(page).fill('Kept');
    await page.reload();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const opened = await edit(page, 'School', school.title);
    await expect(why(page)).toHaveValue('Kept');
    await opened.getByRole('button', { name: 'Cancel' }).click();
    await expect(opened).toBeHidden();
    await edit(page, 'School', school.title);
    await expect(why(page)).toHaveValue('');
  });

  test('comes back with the draft of a form', async ({ page }) => {
    const school = await make(page, 'school');
    await page.goto(`./school/${school.schoolCode}`);
    await section(page, 'Details').getByRole('button', { name: 'Edit' }).click();
    await fill(dialog(page, 'Edit School'), { Title: 'A draft' });
    await why(page).fill('Because');
    page.removeAllListeners('dialog');
    page.on('dialog', (opened) => void opened.accept());
    await page.reload();
    await expect(dialog(page, 'Edit School')).toContainText('Your unsaved changes have been restored.');
    await expect(why(page)).toHaveValue('Because');
  });

  test('and the undo of one who acts as another tell both', async ({ page }) => {
    const school = await make(page, 'school');
    await page.context().clearCookies();
    await signIn(page, 'admin');
    await page.getByPlaceholder('Enter Impersonation ID').fill('registrar');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Welcome Robin Alvarez')).toBeVisible();
    await page.getByRole('link', { name: 'Schools', exact: true }).click();
    const opened = await edit(page, 'School', school.title);
    await fill(opened, { Title: `X${school.title}` });
    await why(page).fill('On behalf');
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

for (const width of [1440, 390])
  test(`Undo is not over Logout in ${width} px, for a press may come too late`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const school = await make(page, 'school');
    await page.goto(`./school/${school.schoolCode}`);
    await section(page, 'Details').getByRole('button', { name: 'Edit' }).click();
    const opened = dialog(page, 'Edit School');
    await fill(opened, { Title: `X${school.title}` });
    await save(opened);
    const [button, header] = await Promise.all([
      undo(page).boundingBox(),
      page.getByRole('banner').boundingBox(),
    ]);
    expect(button?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0) - 1);
  });
