import type { AuthenticatedUser } from '../../contract/user.ts';
import type { Held } from './held.ts';

/**
 * What was typed into a form and is not saved yet. It outlives a reload and a sign-in in this tab, but belongs to one
 * person (and whoever acts as them) and comes back only on the page where it was typed.
 */
interface Draft {
  page: string;
  held: Held;
}

export interface Drafts {
  read: (name: string) => Held | undefined;
  /** The name of the draft of this page that begins so. */
  find: (prefix: string) => string | undefined;
  write: (name: string, held: Held) => void;
  remove: (name: string) => void;
}

const PREFIX = 'draft:';

export function draftsOf(user: AuthenticatedUser | null): Drafts {
  const owner = `${PREFIX}${user?.impersonator?.uciNetId ?? ''}:${user?.uciNetId ?? ''}:`;
  const at = (name: string): Draft | undefined => {
    const written = sessionStorage.getItem(owner + name);
    const draft = written ? (JSON.parse(written) as Draft) : undefined;
    return draft?.page === window.location.pathname ? draft : undefined;
  };
  return {
    read: (name) => at(name)?.held,
    find: (prefix) =>
      Object.keys(sessionStorage)
        .filter((key) => key.startsWith(owner + prefix))
        .map((key) => key.slice(owner.length))
        .find(at),
    write: (name, held) =>
      sessionStorage.setItem(owner + name, JSON.stringify({ page: window.location.pathname, held })),
    remove: (name) => sessionStorage.removeItem(owner + name),
  };
}
