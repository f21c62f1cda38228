import { likelyKinds } from '../../../intake/header.ts';
import type { Intake, Question } from '../../../intake/intake.ts';
import { readTable } from '../../../intake/read.ts';
import {
  type Encoding,
  readPasted,
  readSpreadsheet,
  type Spreadsheet,
  sourceOf,
  Unreadable,
} from '../../../sheets/read.ts';

// Runs in a worker, so that a large file does not block the page. It keeps the last file.

let openFile: Spreadsheet | undefined;

/** A sheet without its cells. `likely`: the kinds of rows that its headers match, best first. */
export interface Outline {
  name: string;
  hidden: boolean;
  /** The number of rows. */
  rows: number;
  /** The encoding of a text, if the choice makes a difference. */
  encoding: Encoding | undefined;
  likely: readonly string[];
}

function keepOpen(read: Spreadsheet): Outline[] {
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

const actions = {
  open: (bytes: Uint8Array, name: string, encoding?: Encoding): Outline[] =>
    keepOpen(readSpreadsheet(bytes, name, encoding)),
  paste: (text: string): Outline[] => keepOpen(readPasted(text)),
  understand(at: number, asked: Omit<Question, 'table' | 'source' | 'onProgress'>): Intake {
    const sheet = openFile?.sheets[at];
    return readTable({
      ...asked,
      table: sheet?.rows ?? [],
      ...(openFile && sheet && { source: sourceOf(openFile, sheet) }),
    });
  },
};
export type WorkerActions = typeof actions;

/** A request of the page. */
export interface WorkerRequest {
  id: number;
  act: keyof WorkerActions;
  parameters: never[];
}

addEventListener('message', ({ data: { id, act, parameters } }: MessageEvent<WorkerRequest>) => {
  try {
    postMessage({ id, result: (actions[act] as (...parameters: never[]) => unknown)(...parameters) });
  } catch (error) {
    postMessage({ id, message: error instanceof Unreadable ? error.message : undefined });
  }
});
