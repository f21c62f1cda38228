import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import Papa from 'papaparse';
import { readSpreadsheet } from '../../sheets/read.ts';
import { rowsOfSheet } from '../support/workbook.ts';

// The downloads of a screen, as CSV and for Excel.

export const DAY = /^Downloaded [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M P[SD]T$/;

async function download(page: Page, name: string): Promise<Download> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return await started;
}

/** The rows of the first sheet, as a spreadsheet shows them. */
function shownRows(workbook: Uint8Array): string[][] {
  const [sheet] = readSpreadsheet(workbook, 'download.xlsx').sheets;
  return (sheet?.rows ?? []).map((cells) => cells.map(({ text }) => text));
}

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** The rows of a CSV as the workbook has them: times as the university's clocks show them, which their header says. */
export function inExcel([header = [], ...rows]: readonly string[][]): string[][] {
  const isTime = header.map((name) => name === 'Time' || name.endsWith('Last Modified'));
  return [
    header.map((name, at) => (isTime[at] ? `${name} (Pacific Time)` : name)),
    ...rows.map((row) => row.map((text, at) => (isTime[at] && text ? clock.format(new Date(text)) : text))),
  ];
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
    rows: shownRows(workbook),
    about: rowsOfSheet(workbook, 2).map(([line]) => line),
  };
}

/** Removes empty cells at the end of a row, which a workbook leaves out. */
export const trimmed = (rows: readonly string[][]) => rows.map((row) => row.join('\t').replace(/\t+$/, ''));
