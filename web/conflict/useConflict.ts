import { useState } from 'react';
import type { ErrorItem } from '../../contract/errors.ts';
import { errorsOf } from '../api.ts';
import type { BoxValues } from '../form/boxValues.ts';
import { showErrors } from '../popups/popups.ts';

export interface FoundConflict<Saved> {
  theirs: Saved;
  /** What was typed when it was found. */
  yours: BoxValues;
}

/**
 * An edit that somebody else's came before: reads what they have saved (undefined: nothing, it is gone), so that both
 * can be seen side by side.
 */
export function useConflict<Saved>(readTheirs: () => Promise<Saved | undefined>) {
  const [found, setFound] = useState<FoundConflict<Saved> | null>(null);

  const look = async (yours: BoxValues, conflict: ErrorItem) => {
    try {
      const theirs = await readTheirs();
      if (theirs) setFound({ theirs, yours });
      else showErrors([conflict]);
    } catch (error) {
      // It is gone, or cannot be reached.
      showErrors([conflict, ...errorsOf(error)]);
    }
  };

  return {
    found,
    takeErrors: (errors: readonly ErrorItem[], boxes: BoxValues) => {
      const conflict = errors.find(({ code }) => code === 'EDIT_CONFLICT');
      if (conflict) void look(boxes, conflict);
      return errors.filter((error) => error !== conflict);
    },
  };
}
