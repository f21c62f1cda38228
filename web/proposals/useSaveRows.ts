import { useRef } from 'react';
import type { ErrorItem } from '../../contract/errors.ts';
import type { ChangeSet } from '../../contract/history.ts';
import type { Preview, ProposalRow } from '../../contract/proposals.ts';
import { type Changed, isAway, NeedsConfirmation, RequestError } from '../lib/api.ts';
import type { SaveOptions } from '../ui/popups/popupStore.ts';
import { apply, previewOf } from './proposalQueries.ts';
import { useSendId } from './useSendId.ts';

/** Rows that a form proposes. */
interface FormRows {
  rows: readonly ProposalRow[];
  /** The title of the change set. */
  title: string;
  /** The errors of a preview, as errors of the form. */
  errorsIn: (preview: Preview) => readonly ErrorItem[];
}

/**
 * Saves the rows of a form as one change set. Requests a preview first, because an apply reports only the gravest kind of
 * error. A body that got no response is sent again with the same ID, because it may have been saved. Fails like the request
 * of a form, with `RequestError` or `NeedsConfirmation`.
 */
export function useSaveRows(): (proposed: FormRows, how: SaveOptions) => Promise<Changed<ChangeSet>> {
  const idOf = useSendId();
  const pendingBody = useRef('');
  return async ({ rows, title, errorsIn }, { override, reason }) => {
    const sent = { origin: 'bulk' as const, title, reason: reason.trim() || null, rows: [...rows] };
    const text = JSON.stringify(sent);
    if (pendingBody.current !== text) check(await previewOf(rows), errorsIn, override);
    try {
      pendingBody.current = text;
      const { data, requestId } = await apply({ body: { id: idOf(sent), ...sent }, isConfirmed: override });
      return { data: data.changeSet, requestId: data.changeSet.requestId ?? requestId };
    } catch (error) {
      if (!isAway(error)) pendingBody.current = '';
      throw error;
    }
  };
}

/** Throws the errors or the warnings that an apply of these rows would get. */
function check(preview: Preview, errorsIn: FormRows['errorsIn'], isConfirmed: boolean): void {
  const errors = errorsIn(preview);
  if (errors.length > 0) throw new RequestError(errors);
  const warnings = preview.rows.flatMap((row) => row.warnings);
  if (warnings.length > 0 && !isConfirmed) throw new NeedsConfirmation(warnings);
}
