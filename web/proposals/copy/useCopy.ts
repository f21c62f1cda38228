import { useRef } from 'react';
import type { ChangeSetDetail } from '../../../contract/history.ts';
import type { ItemKind } from '../../../contract/kinds.ts';
import type { ProposalRow } from '../../../contract/proposals.ts';
import { type Changed, isAway, NeedsConfirmation, RequestError, request } from '../../lib/api.ts';
import type { SaveOptions } from '../../ui/popups/popupStore.ts';
import { apply, previewOf } from '../proposalQueries.ts';
import { useSendId } from '../useSendId.ts';
import { errorsIn } from './copyProposal.ts';

/** The saved copy: the key of the new item, or of the first of several; none if it could not be read. */
export interface Copied {
  key: string | undefined;
}

/**
 * Saves the rows of a copy as one change set. Requests a preview first, because an apply reports only the gravest kind of
 * error. A body that got no response is sent again with the same ID, because it may have been saved. Fails like the request
 * of a form, with `RequestError` or `NeedsConfirmation`.
 */
export function useCopy(
  kind: ItemKind,
): (rows: readonly ProposalRow[], title: string, how: SaveOptions) => Promise<Changed<Copied>> {
  const idOf = useSendId();
  const pendingBody = useRef('');
  return async (rows, title, { override, reason }) => {
    const sent = { origin: 'bulk' as const, title, reason: reason.trim() || null, rows: [...rows] };
    const text = JSON.stringify(sent);
    if (pendingBody.current !== text) await check(kind, rows, override);
    try {
      pendingBody.current = text;
      const { data: applied, requestId } = await apply({
        body: { id: idOf(sent), ...sent },
        isConfirmed: override,
      });
      const { id, requestId: savedAs } = applied.changeSet;
      return { data: { key: await keyOfNew(id, kind) }, requestId: savedAs ?? requestId };
    } catch (error) {
      if (!isAway(error)) pendingBody.current = '';
      throw error;
    }
  };
}

/** Throws the errors or the warnings that an apply of these rows would get. */
async function check(kind: ItemKind, rows: readonly ProposalRow[], isConfirmed: boolean): Promise<void> {
  const preview = await previewOf(rows);
  const errors = errorsIn(kind, rows, preview);
  if (errors.length > 0) throw new RequestError(errors);
  const warnings = preview.rows.flatMap((row) => row.warnings);
  if (warnings.length > 0 && !isConfirmed) throw new NeedsConfirmation(warnings);
}

/** The key of the first item of this kind that a change set has created. */
async function keyOfNew(id: string, kind: ItemKind): Promise<string | undefined> {
  try {
    const { entries } = await request<ChangeSetDetail>('GET', `/changes/${encodeURIComponent(id)}`);
    return entries.find((entry) => entry.kind === kind && entry.action === 'created')?.key;
  } catch {
    // The copy has been saved nevertheless.
    return undefined;
  }
}
