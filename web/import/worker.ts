import { likelyKinds } from '../../intake/header.ts';
import type { Asked, Intake } from '../../intake/intake.ts';
import { readTable } from '../../intake/read.ts';
import { readPasted, readSpreadsheet, type Spreadsheet, Unreadable } from '../../sheets/read.ts';

// Runs beside the page, so that a large file does not keep it from answering. It holds the file that was read last.

let held: Spreadsheet | undefined;

/** A sheet without its cells. `likely`: the kinds of rows that its headers fit, best first. */
export interface Outline {
  name: string;
  hidden: boolean;
  /** Numbers of rows. */
  rows: number;
  hiddenRows: number;
  likely: readonly string[];
}

function hold(read: Spreadsheet): Outline[] {
  held = read;
  return read.sheets.map(({ name, hidden, rows, hiddenRows }) => ({
    name,
    hidden,
    rows: rows.length,
    hiddenRows: hiddenRows.length,
    likely: likelyKinds(rows),
  }));
}

const acts = {
  open: (bytes: Uint8Array, name: string): Outline[] => hold(readSpreadsheet(bytes, name)),
  paste: (text: string): Outline[] => hold(readPasted(text)),
  understand: (sheet: number, asked: Omit<Asked, 'table' | 'onProgress'>): Intake =>
    readTable({ ...asked, table: held?.sheets[sheet]?.rows ?? [] }),
};
export type Acts = typeof acts;

/** What the page asks for. */
export interface Ask {
  id: number;
  act: keyof Acts;
  given: never[];
}

addEventListener('message', ({ data: { id, act, given } }: MessageEvent<Ask>) => {
  try {
    postMessage({ id, result: (acts[act] as (...given: never[]) => unknown)(...given) });
  } catch (error) {
    postMessage({ id, refusal: error instanceof Unreadable ? error.message : undefined });
  }
});
