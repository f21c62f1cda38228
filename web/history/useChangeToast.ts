import { useCallback } from 'react';
import { matchPath, type NavigateFunction, useNavigate } from 'react-router';
import type { ChangeSet, ChangeSets } from '../../contract/history.ts';
import { isItemKind } from '../../contract/kinds.ts';
import { RequestError, request } from '../lib/api.ts';
import { base } from '../lib/base.ts';
import { lastUrlOf, restoreState } from '../lib/lastUrl.ts';
import { listPath } from '../lib/paths.ts';
import { queryClient } from '../lib/queries.ts';
import { showToast } from '../ui/popups/toastStore.ts';
import type { Subject } from './describeChange.ts';
import { readOwnEntry } from './historyQueries.ts';
import { showUndoFailure, undoSet } from './undoChange.ts';

/** Returns a function that shows a toast about a change, with an Undo button. */
export function useChangeToast(): (text: string, requestId: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (text, requestId) => showToast(text, () => undoRequest(requestId, navigate)),
    [navigate],
  );
}

const MISSING = { code: 'CHANGE_NOT_FOUND', message: 'No change found!' };

/**
 * Undoes the changes of a request and reloads all visible data. If the undo deletes the item of the current detail screen,
 * navigates to its list. Returns false if the undo has failed, in which case the error has been shown.
 */
async function undoRequest(requestId: string, navigate: NavigateFunction): Promise<boolean> {
  try {
    const query = new URLSearchParams({ requestId });
    const [set] = (await request<ChangeSets>('GET', `/changes?${query.toString()}`)).changeSets;
    if (!set) throw new RequestError([MISSING]);
    const shown = itemShown();
    const isGone = shown !== undefined && (await hasCreated(set, shown));
    await undoSet({ id: set.id });
    if (isGone) await navigate(lastUrlOf(listPath(shown.kind)), { replace: true, state: restoreState });
    return true;
  } catch (error) {
    showUndoFailure(error);
    return false;
  } finally {
    // Also after a rejected undo: the visible data is older than the conflicting change. The next undo does not wait for it.
    void queryClient.invalidateQueries();
  }
}

/** The item of the current detail screen. */
function itemShown(): Subject | undefined {
  const { kind, key } = matchPath('/:kind/:key', window.location.pathname.slice(base.length))?.params ?? {};
  return isItemKind(kind) && key !== undefined ? { kind, key } : undefined;
}

const hasCreated = async (set: ChangeSet, item: Subject): Promise<boolean> =>
  set.created > 0 && (await readOwnEntry(set.id, item))?.action === 'created';
