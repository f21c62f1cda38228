import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { lineOf } from './proposals.ts';
import { expect } from './support.ts';

// Uses the Import screen as a user does.

export const kindBox = (page: Page) => page.getByRole('combobox', { name: 'Kind of data' });
export const fileBox = (page: Page) => page.getByLabel('Choose a file');
export const cellsBox = (page: Page) => page.getByRole('textbox', { name: 'Or paste cells' });
export const problem = (page: Page) => page.getByRole('main').getByRole('alert');
export const step = (page: Page) =>
  page.getByRole('list', { name: 'Steps' }).getByRole('listitem').and(page.locator('[aria-current]'));
export const column = (page: Page, header: string) =>
  page.getByRole('combobox', { name: `Field for ${header}` });

/** A CSV of these rows. */
export const csvOf = (...rows: (string | number)[][]) =>
  rows.map((cells) => `${cells.join(',')}\r\n`).join('');

/** Opens the screen, and chooses the kind of data. */
export async function open(page: Page, kind: string): Promise<void> {
  await page.goto('./import');
  await kindBox(page).selectOption({ label: kind });
}

/** Chooses a file with this content. */
export const chooseFile = (page: Page, content: string | Buffer, name = 'rows.csv') =>
  fileBox(page).setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });

/** The download of a button. */
export async function downloadFrom(page: Page, button: string): Promise<Download> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return started;
}

export const textOf = async (download: Download) => readFileSync(await download.path(), 'utf8');

export async function chooseDownload(page: Page, download: Download): Promise<void> {
  await chooseFile(page, readFileSync(await download.path()), download.suggestedFilename());
}

/** Checks that all rows equal the stored rows. */
export async function expectAllSame(page: Page): Promise<void> {
  await expect(lineOf(page, 'Same').first()).toBeVisible();
  await expect(page.getByText('Nothing would change')).toBeVisible();
}
