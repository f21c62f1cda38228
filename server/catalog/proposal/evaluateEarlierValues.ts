import { sql } from 'kysely';
import { earlierValueForms, readEarlierValue } from '../../../contract/earlierValueForms.ts';
import { type ErrorItem, errorCode, shownName } from '../../../contract/errors.ts';
import { isCleanText } from '../../../contract/text.ts';
import { labelSql } from '../../db/derived/recording.ts';
import { rowsAs } from '../../db/insertRows.ts';
import type { Db } from '../../db/tables.ts';
import { earlierValueNotFound } from '../../errors.ts';
import { inBatches, mapYielding } from '../../runtime/yieldToEventLoop.ts';
import { keyOf } from '../checks.ts';
import { earlierValueKey, unknownLastTerms } from '../earlierValues.ts';
import type { StoredRow } from '../storedRows.ts';
import { duplicateRow, rejectDuplicates } from './duplicateRows.ts';
import { ambiguous, notFound } from './evaluateItems.ts';
import { endInRow, idOfItem, type ProposalContext } from './evaluateRelationships.ts';
import { type EarlierValueRow, isItemRow, isSound } from './proposedRow.ts';

const NOUN = 'earlier value';

/** Evaluates the rows of earlier values (contract 14): the item and the value of each row, and its change. */
export async function evaluateEarlierValues(
  db: Db,
  rows: readonly EarlierValueRow[],
  context: ProposalContext,
): Promise<void> {
  if (rows.length === 0) return;
  await mapYielding(rows, (row) => findItem(row, context));
  await findStoredValues(db, rows);
  rejectKept(rows, context);
  await rejectDuplicates(rows, NOUN, idOf);
  await mapYielding(rows.filter(isSound), readValue);
  await refuseUnknownTerms(db, rows, context);
}

/** Identifies an earlier value, also that of an item that a row creates; undefined if it has none. */
function idOf({ target, created, names }: EarlierValueRow): string | undefined {
  if (target) return earlierValueKey(target);
  return created && JSON.stringify([created.index, names?.field, names?.lastTerm]);
}

/** Finds the item of a row, or adds an error. */
function findItem(row: EarlierValueRow, context: ProposalContext): void {
  if (!row.names) return;
  const { find, deleting } = context;
  const { kind, item, field, lastTerm } = row.names;
  const at = `ref.${kind}`;
  if (item.by === 'row') {
    const found = endInRow(kind, item.row, at, context);
    if (found && 'error' in found) row.errors.push(found.error);
    else if (found && 'created' in found) row.created = found.created;
    else if (found) row.target = { kind, key: found.key, field, lastTerm };
    return;
  }
  const [only, ...others] = find(kind, item);
  if (!only) {
    if (row.version !== null) row.isGone = true;
    else row.errors.push(notFound(kind, at));
    return;
  }
  if (others.length > 0) {
    row.errors.push(ambiguous(kind, [only, ...others], at));
    return;
  }
  const deleted = deleting.get(idOfItem(kind, only.key));
  if (deleted)
    row.errors.push({
      ...duplicateRow(NOUN, deleted),
      message: `Row ${deleted.index + 1} deletes this ${kind} and its earlier values`,
    });
  else row.target = { kind, key: keyOf(kind, only.row), field, lastTerm };
}

/** Finds the stored earlier values of the rows, or adds errors. */
async function findStoredValues(db: Db, rows: readonly EarlierValueRow[]): Promise<void> {
  const found = rows.flatMap((row) => (row.target ? [{ row, key: earlierValueKey(row.target) }] : []));
  await inBatches(found, async (batch) => {
    // The database cannot store other keys, so a query cannot have them as parameters.
    const keys = batch.flatMap(({ key }) => (isCleanText(key) ? [{ key }] : []));
    const { rows: stored } = await sql<StoredRow & { label: string }>`
      select v.*, ${sql.raw(labelSql('earlierValue', 'v'))} as label
      from ${rowsAs('earlierValue', keys)} g join earlier_value v using (key)`.execute(db);
    const byKey = new Map(stored.map(({ label, ...row }) => [String(row.key), { row, label }]));
    for (const { row, key } of batch) {
      const value = byKey.get(key);
      if (value) row.stored = { key, ...value };
      else if (row.version !== null) row.isGone = true;
      else if (row.isDelete) row.errors.push(missing());
    }
  });
}

function missing(): ErrorItem {
  const [error = { code: '', message: '' }] = earlierValueNotFound().errors;
  return { ...error, field: 'ref' };
}

/** Rejects a row for an earlier value that another row keeps. */
function rejectKept(rows: readonly EarlierValueRow[], context: ProposalContext): void {
  const keeping = new Map(
    context.rows
      .filter(isItemRow)
      .flatMap((row) => (row.kept?.rows ?? []).map(({ key }) => [String(key), row] as const)),
  );
  for (const row of rows) {
    const other = row.target && keeping.get(earlierValueKey(row.target));
    if (other) row.errors.push(duplicateRow(NOUN, other));
  }
}

/** Sets the value to save and the change of a row, or adds errors. */
function readValue(row: EarlierValueRow): void {
  const { target, created, names, sent, stored, isDelete } = row;
  if (!names || (!target && !created)) return;
  const before = (stored?.row.value ?? null) as string | null;
  const { value: sentValue = before, ...others } = sent;
  const read = readEarlierValue(names.kind, names.field, sentValue);
  const unknown = Object.keys(others)
    .filter((name) => !isIgnored(names, name, others[name]))
    .map((name) => unknownField(names.kind, name));
  if (isDelete) row.fields = [{ name: 'value', before, after: null }];
  else if ('errors' in read || unknown.length > 0)
    row.errors.push(...unknown, ...('errors' in read ? read.errors : []));
  else {
    row.values = { value: read.value };
    row.fields = [{ name: 'value', before, after: read.value }];
  }
  row.fields = row.fields.filter(({ before, after }) => before !== after);
}

/** Whether a sent field is one that a client has received and sends back: it sets nothing. */
const isIgnored = (names: NonNullable<EarlierValueRow['names']>, name: string, value: unknown): boolean =>
  name === 'version' ||
  earlierValueForms[names.kind].readOnly.includes(name) ||
  ((name === 'field' || name === 'lastTerm') && names[name] === value);

const unknownField = (kind: keyof typeof earlierValueForms, name: string): ErrorItem => ({
  code: errorCode(earlierValueForms[kind].entity, shownName(name), 'UNKNOWN_FIELD'),
  field: shownName(name),
  message: `${shownName(name)} is not a field that can be sent here`,
});

/** Rejects new earlier values whose last term does not exist when the rows are saved. */
async function refuseUnknownTerms(
  db: Db,
  rows: readonly EarlierValueRow[],
  { lookupChanges }: ProposalContext,
): Promise<void> {
  const created = rows.filter(
    (row) => (row.target || row.created) && !row.stored && !row.isGone && !row.isDelete,
  );
  const terms = created.map(({ names }) => names?.lastTerm ?? '');
  const errorsOf = await unknownLastTerms(db, terms, lookupChanges);
  for (const row of created) {
    const { kind = 'major', lastTerm = '' } = row.names ?? {};
    row.errors.push(...errorsOf(earlierValueForms[kind].entity, lastTerm));
  }
}
