import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useLocation, useParams } from 'react-router';
import type { Details } from '../../contract/details.ts';
import type { ItemKind, Items } from '../../contract/items.ts';
import { AddRelationship } from '../detail/AddRelationship.tsx';
import classes from '../detail/detail.module.css';
import { NotShown } from '../detail/NotShown.tsx';
import { type ItemView, itemOf } from '../items/items.ts';
import { useItemDialog } from '../items/useItemDialog.tsx';
import { itemViews } from '../items/views.ts';
import { Card } from '../layout/Card.tsx';
import { Screen } from '../layout/Screen.tsx';
import { relationshipPath } from '../paths.ts';
import { detailQuery } from '../queries.ts';

/** The item that a list starts from. */
export interface From {
  from: ItemKind;
  fromKey: string;
}

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  /** The fields of the item. */
  Facts: ComponentType<{ item: Items[K] }>;
  /** What it is related to, kind by kind. */
  lists: (detail: Details[K], from: From) => ReactNode;
}

/** Spec 2: what can be related to an item, in the order of the dropdown. */
const targets = ['degree', 'department', 'major', 'school'] as const;

/** An item and all that is related to it (spec 2). That of another key is another screen: its lists start open. */
export function DetailScreen<K extends ItemKind>(props: Props<K>) {
  const { key = '' } = useParams();
  return <Detail key={key} itemKey={key} {...props} />;
}

/** Nothing renders while it loads. */
function Detail<K extends ItemKind>({ view, Facts, lists, itemKey: key }: Props<K> & { itemKey: string }) {
  const { kind, title } = view;
  const { pathname } = useLocation();
  const { data, error } = useQuery(detailQuery(kind, key));
  const item = data && itemOf(data, kind);
  const items = useMemo(() => item && [item], [item]);
  const { edit, dialog } = useItemDialog(view, items);
  if (error) return <NotShown heading={`View ${title}`} kind={kind} error={error} />;
  if (!data || !item) return null;
  const choices = targets
    .filter((to) => to !== kind)
    .map((to) => ({
      label: itemViews[to].title,
      to: relationshipPath({ from: kind, fromKey: key, to, back: pathname }),
    }));
  return (
    <Screen heading={`View ${title}`} actions={<AddRelationship choices={choices} />}>
      <Card>
        <section aria-labelledby="details">
          <div className={classes.head}>
            <h2 id="details">Details</h2>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => edit(item)}
            >
              Edit
            </Button>
          </div>
          <Facts item={item} />
        </section>
      </Card>
      {lists(data, { from: kind, fromKey: key })}
      {dialog}
    </Screen>
  );
}
