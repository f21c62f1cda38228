import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../layout/Card.tsx';
import { Loader } from '../layout/Loader.tsx';
import { Screen } from '../layout/Screen.tsx';
import { Unread, useIsUnread } from '../layout/Unread.tsx';
import type { Column } from '../table/column.ts';
import type { SortedBy } from '../table/order.ts';
import { ResultTable, type Tools } from '../table/ResultTable.tsx';
import type { KeyOf } from '../table/useRowFocus.ts';
import { useSelection } from '../table/useSelection.ts';

interface Props<Item> {
  heading: string;
  query: UseQueryOptions<Item[], Error, Item[], string[]>;
  /** The last column holds the actions on a row. */
  columns: readonly Column<Item>[];
  /** What the rows show on a phone, where they are cards. */
  cards: readonly Column<Item>[];
  defaultSort: readonly SortedBy[];
  exportName: string;
  /** Identifies an item. */
  keyOf: KeyOf<Item>;
  /** What keys do in a row, besides opening its item. */
  rowKeys?: readonly string[];
  /** What can be done with all rows that the filter finds. */
  tools?: Tools<Item>;
  create: ReactNode;
}

const noItems: never[] = [];

/** A searchable, sortable, paged list of all items of a kind (spec 2, list screens). */
export function ListScreen<Item>({
  heading,
  query,
  columns,
  cards,
  defaultSort,
  exportName,
  keyOf,
  rowKeys = [],
  tools,
  create,
}: Props<Item>) {
  const reading = useQuery(query);
  const { data, isPending, isError } = reading;
  const isUnread = useIsUnread(reading);
  const rowProps = useSelection(keyOf);
  return (
    <Screen heading={heading} actions={create}>
      <Card>
        {isUnread && <Unread what={`The ${heading.toLowerCase()}`} reading={reading} />}
        {isPending && !isUnread && <Loader />}
        {!isPending && (
          <ResultTable
            label={heading}
            exportName={exportName}
            columns={columns}
            cards={cards}
            // Spec 4: a failure clears the list.
            items={isError ? noItems : data}
            keyOf={keyOf}
            rowKeys={rowKeys}
            defaultSort={defaultSort}
            rowProps={rowProps}
            tools={tools}
          />
        )}
      </Card>
    </Screen>
  );
}
