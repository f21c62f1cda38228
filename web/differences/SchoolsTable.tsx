import { useMemo } from 'react';
import { itemPath } from '../lib/paths.ts';
import { useQuarter } from '../terms/lookups.ts';
import type { Column } from '../ui/table/column.ts';
import { ShortTable } from '../ui/table/ShortTable.tsx';
import classes from './chart.module.css';
import type { CountedSeries, Measure } from './chartSeries.ts';
import type { Side, Sides } from './differencesUrl.ts';
import { fallTermOf } from './fallTerms.ts';
import { type SchoolCounts, schoolCounts } from './schoolCounts.ts';

const nouns: Record<Measure, string> = { majors: 'Majors', degrees: 'Degrees' };
const measures = Object.keys(nouns) as Measure[];

const sides = ['from', 'to'] as const;

interface Props {
  counted: Record<Measure, CountedSeries>;
  terms: Sides;
}

/** The majors and degrees of each school in the falls of the two terms, largest school first. Other numbers are bold. */
export function SchoolsTable({ counted, terms }: Props) {
  const quarter = useQuarter();
  const rows = useMemo(() => schoolCounts(counted, terms), [counted, terms]);
  const columns = useMemo<Column<SchoolCounts>[]>(
    () => [
      {
        id: 'school',
        header: 'School',
        value: ({ title }) => title,
        to: ({ code }) => code && itemPath('school', code),
      },
      ...measures.flatMap((measure) =>
        sides.map((side) => countColumn(measure, side, quarter(fallTermOf(terms[side])))),
      ),
    ],
    [quarter, terms],
  );
  return (
    <div className={classes.numbers}>
      <ShortTable label="Schools" columns={columns} items={rows} />
    </div>
  );
}

/** 'Majors F25'. A number that differs from the one before is bold. */
const countColumn = (measure: Measure, side: Side, fall: string | null): Column<SchoolCounts> => ({
  id: `${measure}.${side}`,
  header: `${nouns[measure]} ${fall ?? ''}`,
  value: (row) => row[measure][side],
  cell: ({ [measure]: { from, to } }) => (side === 'to' && from !== to ? <b>{to}</b> : undefined),
});
