import type { Locator, Page } from '@playwright/test';
import type { ItemKey, ItemKind, Items } from '../../contract/kinds.ts';
import { createItem, keyOf, randomLetters, read, relate, send, textOf } from './data.ts';
import { dialog, expectNoPrompt, section, toast } from './forms.ts';
import { checkWidths, expect, expectAccessible, holdRequests, sessionOf, test, visit } from './support.ts';

test.use({ storageState: sessionOf('registrar') });

test('on the page of a major', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const major = await createItem(page, 'major');
  for (const kind of ['degree', 'school'] as const)
    await relate(page, ['major', major], [kind, await createItem(page, kind)], {
      startTerm: '201092',
      endTerm: '201892',
    });
  await page.goto(`./major/${major.majorKey}`);

  await test.step('the name of the item is larger than the heading of its page', async () => {
    const sizeOf = (locator: Locator) =>
      locator.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    const heading = page.getByRole('heading', { level: 1, name: 'View Major' });
    const name = page.getByRole('main').locator('h1 + p strong');
    await expect(name).toHaveText(major.title20);
    expect(await sizeOf(name)).toBeGreaterThan(1.5 * (await sizeOf(heading)));
  });

  await test.step('the twelve columns of degrees fit into 1440 px, with their headers whole', async () => {
    const table = page.getByRole('table', { name: 'Degrees' });
    await expect(table.getByRole('columnheader')).toHaveCount(13);
    await expect(table.locator('tbody tr')).toHaveCount(1);
    const tooWide = await table.evaluate((element) =>
      [element.parentElement, ...element.querySelectorAll('th')]
        .filter((one) => one && one.scrollWidth > one.clientWidth)
        .map((one) => one?.textContent),
    );
    expect(tooWide).toEqual([]);
  });

  await test.step('a relationship that has ended is marked as everywhere', async () => {
    const row = page.getByRole('table', { name: 'Schools' }).getByRole('row').filter({ hasText: 'F18' });
    await expect(row.getByRole('img', { name: 'Ended' })).toBeVisible();
  });
});

const kinds = [
  {
    kind: 'school',
    heading: 'View School',
    choices: ['Degree', 'Department', 'Major'],
    lists: ['Majors', 'Degrees', 'Departments'],
    labels: ['School Code', 'Title', 'Title 8', 'Year Start', 'Year End', 'Sort Code', 'Active'],
    missing: ['school/-1', 'No school found!'],
  },
  {
    kind: 'degree',
    heading: 'View Degree',
    choices: ['Department', 'Major', 'School'],
    lists: ['Majors', 'Schools', 'Departments'],
    labels: [
      'Award',
      'Title',
      'Abbreviated Title',
      'Start Term',
      'End Term',
      'Active',
      'Complete',
      'Program Credential Level',
    ],
    missing: ['degree/999999', 'No degree found!'],
  },
  {
    kind: 'department',
    heading: 'View Department',
    choices: ['Degree', 'Major', 'School'],
    lists: ['Majors', 'Degrees', 'Schools'],
    labels: ['Title 7', 'Title 40', 'Active', 'Start Term', 'End Term'],
    missing: ['department/nothing', 'No department found!'],
  },
  {
    kind: 'major',
    heading: 'View Major',
    choices: ['Degree', 'Department', 'School'],
    lists: ['Degrees', 'Schools', 'Departments'],
    labels: [
      'Segment',
      'Campus Indicator',
      'Major Code',
      'Title 7',
      'Title 20',
      'Title Long',
      'Academic Year Approved',
      'Start Term',
      'End Term',
      'UC Discipline',
      'HEGIS Code',
      'CIP Code',
      'Sort Code',
      'Complete',
      'Active',
    ],
    missing: ['major/999999', 'No major found!'],
  },
] as const;

const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const fact = (page: Page, label: string) =>
  section(page, 'Details')
    .locator('div', { has: page.getByText(label, { exact: true }) })
    .getByRole('definition');
const firstCells = (page: Page, list: string) =>
  section(page, list)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent)));

for (const { kind, heading, choices, lists, labels, missing } of kinds)
  test(`${heading} shows the item and its relationships`, async ({ page }) => {
    await test.step('its heading, its fields, and its related lists in order, with a message in empty ones', async () => {
      const item = await createItem(page, kind);
      await page.goto(`./${kind}/${keyOf(kind, item)}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(headings(page)).toHaveText([
        'Details',
        ...lists,
        'Earlier names and codes',
        'Timeline',
        'History',
      ]);
      await expect(section(page, 'Details').getByRole('term')).toHaveText([...labels]);
      for (const list of lists) await expect(section(page, list)).toContainText('No results found.');
    });

    await test.step("its 'Add Relationship to' lists all types except its own", async () => {
      await page.getByRole('button', { name: 'Add Relationship to' }).click();
      await expect(page.getByRole('menuitem')).toHaveText([...choices]);
      if (kind === 'major') await expectAccessible(page);
    });

    await test.step('a message for an unknown key, without a history', async () => {
      const history = page.waitForResponse(`**/api/${missing[0].replace('/', 's/')}/history*`);
      await visit(page, missing[0]);
      await expect(page.getByRole('alert')).toHaveText(missing[1]);
      expect((await history).status()).toBe(404);
      // What it causes is drawn.
      await page.evaluate(async () => {
        for (let frames = 0; frames < 4; frames += 1)
          await new Promise((drawn) => requestAnimationFrame(drawn));
      });
      await expect(page.getByText('Deleted')).toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  });

test.describe('Details', () => {
  test('of a major describe it', async ({ page }) => {
    const major = await createItem(page, 'major', {
      titleLong: 'Computing in the Large',
      startTermYyyyst: '199992',
      endTermYyyyst: '201592',
      campusIndicator: 'H',
    });
    await page.goto(`./major/${major.majorKey}`);

    await test.step('by code, title and segment, below the heading and in the document title', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Major');
      const about = page.getByRole('paragraph').filter({ hasText: major.majorCode }).first();
      await expect(about).toHaveText(`${major.majorCode} Computing in the Large Undergraduate Ended F15`);
      await expect(page).toHaveTitle(
        `${major.majorCode} U Computing in the Large · Major - Major/Degree Database`,
      );
    });

    await test.step('with terms as quarters, Yes and No, and that an active item has ended', async () => {
      await expect(fact(page, 'Segment')).toHaveText('U Undergraduate');
      await expect(fact(page, 'Campus Indicator')).toHaveText('H Health sciences');
      await expect(fact(page, 'Start Term')).toHaveText('F99');
      await expect(fact(page, 'End Term')).toHaveText('F15');
      await expect(fact(page, 'Active')).toHaveText(/^Yes\s*Ended F15$/);
      await expect(fact(page, 'Complete')).toHaveText('No');
    });
  });

  test('of a school with comments and without relationships', async ({ page }) => {
    const school = await createItem(page, 'school', { comments: 'One line\nand another' });
    await page.goto(`./school/${school.schoolCode}`);

    await test.step('show comments with their line breaks, and when and by whom the item was last modified', async () => {
      const comments = page.getByRole('region', { name: 'Comments' });
      await expect(comments.getByText('One line')).toHaveCSS('white-space', /pre-line|preserve-breaks/);
      await expect.poll(() => comments.getByRole('paragraph').innerText()).toBe('One line\nand another');
      await expect(section(page, 'Details')).toContainText(
        /Last modified .+ \d{4}, .+ by Robin Alvarez \(registrar\)/,
      );
    });

    await test.step('name a user who never signed in by the network ID alone', async () => {
      const departments = await read<Items['department']>(page, 'departments');
      const loaded = departments.find(({ deptUciNetId }) => /\d$/.test(deptUciNetId));
      await visit(page, `department/${loaded?.deptKey}`);
      await expect(section(page, 'Details').getByText('Last modified')).toHaveText(
        new RegExp(` by ${loaded?.deptUciNetId}$`),
      );
      await page.goBack();
    });

    await test.step('have related lists that start open, and toggle between Hide and View', async () => {
      const toggle = section(page, 'Majors').getByRole('button');
      await expect(toggle).toHaveText('Hide');
      await expect(toggle).toHaveAttribute('aria-expanded', 'true');
      await toggle.click();
      await expect(toggle).toHaveText('View');
      await expect(toggle).toHaveAttribute('aria-expanded', 'false');
      await expect(section(page, 'Majors')).not.toContainText('No results found.');
      await expect(section(page, 'Degrees')).toContainText('No results found.');
      await toggle.click();
      await expect(section(page, 'Majors')).toContainText('No results found.');
    });
  });

  test('can be edited in a modal', async ({ page }) => {
    const department = await createItem(page, 'department');
    await page.goto(`./department/${department.deptKey}`);
    const edit = section(page, 'Details').getByRole('button', { name: 'Edit' });
    const modal = dialog(page, 'Edit Department');

    await test.step('the dialog and its question name the item', async () => {
      const name = `${department.title7} ${department.title}`;
      await edit.click();
      await expect(modal).toHaveAccessibleDescription(name);
      await modal.getByLabel('Title 40').fill('Something else');
      await page.keyboard.press('Escape');
      await expect(dialog(page, 'Warning')).toContainText(name);
      await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
      await expect(modal).toBeHidden();
    });

    await test.step('saved changes are shown immediately', async () => {
      await edit.click();
      await modal.getByLabel('Title 40').fill('A better title');
      await modal.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, 'The department has been successfully updated')).toBeVisible();
      await expect(modal).toBeHidden();
      await expect(fact(page, 'Title 40')).toHaveText('A better title');
      await expectNoPrompt(page);
      await expect(fact(page, 'Title 40')).toHaveText('A better title');
    });
  });

  test('render nothing while they load, and are fetched again when the key changes', async ({ page }) => {
    const one = await createItem(page, 'department');
    const other = await createItem(page, 'department');
    const major = await createItem(page, 'major');
    await relate(page, ['major', major], ['department', one]);
    await page.goto(`./department/${one.deptKey}`);
    await expect(fact(page, 'Title 7')).toHaveText(one.title7);
    let response = () => {};
    const held = new Promise<void>((resolve) => {
      response = resolve;
    });
    await page.route(`**/api/departments/${other.deptKey}`, async (route) => {
      await held;
      await route.continue();
    });
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, `/mdsd/department/${other.deptKey}`);
    await expect(fact(page, 'Title 7')).toBeHidden();
    await expect(page.getByRole('main')).toHaveText('');
    response();
    await expect(fact(page, 'Title 7')).toHaveText(other.title7);
    await page.goBack();
    await expect(fact(page, 'Title 7')).toHaveText(one.title7);
  });

  test.describe('that fail to load', () => {
    test.use({ expectedProblems: /500/ });

    test('are reported in the Error popup', async ({ page }) => {
      await page.route('**/api/majors/1', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto('./major/1');
      await expect(dialog(page, 'Error')).toContainText('An unknown error occurred');
    });
  });
});

test.describe('Related lists', () => {
  test('of a school are sorted: departments by title7, majors by majorCode, degrees by title then award', async ({
    page,
  }) => {
    const school = await createItem(page, 'school');
    const from = ['school', school] as ['school', typeof school];
    const own = randomLetters(2);
    for (const end of ['M', 'Z', 'A']) {
      await relate(page, from, ['department', await createItem(page, 'department', { title7: own + end })]);
      await relate(page, from, ['major', await createItem(page, 'major', { majorCode: own + end })]);
    }
    for (const [award, degreeTitleRc] of [
      ['MS', 'Zoology'],
      ['MS', 'Botany'],
      ['BS', 'Zoology'],
    ])
      await relate(page, from, [
        'degree',
        await createItem(page, 'degree', { degreeListAwarded: [award], degreeTitleRc }),
      ]);
    await page.goto(`./school/${school.schoolCode}`);
    await expect(headings(page)).toHaveText([
      'Details',
      'Majors 3 in effect',
      'Degrees 3 in effect',
      'Departments 3 in effect',
      'Earlier names and codes',
      'Timeline',
      'History',
    ]);
    for (const list of ['Departments', 'Majors'])
      await expect
        .poll(async () => (await firstCells(page, list)).map(([first]) => first))
        .toEqual([`${own}A`, `${own}M`, `${own}Z`]);
    await expect
      .poll(() => firstCells(page, 'Degrees'))
      .toEqual([
        ['MS', 'Botany'],
        ['BS', 'Zoology'],
        ['MS', 'Zoology'],
      ]);
  });

  test('have the columns of their kind, and lead to the related items', async ({ page }) => {
    const school = await createItem(page, 'school', { title: 'Engineering' });
    const major = await createItem(page, 'major');
    const degree = await createItem(page, 'degree');
    const department = await createItem(page, 'department');
    await relate(page, ['school', school], ['major', major], { endTerm: '202603', active: false });
    await relate(page, ['major', major], ['degree', degree]);
    await relate(page, ['major', major], ['department', department]);
    await page.goto(`./major/${major.majorKey}`);
    const view = (list: string) => section(page, list).getByRole('link', { name: /^View/ });

    await test.step('those of schools: Code, Title, Rel Start Qtr, Rel End Qtr and Rel Active, Yes or No', async () => {
      const schools = section(page, 'Schools');
      await expect(schools.getByRole('columnheader')).toHaveText([
        /^Code/,
        'Title',
        'Rel Start Qtr',
        'Rel End Qtr',
        'Rel Active',
        'Actions',
      ]);
      await expect(schools.locator('tbody td:not(:last-child)')).toHaveText([
        school.schoolCode,
        'Engineering',
        'F25',
        'W26',
        'No',
      ]);
      await schools.getByRole('link', { name: `View school ${school.schoolCode}` }).click();
      await expect(page).toHaveURL(new RegExp(`/school/${school.schoolCode}$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('View School');
      await page.goBack();
    });

    await test.step('links lead to the details of related items, and from there back', async () => {
      await expect(view('Degrees')).toHaveAttribute('href', `/mdsd/degree/${degree.degreeKey}`);
      await expect(view('Departments')).toHaveAttribute('href', `/mdsd/department/${department.deptKey}`);
      await view('Departments').click();
      await expect(view('Majors')).toHaveAttribute('href', `/mdsd/major/${major.majorKey}`);
    });
  });
});

const deletions = [
  {
    source: 'major',
    targets: [
      ['department', 'Departments', 'department key', 'deptKey'],
      ['degree', 'Degrees', 'degree key', 'degreeKey'],
      ['school', 'Schools', 'school code', 'schoolCode'],
    ],
  },
  { source: 'degree', targets: [['major', 'Majors', 'major code', 'majorCode']] },
] as const;

test.describe('Deleting a relationship', () => {
  for (const { source, targets } of deletions)
    test(`of a ${source} asks first, and removes only that one from the open detail at once`, async ({
      page,
    }) => {
      const from = await createItem(page, source);
      const pairs = new Map<string, Items[ItemKind][]>();
      for (const [kind] of targets) {
        const pair = [await createItem(page, kind), await createItem(page, kind)];
        for (const item of pair) await relate(page, [source, from], [kind, item]);
        pairs.set(kind, pair);
      }
      await page.goto(`./${source}/${keyOf(source, from)}`);
      const warning = dialog(page, 'Warning');
      const onlyKept: (() => Promise<void>)[] = [];
      for (const [kind, list, called, key] of targets)
        await test.step(`to a ${kind}`, async () => {
          const [gone, kept] = pairs.get(kind) as [Items[ItemKind], Items[ItemKind]];
          const rows = section(page, list).locator('tbody tr');
          const row = rows.filter({ hasText: textOf(gone) });
          const remove = row.getByRole('button', { name: /^Delete/ });
          await remove.click();
          const value = (gone as unknown as Record<string, ItemKey>)[key];
          await expect(warning).toContainText(
            `Are you sure you want to delete the relationship to ${called} ${String(value)}?`,
          );
          await warning.getByRole('button', { name: 'Cancel' }).click();
          await expect(warning).toBeHidden();
          await expect(row).toHaveCount(1);
          await remove.click();
          await warning.getByRole('button', { name: 'Continue' }).click();
          const deleted = toast(page, 'The relationship has been successfully deleted');
          await expect(deleted).toBeVisible();
          // Otherwise the next deletion would show the same toast.
          await page.getByRole('button', { name: 'Dismiss' }).click();
          await expect(deleted).toHaveCount(0);
          await expect(row).toHaveCount(0);
          await expect(rows).toContainText([textOf(kept)]);
          onlyKept.push(async () => {
            await expect(rows).toContainText([textOf(kept)]);
            await expect(rows).toHaveCount(1);
          });
        });
      await page.reload();
      for (const isSo of onlyKept) await isSo();
    });

  test('that another user has deleted shows that there is none', async ({ page }) => {
    const [major, school] = [await createItem(page, 'major'), await createItem(page, 'school')];
    await relate(page, ['major', major], ['school', school]);
    await page.goto(`./major/${major.majorKey}`);
    await section(page, 'Schools')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await send(page, 'DELETE', `relationships/school/${school.schoolCode}/major/${major.majorKey}`);
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    await expect(dialog(page, 'Error')).toContainText('No relationship found!');
  });
});

// From the sample: long titles, comments of 500 characters, many relationships.
const looks = [
  ['school-52', 'school/52', 'View School'],
  ['school-UX', 'school/UX', 'View School'],
  ['RESERVD', 'department/129', 'View Department'],
  ['ZZZ', 'major/293', 'View Major'],
  ['degree-1', 'degree/1', 'View Degree'],
] as const;
test('items with much text and many relationships are accessible and fit their window', async ({ page }) => {
  test.slow();
  await page.goto('.');
  for (const [name, path, heading] of looks)
    await test.step(name, async () => {
      await visit(page, '');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report');
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await checkWidths(page, `detail-${name}`);
      await expectAccessible(page);
    });
});

test('a detail shows the state of the item in the running term', async ({ page }) => {
  const termState = page.getByRole('main').locator('[data-standing]');
  const major = await createItem(page, 'major', { startTermYyyyst: '203092' });
  const related: [list: string, name: string, says: string][] = [];
  for (const [startTerm, endTerm, says] of [
    ['200392', null, 'In effect since F03'],
    [null, null, 'In effect'],
    [null, '203014', 'In effect until S30'],
    ['196592', '203014', 'In effect, F65 – S30'],
    ['199992', '201976', 'Ended Z19'],
  ] as const) {
    const department = await createItem(page, 'department', { startTerm, endTerm });
    await relate(page, ['major', major], ['department', department]);
    related.push(['Departments', department.title, says]);
  }
  for (const [years, says] of [
    [{ yearStart: 1990 }, 'In effect since 1990'],
    [{ yearStart: 1990, yearEnd: 2099 }, 'In effect, 1990 – 2099'],
    [{ yearStart: 1990, yearEnd: 2001 }, 'Ended 2001'],
    [{ yearStart: 2099 }, 'Starts 2099'],
  ] as const) {
    const school = await createItem(page, 'school', years);
    await relate(page, ['major', major], ['school', school]);
    related.push(['Schools', school.title, says]);
  }
  await page.goto(`./major/${major.majorKey}`);
  await expect(termState).toHaveText('Starts F30');
  for (const [list, name, says] of related)
    await test.step(`of ${list.toLowerCase()}: ${says}`, async () => {
      await section(page, list).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('View Major');
      await expect(termState).toHaveText(says);
      await page.goBack();
    });
});

test.describe('From a detail', () => {
  test('a link leads back to the filtered list, also after a reload', async ({ page }) => {
    const school = await createItem(page, 'school');
    await page.goto(`./school?q=${school.title.replaceAll(' ', '+')}&size=100`);
    await page
      .getByRole('button', { name: /^View Details/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('View School');
    await page.reload();
    await page.getByRole('link', { name: 'Back to Schools' }).click();
    await expect(page.getByPlaceholder('Filter results...')).toHaveValue(school.title);
    await expect(page).toHaveURL(/size=100/);
  });

  test('a deletion that takes long does not move a user who has left the page', async ({ page }) => {
    const school = await createItem(page, 'school');
    await page.goto(`./school/${school.schoolCode}`);
    const remove = section(page, 'Details').getByRole('button', { name: 'Delete' });
    await expect(remove).toBeVisible();
    const release = await holdRequests(page, `**/api/schools/${school.schoolCode}`);
    await remove.click();
    await dialog(page, 'Warning').getByRole('button', { name: 'Continue' }).click();
    await visit(page, 'degree?q=art');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Degrees');
    await release();
    await expect(toast(page, 'The school has been successfully deleted')).toBeVisible();
    await expect(page).toHaveURL(/\/degree\?q=art$/);
  });

  test('the item is deleted after the same questions, which link to the lists they count; then the list is shown', async ({
    page,
  }) => {
    const school = await createItem(page, 'school');
    const degree = await createItem(page, 'degree');
    await relate(page, ['school', school], ['degree', degree]);
    await page.goto(`./school?q=${school.schoolCode}`);
    await expect(page.getByRole('row').filter({ hasText: school.title })).toBeVisible();
    await visit(page, `school/${school.schoolCode}`);
    const remove = section(page, 'Details').getByRole('button', { name: 'Delete' });
    const warning = dialog(page, 'Warning');
    const goOnTo = warning.getByRole('button', { name: 'Continue' });
    const subject = `${school.schoolCode} ${school.title}`;
    await remove.click();
    await expect(warning).toContainText(`Are you sure you want to delete school code ${school.schoolCode}?`);
    await expect(warning).toContainText(subject);
    await expect(goOnTo).toHaveCSS('background-color', 'rgb(179, 32, 42)');
    await goOnTo.click();
    await expect(warning).toContainText(
      'This school is related to 1 degree. Deleting it deletes these relationships too.',
    );
    await expect(warning).toContainText(subject);
    await expectAccessible(page);
    await warning.getByRole('link', { name: '1 degree' }).click();
    await expect(warning).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/school/${school.schoolCode}#degree$`));
    await expect(section(page, 'Degrees')).toBeInViewport();

    await remove.click();
    await goOnTo.click();
    await expect(warning).toContainText('This school is related to');
    await goOnTo.click();
    await expect(toast(page, 'The school has been successfully deleted')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Schools');
    await expect(page).toHaveURL(new RegExp(`/school\\?q=${school.schoolCode}$`));
    await expect(page.getByRole('row').filter({ hasText: school.title })).toHaveCount(0);
  });
});
