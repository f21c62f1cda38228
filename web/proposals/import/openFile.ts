import type { Encoding } from '../../../sheets/encodings.ts';
import { importMappingsQuery, queryClient } from '../../lib/queries.ts';
import { createStore } from '../../lib/store.ts';
import { type StorageUser, storageName } from '../../lib/userStorage.ts';
import type { Saved } from '../proposal.ts';
import type { RowSelection } from '../rowSelection.ts';
import { ReadError, type Reader, startReader } from './fileReader.ts';
import type { Outline } from './fileWorker.ts';
import {
  type Content,
  forgetKept,
  type KeptImport,
  keepFile,
  newKey,
  readFile,
  readKept,
  writeKept,
} from './keptImport.ts';

/** What the user has decided about the rows of a file. */
interface Work {
  /** The kind of data. */
  kind: string;
  /** The columns that the user has matched to fields of this kind; undefined until then. */
  columns?: Readonly<Record<string, string>> | undefined;
  /** The index of the imported sheet. */
  sheet: number;
  /** The user's choices for texts with several possible meanings. */
  choices: Readonly<Record<string, string>>;
  /** The user's corrections: the texts of cells by row number and column ID. */
  edits: Readonly<Record<number, Readonly<Record<string, string>>>>;
  /** The rows to save; null until the user has selected. */
  selection: RowSelection | null;
}

/** The open file of an import. It stays open while the user visits other screens, and is restored after a reload. */
export interface OpenFile extends Work {
  /** Distinguishes files. */
  id: number;
  /** The key of its kept content. */
  key: number;
  /** Its name, which becomes the title of the change. */
  name: string;
  content: Content;
  encoding: Encoding | undefined;
  reader: Reader;
  sheets: readonly Outline[];
  /** Whether it is restored after a reload; undefined until that is known. */
  isKept: boolean | undefined;
  isRestored: boolean;
}

/** A file whose rows have been saved. */
export interface ImportedFile {
  name: string;
  saved: Saved;
  /** Downloads the rows that were not saved, with the reasons. */
  downloadSkipped: () => void;
}

/** `problem`: why the file that the user has chosen last could not be read. */
type State = { user: StorageUser | null; problem?: string | undefined } & (
  | { is: 'none'; imported?: ImportedFile }
  | { is: 'reading'; name: string; cancel: () => void }
  | ({ is: 'open' } & OpenFile)
  // Kept from before a reload. It is read again when the user continues.
  | { is: 'kept'; kept: KeptImport }
);

const store = createStore<State>({ is: 'none', user: null });
export const useOpenFile = store.use;

/** Opens what the user had open, and closes the file of another user. */
export function takeOver(user: StorageUser): void {
  const state = store.read();
  if (isUserOf(state, user)) return;
  if (state.is === 'reading') state.cancel();
  if (state.is === 'open') state.reader.end();
  const kept = readKept(user);
  store.write(kept ? { is: 'kept', user, kept } : { is: 'none', user });
}

/** Whether the file is of this user; while impersonating, of this pair of users. */
export const isUserOf = ({ user: owner }: State, user: StorageUser): boolean =>
  owner !== null && storageName(owner) === storageName(user);

// The browser asks before a page is left whose file is not kept, because the logout has just deleted it, or there was no space.
window.addEventListener('beforeunload', (event) => {
  const state = store.read();
  if (state.is !== 'open' || (state.isKept && state.user && readKept(state.user))) return;
  event.preventDefault();
  store.write({ ...state, isKept: false });
});

let last = 0;

/** The work on a file that has just been chosen. */
const untouched = { kind: '', columns: undefined, choices: {}, edits: {}, selection: null } as const;

type Start = Omit<Work, 'sheet'> &
  Pick<OpenFile, 'key' | 'encoding' | 'isKept' | 'isRestored'> & { sheet?: number };

/** Reads a file, or pasted cells, which replaces the open file if it could be read. Resolves to the new file then. */
async function load(
  name: string,
  start: Start,
  contentOf: () => Promise<Content>,
): Promise<OpenFile | undefined> {
  const running = store.read();
  if (running.is === 'reading') running.cancel();
  const before = store.read();
  const reader = startReader();
  const goBack = (problem?: string) => {
    reader.end();
    store.write(before.is === 'none' ? { is: 'none', user: before.user, problem } : { ...before, problem });
  };
  const reading: State = { is: 'reading', user: before.user, name, cancel: goBack };
  store.write(reading);
  try {
    const content = await contentOf();
    const sheets =
      typeof content === 'string'
        ? await reader.ask('paste', content)
        : await reader.ask('open', content, name, start.encoding);
    if (store.read() !== reading) return undefined;
    if (before.is === 'open') before.reader.end();
    if (before.is === 'open' || before.is === 'kept') forget(before, start.key);
    last += 1;
    const first = Math.max(
      0,
      sheets.findIndex(({ hidden, rows }) => !hidden && rows > 0),
    );
    const opened = { sheet: first, ...start, id: last, name, content, reader, sheets };
    write({ is: 'open', user: before.user, ...opened });
    if (opened.isKept === undefined) void keep(opened.id);
    return opened;
  } catch (error) {
    if (store.read() === reading) goBack(error instanceof ReadError ? error.message : String(error));
    return undefined;
  }
}

/** Keeps the content of the open file, and notes whether the browser could. */
async function keep(id: number): Promise<void> {
  const { user, ...opened } = store.read();
  if (opened.is !== 'open' || !user) return;
  const isKept = await keepFile(user, opened.key, opened.content);
  if (!isKept) forgetKept(user, opened.key);
  const state = store.read();
  if (state.is === 'open' && state.id === id) write({ ...state, isKept });
}

const unread = () => ({
  ...untouched,
  key: newKey(),
  encoding: undefined,
  isKept: undefined,
  isRestored: false,
});

export const openFile = (file: File): Promise<OpenFile | undefined> =>
  load(file.name, unread(), () => bytesOf(file));

export const pasteCells = (text: string): Promise<OpenFile | undefined> =>
  load('Pasted cells', unread(), () => Promise.resolve(text));

/** Reads the open file by another encoding. */
export const readAs = ({ name, content, ...file }: OpenFile, encoding: Encoding) =>
  load(name, { ...file, encoding }, () => Promise.resolve(content));

export const NO_FILE = 'The file is no longer open. Choose it again.';

/** Opens the kept file again, with the user's work. */
export async function restore(): Promise<void> {
  const state = store.read();
  const { user } = state;
  if (state.is !== 'kept' || !user) return;
  const { name, encoding, columns, ...kept } = state.kept;
  store.write({ is: 'none', user });
  const start = {
    ...kept,
    encoding,
    columns,
    isKept: true,
    isRestored: true,
  };
  const opened = await load(name, start, async () => {
    const content = await readFile(user, kept.key);
    if (content === undefined) throw new ReadError(NO_FILE);
    // How a colleague has matched the columns decides whether the user has to confirm them.
    await queryClient.ensureQueryData(importMappingsQuery).catch(() => []);
    return content;
  });
  if (!opened) forgetKept(user, kept.key);
}

/** A file may have been moved or changed since it was chosen. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new ReadError(`'${file.name}' can no longer be read. Choose it again.`);
  }
}

/** Closes the file, and deletes what is kept of it. */
export const closeFile = (): void => close({});

/** Closes a file whose rows have been saved. */
export const closeImported = (imported: ImportedFile): void => close({ imported });

function close(next: { imported?: ImportedFile }): void {
  const state = store.read();
  if (state.is === 'open') state.reader.end();
  if (state.is === 'open' || state.is === 'kept') forget(state);
  store.write({ is: 'none', user: state.user, ...next });
}

/** Deletes what is kept of a file, unless the next file has the same content. */
function forget(state: Extract<State, { is: 'open' | 'kept' }>, next?: number): void {
  const { key } = state.is === 'open' ? state : state.kept;
  if (state.user && key !== next) forgetKept(state.user, key);
}

/** Opens another sheet of the file. */
export const openSheet = (sheet: number): void => change({ ...untouched, sheet });

/** Changes the user's work on the open file. */
export function change(next: Partial<Work>): void {
  const state = store.read();
  if (state.is === 'open') write({ ...state, ...next });
}

/** Writes the open file, and keeps the user's work on it. */
function write(state: Extract<State, { is: 'open' }>): void {
  const { user, key, name, encoding, kind, columns, sheet, choices, edits, selection } = state;
  const kept = { key, name, encoding, kind, columns, sheet, choices, edits, selection };
  const isWritten = user !== null && state.isKept !== false && writeKept(user, kept);
  store.write({ ...state, isKept: isWritten && state.isKept });
}

/** Corrects a cell of the open file. */
export function correct(number: number, column: string, text: string): void {
  const state = store.read();
  if (state.is === 'open')
    change({ edits: { ...state.edits, [number]: { ...state.edits[number], [column]: text } } });
}
