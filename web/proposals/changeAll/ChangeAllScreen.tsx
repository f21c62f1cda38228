import { useCallback, useState } from 'react';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { countOf, type ItemView } from '../../catalog/items/itemView.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import type { Proposal } from '../proposal.ts';
import { BulkChangeScreen } from './BulkChangeScreen.tsx';
import { ChangeForm, type Typed } from './ChangeForm.tsx';
import { changeableFields, changeItems, readValue } from './filteredItems.ts';

/** Sets one field of all filtered items of a list to the same value. The filter, the field and the value are in the URL. */
export function ChangeAllScreen<K extends ItemKind>({ view }: { view: ItemView<K> }) {
  const { params } = useUrlParams();
  const [name, value] = [params.get('field') ?? '', params.get('value')];
  const [typed, setTyped] = useState<Typed>({ name: name || null, value: value ?? '' });
  const isShown = typed.name === name && typed.value === value;
  const proposalOf = useCallback(
    (items: readonly Items[K][]): Proposal | null => {
      const label = changeableFields(view).find(([one]) => one === name)?.[1].label;
      const read = value === null || label === undefined ? null : readValue(view.editForm, name, value);
      if (read === null || 'message' in read) return null;
      const titleOf = (count: number) => `Change ${label} of ${countOf(view, count)}`;
      return {
        origin: 'bulk',
        title: titleOf(items.length),
        titleOf,
        rows: changeItems(view, items, { [name]: read.value }),
      };
    },
    [view, name, value],
  );
  return (
    <BulkChangeScreen
      view={view}
      headingOf={(items) => `Change all ${countOf(view, items.length)}`}
      proposalOf={proposalOf}
      field={typed.name}
      outdated={isShown ? undefined : 'Show the changes first'}
    >
      <ChangeForm view={view} typed={typed} onType={setTyped} isShown={isShown} />
    </BulkChangeScreen>
  );
}
