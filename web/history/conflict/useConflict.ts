import { useState } from 'react';
import type { ErrorItem } from '../../../contract/errors.ts';
import { errorsOf } from '../../lib/api.ts';
import type { InputValues } from '../../ui/form/inputValues.ts';
import { showErrors } from '../../ui/popups/popupStore.ts';

/** Both sides of an edit conflict. */
export interface FoundConflict<Saved> {
  theirs: Saved;
  /** The user's input when the conflict was found. */
  yours: InputValues;
}

/**
 * Handles an edit conflict: loads the version that another user saved, so that both can be compared. `readTheirs` returns
 * undefined if it no longer exists.
 */
export function useConflict<Saved>(readTheirs: () => Promise<Saved | undefined>) {
  const [found, setFound] = useState<FoundConflict<Saved> | null>(null);

  const load = async (yours: InputValues, conflict: ErrorItem) => {
    try {
      const theirs = await readTheirs();
      if (theirs) setFound({ theirs, yours });
      else showErrors([conflict]);
    } catch (error) {
      // It was deleted, or the server could not be reached.
      showErrors([conflict, ...errorsOf(error)]);
    }
  };

  return {
    found,
    takeErrors: (errors: readonly ErrorItem[], inputs: InputValues) => {
      const conflict = errors.find(({ code }) => code === 'EDIT_CONFLICT');
      if (conflict) void load(inputs, conflict);
      return errors.filter((error) => error !== conflict);
    },
  };
}
