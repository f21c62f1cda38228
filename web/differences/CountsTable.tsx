import { useMemo } from 'react';
import { useQuarter } from '../terms/lookups.ts';
import type { Column } from '../ui/table/column.ts';
import { ShortTable } from '../ui/table/ShortTable.tsx';
import classes from './chart.module.css';
import type { CountedSeries } from './chartSeries.ts';

interface Row {
  fall: string;
  /** The index of the fall term among all. */
  at: number;
}

/** The numbers of a chart, newest fall term first, with every school that it counts. */
export function CountsTable({ title, counted }: { title: string; counted: CountedSeries }) {
  const quarter = useQuarter();
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'fall',
        header: 'Fall',
        value: ({ fall }) => quarter(fall),
        sort: ({ fall }) => fall,
        isPinned: 'edge',
      },
      { id: 'all', header: 'All', value: ({ at }) => counted.totals[at] ?? 0 },
      ...counted.series.map(({ code, title: header, counts }) => ({
        id: `school ${code}`,
        header,
        value: ({ at }: Row) => counts[at] ?? 0,
      })),
    ],
    [counted, quarter],
  );
  const rows = useMemo(() => counted.fallTerms.map((fall, at) => ({ fall, at })).toReversed(), [counted]);
  return (
    <section className={classes.numbers}>
      <h2>{title}</h2>
      <ShortTable label={title} columns={columns} items={rows} />
    </section>
  );
}
