import type { Encoding } from '../../../sheets/encodings.ts';
import { createStore } from '../../lib/store.ts';
import type { Saved } from '../ProposalView.tsx';
import { allRows, type RowSelection } from '../rowSelection.ts';
import { ReadError, type Reader, startReader } from './fileReader.ts';
import type { Outline } from './fileWorker.ts';

/** The open file of an import. It stays open while the user visits other screens. */
export interface OpenFile {
  /** Distinguishes files. */
  id: number;
  /** Its name, which becomes the title of the change. */
  name: string;
  /** Undefined for pasted cells. */
  file: File | undefined;
  reader: Reader;
  sheets: readonly Outline[];
  /** The index of the imported sheet. */
  sheet: number;
  /** The user's choices for texts with several possible meanings. */
  choices: Readonly<Record<string, string>>;
  /** The user's corrections: the texts of cells by row number and column ID. */
  edits: Readonly<Record<number, Readonly<Record<string, string>>>>;
  /** The rows to save. */
  selection: RowSelection;
}

/** A file whose rows have been saved. */
export interface ImportedFile {
  name: string;
  saved: Saved;
  /** Downloads the rows that were not saved, with the reasons. */
  downloadSkipped: () => void;
}

type State =
  | { is: 'none'; problem?: string; imported?: ImportedFile }
  | { is: 'reading'; name: string; cancel: () => void }
  | ({ is: 'open' } & OpenFile);

const store = createStore<State>({ is: 'none' });
export const useOpenFile = store.use;

let last = 0;

/** Reads a file, or pasted cells, and replaces the open file. Resolves to the new file if it could be read. */
async function load(
  name: string,
  file: File | undefined,
  read: (reader: Reader) => Promise<Outline[]>,
): Promise<OpenFile | undefined> {
  closeFile();
  const reader = startReader();
  store.write({ is: 'reading', name, cancel: closeFile });
  currentReader = reader;
  try {
    const sheets = await read(reader);
    if (currentReader !== reader) return undefined;
    last += 1;
    const sheet = Math.max(
      0,
      sheets.findIndex(({ hidden, rows }) => !hidden && rows > 0),
    );
    const openFile = { id: last, name, file, reader, sheets, sheet, ...untouched };
    store.write({ is: 'open', ...openFile });
    return openFile;
  } catch (error) {
    if (currentReader !== reader) return undefined;
    closeFile(error instanceof ReadError ? error.message : String(error));
    return undefined;
  }
}

/** Nothing of the user's about the rows of a sheet. */
const untouched = { choices: {}, edits: {}, selection: allRows } as const;

let currentReader: Reader | undefined;

/** `encoding`: the encoding that the user has chosen for a text file. */
export const openFile = (file: File, encoding?: Encoding): Promise<OpenFile | undefined> =>
  load(file.name, file, async (reader) => reader.ask('open', await bytesOf(file), file.name, encoding));

export const pasteCells = (text: string): Promise<OpenFile | undefined> =>
  load('Pasted cells', undefined, (reader) => reader.ask('paste', text));

/** A file may have been moved or changed since it was chosen. */
async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new ReadError(`'${file.name}' can no longer be read. Choose it again.`);
  }
}

/** Closes the file. */
export function closeFile(problem?: string): void {
  end();
  store.write({ is: 'none', ...(problem ? { problem } : {}) });
}

/** Closes a file whose rows have been saved. */
export function closeImported(imported: ImportedFile): void {
  end();
  store.write({ is: 'none', imported });
}

function end(): void {
  currentReader?.end();
  currentReader = undefined;
}

/** Opens another sheet of the file. */
export const openSheet = (sheet: number): void => change({ sheet, ...untouched });

/** Changes the choices, the corrections or the selected rows of the open file. */
export function change(next: Partial<Pick<OpenFile, 'sheet' | 'choices' | 'edits' | 'selection'>>): void {
  const state = store.read();
  if (state.is === 'open') store.write({ ...state, ...next });
}

/** Corrects a cell of the open file. */
export function correct(number: number, column: string, text: string): void {
  const state = store.read();
  if (state.is === 'open')
    change({ edits: { ...state.edits, [number]: { ...state.edits[number], [column]: text } } });
}
