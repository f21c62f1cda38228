import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { defaultKey, keyOfColumns } from '../../contract/columns/columnsOfReport.ts';
import { labeled } from '../../contract/columns/dataColumn.ts';
import type { ReportFilter } from '../../contract/report.ts';
import { knownParameters } from '../../contract/screenParameters.ts';
import { AsOfLine } from '../catalog/items/AsOfSelect.tsx';
import { errorsOf } from '../lib/api.ts';
import { counted } from '../lib/counted.ts';
import { reportQuery } from '../lib/queries.ts';
import { put, useUrlParams } from '../lib/searchParams.ts';
import { isPermitted, useSession } from '../lib/session.ts';
import { IgnoredParameters } from '../shell/IgnoredParameters.tsx';
import { NOW } from '../terms/asOf.ts';
import { useQuarter } from '../terms/lookups.ts';
import { Card } from '../ui/Card.tsx';
import { focusUnsettled } from '../ui/form/unsettled.ts';
import { Loader } from '../ui/Loader.tsx';
import { showErrors, showWarnings } from '../ui/popups/popupStore.ts';
import { Screen } from '../ui/Screen.tsx';
import { withoutLinks } from '../ui/table/column.ts';
import { ColumnsButton } from '../ui/table/columnsDialog/ColumnsButton.tsx';
import type { Ask } from '../ui/table/DownloadButton.tsx';
import { ResultTable } from '../ui/table/ResultTable.tsx';
import { COLS, useShownColumns } from '../ui/table/shownColumns.ts';
import { useViewsFocus, ViewsMenu } from '../views/ViewsMenu.tsx';
import { CopyLink } from './CopyLink.tsx';
import { FilterForm } from './FilterForm.tsx';
import { asSent, changedNames, isRun, readFilter, writeFilter } from './filterUrl.ts';
import { fewerRowsText, fingerprintText } from './fingerprint.ts';
import { OutOfEffectNote } from './OutOfEffectNote.tsx';
import classes from './report.module.css';
import { chipText } from './reportChips.ts';
import { allColumns, defaultColumns, extendedColumns } from './reportColumns.tsx';
import { distinct, extendedKey } from './reportRows.ts';
import { StartingPoints } from './StartingPoints.tsx';
import { untilNow } from './untilNow.ts';
import { useFilters } from './useFilters.ts';
import { useFingerprint } from './useFingerprint.ts';
import { useMissingRow } from './useMissingRow.tsx';
import { useReportChips } from './useReportChips.ts';
import { useScrollIntoView } from './useScrollIntoView.ts';

const STALE =
  'The filters have changed. These rows match the earlier filters. For the new ones, cancel and run the report.';
const VIEW_OF_LAST_RUN =
  'A view saves the filters of the last run. The form has others. To save these, cancel and run the report.';

/** Asks before an action if it is not about what the form shows. A text that names no option has to be completed. */
const askFirst =
  (warning: string, isOutdated: boolean): Ask =>
  (goOn) => {
    if (focusUnsettled(document)) return;
    if (isOutdated) showWarnings([warning], goOn);
    else goOn();
  };

/** The filters of the report that the URL shows now; null before a run. */
function reportOfUrl(): string | null {
  const params = new URLSearchParams(window.location.search);
  return isRun(params) ? JSON.stringify(readFilter(params)) : null;
}

/** The report. Its filters, whether it has been run, and the state of its table are all in the URL. */
export default function ReportScreen() {
  const { params, change } = useUrlParams();
  const queryClient = useQueryClient();
  const filter = readFilter(params);
  const sent = asSent(filter);
  const query = reportQuery(sent);
  const wasRun = isRun(params);
  const { data, dataUpdatedAt, isFetching, isError } = useQuery({ ...query, enabled: wasRun });
  const isExtended = params.get('extended') === 'true';
  const quarter = useQuarter();
  const all = useMemo(() => allColumns(quarter), [quarter]);
  const { chosen, leftOut, set: setColumns } = useShownColumns(all);
  const byDefault = isExtended ? extendedColumns : defaultColumns;
  const keyOf = useMemo(
    () => (chosen ? keyOfColumns(labeled(chosen)) : isExtended ? extendedKey : defaultKey),
    [chosen, isExtended],
  );
  const rows = useMemo(() => data && distinct(data, keyOf), [data, keyOf]);
  // Spec 4: a failure ends the report with no results.
  const results = rows ?? (isError && !isFetching ? [] : undefined);
  useViewsFocus(wasRun && !results);
  const majorCount = useMemo(() => new Set(rows?.map(({ major }) => major.majorKey)).size, [rows]);
  const { user } = useSession();
  const mayOpen = isPermitted(user, 'manage:data');
  const columns = useMemo(() => {
    const shown = chosen ?? byDefault;
    return mayOpen ? shown : withoutLinks(shown);
  }, [chosen, byDefault, mayOpen]);

  const sum = useFingerprint(data);
  const fingerprint = sum && fingerprintText(data?.length ?? 0, sum);
  const fewer = data && rows && fewerRowsText(rows.length, data.length);
  const filters = useFilters(filter, wasRun);
  const chips = useReportChips(filter);
  const filterTexts = chips.map(chipText);
  const sentText = JSON.stringify(sent);
  const isStale = filters.changed.size > 0;
  /** A hurried user would send the rows of the earlier filters. */
  const askIfStale = useMemo(() => askFirst(STALE, isStale), [isStale]);
  const askBeforeView = askFirst(VIEW_OF_LAST_RUN, changedNames(filters.values, filter).length > 0);
  const tools = useCallback(
    () =>
      data && (
        <>
          <ColumnsButton
            all={all}
            shown={columns.map(({ id }) => id)}
            isChosen={chosen !== null}
            onChange={setColumns}
          />
          <CopyLink
            key={dataUpdatedAt}
            filter={JSON.parse(sentText) as ReportFilter}
            rows={data}
            fingerprint={fingerprint}
            ask={askIfStale}
          />
        </>
      ),
    [data, dataUpdatedAt, sentText, fingerprint, all, columns, chosen, setColumns, askIfStale],
  );
  // With the form open, the page scrolls.
  const fills = filters.isOpen ? undefined : true;
  const missing = useMissingRow(data && rows && { sent, chips, all: data, rows, at: dataUpdatedAt, mayOpen });
  const runButton = useRef<HTMLButtonElement>(null);
  const [place, scrollIntoView] = useScrollIntoView(results !== undefined);
  /** The clicked element collapses or disappears, so it cannot keep the focus. */
  const moveFocus = () => {
    runButton.current?.focus();
    scrollIntoView();
  };
  const newest = useRef({});
  const run = async (values = filters.values) => {
    moveFocus();
    filters.setOpen(false);
    const [own, before] = [{}, reportOfUrl()];
    newest.current = own;
    // Clear, Back or another run may come while this one waits for the server's time.
    const isNewest = () => newest.current === own && reportOfUrl() === before;
    try {
      const next = await untilNow(values);
      if (!isNewest()) return;
      // Spec 4: a run clears the results, even if the filters are unchanged.
      void queryClient.resetQueries({ queryKey: reportQuery(asSent(next)).queryKey });
      change((now) => {
        writeFilter(now, next);
        now.delete('page');
      });
    } catch (error) {
      if (!isNewest()) return;
      filters.setOpen(true);
      showErrors(errorsOf(error));
    }
  };

  return (
    <Screen heading="Report">
      <Card>
        <IgnoredParameters known={knownParameters('report')} wrong={leftOut} />
        <FilterForm
          filters={filters}
          wasRun={wasRun}
          runButton={runButton}
          onRun={() => void run()}
          onClear={() => {
            newest.current = {};
            missing.reset();
            change((now) => [...now.keys()].forEach((name) => now.delete(name)));
          }}
        />
      </Card>
      <Button
        className={classes.more}
        variant="subtle"
        size="compact-sm"
        aria-pressed={isExtended}
        onClick={() =>
          change((now) => {
            put(now, 'extended', isExtended ? null : 'true');
            // The button is about the columns of the specification. Back shows the chosen ones again.
            now.delete(COLS);
          })
        }
      >
        {isExtended ? 'Hide Extended Data <<<' : 'Show Extended Data >>>'}
      </Button>
      {wasRun ? (
        <Card ref={place} data-fills={fills}>
          <div role="status">
            {isStale && <p className={classes.changed}>Filters have changed. Run Report</p>}
          </div>
          {results ? (
            <div className={isStale ? classes.old : undefined} data-fills={fills}>
              {/* Only then: it loads the terms again if they could not be loaded, which would show that failure again. */}
              {sent.asOfTerm !== null && (
                <AsOfLine
                  onClear={() => focusUnsettled(document) || void run({ ...filters.values, asOfTerm: null })}
                >
                  <span>{results.length.toLocaleString('en-US')}</span> rows
                </AsOfLine>
              )}
              {!isStale && (
                <OutOfEffectNote
                  rows={results}
                  sent={sent}
                  quarter={quarter}
                  onRestrict={() => void run({ ...filter, asOfTerm: NOW })}
                />
              )}
              <ResultTable
                label="Report"
                exportName="report"
                askBeforeExport={askIfStale}
                filters={[...filterTexts, ...[fewer, fingerprint].filter((text) => text != null)]}
                scope={
                  <>
                    <ViewsMenu screen="report" ask={askBeforeView} />
                    <span>{missing.button}</span>
                    {majorCount !== results.length && <small>{counted(majorCount, 'major')}</small>}
                  </>
                }
                note={missing.note}
                tools={tools}
                columns={columns}
                sortColumns={all}
                items={results}
                keyOf={keyOf}
              />
            </div>
          ) : (
            <Loader label="The report is running" />
          )}
        </Card>
      ) : (
        <>
          <ViewsMenu screen="report" ask={askBeforeView} />
          {/* A text that names no option would be ignored. */}
          <StartingPoints
            values={filters.values}
            onStart={(values) => focusUnsettled(document) || void run(values)}
          />
        </>
      )}
    </Screen>
  );
}
