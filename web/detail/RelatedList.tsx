import { Button } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { type ItemKey, type ItemKind, type Items } from '../../contract/items.ts';
import type { Related } from '../../contract/relationships.ts';
import { keyOf } from '../items/items.ts';
import { itemViews } from '../items/views.ts';
import { Card } from '../layout/Card.tsx';
import { useQuarter } from '../lookups.ts';
import { actionsColumn, type Column } from '../table/column.ts';
import { ShortTable } from '../table/ShortTable.tsx';
import classes from './detail.module.css';
import { RelatedActions } from './RelatedActions.tsx';
import { ofItem, type RelatedKind, spanColumns } from './related.ts';
import { useDeleteRelationship } from './useDeleteRelationship.ts';

interface Props<K extends ItemKind, Row> {
  /** The item that all of these are related to. */
  from: ItemKind;
  fromKey: ItemKey;
  of: RelatedKind<K>;
  rows: readonly Row[];
  /** What this kind of relationship says besides. */
  more?: readonly Column<Row>[];
}

const nothing: never[] = [];

/** The items of a kind that an item is related to (spec 2): open at first. */
export function RelatedList<K extends ItemKind, Row extends Related<Items[K]>>({
  from,
  fromKey,
  of,
  rows,
  more = nothing,
}: Props<K, Row>) {
  const [isOpen, setOpen] = useState(true);
  const quarter = useQuarter();
  const { pathname } = useLocation();
  const askToDelete = useDeleteRelationship();
  const id = useId();
  const title = itemViews[of.kind].heading;
  const columns = useMemo<Column<Row>[]>(
    () => [
      ...of.columns.map(ofItem),
      ...spanColumns(quarter),
      ...more,
      actionsColumn(({ item }) => {
        const ends = { from, fromKey, to: of.kind, toKey: keyOf(of, item) };
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
    [of, more, quarter, from, fromKey, pathname, askToDelete],
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
