import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useUrlParams } from '../../lib/searchParams.ts';
import { IgnoredParameters } from '../../shell/IgnoredParameters.tsx';
import { useAsOf } from '../../terms/asOf.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { runningTerm } from '../../terms/runningTerm.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../../ui/LoadError.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Screen } from '../../ui/Screen.tsx';
import type { Column } from '../../ui/table/column.ts';
import { ResultTable, type Tools } from '../../ui/table/ResultTable.tsx';
import type { SortedBy } from '../../ui/table/sortRows.ts';
import { tableParameters } from '../../ui/table/tableView.ts';
import type { KeyOf } from '../../ui/table/useRowFocus.ts';
import { useSelection } from '../../ui/table/useSelection.ts';
import { CodesButton } from '../codes/CodesButton.tsx';
import { CodesDialog } from '../codes/CodesDialog.tsx';
import { CodesLine } from '../codes/CodesLine.tsx';
import { CODES, type Coded, codesText } from '../codes/codeFilter.ts';
import { useCodeFilter } from '../codes/useCodeFilter.ts';
import { AsOfLine, AsOfSelect } from './AsOfSelect.tsx';

interface Props<Item> {
  heading: string;
  query: UseQueryOptions<Item[], Error, Item[], string[]>;
  /** The last column has the actions of a row. */
  columns: readonly Column<Item>[];
  /** The columns on a phone, where the rows are cards. */
  cards: readonly Column<Item>[];
  defaultSort: readonly SortedBy[];
  exportName: string;
  /** The codes by which the list can be filtered. Must be stable. */
  coded?: Coded<Item> | undefined;
  /** Whether an item is in effect in a term. Must be stable. */
  inEffect: (item: Item, term: string) => boolean;
  /** Identifies an item. */
  keyOf: KeyOf<Item>;
  /** The keyboard shortcuts of a row, besides opening its item. */
  rowKeys?: readonly string[];
  /** The actions on all rows that the filter finds. */
  tools?: Tools<Item>;
  create: ReactNode;
}

const noItems: never[] = [];
const parametersWithCodes = [...tableParameters, CODES];

/**
 * A searchable, sortable, paged list of all items of a kind (spec 2, list screens), or of those with given codes, or in
 * effect in the chosen term. Items that are not in effect now are muted.
 */
export function ListScreen<Item>({
  heading,
  query,
  columns,
  cards,
  defaultSort,
  exportName,
  coded,
  inEffect,
  keyOf,
  rowKeys = [],
  tools,
  create,
}: Props<Item>) {
  const reading = useQuery(query);
  const { data, isPending, isError } = reading;
  const hasLoadError = useHasLoadError(reading);
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
  const { filter, set } = useCodeFilter(all, isError ? undefined : coded);
  const withCodes = filter?.items ?? all;
  const items = useMemo(
    () => (term === null ? withCodes : withCodes.filter((item) => inEffect(item, term))),
    [withCodes, term, inEffect],
  );
  const [isPasting, setPasting] = useState(false);
  const openDialog = () => setPasting(true);
  const text = useUrlParams().params.get('q');
  const termFilters = term === null ? [] : [`In effect in ${quarter(term)}`];
  return (
    <Screen heading={heading} actions={create}>
      <Card>
        <IgnoredParameters known={coded ? parametersWithCodes : tableParameters} />
        {hasLoadError && <LoadError what={`The ${heading.toLowerCase()}`} reading={reading} />}
        {isPending && !hasLoadError && <Loader />}
        {!isPending && (
          <ResultTable
            label={heading}
            exportName={exportName}
            columns={columns}
            cards={cards}
            filters={filter ? [codesText(filter), ...termFilters] : termFilters}
            items={items}
            keyOf={keyOf}
            rowKeys={rowKeys}
            defaultSort={defaultSort}
            rowProps={rowProps}
            scope={
              <>
                {coded && <CodesButton onOpen={openDialog} />}
                <AsOfSelect />
              </>
            }
            scopeSummary={
              <>
                <CodesLine filter={filter} onChange={set} onEdit={openDialog} />
                <AsOfLine note="‘Ended’: in effect then, ended since.">
                  <b>{items.length.toLocaleString('en-US')}</b> of{' '}
                  <span>{withCodes.length.toLocaleString('en-US')}</span>
                </AsOfLine>
              </>
            }
            tools={tools}
          />
        )}
      </Card>
      {coded && (
        <CodesDialog
          opened={isPasting}
          heading={heading}
          items={all}
          coded={coded}
          current={filter?.codes ?? []}
          otherFilters={[
            ...(text ? [`“${text}”`] : []),
            ...(term === null ? [] : [`As of ${quarter(term)}`]),
          ]}
          onApply={(codes) => {
            set(codes);
            setPasting(false);
          }}
          onClose={() => setPasting(false)}
        />
      )}
    </Screen>
  );
}
