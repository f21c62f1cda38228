import type { Form } from '../../../contract/form.ts';
import type { AuthenticatedUser } from '../../../contract/user.ts';
import { tryStorage } from '../../lib/userStorage.ts';
import { type InputValues, restoredValues } from './inputValues.ts';

/**
 * Unsaved input of a form. A draft survives a reload and a sign-in in this tab. It belongs to one user (while impersonating:
 * to that pair of users) and is restored only on the page where it was typed.
 */
interface Draft {
  page: string;
  held: InputValues;
  /** The saved values that the draft is based on. Absent from drafts of an older version. */
  base?: InputValues;
  /** The reason for the change. Absent from drafts of an older version. */
  reason?: string;
}

/** Restored input, and the saved values that it is based on. */
interface Restored {
  inputs: InputValues;
  base: InputValues;
}

interface Drafts {
  /** The draft of a form, adapted to its current fields: the stored draft may be from an older version, or corrupt. */
  read: (name: string, form: Form, start: InputValues) => Restored | undefined;
  reasonOf: (name: string) => string;
  /** The names of this page's drafts that start with the prefix. Drafts that are being saved are excluded. */
  names: (prefix: string) => string[];
  write: (name: string, typed: Restored, reason: string) => void;
  remove: (name: string) => void;
  /** Marks a draft as being saved until the save has ended. */
  whileSaving: <Saved>(name: string, save: Promise<Saved>) => Promise<Saved>;
}

const PREFIX = 'draft:';

/** The keys of the drafts that are being saved. */
const saving = new Set<string>();

/** The drafts of a user in session storage, limited to the current page. */
export function draftsOf(user: AuthenticatedUser | null): Drafts {
  const owner = `${PREFIX}${user?.impersonator?.uciNetId ?? ''}:${user?.uciNetId ?? ''}:`;
  const at = (name: string): Partial<Record<keyof Draft, unknown>> => {
    const draft = tryStorage(
      () => JSON.parse(sessionStorage.getItem(owner + name) ?? 'null') as Draft | null,
    );
    return draft?.page === window.location.pathname ? draft : {};
  };
  const remove = (name: string) => tryStorage(() => sessionStorage.removeItem(owner + name));
  return {
    read: (name, form, start) => {
      const { held: stored, base } = at(name);
      const inputs = restoredValues(form, start, stored);
      return inputs && { inputs, base: restoredValues(form, start, base) ?? start };
    },
    reasonOf: (name) => {
      const { reason } = at(name);
      return typeof reason === 'string' ? reason : '';
    },
    names: (prefix) =>
      (tryStorage(() => Object.keys(sessionStorage)) ?? [])
        .filter((key) => key.startsWith(owner + prefix) && !saving.has(key))
        .map((key) => key.slice(owner.length))
        .filter((name) => at(name).held !== undefined),
    write: (name, { inputs, base }, reason) => {
      // If there is no space for the new draft, the old one must not be restored either.
      remove(name);
      tryStorage(() =>
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
