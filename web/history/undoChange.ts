import type { ChangeSet } from '../../contract/history.ts';
import { change, errorsOf } from '../lib/api.ts';
import { showErrors } from '../ui/popups/popupStore.ts';
import { isUndoBlocked, showUndoBlocked } from './undoBlocked.ts';

/** A change set to undo, and the reason. */
export interface Undo {
  id: string;
  reason?: string;
}

/** Undoes a change set. */
export const undoSet = ({ id, reason = '' }: Undo) =>
  change<{ changeSet: ChangeSet }>('POST', `/changes/${encodeURIComponent(id)}/undo`, { reason });

/** Shows why an undo has failed. A conflict has its own dialog. */
export function showUndoFailure(error: unknown): void {
  const errors = errorsOf(error);
  if (isUndoBlocked(errors)) showUndoBlocked(errors);
  else showErrors(errors);
}
