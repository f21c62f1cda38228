import { useCallback } from 'react';
import type { ItemKind, Items } from '../../../contract/items.ts';
import { isActiveThoughEnded } from '../../catalog/items/ended.ts';
import { countOf, type ItemView } from '../../catalog/items/itemView.ts';
import type { Proposal } from '../proposal.ts';
import { BulkChangeScreen } from './BulkChangeScreen.tsx';
import { changeItems } from './filteredItems.ts';

/** Takes the Active flag off all items that the filter of a list has found and that have ended. */
export function SetInactiveScreen<K extends ItemKind>({ view }: { view: ItemView<K> }) {
  const proposalOf = useCallback(
    (items: readonly Items[K][]): Proposal | null => {
      const ended = items.filter((item) => isActiveThoughEnded(view, item));
      if (ended.length === 0) return null;
      return {
        origin: 'bulk',
        title: `Set Active to No for ${countOf(view, ended.length)} ended already`,
        rows: changeItems(view, ended, { [view.activeField]: false }),
      };
    },
    [view],
  );
  return (
    <BulkChangeScreen
      view={view}
      headingOf={() => `No ${view.kind} is active though ended`}
      proposalOf={proposalOf}
    />
  );
}
