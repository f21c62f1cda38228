import { Button } from '@mantine/core';
import { useCallback, useId, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { ItemKey, ItemKind, Items } from '../../contract/items.ts';
import type { Link, Program, Related } from '../../contract/relationships.ts';
import { factsColumn, useCardHead } from '../items/cards.ts';
import { type ItemView, keyOf, useColumns } from '../items/items.ts';
import { rowKeys } from '../items/RowActions.tsx';
import { itemViews } from '../kinds/kinds.ts';
import { relationshipViewOf } from '../kinds/relationship.tsx';
import { Card } from '../layout/Card.tsx';
import { useQuarter } from '../lookups/lookups.ts';
import { titleOf } from '../relationship/ends.ts';
import { actionsColumn, type Column } from '../table/column.ts';
import { ShortTable } from '../table/ShortTable.tsx';
import classes from './detail.module.css';
import { RelatedActions, RelatedMenu } from './RelatedActions.tsx';
import { useDeleteRelationship } from './useDeleteRelationship.ts';

interface Props<To extends ItemKind> {
  link: Link<To>;
  /** The item that all rows are related to. */
  fromKey: ItemKey;
  rows: readonly Related<Items[To]>[];
}

type Row<To extends ItemKind> = Related<Items[To]>;

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
  const cardHead = useCardHead(view);
  const actionsOn = useCallback(
    ({ item }: Row<To>) => {
      const ends = { link, fromKey, toKey: keyOf(view, item) };
      const onDelete = () => askToDelete(ends, view.nameInQuestion(item));
      return { ends, name: view.nameOf(item), back: pathname, onDelete };
    },
    [view, link, fromKey, pathname, askToDelete],
  );
  const columns = useMemo<Column<Row<To>>[]>(
    () => [
      ...view.related.flatMap((field) => listed.filter(({ id }) => id === field)).map(ofItem),
      ...relationshipViewOf(link.relationship).columns(quarter),
      actionsColumn((row) => <RelatedActions {...actionsOn(row)} />),
    ],
    [view, listed, link, quarter, actionsOn],
  );
  const cards = useMemo<Column<Row<To>>[]>(
    () => [
      ...cardHead.map(ofItem),
      factsColumn(quarter, ({ item, startTerm, endTerm, active, ...program }) => ({
        words: [...(view.card.factsOf?.(item) ?? []), lengthText(program)],
        span: { start: startTerm, end: endTerm },
        isActive: active,
      })),
      actionsColumn((row) => <RelatedMenu {...actionsOn(row)} />),
    ],
    [view, cardHead, quarter, actionsOn],
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
            cards={cards}
            items={rows}
            rowKeys={rowKeys}
            keyOf={({ item }) => keyOf(view, item)}
            defaultSort={view.defaultSort.map(({ id, desc }) => ({ id: idOfItem(id), desc }))}
          />
        )}
        {isOpen && rows.length === 0 && <p className={classes.empty}>No results found.</p>}
      </section>
    </Card>
  );
}

/** '2 years, 6 quarters'. Only a major and a degree have a length. */
function lengthText({ programLengthYrs, programLengthQtrs }: Partial<Program>): string | null {
  const lengths = { year: programLengthYrs, quarter: programLengthQtrs };
  const known = Object.entries(lengths).filter(([, length]) => length != null);
  return known.map(([unit, length]) => `${length} ${unit}${length === 1 ? '' : 's'}`).join(', ') || null;
}

const idOfItem = (id: string) => `item.${id}`;

/** Turns a column of an item into a column of a relationship to that item. */
const ofItem = <Item,>({ id, header, value, sort = value, to }: Column<Item>): Column<{ item: Item }> => ({
  id: idOfItem(id),
  header,
  value: ({ item }) => value(item),
  sort: sort && (({ item }) => sort(item)),
  to: ({ item }) => to?.(item) ?? null,
});
