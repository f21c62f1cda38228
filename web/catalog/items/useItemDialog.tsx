import { useState } from 'react';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { useSession } from '../../lib/session.ts';
import { draftsOf } from '../../ui/form/drafts.ts';
import type { FilledValues } from '../../ui/form/SaveForm.tsx';
import { draftName, formProps } from './formProps.ts';
import { ItemDialog } from './ItemDialog.tsx';
import type { ItemView } from './itemView.ts';

interface Shown<K extends ItemKind> {
  opened: boolean;
  item: Items[K] | null;
  filled?: FilledValues | undefined;
}

/**
 * The dialog to create and edit items of a kind, for a screen that shows `items` (undefined while loading). It opens
 * automatically if this page has an unsaved draft.
 */
export function useItemDialog<K extends ItemKind>(view: ItemView<K>, items: readonly Items[K][] | undefined) {
  const { user } = useSession();
  const [{ opened, item, filled }, setShown] = useState<Shown<K>>({ opened: false, item: null });
  const [hasCheckedDrafts, setCheckedDrafts] = useState(false);
  if (items && !hasCheckedDrafts) {
    setCheckedDrafts(true);
    const drafts = draftsOf(user);
    const names = drafts.names(`${view.kind}/`);
    const isDrafted = (one: Items[K] | null) => {
      const { form, start } = formProps(view, one);
      return drafts.read(draftName(view, one), form, start) !== undefined;
    };
    const drafted = [null, ...items].find((one) => names.includes(draftName(view, one)) && isDrafted(one));
    if (drafted !== undefined) setShown({ opened: true, item: drafted });
  }
  return {
    create: () => setShown({ opened: true, item: null }),
    edit: (edited: Items[K], filled?: FilledValues) => setShown({ opened: true, item: edited, filled }),
    dialog: (
      <ItemDialog
        view={view}
        opened={opened}
        item={item}
        filled={filled}
        onClose={() => setShown((now) => ({ ...now, opened: false }))}
      />
    ),
  };
}
