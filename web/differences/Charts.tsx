import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { schoolsQuery } from '../lib/queries.ts';
import { runningTerm } from '../terms/runningTerm.ts';
import { Card } from '../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { Loader } from '../ui/Loader.tsx';
import { Chart } from './Chart.tsx';
import { CountsTable } from './CountsTable.tsx';
import classes from './chart.module.css';
import { countedOf, type Measure } from './chartSeries.ts';
import { countsQuery } from './differencesQueries.ts';
import type { Side, Sides } from './differencesUrl.ts';
import { fallTermOf } from './fallTerms.ts';
import { SchoolsTable } from './SchoolsTable.tsx';

interface Props {
  terms: Sides;
  onChoose: (side: Side, fall: string) => void;
}

const titles: Record<Measure, string> = {
  majors: 'Majors in effect each fall',
  degrees: 'Degrees in effect each fall',
};
const measures = Object.keys(titles) as Measure[];

/** The majors and degrees in effect in each fall term: charts, the schools in the compared falls, and on demand all falls. */
export function Charts({ terms, onChoose }: Props) {
  const reading = useQuery(countsQuery);
  const { data: schools } = useQuery(schoolsQuery);
  const [at, setAt] = useState<number | null>(null);
  const [isTable, setTable] = useState(false);
  const hasLoadError = useHasLoadError(reading);
  const id = useId();
  const running = fallTermOf(runningTerm);
  const counted = useMemo(() => {
    if (!reading.data || !schools) return null;
    return {
      majors: countedOf(reading.data, schools, 'majors'),
      degrees: countedOf(reading.data, schools, 'degrees'),
    };
  }, [reading.data, schools]);
  if (reading.isError && !hasLoadError) return null;
  return (
    <Card>
      <div className={classes.loading} data-read={counted !== null || undefined}>
        {hasLoadError && <LoadError what="The counts" reading={reading} />}
        {!counted && !hasLoadError && <Loader />}
        {counted && counted.majors.fallTerms.length > 0 && (
          <>
            <div className={classes.charts}>
              <div>
                {measures.map((measure) => (
                  <Chart
                    key={measure}
                    title={titles[measure]}
                    fallTerms={counted[measure].fallTerms}
                    totals={counted[measure].totals}
                    terms={terms}
                    at={at}
                    onAt={setAt}
                    onChoose={onChoose}
                    running={running}
                    describedBy={id}
                  />
                ))}
              </div>
              <SchoolsTable counted={counted} terms={terms} />
            </div>
            <div className={classes.footer}>
              <p>
                All schools: each item counts once. A school counts each of its items, also those of other
                schools. Lighter: planned.
              </p>
              <p id={id} className={classes.hint}>
                Click a fall to set From, Shift and click to set To. By keyboard: the arrow keys, Enter, Shift
                and Enter.
              </p>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-expanded={isTable}
                onClick={() => setTable(!isTable)}
              >
                {isTable ? 'Hide the table' : 'Show as a table'}
              </Button>
            </div>
            {isTable && (
              <div className={classes.tables}>
                {measures.map((measure) => (
                  <CountsTable key={measure} title={titles[measure]} counted={counted[measure]} />
                ))}
              </div>
            )}
          </>
        )}
      </div>
    </Card>
  );
}
