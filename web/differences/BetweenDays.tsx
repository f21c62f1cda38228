import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Action, actions, type ChangeEntry } from '../../contract/history.ts';
import { entryColumns, entryLinesOf } from '../history/changesPage/changeLines.ts';
import { actionText, isOfItem, isOfRelationship } from '../history/describeChange.ts';
import { Entry } from '../history/Entry.tsx';
import { put, useUrlParams } from '../lib/searchParams.ts';
import { dayText } from '../lib/time.ts';
import { useQuarter } from '../terms/lookups.ts';
import { Card } from '../ui/Card.tsx';
import { DayInput } from '../ui/form/DayInput.tsx';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { Loader } from '../ui/Loader.tsx';
import { RowDownloads } from '../ui/table/RowDownloads.tsx';
import { useFilterText } from '../ui/table/tableView.ts';
import { BetweenForm } from './BetweenForm.tsx';
import { DifferenceList, Part } from './DifferenceList.tsx';
import { LOOKUP, RELATIONSHIP, shownKinds, titleOfKind } from './differenceRows.ts';
import classes from './differences.module.css';
import { recordedQuery } from './differencesQueries.ts';
import { type Side, useChosenKind, useDays } from './differencesUrl.ts';
import { countWords, KindTabs } from './KindTabs.tsx';

const none: readonly ChangeEntry[] = [];
const noLines: never[] = [];

/** The net changes in the records between two days: created, edited and deleted rows, without those that were restored. */
export function BetweenDays() {
  const { from, to, errors } = useDays();
  const quarter = useQuarter();
  const { kind, setKind } = useChosenKind();
  const isAsked = errors.from === undefined && errors.to === undefined;
  const reading = useQuery({ ...recordedQuery({ from, to }), enabled: isAsked });
  const hasLoadError = useHasLoadError(reading);
  const differences = isAsked && !reading.isError ? reading.data : undefined;
  const all = differences?.entries ?? none;
  const shown = useMemo(() => all.filter((entry) => kind === null || groupOf(entry) === kind), [all, kind]);
  const lines = useMemo(() => entryLinesOf(shown, quarter), [shown, quarter]);
  // The days of the rows shown, while others load.
  const compared = differences ?? { from, to };
  const title = `From ${dayText(compared.from)} to ${dayText(compared.to)}`;
  return (
    <>
      <BetweenForm
        fields={
          <>
            <Day side="from" label="From" shown={from} error={errors.from} />
            <Day side="to" label="To" shown={to} error={errors.to} />
          </>
        }
        downloads={
          <RowDownloads
            name="differences"
            title="Differences between two days"
            filters={[title, ...(kind === null ? [] : [`Only: ${titleOfKind(kind)}`])]}
            columns={entryColumns}
            rows={reading.isPlaceholderData ? noLines : lines}
          />
        }
      />
      {hasLoadError && <LoadError what="The differences" reading={reading} />}
      {isAsked && !differences && !reading.isError && !hasLoadError && <Loader />}
      {differences && (
        <>
          <Card>
            <h2 className={classes.title}>{title}</h2>
            <KindTabs
              counts={kindsOf(all, kind).map((one) => ({
                kind: one,
                title: titleOfKind(one),
                words: wordsOf(all.filter((entry) => groupOf(entry) === one)),
              }))}
              chosen={kind}
              onChoose={setKind}
            />
            <p className={classes.note}>
              Both days are included. Rows created and deleted in between are not shown, and neither are
              values that were restored.
            </p>
          </Card>
          {actions.map((action) => (
            <ChangedEntries
              key={action}
              action={action}
              entries={shown.filter((entry) => entry.action === action)}
            />
          ))}
        </>
      )}
    </>
  );
}

/** The kind under which an entry is counted: the item's, `relationship`, or `lookup`. */
const groupOf = (entry: ChangeEntry): string =>
  isOfItem(entry) ? entry.kind : isOfRelationship(entry) ? RELATIONSHIP : LOOKUP;

/** The kinds to choose from. Terms and award types seldom change. A chosen kind stays, so that it can be cleared. */
const kindsOf = (entries: readonly ChangeEntry[], chosen: string | null): readonly string[] => [
  ...shownKinds,
  RELATIONSHIP,
  ...(chosen === LOOKUP || entries.some((entry) => groupOf(entry) === LOOKUP) ? [LOOKUP] : []),
];

const wordsOf = (entries: readonly ChangeEntry[]): string =>
  countWords(
    actions.map((action) => [
      entries.filter((entry) => entry.action === action).length,
      actionText(action).toLowerCase(),
    ]),
  );

function ChangedEntries({ action, entries }: { action: Action; entries: readonly ChangeEntry[] }) {
  return (
    <Part title={actionText(action)} count={entries.length}>
      <DifferenceList title="Items" rows={entries.filter(isOfItem)} keyOf={idOf} line={lineOf} />
      <DifferenceList
        title="Relationships"
        rows={entries.filter(isOfRelationship)}
        keyOf={idOf}
        line={lineOf}
      />
      <DifferenceList
        title={titleOfKind(LOOKUP)}
        rows={entries.filter((entry) => groupOf(entry) === LOOKUP)}
        keyOf={idOf}
        line={lineOf}
      />
    </Part>
  );
}

const idOf = ({ kind, key }: ChangeEntry) => `${kind}/${key}`;
const lineOf = (entry: ChangeEntry) => (
  <div className={classes.entry}>
    <Entry entry={entry} />
  </div>
);

interface DayProps {
  side: Side;
  label: string;
  /** The day that applies if none is chosen. */
  shown: string;
  error: string | undefined;
}

function Day({ side, label, shown, error }: DayProps) {
  const { params, change } = useUrlParams();
  const [text, setText, settle] = useFilterText(params.get(side) ?? shown, (settled) =>
    change((now) => put(now, side, settled)),
  );
  return <DayInput label={label} value={text} error={error} onChange={setText} onSettle={settle} />;
}
