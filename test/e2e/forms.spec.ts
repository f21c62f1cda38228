import type { Locator, Page } from '@playwright/test';
import { degreeCreateForm } from '../../contract/degree.ts';
import { departmentForm } from '../../contract/department.ts';
import { type Form, factsOfForm } from '../../contract/form.ts';
import { majorForm } from '../../contract/major.ts';
import { schoolForm } from '../../contract/school.ts';
import { badValues, goodValues } from '../support/formValues.ts';
import { createItem, randomLetters, read, relate, unusedCode } from './data.ts';
import {
  choose,
  create,
  dialog,
  edit,
  expectNoPrompt,
  fill,
  holdToast,
  part,
  rowOf,
  save,
  toast,
} from './forms.ts';
import { kinds } from './kinds.ts';
import { expect, expectAccessible, sessionOf, test, userNames, withMotion } from './support.ts';

test.use({ storageState: sessionOf('registrar') });

/** A list without rows, for tests of its dialog: rows behind it take time. */
const emptyList = (noun: string) => `./${noun}?q=nothing+is+called+so`;

for (const [width, height] of [
  [1024, 600],
  [390, 700],
] as const)
  test(`Save stays visible in a long form at ${width} px, and hides no focused field`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const isInView = (locator: Locator) =>
      locator.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        const middle = document.elementFromPoint(innerWidth / 2, (top + bottom) / 2);
        return top >= 0 && bottom <= innerHeight && middle !== null;
      });
    for (const path of ['./major#create', './major-degree/create']) {
      await page.goto(path);
      const saveButton = page.getByRole('button', { name: 'Save', exact: true });
      await expect(saveButton).toBeVisible();
      await expect.poll(() => isInView(saveButton)).toBe(true);
      const code = page.getByRole('textbox', { name: 'Major Code' });
      await code.focus();
      const hidden: string[] = [];
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate(() => {
          const own = document.activeElement as HTMLElement;
          const { left, right, top, bottom } = own.getBoundingClientRect();
          // Of a text area, its first line.
          const hit = document.elementFromPoint((left + right) / 2, Math.min((top + bottom) / 2, top + 16));
          const isSeen = hit === own || own.contains(hit) || hit?.contains(own);
          return isSeen ? null : own.outerHTML.slice(0, 200);
        });
        if (name) hidden.push(name);
        if (await saveButton.evaluate((one) => one === document.activeElement)) break;
      }
      expect(hidden).toEqual([]);
      await expect(saveButton).toBeFocused();
    }
  });

test('a message of success covers no action beside the heading', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const own = randomLetters(8);
  const school = await createItem(page, 'school', { title: `School ${own}` });
  /** The controls that the message covers. */
  const coveredOf = async (...controls: Locator[]) => {
    const updated = toast(page, 'The school has been successfully updated');
    await expect(updated).toBeVisible();
    await holdToast(page);
    const one = await updated.boundingBox();
    const covered: Locator[] = [];
    for (const control of controls) {
      const other = await control.boundingBox();
      if (!one || !other) throw new Error('Not visible');
      const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
      if (!isBeside && one.y < other.y + other.height && other.y < one.y + one.height) covered.push(control);
    }
    return covered;
  };
  await page.goto(`./school/${school.schoolCode}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await fill(dialog(page, 'Edit School'), { 'Title 8': own });
  await save(dialog(page, 'Edit School'));
  expect(
    await coveredOf(
      page.getByRole('combobox', { name: 'As of' }),
      page.getByRole('button', { name: 'Add Relationship to' }),
    ),
  ).toEqual([]);
  await page.goto(`./school?q=${own}`);
  await edit(page, 'School', own);
  await fill(dialog(page, 'Edit School'), { 'Title 8': '' });
  await save(dialog(page, 'Edit School'));
  expect(await coveredOf(page.getByRole('button', { name: 'Create', exact: true }))).toEqual([]);
});

for (const { noun, title, collection, fillIn, box, question } of kinds)
  test(`a ${noun} is created, edited and deleted; each change shows at once and in a toast`, {
    tag: noun === 'major' ? '@firefox' : [],
  }, async ({ page }) => {
    const own = randomLetters(8);
    const [text, changed] = [`New ${own}`, `Changed ${own}`];
    await page.goto(`./${noun}?q=${own}`);
    await expect(page.getByText('No results found')).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: own });
    const created = await create(page, title);
    await fillIn(page, created, text);
    const reads: string[] = [];
    page.on('request', (request) => request.method() === 'GET' && reads.push(request.url()));
    await save(created);
    await expect(toast(page, `The ${noun} has been successfully added`)).toBeVisible();
    await expect(created).toBeHidden();
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(text);

    const edited = dialog(page, `Edit ${title}`);
    await row.getByRole('button', { name: 'Edit' }).click();
    await fill(edited, { [box]: changed });
    await save(edited);
    await expect(toast(page, `The ${noun} has been successfully updated`)).toBeVisible();
    await expect(edited).toBeHidden();
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(changed);

    const warning = dialog(page, 'Warning');
    await row.getByRole('button', { name: 'Delete' }).click();
    await expect(warning.getByText(question(changed))).toBeVisible();
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await expect(warning).toBeHidden();
    await expect(row).toHaveCount(1);
    await row.getByRole('button', { name: 'Delete' }).click();
    await warning.getByRole('button', { name: 'Continue' }).click();
    await expect(toast(page, `The ${noun} has been successfully deleted`)).toBeVisible();
    await expect(row).toHaveCount(0);
    // Spec 4: responses update the loaded data; nothing is fetched again.
    expect(reads.filter((url) => url.endsWith(collection))).toEqual([]);
  });

const forms = [
  { title: 'School', form: schoolForm, required: ['School Code', 'Title'], hints: [] },
  { title: 'Department', form: departmentForm, required: ['Title 7', 'Title 40'], hints: [] },
  { title: 'Degree', form: degreeCreateForm, required: ['Award', 'Title'], hints: [] },
  {
    title: 'Major',
    form: majorForm,
    required: ['Segment', 'Major Code', 'Title 20'],
    hints: [
      ['UC Discipline', '3-digit (###) UC discipline code'],
      ['CIP Code', '6-digit (##.####) CIP code'],
    ],
  },
] as const;

/** The inputs of a form that take text: for each, wrong texts with their messages, and a text at the limit. */
const textInputs = (form: Form) =>
  Object.entries(factsOfForm(form))
    .filter(
      ([name, { decimals, maxLength, length }]) =>
        name !== 'version' && (decimals ?? maxLength ?? length) !== undefined,
    )
    .map(([, facts]) => {
      const isNumber = facts.decimals !== undefined;
      const isTyped = (value: unknown) =>
        isNumber ? typeof value === 'number' : typeof value === 'string' && !/\p{C}/u.test(value);
      const wrong = badValues(facts).flatMap(([given, first]) =>
        first && isTyped(given) ? [[String(given), first[1]] as const] : [],
      );
      if (isNumber)
        wrong.push(...['soon', '1e3'].map((text) => [text, `${facts.label} must be a number`] as const));
      const right = goodValues(facts, 'A'.repeat(facts.length ?? 1)).find(
        ([given]) => given && isTyped(given),
      );
      return { label: facts.label, wrong, right: ` ${right?.[0]} ` };
    });

for (const { title, form, required, hints } of forms)
  test(`the form of a ${title.toLowerCase()} shows its required fields and its errors`, async ({ page }) => {
    await page.goto(emptyList(title.toLowerCase()));
    const opened = await create(page, title);

    await test.step('it starts from its defaults, and is left without a question', async () => {
      await expect(opened.getByRole('checkbox', { name: 'Active' })).toBeChecked();
      const values = await opened
        .getByRole('textbox')
        .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
      expect(values.filter((value) => value !== '')).toEqual([]);
      expect(values.length).toBeGreaterThanOrEqual(required.length - 1);
      if (title === 'Degree')
        await expect(opened.getByRole('checkbox', { name: 'Complete' })).not.toBeChecked();
      await opened.getByRole('button', { name: 'Cancel' }).click();
      await expect(opened).toBeHidden();
      await expect(dialog(page, 'Warning')).toBeHidden();
    });

    await create(page, title);
    await test.step("it marks required fields with an asterisk and '*Required Field', and gives hints", async () => {
      await expect(opened.getByText('*Required Field')).toBeVisible();
      const marked = await opened
        .locator('label:has([data-required], .mantine-InputWrapper-required)')
        .allTextContents();
      expect(marked.map((label) => label.replace(/\s*\*$/, ''))).toEqual(required);
      for (const [label, hint] of hints)
        await expect(inputOf(opened, label)).toHaveAccessibleDescription(hint);
      await save(opened);
      const first = opened.locator('[aria-invalid="true"]').first();
      await expect(first).toBeFocused();
      await expectAccessible(page);
    });

    await test.step('it reports an invalid value at its field, and accepts values at the limits', async () => {
      for (const { label, wrong, right } of textInputs(form)) {
        const box = inputOf(opened, label);
        for (const [text, message] of wrong) {
          await box.fill(text);
          await expect(box, text).toHaveAttribute('aria-invalid', 'true');
          await expect(box, text).toHaveAccessibleDescription(new RegExp(`^${escape(message)}`));
        }
        await box.fill(right);
        await expect(box, right).not.toHaveAttribute('aria-invalid', 'true');
      }
      await page.getByRole('button', { name: `Close Create ${title}` }).click();
      await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
      await expect(opened).toBeHidden();
    });
  });

/** A text input, with or without suggestions. */
const inputOf = (opened: Locator, label: string) =>
  opened
    .getByRole('textbox', { name: label, exact: true })
    .or(opened.getByRole('combobox', { name: label, exact: true }));

/** The required fields of a new school. */
const newSchool = async (page: Page) => ({
  'School Code': await unusedCode(page, 'school'),
  Title: `School ${randomLetters(8)}`,
});

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

test('editing a school focuses the first editable field: its code is its key and cannot be edited', async ({
  page,
}) => {
  const school = await createItem(page, 'school');
  await page.goto(`./school?q=${school.title}`);
  const opened = await edit(page, 'School', school.title);
  await expect(opened.getByRole('textbox', { name: 'School Code' })).toHaveAttribute('readonly');
  await expect(opened.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused();
});

test('a new major starts from its defaults, and errors replace its hints', async ({ page }) => {
  await page.goto(emptyList('major'));
  const opened = await create(page, 'Major');

  await test.step('with segment U and campus G, active and not complete', async () => {
    await expect(opened.getByRole('combobox', { name: 'Segment' })).toHaveValue(/^U /);
    await expect(opened.getByRole('combobox', { name: 'Campus Indicator' })).toHaveValue(/^G /);
    await expect(opened.getByRole('checkbox', { name: 'Active' })).toBeChecked();
    await expect(opened.getByRole('checkbox', { name: 'Complete' })).not.toBeChecked();
    await opened.getByRole('button', { name: 'Clear Segment' }).click();
    await save(opened);
    await expect(opened.getByText('Segment is required')).toBeVisible();
  });

  await test.step('an error that contains the hint replaces it, any other error is shown beside it', async () => {
    const box = inputOf(opened, 'CIP Code');
    const hint = '6-digit (##.####) CIP code';
    await box.fill('12.34');
    await expect(box).toHaveAccessibleDescription(`CIP Code must be a ${hint}`);
    await box.fill('12.34567');
    await expect(box).toHaveAccessibleDescription(`CIP Code must be at most 7 characters ${hint}`);
  });
});

test('a new school is validated by its form and by the server, and saved', async ({ page }) => {
  const { 'School Code': code, Title: title } = await newSchool(page);
  await page.goto(emptyList('school'));
  const opened = await create(page, 'School');
  await fill(opened, { 'School Code': code.toLowerCase(), Title: ` ${title} ` });

  await test.step('a field with a limit counts its characters while it has the focus', async () => {
    const box = opened.getByRole('textbox', { name: 'Title 8' });
    await expect(box).toHaveAccessibleDescription('At most 8 characters');
    await expect(opened.getByText('0/8', { exact: true })).toBeHidden();
    await box.fill('Sci & 1');
    await expect(opened.getByText('7/8', { exact: true })).toBeVisible();
    // As the server counts: one character for each code point, without the spaces around the text.
    await box.fill(' 🎓🎓 ');
    await expect(opened.getByText('2/8', { exact: true })).toBeVisible();
    await box.press('Tab');
    await expect(opened.getByText('2/8', { exact: true })).toBeHidden();
    await opened.getByRole('textbox', { name: 'Reason' }).focus();
    await expect(opened.getByText('0/500', { exact: true })).toBeVisible();
  });

  await test.step('if it ends before it starts, it has an error at its end', async () => {
    await fill(opened, { 'Year Start': '2000', 'Year End': '1999' });
    await save(opened);
    await expect(opened.getByRole('textbox', { name: 'Year End' })).toHaveAccessibleDescription(
      'Year End must not be before Year Start',
    );
    await fill(opened, { 'Year Start': '1998' });
    await expect(opened.getByText('Year End must not be before Year Start')).toBeHidden();
  });

  await test.step('an error from the server that names a field is shown at that field', async () => {
    const errors = [{ code: 'SCHOOL_TITLE8_TOO_LONG', field: 'title8', message: 'Title 8 is too much' }];
    await page.route('**/api/schools', (route) => route.fulfill({ status: 422, json: { errors } }), {
      times: 1,
    });
    await save(opened);
    const box = opened.getByRole('textbox', { name: 'Title 8' });
    await expect(box).toHaveAccessibleDescription('Title 8 is too much');
    await expect(box).toBeFocused();
    await box.fill('SHORT');
    await expect(opened.getByText('Title 8 is too much')).toBeHidden();
  });

  await test.step('all fields are sent, with numbers as numbers and empty fields as null', async () => {
    await fill(opened, { 'Title 8': '', 'Year Start': ' 1999 ', 'Year End': '' });
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await save(opened);
    expect((await sent).postDataJSON()).toEqual({
      schoolCode: code,
      title,
      title8: null,
      yearStart: 1999,
      yearEnd: null,
      sortCode: null,
      active: true,
      comments: null,
      version: null,
    });
    await expect(toast(page, 'The school has been successfully added')).toBeVisible();
    await expectNoPrompt(page);
  });
});

test('a degree is created for each of several awards', async ({ page }) => {
  const title = `Several ${randomLetters(8)}`;
  await page.goto(emptyList('degree'));
  const opened = await create(page, 'Degree');
  await choose(opened, 'Award', 'BA');
  await choose(opened, 'Award', 'BS');
  await fill(opened, { Title: title });
  await save(opened);
  await expect(toast(page, 'The degree has been successfully added')).toHaveCount(1);
  await expect(await rowOf(page, title)).toHaveText([/^BA/, /^BS/]);
  await expectNoPrompt(page);
});

test('terms are chosen from dropdowns', async ({ page }) => {
  await page.goto(emptyList('department'));
  const running = await page.locator('meta[name="running-term"]').getAttribute('content');
  const terms = await read<{ termYyyyst: string; termLetterYear: string }>(page, 'lookups/terms');
  const now = terms.find(({ termYyyyst }) => termYyyyst === running)?.termLetterYear ?? '';
  const opened = await create(page, 'Department');

  await test.step('Escape closes their menu before the dialog; the focus is restored', async () => {
    await opened.getByRole('combobox', { name: 'Start Term' }).click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(opened).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
    await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeFocused();
  });

  await create(page, 'Department');
  await test.step("they can be cleared, and have the placeholder 'Select a Term'", async () => {
    const term = opened.getByRole('combobox', { name: 'End Term' });
    await expect(term).toHaveAttribute('placeholder', 'Select a Term');
    await choose(opened, 'End Term', 'F15');
    await expect(term).toHaveValue('F15');
    // The flag is on although the term has passed: real data has both.
    await expect(opened.getByText('Ended F15')).toBeVisible();
    await opened.getByRole('button', { name: 'Clear End Term' }).click();
    await expect(term).toHaveValue('');
    await expect(opened.getByText('Ended F15')).toBeHidden();
  });

  await test.step('a term is found by quarter, season and year, and an empty one opens at the running term', async () => {
    const term = opened.getByRole('combobox', { name: 'Start Term' });
    await term.click();
    await expect(opened.getByRole('option', { name: now, exact: true })).toBeInViewport();
    await expect(term).toHaveValue('');
    for (const [typed, first, last] of [
      ['f19', 'F19', 'F19'],
      // The nearest to the running term first.
      ['2019', 'F19', 'W19'],
      ['fall', /^F[2-9]\d$/, /^F\d\d$/],
    ] as const) {
      await term.fill(typed);
      await expect(opened.getByRole('option').first()).toHaveText(first);
      await expect(opened.getByRole('option').last()).toHaveText(last);
    }
    for (const typed of ['fall 2019', 'fall 19']) {
      await term.fill(typed);
      await term.press('Enter');
      await expect(term).toHaveValue('F19');
    }
  });
});

test('a saved term that is not in the list stays selected, is marked, and is saved again', async ({
  page,
}) => {
  const department = await createItem(page, 'department', { startTerm: '199892' });
  await page.route('**/api/lookups/terms', async (route) => {
    const terms = (await (await route.fetch()).json()) as { termYyyyst: string }[];
    await route.fulfill({ json: terms.filter(({ termYyyyst }) => termYyyyst !== '199892') });
  });
  await page.goto(`./department?q=${department.title}`);
  const opened = await edit(page, 'Department', department.title);
  await expect(opened.getByRole('combobox', { name: 'Start Term' })).toHaveValue('199892 (not in the list)');
  await fill(opened, { Comments: 'Still there' });
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(opened);
  expect((await sent).postDataJSON()).toMatchObject({ startTerm: '199892', version: 1 });
  await expect(toast(page, 'The department has been successfully updated')).toBeVisible();
  await expectNoPrompt(page);
});

test('a warning from the server is shown: Cancel returns to the form, Continue saves', async ({ page }) => {
  const { title } = await createItem(page, 'school');
  const typed = { ...(await newSchool(page)), Title: title };
  await page.goto(`./school?q=${title}`);
  const opened = await create(page, 'School');
  await fill(opened, { ...typed, 'Sort Code': '12', Comments: 'The same again' });
  const posted = () => page.waitForRequest((request) => request.method() === 'POST');
  const first = posted();
  await save(opened);
  const questionDialog = (await first).postDataJSON();
  const warning = dialog(page, 'Warning');
  await expect(warning).toContainText(`already has the title ${title}`);
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await expect(warning).toBeHidden();
  for (const [label, value] of Object.entries({ ...typed, 'Sort Code': '12', Comments: 'The same again' }))
    await expect(opened.getByRole('textbox', { name: label, exact: true })).toHaveValue(value);
  await save(opened);
  await expect(warning).toBeVisible();
  // The same request, with the override.
  const second = posted();
  await warning.getByRole('button', { name: 'Continue' }).click();
  expect((await second).url()).toMatch(/\/api\/schools\?overrideWarnings=true$/);
  expect((await second).postDataJSON()).toEqual(questionDialog);
  await expect(toast(page, 'The school has been successfully added')).toBeVisible();
  await expect(warning).toBeHidden();
  await expect(opened).toBeHidden();
  await expect(await rowOf(page, title)).toHaveCount(2);
  await expectNoPrompt(page);
});

const withoutBox: [form: string, fields: string[], open: (page: Page) => Promise<Page | Locator>][] = [
  [
    'of a new item',
    ['version', 'budget', ''],
    async (page) => {
      await page.goto(emptyList('school'));
      const opened = await create(page, 'School');
      await fill(opened, await newSchool(page));
      return opened;
    },
  ],
  [
    'of an edit',
    ['version', 'degreeListAwarded', 'length'],
    async (page) => {
      const degree = await createItem(page, 'degree');
      await page.goto(`./degree/${degree.degreeKey}`);
      await page.getByRole('button', { name: 'Edit' }).click();
      return dialog(page, 'Edit Degree');
    },
  ],
  [
    'of a major and a degree together',
    ['major.version', 'degree.version', 'majorDegree.version', 'major'],
    async (page) => {
      await page.goto('./major-degree/create');
      await fill(part(page, 'Major'), { 'Major Code': await unusedCode(page, 'major'), 'Title 20': 'Mine' });
      await choose(page, 'Award', 'BA');
      await fill(part(page, 'Degree'), { Title: 'Mine' });
      await choose(part(page, 'Relationship'), 'Start Term', 'F25');
      return page;
    },
  ],
  [
    'of a relationship',
    ['version', 'programLengthYrs'],
    async (page) => {
      const [major, school] = [await createItem(page, 'major'), await createItem(page, 'school')];
      await relate(page, ['major', major], ['school', school]);
      const ends = `from=major&fromKey=${major.majorKey}&to=school&toKey=${school.schoolCode}`;
      await page.goto(`./relationship?${ends}`);
      return page;
    },
  ],
];
for (const [form, fields, open] of withoutBox)
  test(`an error for a field that the form ${form} does not show appears in the error popup`, async ({
    page,
  }) => {
    const errors = fields.map((field) => ({ code: `CODE_OF_${field}`, field, message: `Wrong: ${field}.` }));
    const isSave = (method: string) => method === 'POST' || method === 'PUT';
    await page.route(/\/api\/(schools|degrees|major-degrees|relationships)/, (route) =>
      isSave(route.request().method()) ? route.fulfill({ status: 422, json: { errors } }) : route.fallback(),
    );
    const opened = await open(page);
    await save(opened);
    await expect(dialog(page, 'Error').getByRole('listitem')).toHaveText(
      fields.map((field) => `Wrong: ${field}.`),
    );
  });

test('a double click on Save saves once, the button shows the pending save, and Escape does not stop it', async ({
  page,
}) => {
  const posts: string[] = [];
  const arrives = Promise.withResolvers<void>();
  await page.route('**/api/departments', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    posts.push(route.request().url());
    await arrives.promise;
    return route.fallback();
  });
  const title = `Once ${randomLetters(8)}`;
  await page.goto(emptyList('department'));
  const opened = await create(page, 'Department');
  await fill(opened, { 'Title 7': randomLetters(7), 'Title 40': title });
  await opened.getByRole('button', { name: 'Save' }).dblclick();
  await expect(opened.getByRole('button', { name: 'Saving' })).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(opened).toBeVisible();
  arrives.resolve();
  await expect(toast(page, 'The department has been successfully added')).toHaveCount(1);
  await expect(opened).toBeHidden();
  expect(posts).toHaveLength(1);
  await expect(await rowOf(page, title)).toHaveCount(1);
  await expectNoPrompt(page);
});

test('input is not lost', async ({ page }) => {
  await page.goto(emptyList('school'));
  const opened = await create(page, 'School');
  const title = opened.getByRole('textbox', { name: 'Title', exact: true });

  await test.step('an error without a field is shown in the error popup on top; what was typed stays', async () => {
    await fill(opened, { 'School Code': '00', Title: 'Taken' });
    await save(opened);
    const error = dialog(page, 'Error');
    await expect(error).toContainText('School code 00 is already taken.');
    await error.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(error).toBeHidden();
    await expect(title).toHaveValue('Taken');
    await expect(opened.getByRole('button', { name: 'Save' })).toBeFocused();
  });

  await test.step('unsaved changes are not lost without confirmation', async () => {
    const warning = dialog(page, 'Warning');
    await title.fill('Half a ti');
    const ways = [
      () => opened.getByRole('button', { name: 'Cancel' }).click(),
      () => opened.getByRole('button', { name: 'Close Create School' }).click(),
      () => page.keyboard.press('Escape'),
    ];
    for (const leave of ways) {
      await leave();
      await expect(warning).toContainText('unsaved changes');
      await page.keyboard.press('Escape');
      await expect(warning).toBeHidden();
      await expect(title).toHaveValue('Half a ti');
    }
    await opened.getByRole('button', { name: 'Cancel' }).click();
    await warning.getByRole('button', { name: 'Continue' }).click();
    await expect(opened).toBeHidden();
    await create(page, 'School');
    await expect(title).toHaveValue('');
    await opened.getByRole('button', { name: 'Cancel' }).click();
    await expect(opened).toBeHidden();
    await expectNoPrompt(page);
  });
});

test.describe('without a connection', () => {
  test.use({ expectedProblems: /ERR_FAILED|ERR_INTERNET/ });

  test('a save reports it and keeps the input', async ({ page }) => {
    await page.goto(emptyList('school'));
    const opened = await create(page, 'School');
    await fill(opened, await newSchool(page));
    await page.route('**/api/schools', (route) => route.abort());
    await save(opened);
    const error = dialog(page, 'Error');
    await expect(error).toContainText('The server could not be reached');
    await error.getByRole('button', { name: 'Close', exact: true }).click();
    await page.unroute('**/api/schools');
    await save(opened);
    await expect(toast(page, 'The school has been successfully added')).toBeVisible();
    await expectNoPrompt(page);
  });
});

test('input survives an expired session, for the same user on the same page', async ({ page }) => {
  const signInAs = (name: string) => page.getByRole('button', { name }).click();
  await page.context().clearCookies();
  await page.goto('./school');
  await signInAs(userNames.registrar);
  const opened = await create(page, 'School');
  const typed = await newSchool(page);
  await fill(opened, typed);
  await page.context().clearCookies();
  await save(opened);

  // Another user does not see it.
  await signInAs(userNames.admin);
  await expect(page.getByText(`Welcome ${userNames.admin}`)).toBeVisible();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await expect(opened).toBeHidden();

  await page.context().clearCookies();
  await page.goto('./school');
  await signInAs(userNames.registrar);
  await expect(opened).toBeVisible();
  await expect(opened).toContainText('Your unsaved changes have been restored');
  await expect(opened.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(typed.Title);
  await save(opened);
  await expect(toast(page, 'The school has been successfully added')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await expect(opened).toBeHidden();
});

test.describe('motion', () => {
  test.use(withMotion);

  test('dialogs are above the page (1050) and fade 300 ms, their backdrop 150 ms; toasts last 5000 ms', async ({
    page,
  }) => {
    await page.goto(emptyList('school'));
    const opened = await create(page, 'School');
    const look = await opened.evaluate((element) => {
      const { zIndex, transitionDuration } = getComputedStyle(element);
      return {
        zIndex,
        fade: transitionDuration,
        backdrop: getComputedStyle(element, '::backdrop').transitionDuration,
      };
    });
    expect(look.zIndex).toBe('1050');
    expect(look.fade).toMatch(/^0\.3s/);
    expect(look.backdrop).toMatch(/^0\.15s/);
    await fill(opened, await newSchool(page));
    const text = 'The school has been successfully added';
    // Measured in the page, because the test may be late on a busy machine.
    const lasted = page.evaluate(
      (message) =>
        new Promise<number>((resolve) => {
          let since: number | undefined;
          new MutationObserver(() => {
            const isShown = document.body.textContent.includes(message);
            if (isShown) since ??= performance.now();
            else if (since !== undefined) resolve(performance.now() - since);
          }).observe(document.body, { childList: true, subtree: true, characterData: true });
        }),
      text,
    );
    await save(opened);
    const shown = toast(page, text);
    await expect(shown).toBeVisible();
    const box = await shown.boundingBox();
    expect(box?.y).toBeLessThan(100);
    expect(box?.x).toBeGreaterThan(900);
    expect(await lasted).toBeGreaterThan(4500);
    expect(await lasted).toBeLessThan(8000);
  });
});
