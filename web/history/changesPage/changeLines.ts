import type { Quarter } from '../../../contract/columns/quarters.ts';
import type { ChangeEntry, ChangeSet, ChangeSetWithEntries, Someone } from '../../../contract/history.ts';
import { userLabel } from '../../../contract/user.ts';
import type { Column } from '../../ui/table/column.ts';
import { actionText, type ChangedField, changedFields, originText } from '../describeChange.ts';
import { kindText } from './changeWords.ts';

/** The change of a field in a row. A save that changed nothing has no field. */
interface EntryLine {
  entry: ChangeEntry;
  field: ChangedField | undefined;
}

interface Line extends EntryLine {
  set: ChangeSet;
}

/** The lines of a download of rows: one for each changed field, in the words of the screens. */
export const entryLinesOf = (entries: readonly ChangeEntry[], quarter: Quarter): EntryLine[] =>
  entries.flatMap((entry) => {
    const fields = changedFields(entry, quarter);
    return (fields.length > 0 ? fields : [undefined]).map((field) => ({ entry, field }));
  });

/** The lines of a download of change sets, each with the columns of its change set. */
export const linesOf = (sets: readonly ChangeSetWithEntries[], quarter: Quarter): Line[] =>
  sets.flatMap((set) => entryLinesOf(set.entries, quarter).map((line) => ({ set, ...line })));

const userText = (user: Someone | null) => user && userLabel(user);

/** The columns of a download of rows. */
export const entryColumns: readonly Column<EntryLine>[] = [
  { id: 'kind', header: 'Kind', value: ({ entry }) => kindText(entry.kind) },
  { id: 'label', header: 'Label', value: ({ entry }) => entry.label },
  { id: 'action', header: 'Action', value: ({ entry }) => actionText(entry.action) },
  { id: 'field', header: 'Field', value: ({ field }) => field?.label ?? null },
  { id: 'before', header: 'Before', value: ({ field }) => field?.before ?? null },
  { id: 'after', header: 'After', value: ({ field }) => field?.after ?? null },
];

/** The columns of a download of change sets. */
export const lineColumns: readonly Column<Line>[] = [
  { id: 'at', header: 'Time', value: ({ set }) => set.at, isTime: true },
  { id: 'actor', header: 'User', value: ({ set }) => userText(set.actor) },
  { id: 'actingAs', header: 'Acting As', value: ({ set }) => userText(set.actingAs) },
  { id: 'origin', header: 'Origin', value: ({ set }) => originText(set.origin) },
  { id: 'reason', header: 'Reason', value: ({ set }) => set.reason },
  ...entryColumns,
];
