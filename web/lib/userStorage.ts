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

/** Deletes what is stored for the user who signs out, also from while they impersonated others. */
export function forgetStored(user: StorageUser): void {
  const owned = [`recent:${signedInOf(user)}:`, `import:${signedInOf(user)}:`];
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const name of Object.keys(storage))
        if (owned.some((start) => name.startsWith(start))) storage.removeItem(name);
    indexedDB.deleteDatabase(fileDatabase(user));
  } catch {
    // Storage may be disabled. Then nothing is stored.
  }
}
