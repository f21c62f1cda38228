import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { kindText } from '../changes/words.ts';
import { SearchSelect } from '../form/SearchSelect.tsx';
import { spanText } from '../items/span.ts';
import { Card } from '../layout/Card.tsx';
import { Loader } from '../layout/Loader.tsx';
import { Unread, useIsUnread } from '../layout/Unread.tsx';
import { useQuarter, useTermOptions } from '../lookups/lookups.ts';
import { itemPath } from '../paths.ts';
import { runningTerm } from '../runningTerm.ts';
import { useChosenKind, useTerms } from './address.ts';
import { termDifferencesQuery } from './api.ts';
import { Between } from './Between.tsx';
import { Charts } from './Charts.tsx';
import { Downloads } from './Downloads.tsx';
import classes from './differences.module.css';
import { type Counts, countWords, Kinds, Totals } from './Kinds.tsx';
import { Lines, Part } from './Lines.tsx';
import {
  type Change,
  changes,
  changeText,
  columnsOf,
  groupOf,
  isOfItem,
  RELATIONSHIP,
  type Row,
  rowsOf,
  shownKinds,
  titleOfKind,
} from './rows.ts';
import { useTotals } from './useTotals.ts';

const none: readonly Row[] = [];
const newestFirst = (one: { value: string }, other: { value: string }) => (one.value < other.value ? 1 : -1);

/** What has started and what has ended between two terms, with the charts of all falls. */
export function BetweenTerms() {
  const terms = useTerms();
  const { from, to, set, choose } = terms;
  const quarter = useQuarter();
  const { kind, setKind } = useChosenKind();
  const isInOrder = from <= to;
  const reading = useQuery({ ...termDifferencesQuery(terms), enabled: isInOrder });
  const isUnread = useIsUnread(reading);
  const differences = isInOrder && !reading.isError ? reading.data : undefined;
  const all = useMemo(() => (differences ? rowsOf(differences) : none), [differences]);
  const shown = useMemo(() => all.filter((row) => kind === null || groupOf(row) === kind), [all, kind]);
  const columns = useMemo(() => columnsOf(quarter), [quarter]);
  // Those of the rows shown, while others are being read.
  const compared = differences ?? { from, to };
  const title = `From ${quarter(compared.from)} to ${quarter(compared.to)}`;
  return (
    <>
      <Between
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
          <Downloads
            name="differences"
            title="Differences between two terms"
            filters={[title, ...(kind === null ? [] : [`Only: ${titleOfKind(kind)}`])]}
            columns={columns}
            rows={shown}
          />
        }
      />
      <Charts terms={terms} onChoose={choose} />
      {isUnread && <Unread what="The differences" reading={reading} />}
      {isInOrder && !differences && !reading.isError && !isUnread && <Loader />}
      {differences && (
        <>
          <Card>
            <h2 className={classes.title}>{title}</h2>
            <KindsOfTerms terms={compared} rows={all} chosen={kind} onChoose={setKind} />
          </Card>
          <div className={classes.columns}>
            {changes.map((change) => (
              <Changed key={change} change={change} rows={shown.filter((row) => row.change === change)} />
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
    return countWords(
      changes.map((change) => [
        own.filter((row) => row.change === change).length,
        changeText(change).toLowerCase(),
      ]),
    );
  };
  const items: Counts[] = shownKinds.map((kind) => {
    const total = totals[kind];
    return { kind, title: titleOfKind(kind), totals: total && <Totals {...total} />, words: wordsOf(kind) };
  });
  const counts = [
    ...items,
    { kind: RELATIONSHIP, title: titleOfKind(RELATIONSHIP), words: wordsOf(RELATIONSHIP) },
  ];
  return <Kinds counts={counts} chosen={chosen} onChoose={onChoose} />;
}

function Changed({ change, rows }: { change: Change; rows: readonly Row[] }) {
  const ofItems = rows.filter(isOfItem);
  const others = rows.filter((row) => !isOfItem(row));
  return (
    <Part title={changeText(change)} count={rows.length}>
      <Lines title="Items" rows={ofItems} keyOf={idOf} line={lineOf} />
      <Lines title="Relationships" rows={others} keyOf={idOf} line={lineOf} />
    </Part>
  );
}

const idOf = ({ kind, ends }: Row) => [kind, ...ends.map(({ key }) => key)].join('/');
const lineOf = (row: Row) => <Line row={row} />;

function Line({ row: { kind, ends, span } }: { row: Row }) {
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
      </span>
      <span className={classes.span}>{spanText(span, quarter)}</span>
    </div>
  );
}
