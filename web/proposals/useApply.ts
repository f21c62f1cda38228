import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useChangeToast } from '../history/useChangeToast.ts';
import { errorsOf, NeedsConfirmation } from '../lib/api.ts';
import { queryClient } from '../lib/queries.ts';
import { showBlocked } from '../ui/popups/blocked.ts';
import { showErrors } from '../ui/popups/popupStore.ts';
import { changesText } from './ApplyBar.tsx';
import { apply, PREVIEW } from './proposalQueries.ts';
import { type Sent, useSendId } from './useSendId.ts';

interface Applying {
  sent: Sent;
  /** The index that each sent row has in the proposal. */
  indexes: readonly number[];
  isConfirmed: boolean;
}

interface Outcomes {
  /** Saved, also after the screen was left. */
  forget: () => void;
  /** Saved, while the screen is still there. The ID finds the change set. */
  onSaved: (requestId: string) => void;
  /**
   * Nothing was saved, because something is not as it was shown. By the index of a row in the proposal: what the server
   * says of it.
   */
  onRefused: (messages: ReadonlyMap<number, string>) => void;
  /** The user has canceled the save. It may have been too late. */
  onCancelled: () => void;
}

const APPLY = ['apply'];
const ROW = /^rows\.(\d+)\./;

/** Saves rows of a proposal as one change set. */
export function useApply({ forget, onSaved, onRefused, onCancelled }: Outcomes) {
  const tell = useChangeToast();
  // Who has left the screen meanwhile is told in a toast or a dialog.
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const controller = useRef<AbortController>(undefined);
  const idOf = useSendId();
  const { mutate, isPending } = useMutation({
    mutationKey: APPLY,
    mutationFn: ({ sent, isConfirmed }: Applying) => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      return apply({ body: { id: idOf(sent), ...sent }, isConfirmed, signal });
    },
    onSuccess: ({ answer: { changeSet }, requestId }) => {
      const { created, updated, deleted } = changeSet;
      const savedAs = changeSet.requestId ?? requestId;
      tell(`${changesText(created + updated + deleted)} saved`, savedAs);
      forget();
      if (isHere.current) onSaved(savedAs);
      // The save has ended, though all of this is still being read: the next one must not wait for it. What was shown
      // before it stays as it was, but the preview that one has gone to is older than what was saved.
      const isKept = isHere.current;
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isKept || queryKey[0] !== PREVIEW });
    },
    onError: (error, { indexes }) => {
      const refused = refusedRows(error, indexes);
      if (controller.current?.signal.aborted) onCancelled();
      else if (!refused) showErrors(errorsOf(error));
      else if (isHere.current) onRefused(refused);
      else
        showBlocked({
          title: 'Apply',
          outcome: 'Nothing was saved.',
          reasons: reasonsOf(error).map((text) => ({ text })),
        });
    },
    meta: { ownError: true },
  });
  /** While a save is under way, another does nothing. */
  const save = (applying: Applying) => {
    if (queryClient.isMutating({ mutationKey: APPLY }) === 0) mutate(applying);
  };
  const isOtherSaving = useIsMutating({ mutationKey: APPLY }) > (isPending ? 1 : 0);
  return { save, isSaving: isPending, isOtherSaving, cancel: () => controller.current?.abort() };
}

/** What the server says of rows that it did not save as they were shown; undefined if it failed for another reason. */
function refusedRows(error: unknown, indexes: readonly number[]): ReadonlyMap<number, string> | undefined {
  if (error instanceof NeedsConfirmation) return new Map();
  const rows = errorsOf(error).flatMap(({ field = '', message }) => {
    const index = indexes[Number(ROW.exec(field)?.[1])];
    return index === undefined ? [] : [[index, message] as const];
  });
  return rows.length > 0 ? new Map(rows) : undefined;
}

const reasonsOf = (error: unknown): readonly string[] =>
  error instanceof NeedsConfirmation ? error.warnings : errorsOf(error).map(({ message }) => message);
