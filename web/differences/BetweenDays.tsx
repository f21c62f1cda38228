import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Action, actions, type ChangeEntry } from '../../contract/history.ts';
import { put, useAddress } from '../address.ts';
import { entryColumns, entryLinesOf } from '../changes/download.ts';
import { DayInput } from '../form/DayInput.tsx';
import { Entry } from '../history/Entry.tsx';
import { actionText, isOfItem } from '../history/words.ts';
import { Card } from '../layout/Card.tsx';
import { Loader } from '../layout/Loader.tsx';
import { Unread, useIsUnread } from '../layout/Unread.tsx';
import { useQuarter } from '../lookups/lookups.ts';
import { useFilterText } from '../table/view.ts';
import { dayText } from '../time.ts';
import { type Side, useChosenKind, useDays } from './address.ts';
import { recordedQuery } from './api.ts';
import { Between } from './Between.tsx';
import { Downloads } from './Downloads.tsx';
import classes from './differences.module.css';
import { countWords, Kinds } from './Kinds.tsx';
import { Lines, Part } from './Lines.tsx';
import { RELATIONSHIP, shownKinds, titleOfKind } from './rows.ts';

const none: readonly ChangeEntry[] = [];

/** What was created, edited and deleted in the records between two days, net: not what came back. */
export function BetweenDays() {
  const { from, to, errors } = useDays();
  const quarter = useQuarter();
  const { kind, setKind } = useChosenKind();
  const isAsked = errors.from === undefined && errors.to === undefined;
  const reading = useQuery({ ...recordedQuery({ from, to }), enabled: isAsked });
  const isUnread = useIsUnread(reading);
  const differences = isAsked && !reading.isError ? reading.data : undefined;
  const all = differences?.entries ?? none;
  const shown = useMemo(() => all.filter((entry) => kind === null || groupOf(entry) === kind), [all, kind]);
  const lines = useMemo(() => entryLinesOf(shown, quarter), [shown, quarter]);
  // Those of the rows shown, while others are being read.
  const compared = differences ?? { from, to };
  const title = `From ${dayText(compared.from)} to ${dayText(compared.to)}`;
  return (
    <>
      <Between
        fields={
          <>
            <Day side="from" label="From" shown={from} error={errors.from} />
            <Day side="to" label="To" shown={to} error={errors.to} />
          </>
        }
        downloads={
          <Downloads
            name="differences"
            title="Differences between two days"
            filters={[title, ...(kind === null ? [] : [`Only: ${titleOfKind(kind)}`])]}
            columns={entryColumns}
            rows={lines}
          />
        }
      />
      {isUnread && <Unread what="The differences" reading={reading} />}
      {isAsked && !differences && !reading.isError && !isUnread && <Loader />}
      {differences && (
        <>
          <Card>
            <h2 className={classes.title}>{title}</h2>
            <Kinds
              counts={[...shownKinds, RELATIONSHIP].map((one) => ({
                kind: one,
                title: titleOfKind(one),
                words: wordsOf(all.filter((entry) => groupOf(entry) === one)),
              }))}
              chosen={kind}
              onChoose={setKind}
            />
            <p className={classes.note}>
              Both days are included. What was created and deleted in between is left out, and so is a value
              that came back.
            </p>
          </Card>
          {actions.map((action) => (
            <Done key={action} action={action} entries={shown.filter((entry) => entry.action === action)} />
          ))}
        </>
      )}
    </>
  );
}

/** The kind that an entry counts for: that of an item, or `relationship`. */
const groupOf = (entry: ChangeEntry): string => (isOfItem(entry) ? entry.kind : RELATIONSHIP);

const wordsOf = (entries: readonly ChangeEntry[]): string =>
  countWords(
    actions.map((action) => [
      entries.filter((entry) => entry.action === action).length,
      actionText(action).toLowerCase(),
    ]),
  );

function Done({ action, entries }: { action: Action; entries: readonly ChangeEntry[] }) {
  return (
    <Part title={actionText(action)} count={entries.length}>
      <Lines title="Items" rows={entries.filter(isOfItem)} keyOf={idOf} line={lineOf} />
      <Lines
        title="Relationships"
        rows={entries.filter((entry) => !isOfItem(entry))}
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
  /** The day that counts if none is chosen. */
  shown: string;
  error: string | undefined;
}

function Day({ side, label, shown, error }: DayProps) {
  const { params, change } = useAddress();
  const [text, setText, settle] = useFilterText(params.get(side) ?? shown, (settled) =>
    change((now) => put(now, side, settled)),
  );
  return <DayInput label={label} value={text} error={error} onChange={setText} onSettle={settle} />;
}
