import { useIsMutating, useMutation } from '@tanstack/react-query';
import type { ChangeSet } from '../../contract/history.ts';
import { errorsOf } from '../lib/api.ts';
import { QUALITY, queryClient } from '../lib/queries.ts';
import { timeOf } from '../lib/time.ts';
import { isPopupOpen, showErrors, showWarnings } from '../ui/popups/popupStore.ts';
import { showToast } from '../ui/popups/toastStore.ts';
import { rowsOf, titleOfSet } from './describeChange.ts';
import { readFirstEntries } from './historyQueries.ts';
import { undoQuestion } from './nameRows.ts';
import { showUndoFailure, type Undo, undoSet } from './undoChange.ts';

/**
 * Undoes a change set, shows a toast, and reloads all visible data. A conflict is shown in its own dialog. `undo` asks
 * first, with the names of the rows, if the change set has several; `undoNow` does not ask. While an undo is running, or its
 * question loads, further ones are ignored. A question that comes too late, over another one or on another screen, is not asked.
 */
export function useUndo() {
  const { mutate } = useMutation({
    mutationKey: UNDO,
    mutationFn: undoSet,
    onSuccess: () => {
      showToast('The change has been undone');
      // The server computes the findings again, and the next undo need not wait for them.
      void queryClient.invalidateQueries({ queryKey: [QUALITY] });
      return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== QUALITY });
    },
    onError: (error) => {
      showUndoFailure(error);
      // The visible data is older than the conflicting change. The next undo need not wait for it.
      void queryClient.invalidateQueries();
    },
    meta: { ownError: true },
  });
  const { mutate: readEntries } = useMutation({
    mutationKey: [...UNDO, 'question'],
    mutationFn: (set: ChangeSet) => readFirstEntries(set.id, rowsOf(set)),
    meta: { ownError: true },
  });
  const isBusy = () => queryClient.isMutating({ mutationKey: UNDO }) > 0;
  const undoNow = (sent: Undo) => {
    if (!isBusy()) mutate(sent);
  };
  return {
    undoNow,
    undo: (set: ChangeSet) => {
      const run = (reason: string) => undoNow({ id: set.id, reason });
      if (rowsOf(set) === 1) return run('');
      if (isBusy()) return;
      readEntries(set, {
        onSuccess: (entries) => {
          if (isPopupOpen()) return;
          showWarnings([undoQuestion(set, entries)], run, null, {
            subject: [titleOfSet(set), timeOf(set.at)].filter(Boolean).join(', '),
            reason: '',
          });
        },
        onError: (error) => showErrors(errorsOf(error)),
      });
    },
    isUndoing: useIsMutating({ mutationKey: UNDO }) > 0,
  };
}

const UNDO = ['undo'];
