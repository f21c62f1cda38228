/**
 * Counts the user's actions in the most common tasks: `node test/bench/tasks.ts`, or with the URL of a running server over
 * the sample data with the demonstration sign-in: `node test/bench/tasks.ts http://127.0.0.1:8080/mdsd/`. It changes the
 * data. It uses new features only if the screens have them, so that it also works with an older version.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { installedBrowser } from '../../scripts/browser.mjs';
import { start } from '../support/serverProcess.ts';

/** Acts like a user, and counts the actions. */
class Hand {
  readonly page: Page;
  presses = 0;
  keys = 0;
  typed = 0;
  letters = 0;
  readonly #pages = new Set<string>();

  constructor(page: Page) {
    this.page = page;
    page.on(
      'framenavigated',
      (frame) => frame === page.mainFrame() && this.#pages.add(new URL(frame.url()).pathname),
    );
  }
  async press(target: Locator): Promise<void> {
    await target.click();
    this.presses += 1;
  }
  async key(name: string): Promise<void> {
    await this.page.keyboard.press(name);
    this.keys += 1;
  }
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.typed += 1;
    this.letters += text.length;
  }
  /** Types into an input after a click on it. */
  async fill(within: Page | Locator, label: string, text: string): Promise<void> {
    await this.press(
      within
        .getByRole('textbox', { name: label, exact: true })
        .or(within.getByRole('combobox', { name: label, exact: true }))
        .first(),
    );
    await this.type(text);
  }
  /** Chooses an option by a part of its label. The menu of a multi-select stays open. */
  async choose(within: Page | Locator, label: string, text: string): Promise<void> {
    await this.fill(within, label, text);
    await this.key('ArrowDown');
    await this.key('Enter');
  }
  /** Types into a date input after a click on its first part. */
  async day(label: string, [month, date, year]: readonly [string, string, string]): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).click({ position: { x: 16, y: 16 } });
    this.presses += 1;
    await this.type(`${month}${date}${year}`);
  }
  async filter(text: string): Promise<void> {
    const box = this.page.getByPlaceholder('Filter results...');
    await box.waitFor();
    if (await box.getAttribute('aria-keyshortcuts')) await this.key('/');
    else await this.press(box);
    await this.type(text);
  }
  async menu(name: string): Promise<void> {
    await this.press(
      this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }),
    );
  }
  result() {
    return [this.presses, this.keys, this.typed, this.letters, this.#pages.size];
  }
}

const section = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}`) }).first();
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();

/** Opens the filtered item: by Enter on its row if the rows support the keyboard, else by its button. */
async function open(hand: Hand, text: string): Promise<void> {
  const { page } = hand;
  await row(page, text).waitFor();
  if ((await row(page, text).getAttribute('tabindex')) !== null) {
    await hand.key('ArrowDown');
    await hand.key('Enter');
  } else await hand.press(row(page, text).getByRole('button', { name: 'View Details' }));
  await section(page, 'Details').waitFor();
}

async function editInList(hand: Hand, text: string): Promise<Locator> {
  const { page } = hand;
  await row(page, text).waitFor();
  if ((await row(page, text).getAttribute('tabindex')) !== null) {
    await hand.key('ArrowDown');
    await hand.key('e');
  } else await hand.press(row(page, text).getByRole('button', { name: 'Edit' }));
  const dialog = page.getByRole('dialog', { name: 'Edit Major' });
  await dialog.waitFor();
  return dialog;
}

async function save(hand: Hand, within: Page | Locator, done: string): Promise<void> {
  await hand.press(within.getByRole('button', { name: 'Save' }));
  const goOn = hand.page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Continue' });
  const confirmation = hand.page.getByText(done).first();
  await confirmation.or(goOn).first().waitFor();
  if (await goOn.isVisible()) await hand.press(goOn);
  await confirmation.waitFor();
}

/** Applies the proposal. */
async function applied(hand: Hand): Promise<void> {
  await hand.press(hand.page.getByRole('button', { name: /^Apply /, disabled: false }));
  await hand.page.getByText(/ changes? saved$/).waitFor();
}

/** The tasks. Each starts at the report, and throws if it fails. */
const tasks: Record<string, (hand: Hand) => Promise<void>> = {
  'find a major and its degrees': async (hand) => {
    await hand.menu('Majors');
    await hand.filter('game sci');
    await open(hand, 'Computer Game Sci');
    await section(hand.page, 'Degrees').getByRole('row').nth(1).waitFor();
  },
  'find Computer Science and its degrees': async (hand) => {
    const { page } = hand;
    if ((await page.getByRole('button', { name: 'Search' }).count()) > 0) {
      await hand.key('Control+k');
      await page.getByRole('dialog', { name: 'Search' }).waitFor();
      await hand.type('201');
      await page.getByRole('group', { name: 'Top result' }).waitFor();
      await hand.key('Enter');
      await section(page, 'Details').waitFor();
    } else {
      await hand.menu('Majors');
      await hand.filter('201 comp');
      await open(hand, 'Computer Science');
    }
    await section(page, 'Degrees').getByRole('row').nth(1).waitFor();
  },
  'create a major with degree, department and school': async (hand) => {
    const { page } = hand;
    const part = (name: string) => page.getByRole('group', { name, exact: true });
    await hand.menu('Major-Degrees');
    await hand.press(page.getByRole('link', { name: 'Create' }));
    await hand.fill(part('Major'), 'Major Code', 'ZQ7');
    await hand.fill(part('Major'), 'Title 20', 'Ocean Data');
    await hand.choose(part('Major'), 'Major Schools', 'engineering');
    await hand.key('Escape');
    await hand.choose(part('Major'), 'Major Departments', 'civil');
    await hand.key('Escape');
    await hand.choose(part('Degree'), 'Award', 'BS');
    await hand.key('Escape');
    await hand.fill(part('Degree'), 'Title', 'Ocean Data');
    await hand.choose(part('Relationship'), 'Start Term', 'F25');
    await save(hand, page, 'The major degree has been successfully added');
  },
  'create a major with a degree, both in the same school and department': async (hand) => {
    const { page } = hand;
    const part = (name: string) => page.getByRole('group', { name, exact: true });
    const chooseSeveral = async (within: Locator, label: string, text: string) => {
      await hand.choose(within, label, text);
      await hand.key('Escape');
    };
    // Only a check, which is not counted.
    await page.getByRole('link', { name: 'Majors', exact: true }).first().click();
    await page.getByPlaceholder('Filter results...').waitFor();
    const createLink = page.getByRole('link', { name: 'Create with Degrees' });
    const isCopied = (await createLink.count()) > 0;
    if (isCopied) {
      await hand.menu('Majors');
      await hand.press(createLink);
    } else {
      await hand.menu('Major-Degrees');
      await hand.press(page.getByRole('link', { name: 'Create' }));
    }
    await hand.fill(part('Major'), 'Major Code', 'ZQ8');
    await hand.fill(part('Major'), 'Title 20', 'Coastal Data');
    await hand.choose(part('Major'), 'Start Term', 'F25');
    await chooseSeveral(part('Major'), 'Major Schools', 'engineering');
    await chooseSeveral(part('Major'), 'Major Departments', 'civil');
    await chooseSeveral(part('Degree'), 'Award', 'BS');
    if (!isCopied) {
      await hand.fill(part('Degree'), 'Title', 'Coastal Data');
      await hand.choose(part('Degree'), 'Start Term', 'F25');
      await chooseSeveral(part('Degree'), 'Degree Schools', 'engineering');
      await chooseSeveral(part('Degree'), 'Degree Departments', 'civil');
      await hand.choose(part('Relationship'), 'Start Term', 'F25');
    }
    await save(hand, page, 'The major degree has been successfully added');
  },
  // A major with four relationships, to a free code.
  'copy a major': async (hand) => {
    const { page } = hand;
    await hand.menu('Majors');
    await hand.filter('genetic counsel');
    await open(hand, 'Genetic Counseling');
    await hand.press(page.getByRole('link', { name: 'Copy…' }));
    await hand.press(page.getByRole('toolbar', { name: 'Nearest free codes' }).getByRole('button').first());
    await save(hand, page, 'The major has been successfully added');
  },
  // A major with four relationships and its own degree, which end with it if the screens support that.
  'end a major': async (hand) => {
    const { page } = hand;
    await hand.menu('Majors');
    await hand.filter('global health');
    if ((await page.getByRole('link', { name: /^Change all / }).count()) === 0) {
      const dialog = await editInList(hand, 'Global Health');
      await hand.choose(dialog, 'End Term', 'Z26');
      await save(hand, dialog, 'The major has been successfully updated');
      return;
    }
    await open(hand, 'Global Health');
    await hand.press(page.getByRole('link', { name: 'End…' }));
    await hand.choose(page, 'Last Term', 'Z26');
    await hand.press(page.getByRole('group', { name: 'Degrees of this major only' }).getByRole('checkbox'));
    await applied(hand);
  },
  'give all majors of a filter the same value': async (hand) => {
    const { page } = hand;
    await hand.menu('Majors');
    await hand.filter('engineering');
    await hand.press(page.getByRole('link', { name: /^Change all / }));
    await hand.choose(page, 'Field', 'UC Disc');
    await hand.fill(page, 'New Value', '123');
    await hand.key('Enter');
    await applied(hand);
  },
  'rename a major': async (hand) => {
    await hand.menu('Majors');
    await hand.filter('game sci');
    const dialog = await editInList(hand, 'Computer Game Sci');
    await hand.press(dialog.getByRole('textbox', { name: 'Title Long', exact: true }));
    await hand.key('Control+a');
    await hand.type('Game Design');
    await save(hand, dialog, 'The major has been successfully updated');
  },
  'relate a major to a department': async (hand) => {
    const { page } = hand;
    await hand.menu('Majors');
    await hand.filter('game sci');
    await open(hand, 'Computer Game Sci');
    await hand.press(page.getByRole('button', { name: 'Add Relationship to' }));
    await hand.press(page.getByRole('menuitem', { name: 'Department' }));
    await hand.filter('statistics');
    await hand.press(page.getByRole('radio').first());
    await hand.choose(page, 'Start Term', 'F25');
    await save(hand, page, 'The relationship has been successfully saved');
  },
  'majors without a school': async (hand) => {
    const { page } = hand;
    await hand.fill(page, 'School', 'no school');
    const isOffered = (await page.getByRole('option').count()) > 0;
    for (const key of isOffered ? ['ArrowDown', 'Enter'] : ['Escape']) await hand.key(key);
    await hand.press(page.getByRole('button', { name: 'Run Report' }));
    await page.getByRole('table').waitFor();
    if (isOffered) return;
    // The rows without a code come first in one of the two sort directions.
    const isFirst = async () => (await page.locator('tbody td').first().innerText()).trim() === '';
    for (let presses = 0; presses < 2 && !(await isFirst()); presses += 1)
      await hand.press(page.getByRole('columnheader', { name: 'Sch Code' }).getByRole('button'));
  },
  'active undergraduate majors of a school into a spreadsheet': async (hand) => {
    const { page } = hand;
    await hand.choose(page, 'School', 'engineering');
    await hand.press(page.getByRole('checkbox', { name: 'Inactive' }).first());
    await hand.press(page.getByRole('checkbox', { name: 'Graduate', exact: true }));
    await hand.press(page.getByRole('button', { name: 'Run Report' }));
    await page.getByRole('button', { name: 'Download CSV' }).waitFor();
    const file = page.waitForEvent('download');
    // A spreadsheet reads the codes of a CSV as numbers.
    const excel = page.getByRole('button', { name: 'Excel', exact: true });
    await hand.press((await excel.count()) > 0 ? excel : page.getByRole('button', { name: 'Download CSV' }));
    await file;
  },
  // 300 majors from a single file. The file dialog of the browser is another click.
  'import majors from a spreadsheet': async (hand) => {
    const { page } = hand;
    const rows = Array.from(
      { length: 300 },
      (_, at) => `1${at.toString(36).padStart(2, '0')},M,F25,Moved ${at}`,
    );
    const csv = ['Major Code,Segment,Start Term,Title 20', ...rows].join('\r\n');
    await hand.press(page.getByRole('button', { name: 'Tools' }));
    await hand.press(page.getByRole('menuitem', { name: 'Import' }));
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'majors.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await hand.press(page.getByRole('button', { name: 'Check' }));
    await applied(hand);
  },
  'who changed a major, from what to what': async (hand) => {
    await hand.menu('Majors');
    await hand.filter('game sci');
    await open(hand, 'Computer Game Sci');
    await hand.press(hand.page.getByRole('button', { name: 'View History' }));
    await section(hand.page, 'History').getByText('Game Design').first().waitFor();
  },
  'undo the delete of a school': async (hand) => {
    const { page } = hand;
    // The deletion itself is not counted.
    await page.getByRole('link', { name: 'Schools', exact: true }).first().click();
    await row(page, 'Education')
      .getByRole('button', { name: /^Delete/ })
      .click();
    const question = page.getByRole('dialog', { name: 'Warning' });
    await question.getByRole('button', { name: 'Continue' }).click();
    await question.filter({ hasText: 'is related to' }).getByRole('button', { name: 'Continue' }).click();
    await hand.press(page.getByRole('status').getByRole('button', { name: 'Undo' }));
    await page.getByText('Undone').waitFor();
    await row(page, 'Education').waitFor();
  },
  // On the list of majors; the menu keeps the term for the other lists.
  'what was valid in F19': async (hand) => {
    const { page } = hand;
    await hand.menu('Majors');
    await hand.choose(page, 'As of', 'F19');
    await page.getByRole('status').filter({ hasText: 'In effect in F19' }).waitFor();
  },
  'what changed since the fall before': async (hand) => {
    const { page } = hand;
    await hand.press(page.getByRole('button', { name: 'Tools' }));
    await hand.press(page.getByRole('menuitem', { name: 'Differences' }));
    await page.getByRole('region', { name: 'Started' }).waitFor();
  },
  'what was changed in the records since a day': async (hand) => {
    const { page } = hand;
    await hand.press(page.getByRole('button', { name: 'Tools' }));
    await hand.press(page.getByRole('menuitem', { name: 'Differences' }));
    await hand.press(page.getByRole('button', { name: 'Between two days' }));
    await hand.day('From', ['07', '01', '2026']);
    await page.getByRole('heading', { name: /^From Jul 1, 2026 / }).waitFor();
  },
  'the report as it was known on a day': async (hand) => {
    const { page } = hand;
    await hand.day('As Known On', ['07', '01', '2026']);
    await hand.press(page.getByRole('button', { name: 'Run Report' }));
    await page.getByText('0 Rows').waitFor();
  },
};

const executablePath = installedBrowser();
const folder = mkdtempSync(join(tmpdir(), 'tasks-'));
const given = process.argv[2];
const product = given === undefined ? await start({ DATA_DIR: folder }) : undefined;
const home = given ?? `${product?.origin}${product?.base}/`;
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
page.setDefaultTimeout(20_000);
await page.goto(home);
await page.getByRole('button', { name: 'Robin Alvarez' }).click();
await page.getByText('Welcome Robin Alvarez').waitFor();
await page.context().storageState({ path: join(folder, 'session.json') });

console.log('| task | presses | keys | typed | letters | pages |');
console.log('|---|---|---|---|---|---|');
for (const [name, task] of Object.entries(tasks)) {
  const own = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    storageState: join(folder, 'session.json'),
  });
  own.setDefaultTimeout(20_000);
  await own.goto(home);
  await own.getByRole('button', { name: 'Run Report' }).waitFor();
  const hand = new Hand(own);
  const outcome = await task(hand).then(
    () => hand.result().join(' | '),
    (error: Error) => `failed: ${error.message.split('\n').slice(0, 4).join(' ')} | | | |`,
  );
  console.log(`| ${name} | ${outcome} |`);
  await own.close();
}
await browser.close();
await product?.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
