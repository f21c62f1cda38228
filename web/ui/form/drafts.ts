import type { Form } from '../../../contract/form.ts';
import type { AuthenticatedUser } from '../../../contract/user.ts';
import { type InputValues, restoredValues } from './inputValues.ts';

/**
 * What was typed into a form and is not saved yet. A draft survives a reload and a sign-in in this tab. It belongs to
 * one user (while impersonating: to that pair of users) and is restored only on the page where it was typed.
 */
interface Draft {
  page: string;
  held: InputValues;
  /** The saved values that it was typed over. Absent from drafts of an older version. */
  base?: InputValues;
  /** Why the change is made. Absent from drafts of an older version. */
  reason?: string;
}

/** What was typed, and the saved values that it was typed over. */
interface Restored {
  inputs: InputValues;
  base: InputValues;
}

interface Drafts {
  /** The draft of a form, adapted to its current fields: the stored one may be from an older version, or corrupt. */
  read: (name: string, form: Form, start: InputValues) => Restored | undefined;
  reasonOf: (name: string) => string;
  /** The names of this page's drafts that start with the prefix. Those that are being saved are as good as saved. */
  names: (prefix: string) => string[];
  write: (name: string, typed: Restored, reason: string) => void;
  remove: (name: string) => void;
  /** Says that a draft is being saved, until the save has ended. */
  whileSaving: <Saved>(name: string, save: Promise<Saved>) => Promise<Saved>;
}

const PREFIX = 'draft:';

/** The keys of the drafts that are being saved. */
const saving = new Set<string>();

/** The drafts of a user in session storage, limited to the current page. */
export function draftsOf(user: AuthenticatedUser | null): Drafts {
  const owner = `${PREFIX}${user?.impersonator?.uciNetId ?? ''}:${user?.uciNetId ?? ''}:`;
  const at = (name: string): Partial<Record<keyof Draft, unknown>> => {
    const draft = attempt(() => JSON.parse(sessionStorage.getItem(owner + name) ?? 'null') as Draft | null);
    return draft?.page === window.location.pathname ? draft : {};
  };
  const remove = (name: string) => attempt(() => sessionStorage.removeItem(owner + name));
  return {
    read: (name, form, start) => {
      const { held: openFile, base } = at(name);
      const inputs = restoredValues(form, start, openFile);
      return inputs && { inputs, base: restoredValues(form, start, base) ?? start };
    },
    reasonOf: (name) => {
      const { reason } = at(name);
      return typeof reason === 'string' ? reason : '';
    },
    names: (prefix) =>
      (attempt(() => Object.keys(sessionStorage)) ?? [])
        .filter((key) => key.startsWith(owner + prefix) && !saving.has(key))
        .map((key) => key.slice(owner.length))
        .filter((name) => at(name).held !== undefined),
    write: (name, { inputs, base }, reason) => {
      // If there is no space for the new draft, the old one must not be restored either.
      remove(name);
      attempt(() =>
        sessionStorage.setItem(
          owner + name,
          JSON.stringify({ page: window.location.pathname, held: inputs, base, reason } satisfies Draft),
        ),
      );
    },
    remove,
    whileSaving(name, save) {
      saving.add(owner + name);
      return save.finally(() => saving.delete(owner + name));
    },
  };
}

/** Session storage may be disabled, full or corrupt. Then there is simply no draft. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
