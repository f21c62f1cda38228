import { useEffect, useState } from 'react';
import { useSession } from '../lib/session.ts';
import { draftsOf } from '../ui/form/drafts.ts';

/**
 * Why a proposal is made. What is typed is kept in this tab under its title, as the draft of a form is, until it is saved
 * or given up.
 */
export function useReason(title: string) {
  const { user } = useSession();
  const [drafts] = useState(() => draftsOf(user));
  const draftName = `reason/${title}`;
  const [reason, setReason] = useState(() => drafts.reasonOf(draftName));
  useEffect(() => {
    if (reason) drafts.write(draftName, { inputs: {}, base: {} }, reason);
    else drafts.remove(draftName);
  }, [drafts, draftName, reason]);
  return { reason, setReason, forget: () => drafts.remove(draftName) };
}
