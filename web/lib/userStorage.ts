import type { AuthenticatedUser } from '../../contract/user.ts';

const PREFIX = 'recent:';

export type StorageUser = Pick<AuthenticatedUser, 'uciNetId' | 'impersonator'>;

const ownedBy = (id: string) => `${PREFIX}${id}:`;

/** The name in local storage of what a user has opened; while impersonating, of that pair of users. */
export const storageName = ({ uciNetId, impersonator }: StorageUser): string =>
  impersonator ? ownedBy(impersonator.uciNetId) + uciNetId : ownedBy(uciNetId);

/** Deletes what is stored for the user who signs out, also from while they impersonated others. */
export function forgetStored({ uciNetId, impersonator }: StorageUser): void {
  const owned = ownedBy(impersonator?.uciNetId ?? uciNetId);
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(owned)) localStorage.removeItem(name);
  } catch {
    // Local storage may be disabled. Then nothing is stored.
  }
}
