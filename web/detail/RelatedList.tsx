import { Button } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { ItemKey, ItemKind, Items } from '../../contract/items.ts';
import type { Link, Related } from '../../contract/relationships.ts';
import { type ItemView, keyOf, useColumns } from '../items/items.ts';
import { itemViews } from '../kinds/kinds.ts';
import { relationshipViewOf } from '../kinds/relationship.tsx';
import { Card } from '../layout/Card.tsx';
import { useQuarter } from '../lookups/lookups.ts';
import { titleOf } from '../relationship/ends.ts';
import { actionsColumn, type Column } from '../table/column.ts';
import { ShortTable } from '../table/ShortTable.tsx';
import classes from './detail.module.css';
import { RelatedActions } from './RelatedActions.tsx';
import { useDeleteRelationship } from './useDeleteRelationship.ts';

interface Props<To extends ItemKind> {
  link: Link<To>;
  /** The item that all rows are related to. */
  fromKey: ItemKey;
  rows: readonly Related<Items[To]>[];
}

/** The items related to an item by one kind of relationship (spec 2). Starts open. */
export function RelatedList<To extends ItemKind>({ link, fromKey, rows }: Props<To>) {
  const [isOpen, setOpen] = useState(true);
  const quarter = useQuarter();
  const { pathname } = useLocation();
  const askToDelete = useDeleteRelationship();
  const id = useId();
  const view: ItemView<To> = itemViews[link.to];
  const title = titleOf(link, view.heading);
  const listed = useColumns(view);
  const columns = useMemo<Column<Related<Items[To]>>[]>(
    () => [
      ...view.related.flatMap((field) => listed.filter(({ id }) => id === field)).map(ofItem),
      ...relationshipViewOf(link.relationship).columns(quarter),
      actionsColumn(({ item }) => {
        const ends = { link, fromKey, toKey: keyOf(view, item) };
        return (
          <RelatedActions
            ends={ends}
            name={view.nameOf(item)}
            back={pathname}
            onDelete={() => askToDelete(ends, view.nameInQuestion(item))}
          />
        );
      }),
    ],
    [view, listed, link, quarter, fromKey, pathname, askToDelete],
  );
  return (
    <Card>
      <section aria-labelledby={id}>
        <div className={classes.head}>
          <h2 id={id}>
            {title} <small>{rows.length.toLocaleString('en-US')}</small>
          </h2>
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'View'} ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'View'}
          </Button>
        </div>
        {isOpen && rows.length > 0 && (
          <ShortTable
            label={title}
            columns={columns}
            items={rows}
            defaultSort={view.defaultSort.map(({ id, desc }) => ({ id: idOfItem(id), desc }))}
          />
        )}
        {isOpen && rows.length === 0 && <p className={classes.empty}>No results found.</p>}
      </section>
    </Card>
  );
}

const idOfItem = (id: string) => `item.${id}`;

/** Turns a column of an item into a column of a relationship to that item. */
const ofItem = <Item,>({ id, header, value, sort = value }: Column<Item>): Column<{ item: Item }> => ({
  id: idOfItem(id),
  header,
  value: ({ item }) => value(item),
  sort: sort && (({ item }) => sort(item)),
});
