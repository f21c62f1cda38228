import { useCallback } from 'react';
import type { ItemKind, Items } from '../../contract/items.ts';
import { useAddress } from '../address.ts';
import { countOf, type ItemView } from '../items/items.ts';
import { ChangeForm } from '../proposal/ChangeForm.tsx';
import { FoundScreen } from '../proposal/FoundScreen.tsx';
import { changeableFields, changeItems, readValue } from '../proposal/found.ts';
import type { Proposal } from '../proposal/proposal.ts';

/** Gives one field of all items that the filter of a list has found the same value. Both are in the address. */
export function ChangeAllScreen<K extends ItemKind>({ view }: { view: ItemView<K> }) {
  const { params } = useAddress();
  const [name, value] = [params.get('field') ?? '', params.get('value')];
  const proposalOf = useCallback(
    (items: readonly Items[K][]): Proposal | null => {
      const label = changeableFields(view).find(([one]) => one === name)?.[1].label;
      const read = value === null || label === undefined ? null : readValue(view.editForm, name, value);
      if (read === null || 'message' in read) return null;
      return {
        origin: 'bulk',
        title: `Change ${label} of ${countOf(view, items.length)}`,
        rows: changeItems(view, items, { [name]: read.value }),
      };
    },
    [view, name, value],
  );
  return (
    <FoundScreen
      view={view}
      headingOf={(items) => `Change all ${countOf(view, items.length)}`}
      proposalOf={proposalOf}
    >
      <ChangeForm view={view} />
    </FoundScreen>
  );
}
