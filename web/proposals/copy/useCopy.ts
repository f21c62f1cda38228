import { useRef } from 'react';
import type { ChangeSetDetail } from '../../../contract/history.ts';
import type { ItemKind } from '../../../contract/items.ts';
import type { ProposalRow } from '../../../contract/proposals.ts';
import { type Changed, isAway, NeedsConfirmation, RequestError, request } from '../../lib/api.ts';
import type { SaveOptions } from '../../ui/popups/popupStore.ts';
import { apply, previewOf } from '../proposalQueries.ts';
import { useSendId } from '../useSendId.ts';
import { errorsIn } from './copyProposal.ts';

/** What was saved: the key of the new item, or of the first of several; none if it could not be read. */
export interface Copied {
  key: string | undefined;
}

/**
 * Saves the rows of a copy as one change set. Asks for a preview first: an apply names only the gravest kind of refusal.
 * What was sent without an answer is sent again as it was, because it may have been saved. Fails as a form's call does,
 * with `CallError` or `NeedsConfirmation`.
 */
export function useCopy(
  kind: ItemKind,
): (rows: readonly ProposalRow[], title: string, how: SaveOptions) => Promise<Changed<Copied>> {
  const idOf = useSendId();
  const unanswered = useRef('');
  return async (rows, title, { override, reason }) => {
    const sent = { origin: 'bulk' as const, title, reason: reason.trim() || null, rows: [...rows] };
    const text = JSON.stringify(sent);
    if (unanswered.current !== text) await check(kind, rows, override);
    try {
      unanswered.current = text;
      const { answer: response, requestId } = await apply({
        body: { id: idOf(sent), ...sent },
        isConfirmed: override,
      });
      const { id, requestId: savedAs } = response.changeSet;
      return { answer: { key: await keyOfNew(id, kind) }, requestId: savedAs ?? requestId };
    } catch (error) {
      if (!isAway(error)) unanswered.current = '';
      throw error;
    }
  };
}

/** Throws what an apply of these rows would be refused for, or asked about. */
async function check(kind: ItemKind, rows: readonly ProposalRow[], isConfirmed: boolean): Promise<void> {
  const preview = await previewOf(rows);
  const refusals = errorsIn(kind, rows, preview);
  if (refusals.length > 0) throw new RequestError(refusals);
  const warnings = preview.rows.flatMap((row) => row.warnings);
  if (warnings.length > 0 && !isConfirmed) throw new NeedsConfirmation(warnings);
}

/** The key of the first item of this kind that a set has created. */
async function keyOfNew(id: string, kind: ItemKind): Promise<string | undefined> {
  try {
    const { entries } = await request<ChangeSetDetail>('GET', `/changes/${encodeURIComponent(id)}`);
    return entries.find((entry) => entry.kind === kind && entry.action === 'created')?.key;
  } catch {
    // It is saved all the same.
    return undefined;
  }
}
