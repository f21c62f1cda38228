import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { type ItemKind, type Items, itemKinds } from '../../contract/items.ts';
import { itemPath } from '../paths.ts';
import { actionsColumn } from '../table/column.ts';
import { useLatest } from '../useLatest.ts';
import { type ItemView, keyOf, useColumns } from './items.ts';
import { ListScreen } from './ListScreen.tsx';
import { RowActions } from './RowActions.tsx';
import { useDeleteItem } from './useDeleteItem.ts';
import { useItemDialog } from './useItemDialog.tsx';

/** The list screen of a kind, with all actions on its items. */
export function ItemList<K extends ItemKind>({ view }: { view: ItemView<K> }) {
  const { data } = useQuery(view.listQuery);
  const { create, edit, dialog } = useItemDialog(view, data);
  const remove = useDeleteItem(view);
  const navigate = useNavigate();
  const columns = useColumns(view);
  // The columns are built once; the buttons read the current actions when they are pressed.
  const actions = useLatest<Actions<Items[K]>>({
    edit,
    remove,
    open: (item) => void navigate(itemPath(view.kind, keyOf(view, item))),
  });
  const withActions = useMemo(
    () => [
      ...columns,
      actionsColumn((item: Items[K]) => (
        <RowActions
          onView={() => actions.current.open(item)}
          onEdit={() => actions.current.edit(item)}
          onDelete={() => actions.current.remove(item)}
        />
      )),
    ],
    [columns, actions],
  );
  return (
    <>
      <ListScreen
        heading={view.heading}
        query={view.listQuery}
        columns={withActions}
        defaultSort={view.defaultSort}
        exportName={itemKinds[view.kind].collection}
        keyOf={useCallback((item: Items[K]) => keyOf(view, item), [view])}
        create={
          <Button leftSection={<IconPlus size={16} />} onClick={create}>
            Create
          </Button>
        }
      />
      {dialog}
    </>
  );
}

interface Actions<Item> {
  open: (item: Item) => void;
  edit: (item: Item) => void;
  remove: (item: Item) => void;
}
