import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { LookupKind, Lookups } from '../../../contract/lookups.ts';
import { useLatest } from '../../lib/useLatest.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { shortcut } from '../../ui/keys/shortcut.ts';
import { actionsColumn } from '../../ui/table/column.ts';
import { ActionsMenu } from '../items/ActionsMenu.tsx';
import classes from '../items/items.module.css';
import { rowKeys } from '../items/RowActions.tsx';
import { keyOf, type LookupView, nounOf } from './lookupView.ts';
import { useDeleteLookup } from './useDeleteLookup.ts';

/** The props of the table of a lookup, with the actions of its rows. */
export function useLookupTable<K extends LookupKind>(view: LookupView<K>, edit: (row: Lookups[K]) => void) {
  const remove = useDeleteLookup(view);
  // The columns are built once; the buttons read the current actions when they are clicked.
  const actions = useLatest({ edit, remove });
  return useMemo(() => {
    const nameOf = (row: Lookups[K]) => `${nounOf(view)} ${view.labelOf(row)}`;
    const rowActions = actionsColumn((row: Lookups[K]) => (
      <div className={classes.actions}>
        <IconButton
          name={`Edit ${nameOf(row)}`}
          {...shortcut('E', 'Edit')}
          icon={<IconPencil size={18} />}
          onClick={() => actions.current.edit(row)}
        />
        <IconButton
          name={`Delete ${nameOf(row)}`}
          {...shortcut('Delete', 'Delete')}
          icon={<IconTrash size={18} />}
          isDanger
          onClick={() => actions.current.remove(row)}
        />
      </div>
    ));
    const cardActions = actionsColumn((row: Lookups[K]) => (
      <ActionsMenu
        name={nameOf(row)}
        choices={[
          { label: 'Edit', act: () => actions.current.edit(row) },
          { label: 'Delete', act: () => actions.current.remove(row), isDanger: true },
        ]}
      />
    ));
    return {
      label: view.heading,
      columns: [...view.columns, rowActions],
      cards: [...view.cards, cardActions],
      keyOf: (row: Lookups[K]) => keyOf(view, row),
      rowKeys,
    };
  }, [view, actions]);
}
