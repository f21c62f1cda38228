import { sql, type Transaction } from 'kysely';
import { MAX_UNDO_CONFLICTS } from '../../contract/history.ts';
import { itemKinds } from '../../contract/kinds.ts';
import { type LookupKind, lookupKinds } from '../../contract/lookups.ts';
import { allRelationshipKinds, keyNames } from '../../contract/relationships.ts';
import { plainSpaces } from '../../contract/text.ts';
import { ruleOf } from '../db/databaseErrors.ts';
import type { Tables } from '../db/tables.ts';
import { inBatches, mapYielding, readInBatches } from '../runtime/yieldToEventLoop.ts';
import { deleteAll, insertAll, type Row, updateAll } from './storedRows.ts';
import { type UndoConflict, undoConflictsOf } from './undoConflicts.ts';

// Undo restores stored values exactly, except for kinds of spaces that are no longer stored. No form checks the values, and
// no warning asks for confirmation.

type Trx = Transaction<Tables>;
type State = Row | null;

/**
 * Restores the state before a change set in all of its rows. Returns the conflicts, one for each row and at most 20; if
 * there are any, the transaction must be rolled back.
 */
export async function undo(trx: Trx, setNumber: number): Promise<UndoConflict[]> {
  const conflicts = await undoConflictsOf(trx, setNumber);
  return conflicts.length > 0 ? conflicts : await writeBack(trx, setNumber);
}

interface Entry {
  place: number;
  kind: string;
  firstKey: string;
  secondKey: string | null;
  label: string;
  before: State;
  after: State;
}

/** A table whose rows are logged: the kind that names it, and its keys. */
interface Table {
  kind: string;
  keys: string[];
}
const items = Object.entries(itemKinds).map(([kind, { key }]): Table => ({ kind, keys: [key] }));
const lookupOf = (kind: LookupKind): Table => ({ kind, keys: [lookupKinds[kind].key] });
const terms = [lookupOf('term')];
const awardTypes = [lookupOf('awardType')];
const relationships = allRelationshipKinds.map((kind): Table => {
  const { from, to } = keyNames(kind);
  return { kind: kind.name, keys: [from, to] };
});
/** After the tables whose rows they refer to. */
const catalog = [...items, ...relationships, { kind: 'earlierValue', keys: ['key'] }];

/**
 * Writes in an order in which every reference of a row exists. Stops if the database rejects rows, and returns them as
 * conflicts.
 */
async function writeBack(trx: Trx, setNumber: number): Promise<UndoConflict[]> {
  const entries = await entriesOf(trx, setNumber);
  const ofKind = Map.groupBy(entries, ({ kind }) => kind);
  for (const { table, is, work } of steps) {
    const ofStep = (ofKind.get(table.kind) ?? []).filter(is);
    if (ofStep.length === 0) continue;
    const columns = await columnsOf(trx, table.kind);
    const restored = await mapYielding(
      ofStep,
      (entry): RestoredRow => ({ entry, row: rowOf(entry, table.keys, columns) }),
    );
    const rejected = await findRejected(trx, restored, (rows) =>
      inBatches(rows, (batch) => work(trx, table, batch)),
    );
    if (rejected.length > 0) return rejected.slice(0, MAX_UNDO_CONFLICTS);
  }
  return [];
}

/** The entries of a set, in the order of writing. */
const entriesOf = (trx: Trx, setNumber: number): Promise<Entry[]> =>
  readInBatches((last, limit) =>
    trx
      .selectFrom('changeEntry')
      .select(['place', 'kind', 'firstKey', 'secondKey', 'label', 'before', 'after'])
      .where('setNumber', '=', setNumber)
      .where('place', '>', last?.place ?? 0)
      .orderBy('place')
      .limit(limit)
      .execute(),
  );

interface Step {
  table: Table;
  is: (entry: Entry) => boolean;
  work: (trx: Trx, table: Table, rows: readonly Row[]) => Promise<unknown>;
}

const deleting = (table: Table): Step => ({
  table,
  is: ({ before }) => before === null,
  work: (trx, { kind }, rows) => deleteAll(trx, kind, rows),
});
const updating = (table: Table): Step => ({
  table,
  is: ({ before, after }) => before !== null && after !== null,
  work: (trx, { kind, keys }, rows) => updateAll(trx, kind, keys, rows),
});
const restoring = (table: Table): Step => ({
  table,
  is: ({ after }) => after === null,
  work: (trx, { kind }, rows) => insertAll(trx, kind, rows),
});

/**
 * A deletion of a term frees its label for another one, and the database asks for a term only when a row is saved, so terms
 * come first. A degree always has its award type, so award types are restored before degrees and deleted after them.
 */
const steps: readonly Step[] = [
  ...terms.map(deleting),
  ...[...terms, ...awardTypes].map(updating),
  ...[...terms, ...awardTypes].map(restoring),
  ...catalog.toReversed().map(deleting),
  ...catalog.map(updating),
  ...catalog.map(restoring),
  ...awardTypes.map(deleting),
];

/** The row before the change: its keys, and its values in the current columns. */
function rowOf({ firstKey, secondKey, before }: Entry, keys: string[], columns: ReadonlySet<string>): Row {
  const values = Object.entries(before ?? {})
    .filter(([field]) => columns.has(field))
    .map(([field, value]) => [field, typeof value === 'string' ? plainSpaces(value) : value] as const);
  return Object.fromEntries([...keys.map((key, at) => [key, [firstKey, secondKey][at]]), ...values]);
}

/** A row to write back, and its entry in the log. */
interface RestoredRow {
  entry: Entry;
  row: Row;
}

/** Writes all rows at once. If the database rejects them, finds the rejected rows by bisection. */
async function findRejected(
  trx: Trx,
  all: readonly RestoredRow[],
  work: (rows: Row[]) => Promise<unknown>,
): Promise<UndoConflict[]> {
  const rule = await brokenRule(trx, () => work(all.map(({ row }) => row)));
  const [only, more] = all;
  if (rule === undefined || !only) return [];
  if (!more) return [rejection(only.entry, rule)];
  const half = Math.ceil(all.length / 2);
  const first = await findRejected(trx, all.slice(0, half), work);
  return first.length >= MAX_UNDO_CONFLICTS
    ? first
    : [...first, ...(await findRejected(trx, all.slice(half), work))];
}

const rejection = ({ kind, firstKey, secondKey, label }: Entry, rule: string): UndoConflict => ({
  kind,
  key: secondKey === null ? firstKey : `${firstKey}/${secondKey}`,
  label,
  because: 'refused',
  other: rule,
  by: null,
  at: null,
  requestId: null,
});

/** The database rule that some work breaks; the work is then rolled back. Undefined if the work succeeds. */
async function brokenRule(trx: Trx, work: () => Promise<unknown>): Promise<string | undefined> {
  await sql`savepoint before_work`.execute(trx);
  try {
    await work();
    await sql`release savepoint before_work`.execute(trx);
    return undefined;
  } catch (error) {
    const rule = ruleOf(error);
    if (rule === undefined) throw error;
    await sql`rollback to savepoint before_work`.execute(trx);
    return rule;
  }
}

/** The current columns of the table. The log may also have columns that it had before an upgrade. */
async function columnsOf(trx: Trx, table: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Row>`
    select r.* from (values (true)) v left join ${sql.table(table)} r on false`.execute(trx);
  return new Set(Object.keys(rows[0] ?? {}));
}
