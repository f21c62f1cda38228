import { likelyKinds } from '../../../intake/header.ts';
import type { Asked, Intake } from '../../../intake/intake.ts';
import { readTable } from '../../../intake/read.ts';
import {
  type Encoding,
  readPasted,
  readSpreadsheet,
  type Spreadsheet,
  sourceOf,
  Unreadable,
} from '../../../sheets/read.ts';

// Runs beside the page, so that a large file does not keep it from answering. It holds the file that was read last.

let openFile: Spreadsheet | undefined;

/** A sheet without its cells. `likely`: the kinds of rows that its headers fit, best first. */
export interface Outline {
  name: string;
  hidden: boolean;
  /** Numbers of rows. */
  rows: number;
  /** How a text was decoded, if that makes a difference. */
  encoding: Encoding | undefined;
  likely: readonly string[];
}

function hold(read: Spreadsheet): Outline[] {
  openFile = read;
  return read.sheets.map(({ name, hidden, rows }) => ({
    name,
    hidden,
    rows: rows.length,
    encoding: rows.some((cells) => cells.some(({ text }) => /[^\0-\x7f]/.test(text)))
      ? read.text?.encoding
      : undefined,
    likely: likelyKinds(rows),
  }));
}

const acts = {
  open: (bytes: Uint8Array, name: string, encoding?: Encoding): Outline[] =>
    hold(readSpreadsheet(bytes, name, encoding)),
  paste: (text: string): Outline[] => hold(readPasted(text)),
  understand(at: number, asked: Omit<Asked, 'table' | 'source' | 'onProgress'>): Intake {
    const sheet = openFile?.sheets[at];
    return readTable({
      ...asked,
      table: sheet?.rows ?? [],
      ...(openFile && sheet && { source: sourceOf(openFile, sheet) }),
    });
  },
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
