import type { AuthenticatedUser } from '../../contract/user.ts';

export type StorageUser = Pick<AuthenticatedUser, 'uciNetId' | 'impersonator'>;

/** What is stored for a user: the items opened last, in local storage, and an import, in the session storage of its tab. */
type Stored = 'recent' | 'import';

/** Who has signed in: the user, or who is impersonating the user. */
const signedInOf = ({ uciNetId, impersonator }: StorageUser) => impersonator?.uciNetId ?? uciNetId;

/** The name in storage of what is stored for a user; while impersonating, for that pair of users. */
export const storageName = (user: StorageUser, stored: Stored = 'recent'): string =>
  `${stored}:${signedInOf(user)}:${user.impersonator ? user.uciNetId : ''}`;

/** The database with the files of a user's imports, also of those while they impersonated others. */
export const fileDatabase = (user: StorageUser): string => `import:${signedInOf(user)}`;

/** What is stored for the user, also from while they impersonated others. */
const namesIn = (storage: Storage, user: StorageUser, of: readonly Stored[]) =>
  Object.keys(storage).filter((name) =>
    of.some((stored) => name.startsWith(`${stored}:${signedInOf(user)}:`)),
  );

/** Whether this tab keeps an import of the user, which a logout deletes. */
export const hasImport = (user: StorageUser): boolean | undefined =>
  tryStorage(() => namesIn(sessionStorage, user, ['import']).length > 0);

/** Deletes what is stored for the user who signs out. */
export function forgetStored(user: StorageUser): void {
  tryStorage(() => {
    for (const storage of [localStorage, sessionStorage])
      for (const name of namesIn(storage, user, ['recent', 'import'])) storage.removeItem(name);
    indexedDB.deleteDatabase(fileDatabase(user));
  });
}

/** Storage may be disabled, full or corrupt. Nothing is stored then. */
export function tryStorage<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
