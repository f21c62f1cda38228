import { chooseDownload, downloadFrom, expectAllSame, open } from './imports.ts';
import { sessionOf, test } from './support.ts';

// Downloads can be imported without changes. Other tests must not change the data in between.

test.use({ storageState: sessionOf('registrar') });

test.describe('can be imported, and all rows are the same', () => {
  for (const [path, kind] of [
    ['school', 'School'],
    ['department', 'Department'],
    ['degree', 'Degree'],
    ['major', 'Major'],
    ['major-degree', 'Major – Degree'],
  ] as const)
    test(`the download of /${path}`, { tag: path === 'major' ? '@firefox' : [] }, async ({ page }) => {
      await page.goto(`./${path}`);
      const downloads = [];
      for (const button of ['Download CSV', 'Excel'])
        downloads.push([button, await downloadFrom(page, button)] as const);
      for (const [button, download] of downloads)
        await test.step(button, async () => {
          await open(page, kind);
          await chooseDownload(page, download);
          await expectAllSame(page);
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
          await chooseDownload(page, await downloadFrom(page, button));
          await expectAllSame(page);
        });
    });
});
