import { downloadFrom, expectAllTheSame, giveBack, open } from './imports.ts';
import { sessionOf, test } from './support.ts';

// What is downloaded goes in again unchanged. Other tests must not change it in between.

test.use({ storageState: sessionOf('registrar') });

test.describe('goes in again, and all rows are the same', () => {
  for (const [path, kind] of [
    ['school', 'School'],
    ['department', 'Department'],
    ['degree', 'Degree'],
    ['major', 'Major'],
    ['major-degree', 'Major – Degree'],
  ] as const)
    test(`what /${path} downloads`, { tag: path === 'major' ? '@firefox' : [] }, async ({ page }) => {
      await page.goto(`./${path}`);
      const downloads = [];
      for (const button of ['Download CSV', 'Excel'])
        downloads.push([button, await downloadFrom(page, button)] as const);
      for (const [button, download] of downloads)
        await test.step(button, async () => {
          await open(page, kind);
          await giveBack(page, download);
          await expectAllTheSame(page);
        });
    });

  for (const templates of [
    [
      ['Major', 'Template CSV'],
      ['Degree', 'Template Excel'],
    ],
    [
      ['School – Major', 'Template CSV'],
      ['Major – Degree', 'Template Excel'],
      ['Degree – Department', 'Template CSV'],
    ],
  ] as const)
    test(`the templates of ${templates.map(([kind]) => kind).join(', ')}`, async ({ page }) => {
      for (const [kind, button] of templates)
        await test.step(`the '${button}' of ${kind}`, async () => {
          await open(page, kind);
          await giveBack(page, await downloadFrom(page, button));
          await expectAllTheSame(page);
        });
    });
});
