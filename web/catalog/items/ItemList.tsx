import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { type ItemKind, type Items, itemKinds } from '../../../contract/kinds.ts';
import { itemPath } from '../../lib/paths.ts';
import { useLatest } from '../../lib/useLatest.ts';
import { useAsOf, withAsOf } from '../../terms/asOf.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { useShortcut } from '../../ui/keys/shortcut.ts';
import { More } from '../../ui/More.tsx';
import { actionsColumn } from '../../ui/table/column.ts';
import { ActionsMenu } from './ActionsMenu.tsx';
import { useCards } from './cards.ts';
import { periodsOfItem } from './inEffect.ts';
import classes from './items.module.css';
import { codedBy, type ItemView, keyOf, labelOf, useColumns } from './itemView.ts';
import { ListScreen } from './ListScreen.tsx';
import { ChangeAllButton, SetInactiveLink } from './ListTools.tsx';
import { otherColumns } from './otherColumns.tsx';
import { RowActions, rowKeys } from './RowActions.tsx';
import { useCreateHash } from './useCreateHash.ts';
import { useDeleteItem } from './useDeleteItem.ts';
import type { ItemThen } from './useEarlierValuesInTerm.ts';
import { useItemDialog } from './useItemDialog.tsx';

/** The list screen of a kind, with all actions on its items. */
export function ItemList<K extends ItemKind>({ view }: { view: ItemView<K> }) {
  const { data } = useQuery(view.listQuery);
  const { create, edit, dialog } = useItemDialog(view, data);
  const createKey = useShortcut('N', `Create ${view.kind}`);
  useCreateHash(create);
  const remove = useDeleteItem(view);
  const navigate = useNavigate();
  const { asOf } = useAsOf();
  const quarter = useQuarter();
  const columns = useColumns(view);
  const cards = useCards(view);
  // The columns are built once; the buttons read the current actions when they are clicked.
  // A row may show the names and codes of a term; an action is on the item as it is stored.
  const storedOf = (item: Items[K]) => data?.find((one) => keyOf(view, one) === keyOf(view, item)) ?? item;
  const actions = useLatest<Actions<Items[K]>>({
    edit: (item) => edit(storedOf(item)),
    remove: (item) => remove(storedOf(item)),
    open: (item) => void navigate(withAsOf(itemPath(view.kind, keyOf(view, item)), asOf)),
  });
  const rowActions = useMemo(
    () =>
      actionsColumn((item: Items[K]) => (
        <RowActions
          name={view.nameOf(item)}
          onView={() => actions.current.open(item)}
          onEdit={() => actions.current.edit(item)}
          onDelete={() => actions.current.remove(item)}
        />
      )),
    [view, actions],
  );
  const cardActions = useMemo(
    () =>
      actionsColumn((item: Items[K]) => (
        <ActionsMenu
          name={view.nameOf(item)}
          choices={[
            { label: 'View Details', to: withAsOf(itemPath(view.kind, keyOf(view, item)), asOf) },
            { label: 'Edit', act: () => actions.current.edit(item) },
            { label: 'Delete', act: () => actions.current.remove(item), isDanger: true },
          ]}
        />
      )),
    [view, actions, asOf],
  );
  const tools = useCallback(
    (found: readonly Items[K][], text: string) => <ChangeAllButton view={view} found={found} text={text} />,
    [view],
  );
  const footer = useCallback(
    (found: readonly Items[K][], text: string) => <SetInactiveLink view={view} found={found} text={text} />,
    [view],
  );
  return (
    <>
      <ListScreen
        screen={view.kind}
        heading={view.heading}
        query={view.listQuery}
        columns={columns}
        otherColumns={useMemo(() => otherColumns(view, quarter), [view, quarter])}
        cards={cards}
        actions={rowActions}
        cardActions={cardActions}
        defaultSort={view.defaultSort}
        exportName={itemKinds[view.kind].collection}
        coded={useMemo(() => codedBy(view), [view])}
        periodsOf={useMemo(() => periodsOfItem(view.kind), [view])}
        then={useCallback((item: Items[K], itemThen: ItemThen) => itemThen(view.kind, item), [view])}
        keyOf={useCallback((item: Items[K]) => keyOf(view, item), [view])}
        labelOf={useCallback((item: Items[K]) => labelOf(view, item), [view])}
        rowKeys={rowKeys}
        tools={tools}
        footer={footer}
        create={
          <div className={classes.create} data-toolbar>
            {view.createWith && (
              <More name="More ways to create" below="phone">
                <Button component={Link} to={view.createWith.to} variant="default">
                  {view.createWith.text}
                </Button>
              </More>
            )}
            <Button leftSection={<IconPlus size={16} />} onClick={create} {...createKey}>
              Create
            </Button>
          </div>
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
