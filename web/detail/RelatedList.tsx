import { Button } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { ItemKey, ItemKind, Items } from '../../contract/items.ts';
import type { Link, Related } from '../../contract/relationships.ts';
import { keyOf } from '../items/items.ts';
import { itemViews } from '../items/views.ts';
import { Card } from '../layout/Card.tsx';
import { useQuarter } from '../lookups/lookups.ts';
import { titleOf } from '../relationship/ends.ts';
import { actionsColumn, type Column } from '../table/column.ts';
import { ShortTable } from '../table/ShortTable.tsx';
import classes from './detail.module.css';
import { RelatedActions } from './RelatedActions.tsx';
import { moreColumns, ofItem, type RelatedKind, relatedKinds, spanColumns } from './related.ts';
import { useDeleteRelationship } from './useDeleteRelationship.ts';

interface Props<To extends ItemKind> {
  link: Link<To>;
  /** The item that all of these are related to. */
  fromKey: ItemKey;
  rows: readonly Related<Items[To]>[];
}

/** The items that an item is related to by one kind of relationship (spec 2): open at first. */
export function RelatedList<To extends ItemKind>({ link, fromKey, rows }: Props<To>) {
  const [isOpen, setOpen] = useState(true);
  const quarter = useQuarter();
  const { pathname } = useLocation();
  const askToDelete = useDeleteRelationship();
  const id = useId();
  const { to } = link;
  const of: RelatedKind<To> = relatedKinds[to];
  const title = titleOf(link, itemViews[to].heading);
  const columns = useMemo<Column<Related<Items[To]>>[]>(
    () => [
      ...of.columns.map(ofItem),
      ...spanColumns(quarter),
      ...moreColumns(link),
      actionsColumn(({ item }) => {
        const ends = { link, fromKey, toKey: keyOf(of, item) };
        return (
          <RelatedActions
            ends={ends}
            name={of.nameOf(item)}
            back={pathname}
            onDelete={() => askToDelete(ends, of.calledInQuestion(item))}
          />
        );
      }),
    ],
    [of, link, quarter, fromKey, pathname, askToDelete],
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
          <ShortTable label={title} columns={columns} items={rows} defaultSort={of.defaultSort} />
        )}
        {isOpen && rows.length === 0 && <p className={classes.empty}>No results found.</p>}
      </section>
    </Card>
  );
}
