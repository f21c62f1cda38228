import type { ChangeSetDetail } from '../../../contract/history.ts';
import type { ItemKind } from '../../../contract/kinds.ts';
import type { ProposalRow } from '../../../contract/proposals.ts';
import { type Changed, request } from '../../lib/api.ts';
import type { SaveOptions } from '../../ui/popups/popupStore.ts';
import { useSaveRows } from '../useSaveRows.ts';
import { errorsIn } from './copyProposal.ts';

/** The saved copy: the key of the new item, or of the first of several; none if it could not be read. */
export interface Copied {
  key: string | undefined;
}

/** Saves the rows of a copy as one change set. */
export function useCopy(
  kind: ItemKind,
): (rows: readonly ProposalRow[], title: string, how: SaveOptions) => Promise<Changed<Copied>> {
  const save = useSaveRows();
  return async (rows, title, how) => {
    const { data, requestId } = await save(
      { rows, title, errorsIn: (preview) => errorsIn(kind, rows, preview) },
      how,
    );
    return { data: { key: await keyOfNew(data.id, kind) }, requestId };
  };
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
