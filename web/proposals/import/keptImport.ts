import type { Encoding } from '../../../sheets/encodings.ts';
import { fileDatabase, type StorageUser, storageName } from '../../lib/userStorage.ts';
import type { RowSelection } from '../rowSelection.ts';

/**
 * The open import of a user, kept like the draft of a form: it survives a reload and a sign-in in this tab, and belongs to one
 * user. The user's work is in session storage, which is written at once. The file, which may have 20 MB, is in a database of
 * the browser, from which it is deleted with the import, at the logout, and after a week.
 */

export interface KeptImport {
  /** The key of its file: the time at which it was chosen, with a random fraction. */
  key: number;
  name: string;
  encoding?: Encoding | undefined;
  sheet: number;
  kind: string;
  columns?: Texts | undefined;
  choices: Texts;
  edits: Readonly<Record<number, Texts>>;
  selection: RowSelection | null;
}

type Texts = Readonly<Record<string, string>>;

/** The bytes of a file, or pasted cells. */
export type Content = Uint8Array<ArrayBuffer> | string;

/** The kept import of a user; undefined if there is none, or none of this version. */
export function readKept(user: StorageUser): KeptImport | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageName(user, 'import')) ?? '') as Stored;
    if (stored.format !== FORMAT) return undefined;
    const { selection } = stored;
    return { ...stored, selection: selection && { ...selection, ids: new Set(selection.ids) } };
  } catch {
    return undefined;
  }
}

/** The shape of what is kept. An import of another version of the application is not restored. */
const FORMAT = 1;
type Stored = KeptImport & { format: number };

/** JSON has no sets. */
const withLists = (_name: string, value: unknown): unknown => (value instanceof Set ? [...value] : value);

/** Keeps all of an import but its file. Returns false if session storage is disabled or full. */
export function writeKept(user: StorageUser, kept: KeptImport): boolean {
  const name = storageName(user, 'import');
  try {
    // If there is no space for it, what was kept before must not be restored either.
    sessionStorage.removeItem(name);
    sessionStorage.setItem(name, JSON.stringify({ format: FORMAT, ...kept }, withLists));
    return true;
  } catch {
    return false;
  }
}

/** Deletes a kept import and its file. */
export function forgetKept(user: StorageUser, key: number): void {
  if (readKept(user)?.key === key) sessionStorage.removeItem(storageName(user, 'import'));
  inFiles(user, 'readwrite', (files) => files.delete(key)).catch(() => {});
}

/** A key for a file. The time comes first, so that old files can be found. */
export const newKey = (): number => Date.now() + Math.random();

/** The files of closed tabs are deleted after this time. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;

/** Keeps the content of a file. Resolves to false if the browser cannot, for example because the disk is full. */
export async function keepFile(user: StorageUser, key: number, content: Content): Promise<boolean> {
  try {
    await inFiles(user, 'readwrite', (files) => {
      files.delete(IDBKeyRange.upperBound(Date.now() - MAX_AGE));
      return files.put(content, key);
    });
    return true;
  } catch {
    return false;
  }
}

/** The content of a kept file; undefined if it has been deleted. */
export const readFile = (user: StorageUser, key: number): Promise<Content | undefined> =>
  inFiles(user, 'readonly', (files) => files.get(key) as IDBRequest<Content | undefined>).catch(
    () => undefined,
  );

/** Runs a transaction, and closes its connection: an open one would delay the deletion at the logout. */
async function inFiles<Result>(
  user: StorageUser,
  mode: IDBTransactionMode,
  act: (files: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(fileDatabase(user));
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('files'));
  await ended(opening, 'success', 'error');
  const transaction = opening.result.transaction('files', mode);
  const request = act(transaction.objectStore('files'));
  opening.result.close();
  await ended(transaction, 'complete', 'abort');
  return request.result;
}

/** Resolves at the first event, and rejects at the second. */
const ended = (target: IDBRequest | IDBTransaction, done: string, failed: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    target.addEventListener(done, resolve);
    target.addEventListener(failed, () => reject(target.error));
  });
