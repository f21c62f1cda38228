import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EarlierValue, valueInTerm } from '../../../contract/earlierValues.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { itemsInTerm } from '../../../server/catalog/asOfTerm.ts';
import { edit, remove } from '../../../server/catalog/commands.ts';
import { deleteEarlierValue, saveEarlierValue } from '../../../server/catalog/earlierValues.ts';
import { listJson } from '../../../server/catalog/itemJson.ts';
import { rowsKnownAt } from '../../../server/catalog/knownAt/readModel.ts';
import type { Row } from '../../../server/catalog/storedRows.ts';
import { undo } from '../../../server/catalog/undoChangeSet.ts';
import { change } from '../../../server/db/changeTransaction.ts';
import type { Database } from '../../../server/db/database.ts';
import type { Db } from '../../../server/db/tables.ts';
import { faultsOfLog } from '../../../server/db/verifyDatabase.ts';
import { sampleTerms } from '../../support/asOfOracle.ts';
import { testDatabase } from '../../support/database.ts';
import { randomFrom } from '../../support/random.ts';

// Names and codes of earlier terms (contract 14), on each engine.

let database: Database;
beforeAll(async () => {
  database = await testDatabase({ sample: true });
});
afterAll(() => database.close());

const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'test' };
const allKinds = Object.keys(itemKinds) as ItemKind[];
const accept = () => {};

/** An item of the sample, and the former values of one of its fields, each with the last fall in which it held. */
type Renaming = [
  kind: ItemKind,
  key: string | number,
  field: string,
  ...former: [value: string, last: number][],
];

const renamings: Renaming[] = [
  [
    'school',
    '55',
    'title',
    ['Division of Biological Sciences', 1966],
    ['School of Biological Sciences', 2013],
  ],
  ['school', '57', 'title', ['School of Fine Arts', 1991], ['School of the Arts', 1999]],
  ['school', '57', 'title8', ['Fine Art', 1991]],
  ['school', '80', 'title', ['School of Engineering', 1999]],
  ['school', '85', 'title', ['School of Information and Computer Science', 2003]],
  ['school', '88', 'title', ['Program in Public Health', 2023]],
  ['school', '89', 'title', ['Program in Nursing Science', 2015]],
  ['school', '90', 'title', ['California College of Medicine', 1977], ['College of Medicine', 2003]],
  ['school', '93', 'title', ['Graduate School of Management', 2004]],
  ['school', '97', 'title', ['Program in Social Ecology', 1991]],
  ['department', 1, 'title', ['Studio Art', 2009]],
  ['department', 1, 'title7', ['STUDIO', 2009]],
  ['department', 37, 'title', ['Afro-American Studies', 1995]],
  ['department', 43, 'title', ['East Asian Languages and Literatures', 2018]],
  ['department', 51, 'title', ['Film Studies', 2002]],
  ['department', 62, 'title', ['Spanish', 1972]],
  ['major', 152, 'title20', ['Geosciences', 1998], ['Earth Sciences', 2012]],
  ['major', 197, 'title20', ['Film Studies', 2012]],
  ['major', 197, 'majorCode', ['383', 2012]],
  ['major', 215, 'cipCode', ['11.0104', 2009], ['11.0103', 2019]],
];

test('Twenty renamings of the sample give the right value in every fall since 1965.', async () => {
  const { db } = database;
  await change(db, robin, async (trx) => {
    for (const [kind, key, field, ...former] of renamings)
      for (const [value, last] of former)
        await saveEarlierValue(trx, { kind, key, field, lastTerm: `${last}92` }, { value, version: null });
  });
  const today = new Map<ItemKind, Row[]>();
  for (const kind of allKinds) today.set(kind, JSON.parse(await listJson(db, kind)));
  const falls = sampleTerms.filter((term) => term >= '196592' && term.endsWith('92')).toSorted();
  expect(falls.length).toBeGreaterThan(60);
  for (const fall of falls)
    for (const kind of allKinds) {
      const year = Number(fall.slice(0, 4));
      const expected = new Map((today.get(kind) ?? []).map((row) => [row[itemKinds[kind].key], { ...row }]));
      for (const [of, key, field, ...former] of renamings) {
        const held = former.find(([, last]) => year <= last);
        const row = expected.get(key);
        if (of === kind && held && row) row[field] = held[0];
      }
      const rows: Row[] = JSON.parse(await listJson(db, kind, fall));
      expect(new Map(rows.map((row) => [row[itemKinds[kind].key], row])), `${kind} ${fall}`).toEqual(
        expected,
      );
    }
});

describe('In a random history of earlier values and saves with and without effective terms', () => {
  type Earlier = Pick<EarlierValue, 'field' | 'lastTerm' | 'value'>;
  /** The names and codes of some items, by kind and key, and their earlier values, as plain objects. */
  type State = Record<string, { own: Row; earlier: Earlier[] }>;
  interface Step {
    setNumber: number;
    at: string;
    before: State;
    after: State;
  }

  const items: [ItemKind, string | number][] = [
    ['school', '60'],
    ['school', '70'],
    ['department', 38],
    ['department', 40],
    ['degree', 1],
    ['degree', 2],
    ['major', 46],
    ['major', 130],
    ['major', 166],
  ];
  const random = randomFrom(20_261_127);
  const terms = sampleTerms.filter((term) => term >= '199003' && term <= '203092').toSorted();
  const steps: Step[] = [];
  /** The oracle: what the state must be. */
  let state: State = {};

  const idOf = (kind: ItemKind, key: string | number) => `${kind}/${key}`;
  const valuesOf: Record<string, string[]> = {
    programCredLevel: ['01', '02', '03', '05'],
    majorCode: ['0Z1', '0Z2', '0Z3'],
    ucDiscipline: ['111', '222'],
    cipCode: ['11.0701', '11.0101', '45.1001'],
  };
  const valueOf = (field: string) => random.pick(valuesOf[field] ?? ['One', 'Two', 'Three', 'Four', 'Five']);

  const storedRow = async (kind: ItemKind, key: string | number, db: Db = database.db): Promise<Row> => {
    const { rows } = await sql<Row>`
      select * from ${sql.table(kind)} where ${sql.ref(itemKinds[kind].key)} = ${key}`.execute(db);
    return rows[0] ?? {};
  };
  const namesOf = (kind: ItemKind, row: Row) =>
    Object.fromEntries(itemKinds[kind].earlier.map((field) => [field, row[field] ?? null]));

  /** Changes an item at random, in the database and in the oracle. */
  async function step(): Promise<void> {
    const [kind, key] = random.pick(items);
    const of = state[idOf(kind, key)] as State[string];
    const before = structuredClone(state);
    const field = random.pick<string>(itemKinds[kind].earlier);
    const lastTerm = random.pick(terms.slice(0, -1));
    const ref = { kind, key, field, lastTerm };
    const isIt = (one: Earlier) => one.field === field && one.lastTerm === lastTerm;
    const value = valueOf(field);
    const choice = random.below(4);
    const fields = itemKinds[kind].earlier.filter(() => random.chance(0.4));
    const term = random.pick(terms.slice(1));
    const previous = terms[terms.indexOf(term) - 1] ?? '';
    const values = Object.fromEntries(fields.map((name) => [name, valueOf(name)]));
    const changed = fields.filter((name) => values[name] !== of.own[name]);
    const isTaken = changed.some((name) =>
      of.earlier.some((one) => one.field === name && one.lastTerm >= previous),
    );
    const deleted = of.earlier.length > 0 ? random.pick(of.earlier) : undefined;
    const saved = change(database.db, robin, async (trx) => {
      if (choice === 0) {
        await saveEarlierValue(trx, ref, { value, version: null });
        of.earlier = [...of.earlier.filter((one) => !isIt(one)), { field, lastTerm, value }];
      } else if (choice === 1) {
        if (!deleted) return;
        await deleteEarlierValue(trx, { kind, key, field: deleted.field, lastTerm: deleted.lastTerm });
        of.earlier = of.earlier.filter((one) => one !== deleted);
      } else {
        const {
          version: _version,
          lastModified: _at,
          lastModifiedBy: _by,
          ...row
        } = await storedRow(kind, key, trx);
        const effectiveTerm = choice === 2 ? term : undefined;
        await edit(trx, kind, [{ key, values: { ...row, ...values }, effectiveTerm }], accept);
        if (choice === 2)
          for (const name of changed)
            of.earlier.push({ field: name, lastTerm: previous, value: of.own[name] as string | null });
        Object.assign(of.own, values);
      }
    });
    if (choice === 2 && isTaken) {
      await expect(saved).rejects.toMatchObject({ status: 409, errors: [{ code: 'EARLIER_VALUE_EXISTS' }] });
      return;
    }
    await saved;
    const { rows } = await sql<{ number: number; at: string }>`
      select number::float8 as number, derived.iso(at) as at from change_set order by number desc limit 1`.execute(
      database.db,
    );
    const [newest] = rows;
    if (newest && newest.number !== steps.at(-1)?.setNumber)
      steps.push({ setNumber: newest.number, at: newest.at, before, after: structuredClone(state) });
  }

  beforeAll(async () => {
    for (const [kind, key] of items)
      state[idOf(kind, key)] = { own: namesOf(kind, await storedRow(kind, key)), earlier: [] };
    for (let done = 0; done < 200; done += 1) await step();
    expect(steps.length).toBeGreaterThan(120);
  }, 120_000);

  test('pairs of term and time, 3,000 on PostgreSQL, have the values of a replay over plain arrays.', {
    timeout: 240_000,
  }, async () => {
    // The statements are the same on both engines, and take three times as long on the embedded one.
    const batches = database.engine.name === 'embedded' ? 10 : 30;
    for (const kind of allKinds) {
      const keys = items.filter(([of]) => of === kind).map(([, key]) => key);
      for (let done = 0; done < batches; done += 1) {
        const pairs = Array.from({ length: 25 }, () => ({
          term: random.pick(terms),
          step: random.pick(steps),
        }));
        const queries = pairs.map(
          ({ term, step: { at } }, place) => sql`
            select ${sql.lit(place)} as place, to_jsonb(i) as item from (${itemsInTerm(kind, term, {
              items: rowsKnownAt(kind, at),
              earlierValues: rowsKnownAt('earlierValue', at),
            })}) i where ${sql.ref(`i.${itemKinds[kind].key}`)}::text in (${sql.join(keys.map(String))})`,
        );
        const { rows } = await sql<{
          place: number;
          item: Row;
        }>`${sql.join(queries, sql` union all `)}`.execute(database.db);
        expect(rows).toHaveLength(keys.length * pairs.length);
        for (const { place, item } of rows) {
          const { term, step: of } = pairs[place] as (typeof pairs)[number];
          const key = item[itemKinds[kind].key] as string | number;
          const { own, earlier } = of.after[idOf(kind, key)] as State[string];
          for (const field of itemKinds[kind].earlier)
            if (item[field] !== valueInTerm(term, field, own[field], earlier))
              expect(item[field], `${kind} ${key} ${field} ${term}`).toBe(
                valueInTerm(term, field, own[field], earlier),
              );
        }
      }
    }
  });

  test('undoing newest first gives back every earlier state.', { timeout: 120_000 }, async () => {
    const stored = async (): Promise<State> => {
      const all: State = {};
      for (const [kind, key] of items) {
        const { rows } = await sql<Earlier>`
          select field, last_term, value from earlier_value where item_kind = ${kind} and item_key = ${String(key)}
          order by field, last_term`.execute(database.db);
        all[idOf(kind, key)] = { own: namesOf(kind, await storedRow(kind, key)), earlier: rows };
      }
      return all;
    };
    const sorted = (all: State) =>
      Object.fromEntries(
        Object.entries(all).map(([id, { own, earlier }]) => [
          id,
          {
            own,
            earlier: earlier.toSorted((a, b) =>
              `${a.field} ${a.lastTerm}`.localeCompare(`${b.field} ${b.lastTerm}`, 'en'),
            ),
          },
        ]),
      );
    expect(sorted(await stored())).toEqual(sorted(state));
    for (const { setNumber, before } of steps.toReversed()) {
      const conflicts = await change(database.db, { ...robin, origin: 'undo' }, (trx) =>
        undo(trx, setNumber),
      );
      expect(conflicts).toEqual([]);
      expect(sorted(await stored())).toEqual(sorted(before));
    }
    expect(await faultsOfLog(database.db)).toEqual([]);
  });
});

describe('The table of earlier values', () => {
  const insert = (key: string, value: string | null = 'Old') =>
    change(database.db, robin, (trx) => trx.insertInto('earlierValue').values({ key, value }).execute());

  test.for([
    'school/ZQ/title/201992',
    'department/98765/title/201992',
    'degree/98765/degreeTitleRc/201992',
    'major/98765/title20/201992',
  ])('rejects %s, which has no item.', async (key) => {
    await expect(insert(key)).rejects.toMatchObject({ code: '23503' });
  });

  test.for([
    'major/46/comments/201992',
    'school/60/title20/201992',
    'major/46/title20/201992/x',
    'major/46/title20',
    'term/201992/termLetterYear/201992',
  ])('rejects %s, which names no field of an item.', async (key) => {
    await expect(insert(key)).rejects.toMatchObject({ code: '23514' });
  });

  test('rejects an unknown term and text that is not clean.', async () => {
    await expect(insert('major/46/title20/201993')).rejects.toMatchObject({ code: '23503' });
    await expect(insert('major/46/title20/201992', ' x')).rejects.toMatchObject({ code: '23514' });
    await expect(insert('major/46/title20/201992', 'x'.repeat(61))).rejects.toMatchObject({ code: '23514' });
  });

  test('takes each field of the contract.', async () => {
    for (const [kind, key] of [
      ['school', '60'],
      ['department', 38],
      ['degree', 1],
      ['major', 46],
    ] as const)
      for (const field of itemKinds[kind].earlier) {
        await insert(`${kind}/${key}/${field}/198092`, '03');
        await change(database.db, robin, (trx) =>
          deleteEarlierValue(trx, { kind, key, field, lastTerm: '198092' }),
        );
      }
  });

  test('is emptied of an item by its deletion, whichever program deletes it.', async () => {
    await insert('major/46/title20/198092');
    await change(database.db, robin, (trx) => remove(trx, 'major', [46], accept));
    const { rows } =
      await sql`select from earlier_value where item_kind = 'major' and item_key = '46'`.execute(database.db);
    expect(rows).toEqual([]);
    expect(await faultsOfLog(database.db)).toEqual([]);
  });
});
