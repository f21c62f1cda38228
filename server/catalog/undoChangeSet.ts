import { sql, type Transaction } from 'kysely';
import { itemKinds } from '../../contract/items.ts';
import { allRelationshipKinds, keyNames } from '../../contract/relationships.ts';
import { plainSpaces } from '../../contract/text.ts';
import { ruleOf } from '../db/databaseErrors.ts';
import type { Tables } from '../db/tables.ts';
import { inBatches, mapYielding, readInBatches } from '../runtime/yieldToEventLoop.ts';
import { deleteAll, insertAll, type Row, updateAll } from './storedRows.ts';
import { MOST_NAMED, type UndoConflict, undoConflictsOf } from './undoConflicts.ts';

// Undo writes stored values back exactly as they were, but for kinds of spaces that are no longer stored: no form checks
// them, and nothing asks for confirmation.

type Trx = Transaction<Tables>;
type State = Row | null;

/**
 * Writes back the state before a change set to all of its rows. Returns what stands in the way, one obstacle for each row
 * and at most 20; then the transaction must be rolled back.
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

/** A table whose rows are logged: the kind that it is named after, and its keys. */
interface Table {
  kind: string;
  keys: string[];
}
const items = Object.entries(itemKinds).map(([kind, { key }]): Table => ({ kind, keys: [key] }));
const relationships = allRelationshipKinds.map((kind): Table => {
  const { from, to } = keyNames(kind);
  return { kind: kind.name, keys: [from, to] };
});

/**
 * In an order in which no row is without those that it refers to. Stops when the database refuses rows, and returns
 * these.
 */
async function writeBack(trx: Trx, setNumber: number): Promise<UndoConflict[]> {
  const entries = await entriesOf(trx, setNumber);
  const ofKind = Map.groupBy(entries, ({ kind }) => kind);
  for (const { table, is, work } of steps) {
    const own = (ofKind.get(table.kind) ?? []).filter(is);
    if (own.length === 0) continue;
    const stored = await columnsOf(trx, table.kind);
    const all = await mapYielding(
      own,
      (entry): Written => ({ entry, row: rowOf(entry, table.keys, stored) }),
    );
    const refused = await refusedOf(trx, all, (rows) => inBatches(rows, (batch) => work(trx, table, batch)));
    if (refused.length > 0) return refused.slice(0, MOST_NAMED);
  }
  return [];
}

/** The entries of a set, in the order of writing. */
const entriesOf = (trx: Trx, setNumber: number): Promise<Entry[]> =>
  readInBatches((last, most) =>
    trx
      .selectFrom('changeEntry')
      .select(['place', 'kind', 'firstKey', 'secondKey', 'label', 'before', 'after'])
      .where('setNumber', '=', setNumber)
      .where('place', '>', last?.place ?? 0)
      .orderBy('place')
      .limit(most)
      .execute(),
  );

interface Step {
  table: Table;
  is: (entry: Entry) => boolean;
  work: (trx: Trx, table: Table, rows: readonly Row[]) => Promise<unknown>;
}

const steps: readonly Step[] = [
  ...[...relationships, ...items].map(
    (table): Step => ({
      table,
      is: ({ before }) => before === null,
      work: (trx, { kind }, rows) => deleteAll(trx, kind, rows),
    }),
  ),
  ...[...items, ...relationships].map(
    (table): Step => ({
      table,
      is: ({ before, after }) => before !== null && after !== null,
      work: (trx, { kind, keys }, rows) => updateAll(trx, kind, keys, rows),
    }),
  ),
  ...[...items, ...relationships].map(
    (table): Step => ({
      table,
      is: ({ after }) => after === null,
      work: (trx, { kind }, rows) => insertAll(trx, kind, rows),
    }),
  ),
];

/** The row before the change, by its keys and the fields that are stored today. */
function rowOf({ firstKey, secondKey, before }: Entry, keys: string[], stored: ReadonlySet<string>): Row {
  const values = Object.entries(before ?? {})
    .filter(([field]) => stored.has(field))
    .map(([field, value]) => [field, typeof value === 'string' ? plainSpaces(value) : value] as const);
  return Object.fromEntries([...keys.map((key, at) => [key, [firstKey, secondKey][at]]), ...values]);
}

/** A row to write back, and the entry that it comes from. */
interface Written {
  entry: Entry;
  row: Row;
}

/** Writes rows, all of them at once. If the database refuses that, finds out which rows it refuses, by halves. */
async function refusedOf(
  trx: Trx,
  all: readonly Written[],
  work: (rows: Row[]) => Promise<unknown>,
): Promise<UndoConflict[]> {
  const rule = await brokenRule(trx, () => work(all.map(({ row }) => row)));
  const [only, more] = all;
  if (rule === undefined || !only) return [];
  if (!more) return [refusal(only.entry, rule)];
  const half = Math.ceil(all.length / 2);
  const first = await refusedOf(trx, all.slice(0, half), work);
  return first.length >= MOST_NAMED ? first : [...first, ...(await refusedOf(trx, all.slice(half), work))];
}

const refusal = ({ kind, firstKey, secondKey, label }: Entry, rule: string): UndoConflict => ({
  kind,
  key: secondKey === null ? firstKey : `${firstKey}/${secondKey}`,
  label,
  because: 'refused',
  other: rule,
  by: null,
  at: null,
  requestId: null,
});

/** The rule of the database that some work breaks, which is then not done; undefined if it is done. */
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

/** The fields that the table has today. The log also has those that it had before an upgrade. */
async function columnsOf(trx: Trx, table: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Row>`
    select r.* from (values (true)) v left join ${sql.table(table)} r on false`.execute(trx);
  return new Set(Object.keys(rows[0] ?? {}));
}
