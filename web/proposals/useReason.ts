import { useEffect, useRef, useState } from 'react';
import { useSession } from '../lib/session.ts';
import { draftsOf } from '../ui/form/drafts.ts';

/**
 * The reason for a proposal, at first `suggested`. Like the draft of a form, it is kept in this tab under the proposal's title
 * until the proposal is saved or discarded.
 */
export function useReason(title: string, suggested = '') {
  const { user } = useSession();
  const [drafts] = useState(() => draftsOf(user));
  const draftName = `reason/${title}`;
  const [reason, setReason] = useState(() => drafts.reasonOf(draftName) || suggested);
  const nameBefore = useRef(draftName);
  useEffect(() => {
    // The proposal has another title now. The next one with the title before starts without this reason.
    if (nameBefore.current !== draftName) drafts.remove(nameBefore.current);
    nameBefore.current = draftName;
    if (reason) drafts.write(draftName, { inputs: {}, base: {} }, reason);
    else drafts.remove(draftName);
  }, [drafts, draftName, reason]);
  return { reason, setReason, forget: () => drafts.remove(draftName) };
}
