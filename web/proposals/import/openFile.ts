import type { Encoding } from '../../../sheets/encodings.ts';
import { createStore } from '../../lib/store.ts';
import { NotRead, type Reader, startReader } from './fileReader.ts';
import type { Outline } from './fileWorker.ts';

/** The file that is being imported. It is kept while one looks at other screens. */
export interface OpenFile {
  /** Tells files apart. */
  id: number;
  /** Its name, which becomes the title of the change. */
  name: string;
  /** Undefined for cells that were pasted. */
  file: File | undefined;
  reader: Reader;
  sheets: readonly Outline[];
  /** The index of the sheet that is imported. */
  sheet: number;
  /** What people have answered where a text can mean several things. */
  choices: Readonly<Record<string, string>>;
}

type State =
  | { is: 'none'; problem?: string }
  | { is: 'reading'; name: string; cancel: () => void }
  | ({ is: 'held' } & OpenFile);

const store = createStore<State>({ is: 'none' });
export const useOpenFile = store.use;

let last = 0;

/** Reads a file, or cells that were pasted, in place of the one that is held. Resolves to it if it could be read. */
async function hold(
  name: string,
  file: File | undefined,
  read: (reader: Reader) => Promise<Outline[]>,
): Promise<OpenFile | undefined> {
  closeFile();
  const reader = startReader();
  store.write({ is: 'reading', name, cancel: closeFile });
  running = reader;
  try {
    const sheets = await read(reader);
    if (running !== reader) return undefined;
    last += 1;
    const sheet = Math.max(
      0,
      sheets.findIndex(({ hidden, rows }) => !hidden && rows > 0),
    );
    const openFile = { id: last, name, file, reader, sheets, sheet, choices: {} };
    store.write({ is: 'held', ...openFile });
    return openFile;
  } catch (error) {
    if (running !== reader) return undefined;
    closeFile(error instanceof NotRead ? error.message : String(error));
    return undefined;
  }
}

let running: Reader | undefined;

/** `encoding`: that of a text, if a person has said it. */
export const openFile = (file: File, encoding?: Encoding): Promise<OpenFile | undefined> =>
  hold(file.name, file, async (reader) => reader.ask('open', await bytesOf(file), file.name, encoding));

export const pasteCells = (text: string): Promise<OpenFile | undefined> =>
  hold('Pasted cells', undefined, (reader) => reader.ask('paste', text));

/** A file may have been moved or changed since it was chosen. */
async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new NotRead(`'${file.name}' cannot be read any more. Choose it again.`);
  }
}

/** Lets go of the file. */
export function closeFile(problem?: string): void {
  running?.end();
  running = undefined;
  store.write({ is: 'none', ...(problem ? { problem } : {}) });
}

/** Changes what is asked of the file that is held. */
export function ask(next: Partial<Pick<OpenFile, 'sheet' | 'choices'>>): void {
  const state = store.read();
  if (state.is === 'held') store.write({ ...state, ...next });
}
