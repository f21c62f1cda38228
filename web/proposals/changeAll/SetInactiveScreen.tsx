import { useCallback } from 'react';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { isActiveThoughEnded } from '../../catalog/items/ended.ts';
import { type ItemView, nounFor } from '../../catalog/items/itemView.ts';
import type { Proposal } from '../proposal.ts';
import { BulkChangeScreen } from './BulkChangeScreen.tsx';
import { changeItems } from './filteredItems.ts';

/** Turns off the Active flag of all filtered items of a list that have ended. */
export function SetInactiveScreen<K extends ItemKind>({ view }: { view: ItemView<K> }) {
  const proposalOf = useCallback(
    (items: readonly Items[K][]): Proposal | null => {
      const ended = items.filter((item) => isActiveThoughEnded(view, item));
      if (ended.length === 0) return null;
      const titleOf = (count: number) =>
        `Set ${count.toLocaleString('en-US')} ended ${nounFor(view, count)} to inactive`;
      return {
        origin: 'bulk',
        title: titleOf(ended.length),
        titleOf,
        rows: changeItems(view, ended, { values: { [view.active]: false } }, undefined),
      };
    },
    [view],
  );
  return (
    <BulkChangeScreen
      view={view}
      headingOf={() => `No ended ${view.kind} is active`}
      proposalOf={proposalOf}
    />
  );
}
