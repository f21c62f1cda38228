import type { ReactNode } from 'react';
import type { Quarter } from '../../contract/columns/quarters.ts';
import type { ChangedEnd, ChangeEntry } from '../../contract/history.ts';
import { itemPath } from '../lib/paths.ts';
import { AsOfLink } from '../terms/AsOfLink.tsx';
import { useQuarter } from '../terms/lookups.ts';
import {
  actionText,
  type ChangedField,
  changedFields,
  differenceOf,
  earlierField,
  farEnd,
  isEarlierValue,
  isOfItem,
  isOfRelationship,
  nounOf,
  ownValues,
  type Subject,
  spanWords,
} from './describeChange.ts';
import { readEarlierValueKey } from './earlierValueKey.ts';
import classes from './history.module.css';
import { isShort, OldAndNew } from './OldAndNew.tsx';

interface Props {
  entry: ChangeEntry;
  /** The item whose history shows the entry. Its name is omitted. */
  of?: Subject | undefined;
}

/** The change of one row, in words: 'Title Long: old → new', 'Related to degree BS Biology from F25'. */
export function Entry({ entry, of }: Props) {
  const quarter = useQuarter();
  if (isEarlierValue(entry)) return <EarlierValueEntry entry={entry} of={of} quarter={quarter} />;
  if (isOfRelationship(entry)) return <RelationshipEntry entry={entry} of={of} quarter={quarter} />;
  return <RowEntry entry={entry} of={of} quarter={quarter} />;
}

type EntryProps = Props & { quarter: Quarter };

/** The change of an item, a term or an award type. Only an item has a page: the link shows a deletion too. */
function RowEntry({ entry, of, quarter }: EntryProps) {
  const { kind, key, label, action } = entry;
  const name = !of && (
    <>
      {' '}
      <span>{nounOf(kind)}</span>{' '}
      {isOfItem(entry) ? (
        <AsOfLink to={itemPath(entry.kind, key)}>{label}</AsOfLink>
      ) : (
        <span translate="no">{label}</span>
      )}
    </>
  );
  if (action !== 'updated')
    return (
      <p>
        <b>{actionText(action)}</b>
        {name}
        <Values entry={entry} quarter={quarter} />
      </p>
    );
  return (
    <>
      {name && (
        <p>
          <b>{actionText(action)}</b>
          {name}
        </p>
      )}
      <Changes entry={entry} quarter={quarter} />
    </>
  );
}

/** 'Created Title 20 of 201 U Biology through F19: Biol', or 'Title 20 of 201 U Biology through F19: old → new'. */
function EarlierValueEntry({ entry, of, quarter }: EntryProps) {
  const { action, label } = entry;
  const named = readEarlierValueKey(entry);
  const [field] = changedFields(entry, quarter);
  if (!named) return null;
  const { before = null, after = null } = field ?? {};
  return (
    <p className={classes.change} data-long={!isShort(before, after) || undefined}>
      <span>
        {action !== 'updated' && (
          <>
            <b>{actionText(action)}</b>{' '}
          </>
        )}
        <span className={classes.quiet}>{earlierField(entry)}</span>
        {!of && (
          <>
            <span> of</span> <AsOfLink to={itemPath(named.kind, named.key)}>{label}</AsOfLink>
          </>
        )}{' '}
        <span>through</span> <span>{quarter(named.lastTerm)}</span>
        <span>:</span>
      </span>
      {action === 'updated' ? (
        <OldAndNew before={before} after={after} />
      ) : (
        <span translate="no">{(action === 'deleted' ? before : after) ?? <i>none</i>}</span>
      )}
    </p>
  );
}

function RelationshipEntry({ entry, of, quarter }: EntryProps) {
  const { action } = entry;
  const far = of && farEnd(entry, of);
  const ends = far ? [far] : (entry.ends ?? []);
  const names = ends.map((end, at) => (
    <span key={`${end.kind}/${end.key}`}>
      {at > 0 && <span>{' – '}</span>}
      <EndName end={end} />
    </span>
  ));
  if (action === 'updated')
    return (
      <>
        <p>
          Relationship <span>{far ? 'to' : 'of'}</span> {names}
          <span>:</span>
        </p>
        <Changes entry={entry} quarter={quarter} />
      </>
    );
  const span = spanWords(entry, quarter);
  const opening = {
    created: far ? 'Related to' : 'Related:',
    deleted: far ? 'No longer related to' : 'No longer related:',
  };
  return (
    <p>
      <span>{opening[action]}</span> {names} <span>{action === 'deleted' && span ? `(${span})` : span}</span>
      <Values entry={withoutSpan(entry)} quarter={quarter} after="," />
    </p>
  );
}

const withoutSpan = (entry: ChangeEntry): ChangeEntry => ({
  ...entry,
  fields: entry.fields.filter(({ name }) => name !== 'startTerm' && name !== 'endTerm'),
});

/** An end of a relationship with its label at that time; a link if the item exists today. */
function EndName({ end: { kind, key, label, exists } }: { end: ChangedEnd }) {
  return (
    <>
      <span>{nounOf(kind)}</span>{' '}
      {exists ? <AsOfLink to={itemPath(kind, key)}>{label}</AsOfLink> : <span translate="no">{label}</span>}
    </>
  );
}

/** 'Major Code 201, Title 20 Computer Science'. */
function Values({ entry, quarter, after = '' }: { entry: ChangeEntry; quarter: Quarter; after?: string }) {
  const values = ownValues(entry, quarter);
  if (values.length === 0) return null;
  return (
    <span className={classes.values}>
      <span>{after}</span>{' '}
      {values.map(({ label, text }, at) => (
        <span key={label}>
          {at > 0 && <span>{', '}</span>}
          <span>{label}</span>{' '}
          <span className={classes.value} translate="no">
            {text}
          </span>
        </span>
      ))}
    </span>
  );
}

/** The changed fields of a row: 'Title Long: old → new'. */
export function Changes({ entry, quarter }: { entry: ChangeEntry; quarter: Quarter }): ReactNode {
  const fields = changedFields(entry, quarter);
  if (fields.length === 0) return <p className={classes.quiet}>Saved without a change</p>;
  return fields.map((field) => <Change key={field.name} field={field} />);
}

function Change({ field: { label, before, after, isLong } }: { field: ChangedField }) {
  // In a long text only the differences are marked.
  const { start, end, ...parts } =
    isLong && before !== null && after !== null
      ? differenceOf(before, after)
      : { start: '', before, after, end: '' };
  return (
    <p className={classes.change} data-long={!isShort(before, after) || undefined}>
      <span className={classes.quiet}>
        <span>{label}</span>:
      </span>
      <OldAndNew {...parts} start={start} end={end} />
    </p>
  );
}
