import { guarded } from './guard.ts';

// Semicolons and tabs too: with some locales a spreadsheet splits at them, which would yield extra cells and formulas.
const NEEDS_QUOTES = /[",;|\t\r\n]|^\s|\s$/;

/** The first character of a CSV file: spreadsheets then read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Escapes a cell so that it parses back to its text and no spreadsheet runs it as a formula. */
function cellOf(text: string): string {
  const safe = guarded(text);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly string[], delimiter = ','): string =>
  `${cells.map(cellOf).join(delimiter)}\r\n`;
