import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { chip } from './proposals.ts';
import { expect } from './support.ts';

// Uses the screen 'Import' as a person does.

export const kindBox = (page: Page) => page.getByRole('combobox', { name: 'What the file has' });
export const fileBox = (page: Page) => page.getByLabel('Choose a file');
export const cellsBox = (page: Page) => page.getByRole('textbox', { name: 'Or paste cells' });
export const problem = (page: Page) => page.getByRole('main').getByRole('alert');
export const step = (page: Page) =>
  page.getByRole('list', { name: 'Steps' }).getByRole('listitem').and(page.locator('[aria-current]'));
export const column = (page: Page, header: string) =>
  page.getByRole('combobox', { name: `${header} stands for` });

/** A CSV of these rows. */
export const csvOf = (...rows: (string | number)[][]) =>
  rows.map((cells) => `${cells.join(',')}\r\n`).join('');

/** Opens the screen, and says what the file has. */
export async function open(page: Page, kind: string): Promise<void> {
  await page.goto('./import');
  await kindBox(page).selectOption({ label: kind });
}

/** Chooses a file with this content. */
export const give = (page: Page, content: string | Buffer, name = 'rows.csv') =>
  fileBox(page).setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });

/** What a button downloads. */
export async function downloadFrom(page: Page, button: string): Promise<Download> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return started;
}

export const textOf = async (download: Download) => readFileSync(await download.path(), 'utf8');

export async function giveBack(page: Page, download: Download): Promise<void> {
  await give(page, readFileSync(await download.path()), download.suggestedFilename());
}

/** All rows are as they are stored. */
export async function expectAllTheSame(page: Page): Promise<void> {
  await expect(chip(page, 'Same')).toBeVisible();
  for (const other of ['New', 'Changed', 'To confirm', 'Refused', 'Deleted'])
    await expect(chip(page, other)).toHaveCount(0);
  await expect(page.getByText('Nothing would change')).toBeVisible();
}
