import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { SortedBy } from '../../../contract/columns/sortRows.ts';
import { knownParameters } from '../../../contract/screenParameters.ts';
import type { ViewScreen } from '../../../contract/viewScreens.ts';
import { put, useUrlParams } from '../../lib/searchParams.ts';
import { IgnoredParameters } from '../../shell/IgnoredParameters.tsx';
import { useAsOf } from '../../terms/asOf.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { runningTerm } from '../../terms/runningTerm.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../../ui/LoadError.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Screen } from '../../ui/Screen.tsx';
import type { Column } from '../../ui/table/column.ts';
import { ColumnsButton } from '../../ui/table/columnsDialog/ColumnsButton.tsx';
import { searcher, wordsOf } from '../../ui/table/filterRows.ts';
import { type Note, ResultTable, type Tools } from '../../ui/table/ResultTable.tsx';
import { useShownColumns } from '../../ui/table/shownColumns.ts';
import type { KeyOf } from '../../ui/table/useRowFocus.ts';
import { useSelection } from '../../ui/table/useSelection.ts';
import { ViewsMenu } from '../../views/ViewsMenu.tsx';
import { CodesButton } from '../codes/CodesButton.tsx';
import { CodesDialog } from '../codes/CodesDialog.tsx';
import { CodesLine } from '../codes/CodesLine.tsx';
import { type Coded, codesText, type Shown } from '../codes/codeFilter.ts';
import { useCodeFilter } from '../codes/useCodeFilter.ts';
import { AsOfLine, AsOfSelect, useAsOfFocus } from './AsOfSelect.tsx';
import { cardsOf, withLink } from './chosenColumns.ts';
import { ExcludedItems } from './ExcludedItems.tsx';
import { isInEffect, type Period } from './outsideTerm.ts';
import { withQuietMark } from './quietMark.tsx';
import { type ItemThen, useEarlierValuesInTerm } from './useEarlierValuesInTerm.ts';

interface Props<Item> {
  screen: ViewScreen;
  heading: string;
  query: UseQueryOptions<Item[], Error, Item[], string[]>;
  /** The columns of the specification, and the others that can be chosen. Must be stable. */
  columns: readonly Column<Item>[];
  otherColumns: readonly Column<Item>[];
  /** The columns on a phone, where the rows are cards. */
  cards: readonly Column<Item>[];
  /** The last columns, with the actions of a row: in a table, and on a card. */
  actions: Column<Item>;
  cardActions: Column<Item>;
  defaultSort: readonly SortedBy[];
  exportName: string;
  /** The codes by which the list can be filtered. Must be stable. */
  coded?: Coded<Item> | undefined;
  /** The periods that must contain a term for an item to be in effect. Must be stable. */
  periodsOf: (item: Item) => readonly Period[];
  /** An item with the names and codes that `itemThen` finds. Must be stable. */
  then: (item: Item, itemThen: ItemThen) => Item;
  /** Identifies an item. */
  keyOf: KeyOf<Item>;
  /** Names an item in a sentence. */
  labelOf: (item: Item) => string;
  /** The keyboard shortcuts of a row, besides opening its item. */
  rowKeys?: readonly string[];
  /** The actions on all rows that the filter finds. */
  tools?: Tools<Item>;
  footer?: Tools<Item>;
  create: ReactNode;
}

const noItems: never[] = [];

/**
 * A searchable, sortable, paged list of all items of a kind (spec 2, list screens), or of those with given codes, or in
 * effect in the chosen term. Items that are not in effect now are muted.
 */
export function ListScreen<Item>({
  screen,
  heading,
  query,
  columns,
  otherColumns,
  cards,
  actions,
  cardActions,
  defaultSort,
  exportName,
  coded,
  periodsOf,
  then,
  keyOf,
  labelOf,
  rowKeys = [],
  tools,
  footer,
  create,
}: Props<Item>) {
  const reading = useQuery(query);
  const { data, isError } = reading;
  const hasLoadError = useHasLoadError(reading);
  const selection = useSelection(keyOf);
  const quarter = useQuarter();
  const { term } = useAsOf();
  const isQuiet = useCallback(
    (item: Item) => runningTerm !== '' && !isInEffect(periodsOf(item), term ?? runningTerm),
    [periodsOf, term],
  );
  const rowProps: typeof selection = useCallback(
    (item) => ({ ...selection(item), 'data-quiet': isQuiet(item) || undefined }),
    [selection, isQuiet],
  );
  const earlier = useEarlierValuesInTerm(term);
  const { itemThen } = earlier;
  // Names that change a moment later would be read as those of the term.
  const isPending = reading.isPending || earlier.isPending;
  useAsOfFocus(isPending);
  // Spec 4: a failure clears the list.
  const stored = isError ? noItems : (data ?? noItems);
  const all = useMemo(
    () => (term === null ? stored : stored.map((item) => then(item, itemThen))),
    [stored, term, then, itemThen],
  );
  const { filter, set } = useCodeFilter(all, isError ? undefined : coded);
  const withCodes = filter?.items ?? all;
  const items = useMemo(
    () => (term === null ? withCodes : withCodes.filter((item) => isInEffect(periodsOf(item), term))),
    [withCodes, term, periodsOf],
  );
  const allColumns = useMemo(() => [...columns, ...otherColumns], [columns, otherColumns]);
  const { chosen, leftOut, set: setColumns } = useShownColumns(allColumns);
  const shown = useMemo(() => chosen && withLink(chosen, columns), [chosen, columns]);
  const listed = useMemo(
    () => withQuietMark([...(shown ?? columns), actions], isQuiet),
    [shown, columns, actions, isQuiet],
  );
  const listedCards = useMemo(
    () => withQuietMark([...(shown ? cardsOf(shown) : cards), cardActions], isQuiet),
    [shown, cards, cardActions, isQuiet],
  );
  const filtered = useMemo(
    () => ({ stored, all, term, withCodes: filter?.items ?? null, coded, columns: listed, periodsOf }),
    [stored, all, term, filter, coded, listed, periodsOf],
  );
  const note: Note<Item> = useCallback(
    (found, filterText) => (
      <ExcludedItems
        list={filtered}
        keyOf={keyOf}
        labelOf={labelOf}
        text={filterText}
        found={found}
        onClearCodes={() => set([])}
      />
    ),
    [filtered, keyOf, labelOf, set],
  );
  const [isPasting, setPasting] = useState(false);
  const openDialog = useCallback(() => setPasting(true), []);
  const allTools: Tools<Item> = useCallback(
    (found, filterText) => {
      const rowTools = tools?.(found, filterText);
      return (
        <>
          <ColumnsButton
            all={allColumns}
            shown={(chosen ?? columns).map(({ id }) => id)}
            isChosen={chosen !== null}
            onChange={setColumns}
          />
          {coded && <CodesButton onOpen={openDialog} />}
          {rowTools}
        </>
      );
    },
    [allColumns, chosen, columns, setColumns, coded, openDialog, tools],
  );
  const { params, change } = useUrlParams();
  const text = params.get('q') ?? '';
  const search = useMemo(() => searcher(listed, all), [listed, all]);
  const shownOf = useCallback(
    (some: readonly Item[]): Shown => {
      const inTerm = term === null ? some : some.filter((item) => isInEffect(periodsOf(item), term));
      const found = new Set(search(wordsOf(text)));
      const count = inTerm.filter((item) => found.has(item)).length;
      return {
        count,
        hiddenBy: [
          ...(count < inTerm.length ? [`“${text}”`] : []),
          ...(inTerm.length < some.length ? [`As of ${quarter(term)}`] : []),
        ],
      };
    },
    [term, periodsOf, search, text, quarter],
  );
  const shownWithCodes = useMemo(() => shownOf(filter?.items ?? []), [shownOf, filter]);
  const clearText = () => {
    change((now) => {
      put(now, 'q', null);
      now.delete('page');
    });
    // The button disappears, so it cannot keep the focus.
    document.querySelector<HTMLElement>('[data-toolbar] [type="search"]')?.focus();
  };
  const termFilters = term === null ? [] : [`In effect in ${quarter(term)}`];
  return (
    <Screen heading={heading} actions={create}>
      <Card data-fills>
        <IgnoredParameters known={knownParameters(screen)} wrong={leftOut} />
        {hasLoadError && <LoadError what={`The ${heading.toLowerCase()}`} reading={reading} />}
        {isPending && !hasLoadError && <Loader />}
        {!isPending && (
          <ResultTable
            label={heading}
            exportName={exportName}
            columns={listed}
            sortColumns={allColumns}
            cards={listedCards}
            filters={filter ? [codesText(filter), ...termFilters] : termFilters}
            items={items}
            keyOf={keyOf}
            rowKeys={rowKeys}
            defaultSort={defaultSort}
            rowProps={rowProps}
            scope={
              <>
                <ViewsMenu screen={screen} />
                <AsOfSelect />
              </>
            }
            scopeSummary={
              <>
                <CodesLine
                  filter={filter}
                  shown={shownWithCodes}
                  onClearText={shownWithCodes.count < items.length ? clearText : null}
                  onChange={set}
                  onEdit={openDialog}
                />
                <AsOfLine note={`${earlier.note} ‘Ended’: in effect then, ended since.`}>
                  <b>{items.length.toLocaleString('en-US')}</b> of{' '}
                  <span>{withCodes.length.toLocaleString('en-US')}</span>
                </AsOfLine>
              </>
            }
            note={note}
            tools={allTools}
            footer={footer}
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
          shownOf={shownOf}
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
