import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router';
import type { ItemKind } from '../../contract/items.ts';
import { type Link, relationshipsOf } from '../../contract/relationships.ts';
import { ItemNotFound } from '../items/ItemNotFound.tsx';
import { type ItemView, itemOf } from '../items/items.ts';
import { useItemDialog } from '../items/useItemDialog.tsx';
import { itemViews } from '../kinds/kinds.ts';
import { Card } from '../layout/Card.tsx';
import { Screen } from '../layout/Screen.tsx';
import { relationshipPath } from '../paths.ts';
import { detailQuery } from '../queries.ts';
import { relatedOf, titleOf } from '../relationship/ends.ts';
import { AddRelationship } from './AddRelationship.tsx';
import { Details } from './Details.tsx';
import classes from './detail.module.css';
import { RelatedList } from './RelatedList.tsx';

/** The order of the related lists on a detail screen (spec 2). */
const order: Record<ItemKind, number> = { major: 1, degree: 2, school: 3, department: 4 };

const relatedLists = (kind: ItemKind): readonly Link[] =>
  relationshipsOf(kind).toSorted((one, other) => order[one.to] - order[other.to]);

interface Props<K extends ItemKind> {
  view: ItemView<K>;
}

/** An item and everything related to it (spec 2). Another key mounts a new screen, with its lists open. */
export function DetailScreen<K extends ItemKind>({ view }: Props<K>) {
  const { key = '' } = useParams();
  return <Detail key={key} itemKey={key} view={view} />;
}

/** Renders nothing while it loads. */
function Detail<K extends ItemKind>({ view, itemKey: key }: Props<K> & { itemKey: string }) {
  const { kind, title } = view;
  const { pathname } = useLocation();
  const { data, error } = useQuery(detailQuery(kind, key));
  const item = data && itemOf(data, kind);
  const items = useMemo(() => item && [item], [item]);
  const { edit, dialog } = useItemDialog(view, items);
  if (error) return <ItemNotFound heading={`View ${title}`} kind={kind} error={error} />;
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
          <Details view={view} item={item} />
        </section>
      </Card>
      {relatedLists(kind).map((link) => (
        <RelatedList key={link.name} link={link} fromKey={key} rows={relatedOf(data, link)} />
      ))}
      {dialog}
    </Screen>
  );
}
