import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { put, useAddress } from '../address.ts';
import { Card } from '../layout/Card.tsx';
import { Loader } from '../layout/Loader.tsx';
import { Screen } from '../layout/Screen.tsx';
import { reportQuery } from '../queries.ts';
import { defaultColumns, extendedColumns } from '../report/columns.tsx';
import { FilterForm } from '../report/FilterForm.tsx';
import { asSent, isRun, readFilter, writeFilter } from '../report/filterAddress.ts';
import classes from '../report/report.module.css';
import { useScrollIntoView } from '../report/useScrollIntoView.ts';
import { ResultTable } from '../table/ResultTable.tsx';

/** The report. Its filters, whether it has been run, and the state of its table all live in the address. */
export default function ReportScreen() {
  const { params, change } = useAddress();
  const queryClient = useQueryClient();
  const filter = readFilter(params);
  const query = reportQuery(asSent(filter));
  const wasRun = isRun(params);
  const { data, isFetching, isError } = useQuery({ ...query, enabled: wasRun });
  const isExtended = params.get('extended') === 'true';
  const columns = isExtended ? extendedColumns : defaultColumns;
  // Spec 4: a failure ends the report with no results.
  const results = data ?? (isError && !isFetching ? [] : undefined);

  const [place, scrollIntoView] = useScrollIntoView(results !== undefined);

  return (
    <Screen heading="Report">
      <Card>
        <FilterForm
          filter={filter}
          onRun={(next) => {
            scrollIntoView();
            // Spec 4: a run clears the results, even if the filters are unchanged.
            void queryClient.resetQueries({ queryKey: reportQuery(asSent(next)).queryKey });
            change((now) => {
              writeFilter(now, next);
              now.delete('page');
            });
          }}
          onClear={() => change((now) => [...now.keys()].forEach((name) => now.delete(name)))}
        />
      </Card>
      <Button
        className={classes.more}
        variant="subtle"
        size="compact-sm"
        aria-pressed={isExtended}
        onClick={() => change((now) => put(now, 'extended', isExtended ? null : 'true'))}
      >
        {isExtended ? 'Hide Extended Data <<<' : 'Show Extended Data >>>'}
      </Button>
      {wasRun && (
        <Card ref={place}>
          {results ? (
            <ResultTable label="Report" exportName="report" columns={columns} items={results} />
          ) : (
            <Loader label="The report is running" />
          )}
        </Card>
      )}
    </Screen>
  );
}
