import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useAsOf } from '../asOf/asOf.ts';
import { Card } from '../layout/Card.tsx';
import { LeftOut } from '../layout/LeftOut.tsx';
import { Loader } from '../layout/Loader.tsx';
import { Screen } from '../layout/Screen.tsx';
import { Unread, useIsUnread } from '../layout/Unread.tsx';
import { useQuarter } from '../lookups/lookups.ts';
import { runningTerm } from '../runningTerm.ts';
import type { Column } from '../table/column.ts';
import type { SortedBy } from '../table/order.ts';
import { ResultTable, type Tools } from '../table/ResultTable.tsx';
import type { KeyOf } from '../table/useRowFocus.ts';
import { useSelection } from '../table/useSelection.ts';
import { tableParameters } from '../table/view.ts';
import { AsOf, AsOfLine } from './AsOf.tsx';

interface Props<Item> {
  heading: string;
  query: UseQueryOptions<Item[], Error, Item[], string[]>;
  /** The last column holds the actions on a row. */
  columns: readonly Column<Item>[];
  /** What the rows show on a phone, where they are cards. */
  cards: readonly Column<Item>[];
  defaultSort: readonly SortedBy[];
  exportName: string;
  /** Whether an item is in effect in a term. Must be stable. */
  inEffect: (item: Item, term: string) => boolean;
  /** Identifies an item. */
  keyOf: KeyOf<Item>;
  /** What keys do in a row, besides opening its item. */
  rowKeys?: readonly string[];
  /** What can be done with all rows that the filter finds. */
  tools?: Tools<Item>;
  create: ReactNode;
}

const noItems: never[] = [];

/**
 * A searchable, sortable, paged list of all items of a kind (spec 2, list screens), or as of a term of those that are in
 * effect then. Those that are not in effect now stand back.
 */
export function ListScreen<Item>({
  heading,
  query,
  columns,
  cards,
  defaultSort,
  exportName,
  inEffect,
  keyOf,
  rowKeys = [],
  tools,
  create,
}: Props<Item>) {
  const reading = useQuery(query);
  const { data, isPending, isError } = reading;
  const isUnread = useIsUnread(reading);
  const selection = useSelection(keyOf);
  const quarter = useQuarter();
  const { term } = useAsOf();
  const rowProps: typeof selection = useCallback(
    (item) => ({
      ...selection(item),
      'data-quiet': runningTerm === '' || inEffect(item, term ?? runningTerm) ? undefined : true,
    }),
    [selection, inEffect, term],
  );
  // Spec 4: a failure clears the list.
  const all = isError ? noItems : (data ?? noItems);
  const items = useMemo(
    () => (term === null ? all : all.filter((item) => inEffect(item, term))),
    [all, term, inEffect],
  );
  return (
    <Screen heading={heading} actions={create}>
      <Card>
        <LeftOut known={tableParameters} />
        {isUnread && <Unread what={`The ${heading.toLowerCase()}`} reading={reading} />}
        {isPending && !isUnread && <Loader />}
        {!isPending && (
          <ResultTable
            label={heading}
            exportName={exportName}
            columns={columns}
            cards={cards}
            filters={term === null ? [] : [`In effect in ${quarter(term)}`]}
            items={items}
            keyOf={keyOf}
            rowKeys={rowKeys}
            defaultSort={defaultSort}
            rowProps={rowProps}
            limit={<AsOf />}
            limited={
              <AsOfLine note="‘Ended’: in effect then, ended since.">
                <b>{items.length.toLocaleString('en-US')}</b> of{' '}
                <span>{all.length.toLocaleString('en-US')}</span>
              </AsOfLine>
            }
            tools={tools}
          />
        )}
      </Card>
    </Screen>
  );
}
