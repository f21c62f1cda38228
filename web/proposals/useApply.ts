import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useChangeToast } from '../history/useChangeToast.ts';
import { errorsOf, NeedsConfirmation } from '../lib/api.ts';
import { queryClient } from '../lib/queries.ts';
import { useIsMounted } from '../lib/useIsMounted.ts';
import { showBlocked } from '../ui/popups/blocked.ts';
import { showErrors } from '../ui/popups/popupStore.ts';
import { changesText } from './ApplyBar.tsx';
import type { Saved } from './proposal.ts';
import { apply, PREVIEW } from './proposalQueries.ts';
import { type Sent, useSendId } from './useSendId.ts';

interface Applying {
  sent: Sent;
  /** The number of rows that change something. More are saved if these keep earlier values or have relationships. */
  changes: number;
  /** The index of each sent row in the proposal. */
  indexes: readonly number[];
  isConfirmed: boolean;
  /** What the save leaves out, if it succeeds. The preview may differ by then. */
  leftOut: Pick<Saved, 'same' | 'skipped'>;
}

interface Outcomes {
  /** Called after a save, even if the user has left the screen. */
  forget: () => void;
  /** Called after a save, while the screen is still open. */
  onSaved: (saved: Saved) => void;
  /**
   * Called if nothing was saved because the data differs from the preview. Maps the row index in the proposal to the
   * server's message.
   */
  onRejected: (messages: ReadonlyMap<number, string>) => void;
  /** The user has canceled the save. It may have been saved before that. */
  onCanceled: () => void;
}

const APPLY = ['apply'];
const ROW = /^rows\.(\d+)\./;

/** Saves rows of a proposal as one change set. */
export function useApply({ forget, onSaved, onRejected, onCanceled }: Outcomes) {
  const showChangeToast = useChangeToast();
  // A user who has left the screen gets a toast or a dialog.
  const isMounted = useIsMounted();
  const controller = useRef<AbortController>(undefined);
  const idOf = useSendId();
  const savedId = useRef('');
  const { mutate, isPending } = useMutation({
    mutationKey: APPLY,
    mutationFn: ({ sent, isConfirmed }: Applying) => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      return apply({ body: { id: idOf(sent), ...sent }, isConfirmed, signal });
    },
    onSuccess: ({ data: { changeSet }, requestId }, { changes, sent, leftOut }) => {
      savedId.current = idOf(sent);
      const savedAs = changeSet.requestId ?? requestId;
      showChangeToast(`${changesText(changes)} saved`, savedAs);
      forget();
      if (isMounted.current) onSaved({ requestId: savedAs, saved: changes, ...leftOut });
      // The save has ended, but the data is still reloading, and the next save must not wait for it. The current preview
      // stays unchanged, but cached previews of this screen are outdated.
      const isKept = isMounted.current;
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isKept || queryKey[0] !== PREVIEW });
    },
    onError: (error, { indexes }) => {
      const messages = messagesByRow(error, indexes);
      if (controller.current?.signal.aborted) onCanceled();
      else if (!messages) showErrors(errorsOf(error));
      else if (isMounted.current) onRejected(messages);
      else
        showBlocked({
          title: 'Apply',
          outcome: 'Nothing was saved.',
          reasons: reasonsOf(error).map((text) => ({ text })),
        });
    },
    meta: { ownError: true },
  });
  /** While a save is running, further ones are ignored, and after it those of the same rows: its screen may still be shown. */
  const save = (applying: Applying) => {
    if (queryClient.isMutating({ mutationKey: APPLY }) > 0 || idOf(applying.sent) === savedId.current) return;
    mutate(applying);
  };
  const isOtherSaving = useIsMutating({ mutationKey: APPLY }) > (isPending ? 1 : 0);
  return { save, isSaving: isPending, isOtherSaving, cancel: () => controller.current?.abort() };
}

/** The server's messages about rows that it did not save as shown; undefined if the save failed for another reason. */
function messagesByRow(error: unknown, indexes: readonly number[]): ReadonlyMap<number, string> | undefined {
  const errors = errorsOf(error);
  // Another user has made the same changes.
  const isDone = errors.some(({ code }) => code === 'NOTHING_TO_CHANGE');
  if (isDone || error instanceof NeedsConfirmation) return new Map();
  const rows = errors.flatMap(({ field = '', message }) => {
    const index = indexes[Number(ROW.exec(field)?.[1])];
    return index === undefined ? [] : [[index, message] as const];
  });
  return rows.length > 0 ? new Map(rows) : undefined;
}

const reasonsOf = (error: unknown): readonly string[] =>
  error instanceof NeedsConfirmation ? error.warnings : errorsOf(error).map(({ message }) => message);
