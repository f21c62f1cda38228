import { useCallback } from 'react';
import { matchPath, type NavigateFunction, useNavigate } from 'react-router';
import type { ChangeSet, ChangeSets } from '../../contract/history.ts';
import { isItemKind } from '../../contract/items.ts';
import { RequestError, request } from '../lib/api.ts';
import { base } from '../lib/base.ts';
import { lastUrlOf, returning } from '../lib/lastUrl.ts';
import { listPath } from '../lib/paths.ts';
import { queryClient } from '../lib/queries.ts';
import { showToast } from '../ui/popups/toastStore.ts';
import type { Subject } from './describeChange.ts';
import { readOwnEntry } from './historyQueries.ts';
import { showUndoFailure, undoSet } from './undoChange.ts';

/** Returns a function that says in a toast that a change was made, and there offers to undo it. */
export function useChangeToast(): (text: string, requestId: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (text, requestId) => showToast(text, () => undoRequest(requestId, navigate)),
    [navigate],
  );
}

const MISSING = { code: 'CHANGE_NOT_FOUND', message: 'No change found!' };

/**
 * Undoes what a request has changed and reads everything again that is shown. Leads to the list from the detail of an
 * item that is gone by that. Returns false if it has failed, which has been shown then.
 */
async function undoRequest(requestId: string, navigate: NavigateFunction): Promise<boolean> {
  try {
    const query = new URLSearchParams({ requestId });
    const [set] = (await request<ChangeSets>('GET', `/changes?${query.toString()}`)).changeSets;
    if (!set) throw new RequestError([MISSING]);
    const shown = itemShown();
    const isGone = shown !== undefined && (await hasCreated(set, shown));
    await undoSet({ id: set.id });
    if (isGone) await navigate(lastUrlOf(listPath(shown.kind)), { replace: true, state: returning });
    return true;
  } catch (error) {
    showUndoFailure(error);
    return false;
  } finally {
    // Also after a refusal: what is shown is older than what stands in the way. The next undo does not wait for it.
    void queryClient.invalidateQueries();
  }
}

/** The item whose detail is shown now. */
function itemShown(): Subject | undefined {
  const { kind, key } = matchPath('/:kind/:key', window.location.pathname.slice(base.length))?.params ?? {};
  return isItemKind(kind) && key !== undefined ? { kind, key } : undefined;
}

const hasCreated = async (set: ChangeSet, item: Subject): Promise<boolean> =>
  set.created > 0 && (await readOwnEntry(set.id, item))?.action === 'created';
