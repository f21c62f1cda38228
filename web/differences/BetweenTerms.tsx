import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { kindText } from '../history/changesPage/changeWords.ts';
import { counted } from '../lib/counted.ts';
import { itemPath } from '../lib/paths.ts';
import { schoolsQuery } from '../lib/queries.ts';
import { usePrinting } from '../lib/usePrinting.ts';
import { useQuarter, useTermOptions } from '../terms/lookups.ts';
import { spanText } from '../terms/periods.ts';
import { runningTerm } from '../terms/runningTerm.ts';
import { Card } from '../ui/Card.tsx';
import { SearchSelect } from '../ui/form/SearchSelect.tsx';
import { LoadError, useHasLoadError, useIsLoading } from '../ui/LoadError.tsx';
import { Loader } from '../ui/Loader.tsx';
import { RowDownloads } from '../ui/table/RowDownloads.tsx';
import hide from '../ui/visuallyHidden.module.css';
import { BetweenForm } from './BetweenForm.tsx';
import { Charts } from './Charts.tsx';
import { DifferenceList, Part } from './DifferenceList.tsx';
import {
  type Change,
  changes,
  changeText,
  columnsOf,
  groupByItem,
  groupOf,
  type ItemRow,
  RELATIONSHIP,
  type Row,
  rowsOf,
  shownKinds,
  titleOfKind,
} from './differenceRows.ts';
import classes from './differences.module.css';
import { countsQuery, termDifferencesQuery } from './differencesQueries.ts';
import { useChosenKind, useTerms } from './differencesUrl.ts';
import { type Counts, countWords, KindTabs, Totals } from './KindTabs.tsx';
import { useTotals } from './useTotals.ts';

const none: readonly Row[] = [];
const newestFirst = (one: { value: string }, other: { value: string }) => (one.value < other.value ? 1 : -1);

/** The items that started, ended or were renamed between two terms, with charts of all fall terms. */
export function BetweenTerms() {
  const terms = useTerms();
  const { from, to, set, choose } = terms;
  const quarter = useQuarter();
  const { kind, setKind } = useChosenKind();
  const isInOrder = from <= to;
  const reading = useQuery({ ...termDifferencesQuery(terms), enabled: isInOrder });
  const hasLoadError = useHasLoadError(reading);
  // What the charts need, which are above the lists.
  const areCountsLoading = useIsLoading(useQuery(countsQuery));
  const areSchoolsLoading = useIsLoading(useQuery(schoolsQuery));
  const areChartsLoading = areCountsLoading || areSchoolsLoading;
  const differences = isInOrder && !reading.isError && !areChartsLoading ? reading.data : undefined;
  const all = useMemo(() => (differences ? rowsOf(differences) : none), [differences]);
  const shown = useMemo(() => all.filter((row) => kind === null || groupOf(row) === kind), [all, kind]);
  const columns = useMemo(() => columnsOf(quarter, shown), [quarter, shown]);
  // The terms of the rows shown, while others load.
  const compared = differences ?? { from, to };
  const title = `From ${quarter(compared.from)} to ${quarter(compared.to)}`;
  return (
    <>
      <BetweenForm
        fields={
          <>
            <TermSelect label="From" value={from} onChange={(term) => set('from', term)} />
            <TermSelect
              label="To"
              value={to}
              error={isInOrder ? undefined : 'To must not be before From'}
              onChange={(term) => set('to', term)}
            />
          </>
        }
        downloads={
          <RowDownloads
            name="differences"
            title="Differences between two terms"
            filters={[title, ...(kind === null ? [] : [`Only: ${titleOfKind(kind)}`])]}
            columns={columns}
            rows={reading.isPlaceholderData ? none : shown}
          />
        }
      />
      <Charts terms={terms} onChoose={choose} />
      {hasLoadError && <LoadError what="The differences" reading={reading} />}
      {isInOrder && !differences && !reading.isError && !hasLoadError && <Loader />}
      {differences && (
        <>
          <Card>
            <h2 className={classes.title}>{title}</h2>
            <KindsOfTerms terms={compared} rows={all} chosen={kind} onChoose={setKind} />
          </Card>
          <div className={classes.columns}>
            {changes.map((change) => (
              <ChangedRows key={change} change={change} rows={shown.filter((row) => row.change === change)} />
            ))}
          </div>
        </>
      )}
    </>
  );
}

interface TermSelectProps {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (term: string | null) => void;
}

const TermSelect = (props: TermSelectProps) => (
  <SearchSelect {...props} options={useTermOptions()} near={runningTerm} order={newestFirst} />
);

interface KindsProps {
  terms: { from: string; to: string };
  rows: readonly Row[];
  chosen: string | null;
  onChoose: (kind: string | null) => void;
}

function KindsOfTerms({ terms, rows, chosen, onChoose }: KindsProps) {
  const totals = useTotals(terms);
  const wordsOf = (kind: string) => {
    const own = rows.filter((row) => groupOf(row) === kind);
    const counts = changes.map(
      (change) =>
        [own.filter((row) => row.change === change).length, changeText(change).toLowerCase()] as const,
    );
    // Few items are ever renamed.
    return countWords(counts.filter(([count, word]) => count > 0 || word !== 'renamed'));
  };
  const items: Counts[] = shownKinds.map((kind) => ({
    kind,
    title: titleOfKind(kind),
    totals: <Totals total={totals[kind]} />,
    words: wordsOf(kind),
  }));
  const counts = [
    ...items,
    { kind: RELATIONSHIP, title: titleOfKind(RELATIONSHIP), words: wordsOf(RELATIONSHIP) },
  ];
  return <KindTabs counts={counts} chosen={chosen} onChoose={onChoose} />;
}

/** The rows of one change. A relationship that started or ended together with an item is under the item. */
function ChangedRows({ change, rows }: { change: Change; rows: readonly Row[] }) {
  const { items, others } = useMemo(() => groupByItem(rows), [rows]);
  const isWithItems = items.some(({ relationships }) => relationships.length > 0);
  return (
    <Part title={changeText(change)} count={rows.length}>
      <DifferenceList title="Items" rows={items} keyOf={({ row }) => idOf(row)} line={itemLineOf} />
      <DifferenceList
        title={isWithItems ? 'Other relationships' : 'Relationships'}
        rows={others}
        keyOf={idOf}
        line={lineOf}
      />
    </Part>
  );
}

const idOf = ({ kind, ends }: Row) => [kind, ...ends.map(({ key }) => key)].join('/');
const lineOf = (row: Row) => <Line row={row} />;
const itemLineOf = (item: ItemRow) => <ItemLine {...item} />;

/** The line of an item, and its relationships, collapsed except on paper. */
function ItemLine({ row, relationships }: ItemRow) {
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting() !== null;
  const text = counted(relationships.length, 'relationship');
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <>
      <Line row={row}>
        {relationships.length > 0 && (
          <Button
            className={classes.more}
            variant="subtle"
            size="compact-xs"
            aria-expanded={isOpen}
            aria-label={`${text} of ${row.ends[0]?.label}`}
            rightSection={<Icon size={14} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {text}
          </Button>
        )}
      </Line>
      {relationships.length > 0 && (isOpen || isPrinting) && (
        <ul className={classes.together}>
          {relationships.map((one) => (
            <li key={idOf(one)}>
              <Line row={one} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Line({ row: { kind, ends, span, names }, children }: { row: Row; children?: ReactNode }) {
  const quarter = useQuarter();
  return (
    <div className={classes.line} data-kind={kind}>
      <span className={classes.kind}>{kindText(kind)}</span>
      <span>
        {ends.map((end, at) => (
          <span key={`${end.kind}/${end.key}`}>
            {at > 0 && <span>{' · '}</span>}
            <Link to={itemPath(end.kind, end.key)} translate="no">
              {end.label}
            </Link>
          </span>
        ))}
        {children}
      </span>
      <span className={classes.span}>{spanText(span, quarter)}</span>
      {names.length > 0 && (
        <ul className={classes.names}>
          {names.map(({ label, before, after }) => (
            <li key={label}>
              <span>{`${label}: `}</span>
              <span translate="no">{before ?? 'none'}</span> <span aria-hidden="true">→</span>
              <span className={hide.visuallyHidden}>, then </span> <b translate="no">{after ?? 'none'}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
