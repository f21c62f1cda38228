import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import Papa from 'papaparse';
import { rowsOfSheet } from '../support/workbook.ts';

// The downloads of a screen, as CSV and for Excel.

export const DAY = /^Downloaded [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M P[SD]T$/;

async function download(page: Page, name: string): Promise<Download> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return await started;
}

/** The names and the texts of both downloads, and the 'About' lines of the workbook. */
export async function bothDownloads(page: Page) {
  const text = await download(page, 'Download CSV');
  const file = await download(page, 'Excel');
  const workbook = await readFile(await file.path());
  return {
    names: [text.suggestedFilename(), file.suggestedFilename()],
    csv: Papa.parse<string[]>((await readFile(await text.path(), 'utf8')).slice(1), { skipEmptyLines: true })
      .data,
    rows: rowsOfSheet(workbook, 1),
    about: rowsOfSheet(workbook, 2).map(([line]) => line),
  };
}

/** Removes empty cells at the end of a row, which a workbook leaves out. */
export const trimmed = (rows: readonly string[][]) => rows.map((row) => row.join('\t').replace(/\t+$/, ''));
