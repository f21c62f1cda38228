import { type CollectedIntake, collected } from '../../../intake/collected.ts';
import { findHeader } from '../../../intake/header.ts';
import { REASON } from '../../../intake/headers.ts';
import type { Question, Table } from '../../../intake/intake.ts';
import { readTable } from '../../../intake/read.ts';
import { type RecognizedKind, recognize } from '../../../intake/recognize.ts';
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

/** A sheet without its cells. */
export interface Outline {
  name: string;
  hidden: boolean;
  /** The number of rows. */
  rows: number;
  /** The encoding of a text, if the choice makes a difference. */
  encoding: Encoding | undefined;
  /** The delimiter of a text; undefined for a workbook. */
  delimiter: string | undefined;
  /** The kinds of rows that its columns fit, best first, and the names of its columns. */
  recognized: readonly RecognizedKind[];
  headers: readonly string[];
}

/** The names of the columns, of the kind that they fit best. The reasons of an earlier import are not among them. */
function namedHeaders(rows: Table, recognized: readonly RecognizedKind[]): string[] {
  const [best] = recognized;
  const { columns = [] } = (best && findHeader(rows, best.kind)) ?? {};
  return columns.filter(({ isNamed, header }) => isNamed && header !== REASON).map(({ header }) => header);
}

function keepOpen(read: Spreadsheet, file: string): Outline[] {
  openFile = read;
  return read.sheets.map(({ name, hidden, rows }) => {
    const recognized = recognize(rows, { sheet: name, file });
    return {
      name,
      hidden,
      rows: rows.length,
      encoding: rows.some((cells) => cells.some(({ text }) => /[^\0-\x7f]/.test(text)))
        ? read.text?.encoding
        : undefined,
      delimiter: read.text?.delimiter,
      recognized,
      headers: namedHeaders(rows, recognized),
    };
  });
}

const actions = {
  open: (bytes: Uint8Array, name: string, encoding?: Encoding): Outline[] =>
    keepOpen(readSpreadsheet(bytes, name, encoding), name),
  paste: (text: string): Outline[] => keepOpen(readPasted(text), ''),
  understand(at: number, asked: Omit<Question, 'table' | 'source' | 'onProgress'>): CollectedIntake {
    const sheet = openFile?.sheets[at];
    return collected(
      readTable({
        ...asked,
        table: sheet?.rows ?? [],
        ...(openFile && sheet && { source: sourceOf(openFile, sheet) }),
      }),
    );
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
