import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useMemo } from 'react';
import { useLocation, useParams } from 'react-router';
import type { ItemKind, Items } from '../../contract/items.ts';
import { relationshipsOf } from '../../contract/relationships.ts';
import { AddRelationship } from '../detail/AddRelationship.tsx';
import classes from '../detail/detail.module.css';
import { NotShown } from '../detail/NotShown.tsx';
import { RelatedList } from '../detail/RelatedList.tsx';
import { relatedLists } from '../detail/related.ts';
import { type ItemView, itemOf } from '../items/items.ts';
import { useItemDialog } from '../items/useItemDialog.tsx';
import { itemViews } from '../items/views.ts';
import { Card } from '../layout/Card.tsx';
import { Screen } from '../layout/Screen.tsx';
import { relationshipPath } from '../paths.ts';
import { detailQuery } from '../queries.ts';
import { relatedOf, titleOf } from '../relationship/ends.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  /** The fields of the item. */
  Facts: ComponentType<{ item: Items[K] }>;
}

/** An item and all that is related to it (spec 2). That of another key is another screen: its lists start open. */
export function DetailScreen<K extends ItemKind>(props: Props<K>) {
  const { key = '' } = useParams();
  return <Detail key={key} itemKey={key} {...props} />;
}

/** Nothing renders while it loads. */
function Detail<K extends ItemKind>({ view, Facts, itemKey: key }: Props<K> & { itemKey: string }) {
  const { kind, title } = view;
  const { pathname } = useLocation();
  const { data, error } = useQuery(detailQuery(kind, key));
  const item = data && itemOf(data, kind);
  const items = useMemo(() => item && [item], [item]);
  const { edit, dialog } = useItemDialog(view, items);
  if (error) return <NotShown heading={`View ${title}`} kind={kind} error={error} />;
  if (!data || !item) return null;
  const choices = relationshipsOf(kind).map((link) => ({
    label: titleOf(link, itemViews[link.to].title),
    to: relationshipPath({ link, fromKey: key, back: pathname }),
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
      {relatedLists(kind).map((link) => (
        <RelatedList key={link.name} link={link} fromKey={key} rows={relatedOf(data, link)} />
      ))}
      {dialog}
    </Screen>
  );
}
