import { useState } from 'react';
import type { LookupKind, Lookups } from '../../../contract/lookups.ts';
import { useSession } from '../../lib/session.ts';
import { draftsOf } from '../../ui/form/drafts.ts';
import { inputValues } from '../../ui/form/inputValues.ts';
import { draftName, LookupDialog } from './LookupDialog.tsx';
import type { LookupView } from './lookupView.ts';

interface Shown<K extends LookupKind> {
  opened: boolean;
  row: Lookups[K] | null;
}

/**
 * The dialog to create and edit rows of a lookup, for a screen that shows `rows` (undefined while loading). It opens
 * automatically if this page has an unsaved draft.
 */
export function useLookupDialog<K extends LookupKind>(
  view: LookupView<K>,
  rows: readonly Lookups[K][] | undefined,
) {
  const { user } = useSession();
  const [{ opened, row }, setShown] = useState<Shown<K>>({ opened: false, row: null });
  const [hasCheckedDrafts, setCheckedDrafts] = useState(false);
  if (rows && !hasCheckedDrafts) {
    setCheckedDrafts(true);
    const drafts = draftsOf(user);
    const names = drafts.names(`${view.kind}/`);
    const isDrafted = (one: Lookups[K] | null) =>
      names.includes(draftName(view, one)) &&
      drafts.read(draftName(view, one), view.form, inputValues(view.form, one ?? {})) !== undefined;
    const drafted = [null, ...rows].find(isDrafted);
    if (drafted !== undefined) setShown({ opened: true, row: drafted });
  }
  return {
    create: () => setShown({ opened: true, row: null }),
    edit: (edited: Lookups[K]) => setShown({ opened: true, row: edited }),
    dialog: (
      <LookupDialog
        view={view}
        opened={opened}
        row={row}
        onClose={() => setShown((now) => ({ ...now, opened: false }))}
      />
    ),
  };
}
