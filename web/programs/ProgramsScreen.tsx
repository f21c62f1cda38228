import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type Change, changeTexts, programLineColumns } from '../../contract/columns/columnsOfPrograms.ts';
import { programParameters } from '../../contract/screenParameters.ts';
import { AsOfSelect, namesOfTerm, ToolbarSelect } from '../catalog/items/AsOfSelect.tsx';
import { cardsOf } from '../catalog/items/chosenColumns.ts';
import { useUrlParams } from '../lib/searchParams.ts';
import { IgnoredParameters, wrongText } from '../shell/IgnoredParameters.tsx';
import { NOW, useAsOf } from '../terms/asOf.ts';
import { asOfLabel, asOfOrder } from '../terms/asOfOptions.ts';
import { useQuarter, useTermOptions } from '../terms/lookups.ts';
import { runningTerm } from '../terms/runningTerm.ts';
import { Card } from '../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { Loader } from '../ui/Loader.tsx';
import { Screen } from '../ui/Screen.tsx';
import { ColumnsButton } from '../ui/table/columnsDialog/ColumnsButton.tsx';
import { searcher, wordsOf } from '../ui/table/filterRows.ts';
import { ResultTable, type Tools } from '../ui/table/ResultTable.tsx';
import { RowDownloads } from '../ui/table/RowDownloads.tsx';
import { useShownColumns } from '../ui/table/shownColumns.ts';
import { listSizes } from '../ui/table/tableView.ts';
import { ChangeChips } from './ChangeChips.tsx';
import type { ComparedGroup } from './compareGroups.ts';
import {
  allColumns,
  cards,
  type GroupRow,
  openColumn,
  plainColumns,
  programsColumn,
} from './groupColumns.tsx';
import { keyOf } from './programGroup.ts';
import { linesOf } from './programLines.ts';
import classes from './programs.module.css';
import { programsQuery } from './programsQuery.ts';
import { totalsText } from './programTexts.ts';
import { useGroupChange } from './useGroupChange.ts';
import { useSince } from './useSince.ts';

const noGroups: never[] = [];
const HEADING = 'Programs by CIP';
/** Not all: a table with very many rows renders only the visible ones, and those have one height. */
const pageSizes = listSizes.filter((size) => size > 0);

/**
 * The programs in effect in a term, grouped by CIP code and credential level as federal and state reports count them, and
 * compared with an earlier term. The URL has the terms and the state of the table.
 */
export default function ProgramsScreen() {
  const { term, asOf } = useAsOf();
  const { since, unknown, setSince } = useSince();
  const quarter = useQuarter();
  const terms = useTermOptions();
  const asked = { asOf: (term ?? runningTerm) || null, since, groups: noGroups };
  const reading = useQuery(programsQuery(asked.asOf, since));
  const { data, isPending, isError, isPlaceholderData } = reading;
  const hasLoadError = useHasLoadError(reading);
  // With the terms of the rows shown, while others load.
  const compared = isError ? asked : (data ?? asked);
  const { groups } = compared;

  const { change, unknown: unknownChange, chips, choose } = useGroupChange(groups, since !== null);
  const { rows, open } = useGroupRows(groups, change);
  const { chosen, leftOut, set: setColumns } = useShownColumns(allColumns);
  const isCompared = compared.since !== null;
  const shown = chosen ?? (isCompared ? allColumns : plainColumns);
  const columns = useMemo(
    () => [{ ...openColumn(open), isPinned: chosen ? ('left' as const) : undefined }, ...shown],
    [open, chosen, shown],
  );
  const listedCards = useMemo(
    () => [...(chosen ? cardsOf(chosen) : cards), { ...openColumn(open), isPinned: 'right' as const }],
    [open, chosen],
  );

  const now = (compared.asOf === asked.asOf ? asOf : compared.asOf) ?? NOW;
  const inTerm = now === NOW ? asOfLabel(NOW, quarter).replace('Now', 'now') : `in ${quarter(now)}`;
  const totals = totalsText(groups, isCompared);
  const filters = [
    `In effect ${inTerm}`,
    ...(isCompared ? [`Compared with ${quarter(compared.since)}`] : []),
    ...(change === null ? [] : [`Change: ${changeTexts[change]}`]),
  ];
  const tools: Tools<GroupRow> = (found, text) => (
    <>
      <ColumnsButton
        all={allColumns}
        shown={shown.map(({ id }) => id)}
        isChosen={chosen !== null}
        onChange={setColumns}
      />
      <RowDownloads
        name="programs"
        title={HEADING}
        filters={[...filters, totals, ...(text.trim() ? [`Filter: ${text.trim()}`] : [])]}
        columns={programLineColumns}
        rows={isPlaceholderData ? noGroups : linesOf(found)}
      />
    </>
  );
  return (
    <Screen heading={HEADING}>
      <Card data-fills>
        <IgnoredParameters
          known={programParameters}
          wrong={[
            ...leftOut,
            ...(unknown === null ? [] : [wrongText('Compared with', unknown)]),
            ...(unknownChange === null ? [] : [wrongText('Change', unknownChange)]),
          ]}
        />
        {hasLoadError && <LoadError what="The programs" reading={reading} />}
        {isPending && !hasLoadError && <Loader />}
        {!isPending && (
          <ResultTable
            label={HEADING}
            exportName={null}
            filters={filters}
            columns={columns}
            sortColumns={allColumns}
            cards={listedCards}
            secondaryRow={programsColumn}
            items={rows}
            keyOf={keyOf}
            rowKeys={['Enter open']}
            pageSizes={pageSizes}
            scope={
              <>
                <AsOfSelect none={NOW} />
                <ToolbarSelect
                  label="Compared with"
                  placeholder="None"
                  options={terms}
                  order={asOfOrder}
                  near={runningTerm}
                  value={since}
                  onChange={setSince}
                />
              </>
            }
            scopeSummary={
              <>
                <p role="status" className={classes.totals}>
                  <span>{`In effect ${inTerm}`}</span>: <b>{totals}</b>{' '}
                  <small>{namesOfTerm(now === NOW ? runningTerm : now, quarter)}</small>
                </p>
                {isCompared && <ChangeChips chips={chips} chosen={change} choose={choose} />}
              </>
            }
            tools={tools}
          />
        )}
      </Card>
    </Screen>
  );
}

/**
 * The rows of the table, those of one change or all, and the function that opens and closes one. A row is also open while the
 * filter finds only its programs: otherwise it would not show why it was found.
 */
function useGroupRows(groups: readonly ComparedGroup[], change: Change | null) {
  const filter = useUrlParams().params.get('q') ?? '';
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const closed = useMemo(
    () =>
      groups
        .filter((group) => change === null || group.change === change)
        .map((group): GroupRow => ({ ...group, isOpen: false })),
    [groups, change],
  );
  const search = useMemo(() => searcher(allColumns, closed), [closed]);
  const found = useMemo(() => new Set(search(wordsOf(filter))), [search, filter]);
  const rows = useMemo(
    () => closed.map((row) => ((chosen.get(keyOf(row)) ?? !found.has(row)) ? { ...row, isOpen: true } : row)),
    [closed, chosen, found],
  );
  const open = useCallback(
    (row: GroupRow) => setChosen((before) => new Map(before).set(keyOf(row), !row.isOpen)),
    [],
  );
  return { rows, open };
}
