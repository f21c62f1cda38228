import { type AuthenticatedUser, signedInAs } from '../../contract/user.ts';
import { base } from './base.ts';

const nameOf = (user: AuthenticatedUser) => `impersonation:${signedInAs(user)}`;

const currentPath = () => {
  const { pathname, search, hash } = window.location;
  return pathname.slice(base.length) + search + hash;
};

/** Keeps the current page in this tab, as the one from which an impersonation was started. `user` is impersonated. */
export function keepStart(user: AuthenticatedUser): void {
  try {
    sessionStorage.setItem(nameOf(user), currentPath());
  } catch {
    // Session storage may be disabled or full. The user then stays on the page where the impersonation ends.
  }
}

/** The path of that page, once. Null if it is the current page, or if this tab has not started the impersonation. */
export function takeStart(user: AuthenticatedUser): string | null {
  try {
    const path = sessionStorage.getItem(nameOf(user));
    sessionStorage.removeItem(nameOf(user));
    return path === currentPath() ? null : path;
  } catch {
    return null;
  }
}
