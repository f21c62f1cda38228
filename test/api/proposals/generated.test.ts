import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeEntry, ChangeSetDetail } from '../../../contract/history.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { type LookupKind, lookupKinds } from '../../../contract/lookups.ts';
import type { PreviewRow } from '../../../contract/proposals.ts';
import { allRelationshipKinds, keyNames, programForm } from '../../../contract/relationships.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import {
  aDegree,
  aDepartment,
  aMajor,
  anAwardType,
  aProgram,
  aRelationship,
  aSchool,
  aTerm,
} from '../../support/factories.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { errorsOf, proposalsOf } from './support.ts';

// Proposals of random rows of all kinds, over the sample: an apply has the effect that the preview shows.

let mdd: TestApp;
let calls: ReturnType<typeof proposalsOf>;
beforeAll(async () => {
  mdd = await testApp({ sample: true });
  calls = proposalsOf(mdd);
});
afterAll(() => mdd.close());

type Body = Record<string, unknown>;
type Row = { kind: string; ref: Body; delete?: true; values?: Body; version?: number | null };

const kinds = Object.keys(itemKinds) as ItemKind[];
const lookups = Object.keys(lookupKinds) as LookupKind[];
const tables = [
  ...kinds,
  ...allRelationshipKinds.map(({ name }) => name as 'majorDegree'),
  ...lookups,
] as const;

/** All stored rows, by table. */
async function stored(): Promise<Record<string, Body[]>> {
  const all = await Promise.all(
    tables.map(async (table) => [table, await mdd.db.selectFrom(table).selectAll().execute()] as const),
  );
  return Object.fromEntries(all);
}

/** The same without versions, times and users, in any order. */
const plain = (all: Record<string, Body[]>) =>
  Object.fromEntries(
    Object.entries(all).map(([table, rows]) => [
      table,
      rows
        .map(({ version: _v, lastModified: _m, lastModifiedBy: _b, ...row }) => JSON.stringify(row))
        .toSorted(),
    ]),
  );

const newValues: Record<ItemKind, () => Body> = {
  school: aSchool,
  department: aDepartment,
  degree() {
    const { degreeListAwarded, ...values } = aDegree();
    return { ...values, degreeAwarded: degreeListAwarded[0] };
  },
  major: aMajor,
};

const texts: Record<ItemKind, string> = {
  school: 'title',
  department: 'title',
  degree: 'degreeTitleRc',
  major: 'title20',
};

/** A row for an item: new, changed, unchanged, deleted, or rejected. */
function itemRow(random: Random, all: Record<string, Body[]>): Row {
  const kind = random.pick(kinds);
  const item = random.pick(all[kind] ?? []);
  const { key } = itemKinds[kind];
  const ref = { [key]: item[key] };
  const ways: (() => Row)[] = [
    () => ({ kind, ref: {}, values: newValues[kind]() }),
    () => ({ kind, ref: {}, values: { ...newValues[kind](), [texts[kind]]: item[texts[kind]] } }),
    () => ({ kind, ref, values: { [texts[kind]]: `Text ${random.below(1_000_000)}` } }),
    () => ({ kind, ref, values: { [kind === 'degree' ? 'degreeComments' : 'comments']: null } }),
    () => ({ kind, ref, values: { [texts[kind]]: item[texts[kind]] } }),
    () => ({ kind, ref, values: {} }),
    () => ({ kind, ref, delete: true }),
    () => ({ kind, ref, values: { [texts[kind]]: '' } }),
    () => ({ kind, ref: { [key]: kind === 'school' ? '' : 987_654 }, values: {} }),
  ];
  return random.pick(ways)();
}

/** A row for a relationship of stored items or of items of other rows. */
function relationshipRow(random: Random, all: Record<string, Body[]>, rows: readonly Row[]): Row {
  const kind = random.pick(allRelationshipKinds);
  const names = keyNames(kind);
  const end = (item: ItemKind, key: unknown) => ({ [itemKinds[item].key]: key });
  const pair = random.pick(all[kind.name] ?? []);
  const ref = { [kind.from]: end(kind.from, pair[names.from]), [kind.to]: end(kind.to, pair[names.to]) };
  const anyOf = (item: ItemKind) => {
    const own = rows.flatMap((row, at) => (row.kind === item ? [{ row: at }] : []));
    if (own.length > 0 && random.chance(0.5)) return random.pick(own);
    return end(item, random.pick(all[item] ?? [])[itemKinds[item].key]);
  };
  const fresh = { [kind.from]: anyOf(kind.from), [kind.to]: anyOf(kind.to) };
  const values: Body = kind.form === programForm ? aProgram() : aRelationship();
  const ways: (() => Row)[] = [
    () => ({ kind: kind.name, ref: fresh, values }),
    () => ({ kind: kind.name, ref: fresh, values }),
    () => ({ kind: kind.name, ref, values: { active: random.chance(0.5), endTerm: '203092' } }),
    () => ({ kind: kind.name, ref, values: {} }),
    () => ({ kind: kind.name, ref, delete: true }),
    () => ({ kind: kind.name, ref, values: { startTerm: null } }),
  ];
  return random.pick(ways)();
}

/** A row for a term or an award type: new, changed, unchanged, deleted if it is not used, or rejected. */
function lookupRow(random: Random, all: Record<string, Body[]>): Row {
  const kind = random.pick(lookups);
  const { key } = lookupKinds[kind];
  const stored = random.pick(all[kind] ?? []);
  const [made, text] = { term: [aTerm(), 'termLetterYear'], awardType: [anAwardType(), 'degreeCode'] }[
    kind
  ] as [Body, string];
  const { [key]: newKey, ...values } = made;
  const ref = { [key]: stored[key] };
  const ways: (() => Row)[] = [
    () => ({ kind, ref: { [key]: newKey }, values }),
    () => ({ kind, ref, values: { [text]: `T${random.below(99_999)}` } }),
    () => ({ kind, ref, values: { [text]: stored[text] } }),
    () => ({ kind, ref, delete: true }),
    () => ({ kind, ref, values: { [text]: '' } }),
  ];
  return random.pick(ways)();
}

function proposalOf(random: Random, all: Record<string, Body[]>): Row[] {
  const items = Array.from({ length: random.below(12) }, () => itemRow(random, all));
  const related = Array.from({ length: random.below(12) }, () => relationshipRow(random, all, items));
  const ofLookups = Array.from({ length: random.below(5) }, () => lookupRow(random, all));
  return [...items, ...related, ...ofLookups];
}

/** The rows without the rejected rows, and without rows that refer to these. */
function passing(rows: readonly Row[], shown: readonly PreviewRow[]): Row[] {
  const kept = rows.flatMap((row, at) => (shown[at]?.outcome === 'refused' ? [] : [{ row, at }]));
  const places = new Map(kept.map(({ at }, place) => [at, place]));
  const moved = (ref: Body) =>
    Object.fromEntries(
      Object.entries(ref).map(([name, end]) => {
        const { row } = (end ?? {}) as { row?: number };
        return [name, row === undefined ? end : { row: places.get(row) }];
      }),
    );
  return kept.map(({ row, at }) => ({ ...row, ref: moved(row.ref), version: shown[at]?.version ?? null }));
}

/** The effect on a row, from the preview or from the log. */
const effects = ({ kind, fields }: { kind: string; fields: PreviewRow['fields'] }) =>
  JSON.stringify([kind, fields.toSorted((one, other) => (one.name < other.name ? -1 : 1))]);
const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));
const outcomeOf = { created: 'create', updated: 'update', deleted: 'delete' } as const;

async function entriesOf(id: string): Promise<ChangeEntry[]> {
  const { body } = await mdd.as('registrar').get<ChangeSetDetail>(`/changes/${id}?limit=200`);
  expect(body.next).toBeNull();
  return body.entries;
}

describe.for(Array.from({ length: 5 }, (_, seed) => seed))('Generated proposals (seed %i)', (seed) => {
  test('are applied as their preview shows, and an undo restores everything', async () => {
    const random = randomFrom(seed);
    const seen = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const before = await stored();
      const rows = proposalOf(random, before);
      const { body: first } = await calls.preview(rows);
      expect(await stored(), 'a preview changes nothing').toEqual(before);
      for (const { outcome } of first.rows) seen.add(outcome);
      if (first.counts.refused > 0) {
        const whole = rows.map((row, at) => ({ ...row, version: first.rows[at]?.version ?? null }));
        const refused = await calls.apply(whole, { override: true });
        expect(refused.status).toBe(422);
        const places = errorsOf(refused).map(({ field }) => Number(field?.split('.')[1]));
        const expected = first.rows.filter(({ outcome }) => outcome === 'refused').map(({ index }) => index);
        expect([...new Set(places)]).toEqual(expected);
        expect(await stored(), 'a refused proposal changes nothing').toEqual(before);
      }
      const good = passing(rows, first.rows);
      const { body: preview } = await calls.preview(good);
      expect(preview.counts.refused, 'what passes alone passes together').toBe(0);
      const { create, update, delete: deleted, warned } = preview.counts;
      if (create + update + deleted === 0) continue;
      if (warned > 0) {
        const asked = await calls.apply(good);
        expect(asked).toMatchObject({
          status: 409,
          body: { warnings: preview.rows.flatMap(({ warnings }) => warnings) },
        });
      }
      const applied = await calls.apply(good, { override: true });
      expect(applied, JSON.stringify(applied.body)).toMatchObject({ status: 201 });
      const { id } = applied.body.changeSet;
      const entries = await entriesOf(id);
      const shown = preview.rows.map((row, at) => ({ ...row, kind: good[at]?.kind ?? '' }));
      for (const action of ['created', 'updated', 'deleted'] as const) {
        const expected = shown.filter(({ outcome }) => outcome === outcomeOf[action]).map(effects);
        const done = entries.filter((entry) => entry.action === action);
        // Deleting an item deletes its relationships.
        const own = done.filter(
          ({ kind, key }) =>
            action !== 'deleted' || shown.some((row) => row.kind === kind && row.key === key),
        );
        expect(own.map(effects).toSorted(byText)).toEqual(expected.toSorted(byText));
      }
      expect(await mdd.as('registrar').post(`/changes/${id}/undo`)).toMatchObject({ status: 201 });
      expect(plain(await stored())).toEqual(plain(before));
    }
    expect(seen.size).toBeGreaterThan(2);
  }, 120_000);
});

describe('20,000 rows', () => {
  test('with an error in the last are rejected, and nothing is saved', async () => {
    const rows = Array.from({ length: 19_999 }, (_, at) => ({
      kind: 'department',
      ref: {},
      values: { title7: `D${at}`, title: `Department ${at}` },
    }));
    const before = await mdd.db.selectFrom('department').select('deptKey').execute();
    const wrong = { kind: 'department', ref: {}, values: { title7: 'TOO LONG', title: 'The last' } };
    const refused = await calls.apply([...rows, wrong]);
    expect(refused.status).toBe(422);
    expect(errorsOf(refused)).toMatchObject([
      { code: 'DEPARTMENT_TITLE7_TOO_LONG', field: 'rows.19999.title7' },
    ]);
    expect(await mdd.db.selectFrom('department').select('deptKey').execute()).toEqual(before);
  }, 120_000);
});
