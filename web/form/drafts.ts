import type { Form } from '../../contract/form.ts';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { type BoxValues, restoredValues } from './boxValues.ts';

/**
 * What was typed into a form and is not saved yet. It outlives a reload and a sign-in in this tab, but belongs to one
 * person (and whoever acts as them) and comes back only on the page where it was typed.
 */
interface Draft {
  page: string;
  held: BoxValues;
}

interface Drafts {
  /** What was typed into a form that starts so; what is kept may be of an older version of it, or broken. */
  read: (name: string, form: Form, start: BoxValues) => BoxValues | undefined;
  /** The names of the drafts of this page that begin so. */
  names: (prefix: string) => string[];
  write: (name: string, boxes: BoxValues) => void;
  remove: (name: string) => void;
}

const PREFIX = 'draft:';

export function draftsOf(user: AuthenticatedUser | null): Drafts {
  const owner = `${PREFIX}${user?.impersonator?.uciNetId ?? ''}:${user?.uciNetId ?? ''}:`;
  const at = (name: string): unknown => {
    const draft = attempt(() => JSON.parse(sessionStorage.getItem(owner + name) ?? 'null') as Draft | null);
    return draft?.page === window.location.pathname ? draft.held : undefined;
  };
  const remove = (name: string) => attempt(() => sessionStorage.removeItem(owner + name));
  return {
    read: (name, form, start) => restoredValues(form, start, at(name)),
    names: (prefix) =>
      (attempt(() => Object.keys(sessionStorage)) ?? [])
        .filter((key) => key.startsWith(owner + prefix))
        .map((key) => key.slice(owner.length))
        .filter((name) => at(name) !== undefined),
    write: (name, boxes) => {
      // Where the new one finds no room, the old one is not to come back either.
      remove(name);
      attempt(() =>
        sessionStorage.setItem(owner + name, JSON.stringify({ page: window.location.pathname, held: boxes })),
      );
    },
    remove,
  };
}

/** A browser that keeps nothing, or no more, or something broken, only means that there is no draft. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
