import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../layout/Card.tsx';
import { Loader } from '../layout/Loader.tsx';
import { Screen } from '../layout/Screen.tsx';
import type { Column } from '../table/column.ts';
import type { SortedBy } from '../table/order.ts';
import { ResultTable } from '../table/ResultTable.tsx';
import { useSelection } from '../table/useSelection.ts';

interface Props<Item> {
  heading: string;
  query: UseQueryOptions<Item[], Error, Item[], string[]>;
  /** The last column holds the actions on a row. */
  columns: readonly Column<Item>[];
  defaultSort: readonly SortedBy[];
  exportName: string;
  /** Identifies an item. */
  keyOf: (item: Item) => unknown;
  create: ReactNode;
}

const noItems: never[] = [];

/** A searchable, sortable, paged list of all items of a kind (spec 2, list screens). */
export function ListScreen<Item>({
  heading,
  query,
  columns,
  defaultSort,
  exportName,
  keyOf,
  create,
}: Props<Item>) {
  const { data, isPending, isError } = useQuery(query);
  const rowProps = useSelection(keyOf);
  return (
    <Screen heading={heading} actions={create}>
      <Card>
        {isPending ? (
          <Loader />
        ) : (
          <ResultTable
            label={heading}
            exportName={exportName}
            columns={columns}
            // Spec 4: a failure clears the list.
            items={isError ? noItems : data}
            defaultSort={defaultSort}
            rowProps={rowProps}
          />
        )}
      </Card>
    </Screen>
  );
}
