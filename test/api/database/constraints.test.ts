import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FieldFacts } from '../../../contract/field.ts';
import { type Form, factsOfForm } from '../../../contract/form.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { lookupForms } from '../../../contract/lookupForms.ts';
import { allRelationshipKinds, keyNames } from '../../../contract/relationships.ts';
import type { FormRule } from '../../../contract/rules.ts';
import { isCleanLines, isCleanText, normalizeText } from '../../../contract/text.ts';
import { change } from '../../../server/db/changeTransaction.ts';
import type { Database } from '../../../server/db/database.ts';
import type { Db } from '../../../server/db/tables.ts';
import { testDatabase } from '../../support/database.ts';
import { fitting } from '../../support/fitting.ts';
import { examplesOf } from '../../support/formValues.ts';
import { ruleExamples } from '../../support/ruleExamples.ts';

// The database enforces the same limits as the forms. These tests read the limits from the forms, so that a limit
// changed on one side only fails here.

// All of Unicode's category Zs except the ordinary space.
const OTHER_SPACES = Array.from({ length: 0x10000 }, (_none, code) => String.fromCharCode(code)).filter(
  (one) => one !== ' ' && /\p{Zs}/u.test(one),
);

const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'r-1' };
const order = { first: '202492', second: '202592' };

interface Table {
  form: Form;
  keys: Record<string, unknown>;
}

const items = Object.keys(itemKinds).map((kind): [string, Table] => [
  kind,
  { form: kindForms[kind as ItemKind].editForm, keys: {} },
]);

const keyOf = (kind: ItemKind) => (kind === 'school' ? '76' : 1);
const relationships = allRelationshipKinds.map((kind): [string, Table] => {
  const names = keyNames(kind);
  const keys = { [names.from]: keyOf(kind.from), [names.to]: keyOf(kind.to) };
  return [kind.name, { form: kind.form, keys }];
});

const lookups = Object.entries(lookupForms).map(([kind, form]): [string, Table] => [
  kind,
  { form, keys: {} },
]);

const tables: Record<string, Table> = Object.fromEntries([...items, ...relationships, ...lookups]);

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await testDatabase({ sample: true });
  db = database.db;
  // Existing relationships would collide with the pairs above.
  await change(db, robin, async (trx) => {
    for (const [table, { keys }] of Object.entries(tables))
      if (Object.keys(keys).length)
        await sql`delete from ${sql.table(snake(table))} where ${matches(keys)}`.execute(trx);
  });
});
afterAll(() => database.close());

/** The database's error for inserting a row, or undefined if it accepts it. The row is rolled back either way. */
async function refusalOf(table: string, row: Record<string, unknown>): Promise<Refusal | undefined> {
  const kept = new Error('kept');
  try {
    await change(db, robin, async (trx) => {
      await trx
        .insertInto(table as 'school')
        .values(row as never)
        .execute();
      throw kept;
    });
  } catch (error) {
    if (error !== kept) return error as Refusal;
  }
  return undefined;
}
interface Refusal {
  code: string;
  constraint?: string;
  column?: string;
}

/** Only required fields and flags. */
function legal(table: string): Record<string, unknown> {
  const { form, keys } = tables[table] as (typeof tables)[string];
  const values = Object.entries(columns(form)).map(([name, facts]) => {
    if (facts.byDefault !== undefined) return [name, facts.byDefault];
    return [name, facts.required ? sampleOf(facts) : null];
  });
  return { ...Object.fromEntries(values), ...keys };
}

function sampleOf({ lookup, length, options, examples }: FieldFacts): unknown {
  if (lookup === 'term') return order.first;
  if (lookup === 'award') return 'BA';
  if (length && examples) return examples.valid[0];
  if (length) return 'Q'.repeat(length);
  return options ? options[0]?.value : 'Abc';
}

const columns = (form: Form) =>
  Object.fromEntries(Object.entries(factsOfForm(form)).filter(([name]) => name !== 'version'));

/** Values at the limits of a field, and just beyond them. */
function edges(facts: FieldFacts): { good: unknown[]; bad: unknown[] } {
  const { maxLength, length, pattern, options, min, max, decimals = 0, lines, lookup, byDefault } = facts;
  const { examples } = facts;
  const good: unknown[] = [];
  const bad: unknown[] = [];
  if (byDefault !== undefined) return { good: [true, false], bad };
  if (lookup) return { good: [sampleOf(facts)], bad: ['nothing'] };
  if (min !== undefined && max !== undefined) {
    const step = 10 ** -decimals;
    good.push(min, max, min + step);
    bad.push(min - step, max + step);
    if (decimals) bad.push(min + step / 10);
    return { good, bad };
  }
  if (options) return { good: options.map(({ value }) => value), bad: ['?', '', ' '] };
  bad.push('', ' ');
  if (length !== undefined && examples) {
    good.push(...examples.valid);
    bad.push(...examples.invalid, `${examples.valid[0]}0`, `${examples.valid[0]}\n`);
  } else if (length !== undefined) {
    good.push(`${'0'.repeat(length - 1)}1`, 'Z'.repeat(length));
    bad.push(
      'A'.repeat(length - 1),
      'A'.repeat(length + 1),
      'a'.repeat(length),
      '-'.repeat(length),
      `${'A'.repeat(length - 1)}\n`,
    );
  } else if (pattern) {
    const { valid, invalid } = examplesOf(facts);
    good.push(...valid);
    bad.push(...invalid, ...valid.flatMap((one) => [`${one}\n`, ` ${one}`]));
  } else if (maxLength !== undefined) {
    good.push('x'.repeat(maxLength), '😀'.repeat(maxLength), 'é');
    bad.push(
      'x'.repeat(maxLength + 1),
      '😀'.repeat(maxLength + 1),
      ' x',
      'x ',
      ' x',
      'x　',
      'e\u0301',
      '\ufeffx',
    );
    bad.push(
      ...OTHER_SPACES.map((space) => `a${space}b`),
      ...['\u0001', '\u0009', '\u007f', '\u009f', '\u061c', '\u200e', '\u202e', '\u2069', '\r'].map(
        (c) => `a${c}b`,
      ),
    );
    (lines ? good : bad).push('a\nb');
    if (lines) bad.push('\na', 'a\n');
  }
  return { good, bad };
}

describe.for(Object.keys(tables))('%s', (table) => {
  const { form, keys } = tables[table] as (typeof tables)[string];
  const fields = Object.entries(columns(form));

  test('accepts a row with only the required fields', async () => {
    expect(await refusalOf(table, legal(table))).toBeUndefined();
  });

  test.for(fields)(
    'accepts values of %s up to its limits and rejects values just beyond',
    async ([name, facts]) => {
      const { good, bad } = edges(facts);
      expect(good.length).toBeGreaterThan(0);
      for (const value of good)
        expect(
          await refusalOf(table, fitting(form, legal(table), { [name]: value })),
          `good: ${JSON.stringify(value)}`,
        ).toBeUndefined();
      for (const value of bad) {
        const refusal = await refusalOf(table, fitting(form, legal(table), { [name]: value }));
        expect(refusal, `bad: ${JSON.stringify(value)}`).toBeDefined();
        expect(refusal?.constraint, `bad: ${JSON.stringify(value)}`).toBe(nameOf(facts, table, name));
      }
    },
  );

  test('requires what its form requires, and nothing else', async () => {
    for (const [name, { required, byDefault, label }] of fields) {
      const refusal = await refusalOf(table, { ...legal(table), [name]: null });
      const mayBeUnknown = table === 'majorDegree' && label !== 'Active';
      if (required || (byDefault !== undefined && !mayBeUnknown))
        expect(refusal, name).toMatchObject({ code: '23502', column: snake(name) });
      else expect(refusal, name).toBeUndefined();
    }
  });

  const rules = form.rules.map((rule): [string, FormRule] => [
    `${rule.fields.join(', ')} ${rule.code}`,
    rule,
  ]);
  test.for(rules)('rejects what breaks the rule %s, and nothing else', async ([, rule]) => {
    const { kept, broken } = ruleExamples(form, rule);
    for (const row of kept)
      expect(await refusalOf(table, { ...legal(table), ...row }), JSON.stringify(row)).toBeUndefined();
    for (const row of broken)
      expect(await refusalOf(table, { ...legal(table), ...row }), JSON.stringify(row)).toMatchObject({
        code: '23514',
        constraint: `${snake(table)}_${snake(rule.fields.at(-1) ?? '')}_${rule.code.toLowerCase()}`,
      });
  });

  test('has a column for every field of its form, and otherwise only keys and stamps', async () => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name = ${snake(table)} and is_generated = 'NEVER'
    `.execute(db);
    const known = [
      ...fields.map(([name]) => snake(name)),
      ...Object.keys(keys).map(snake),
      'version',
      'last_modified',
      'last_modified_by',
    ];
    const others = rows.map(({ name }) => name).filter((name) => !known.includes(name));
    expect(others.filter((name) => !/^(dept_key|degree_key|major_key)$/.test(name))).toEqual([]);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(known));
  });
});

test('a term must exist when it is saved, but a stored term may be missing from the lookup', async () => {
  const outcome = change(db, robin, async (trx) => {
    await sql`insert into term values ('209992', 'F2099')`.execute(trx);
    await sql`update department set start_term = '209992' where dept_key = 1`.execute(trx);
    await sql`delete from term where term_yyyyst = '209992'`.execute(trx);
    await sql`update department set title = 'Kept', end_term = null where dept_key = 1`.execute(trx);
    await sql`update department set end_term = '209992' where dept_key = 1`.execute(trx);
  });
  await expect(outcome).rejects.toMatchObject({
    code: '23503',
    constraint: 'department_end_term_known',
    column: 'end_term',
  });
});

test('an undo restores only terms that the undone set removed', async () => {
  const setId = async () => {
    const { rows } = await sql<{
      id: string;
    }>`select id from change_set order by number desc limit 1`.execute(db);
    return rows[0]?.id ?? '';
  };
  const started = (term: string, dept: number, actor: object = {}) =>
    change(db, { ...robin, ...actor }, (trx) =>
      sql`update department set start_term = ${term}, end_term = null where dept_key = ${dept}`.execute(trx),
    );
  await change(db, robin, (trx) => sql`insert into term values ('209892', 'F2098')`.execute(trx));
  await started('209892', 1);
  await started('202592', 1);
  const id = await setId();
  await change(db, robin, (trx) => sql`delete from term where term_yyyyst = '209892'`.execute(trx));
  const unknown = { code: '23503', constraint: 'department_start_term_known' };
  for (const actor of [{}, { origin: 'undo' }, { origin: 'undo', undoes: id }])
    await expect(started('209892', 2, actor)).rejects.toMatchObject(unknown);
  await expect(started('209792', 1, { origin: 'undo', undoes: id })).rejects.toMatchObject(unknown);
  await started('209892', 1, { origin: 'undo', undoes: id });
});

test('an item with a relationship cannot be deleted, at either end', async () => {
  for (const item of Object.keys(itemKinds) as ItemKind[]) {
    const key = snake(itemKinds[item].key);
    const pairs = allRelationshipKinds
      .filter(({ from, to }) => [from, to].includes(item))
      .map(({ name }) => name);
    for (const pair of pairs) {
      const only = pairs.filter((other) => other !== pair).map(snake);
      const outcome = change(db, robin, async (trx) => {
        for (const other of only) await sql`delete from ${sql.table(other)}`.execute(trx);
        await sql`delete from ${sql.table(item)} where ${sql.ref(key)} in (select ${sql.ref(key)} from ${sql.table(snake(pair))})`.execute(
          trx,
        );
      });
      await expect(outcome, `${item} of ${pair}`).rejects.toMatchObject({
        code: expect.stringMatching(/^23(001|503)$/),
        constraint: `${snake(pair)}_${key}_fkey`,
      });
    }
  }
});

test('two items can have only one relationship', async () => {
  const row = { ...legal('schoolMajor'), schoolCode: '76', majorKey: 2 };
  const outcome = change(db, robin, async (trx) => {
    await trx
      .insertInto('schoolMajor')
      .values([row, row] as never)
      .execute();
  });
  await expect(outcome).rejects.toMatchObject({ code: '23505', constraint: 'school_major_pkey' });
});

test('text is stored if normalizing leaves it as it is, whichever character it begins with, has or ends with', async () => {
  const codes = [...Array.from({ length: 0x250 }, (_none, code) => code + 1), 0x2028, 0x202e, 0x3000, 0xfeff];
  const texts = codes
    .map((code) => String.fromCodePoint(code))
    .flatMap((one) => [one, `${one}b`, `a${one}b`, `a${one}`, `a${one}\u0301`]);
  const { rows } = await sql<{ text: string; single: boolean; lines: boolean }>`
    select text, clean_text(text, 3) as single, clean_lines(text, 3) as lines
    from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) text`.execute(db);
  const stays = (text: string) => text !== '' && normalizeText(text) === text;
  expect(rows.filter(({ single }) => single).map(({ text }) => text)).toEqual(
    texts.filter((text) => stays(text) && isCleanText(text)),
  );
  expect(rows.filter(({ lines }) => lines).map(({ text }) => text)).toEqual(
    texts.filter((text) => stays(text) && isCleanLines(text)),
  );
  const tooLong = sql`select clean_text('abcd', 3) as ascii, clean_text('abcé', 3) as other, clean_lines(e'ab\nc', 3) as lines`;
  expect((await tooLong.execute(db)).rows).toEqual([{ ascii: false, other: false, lines: false }]);
});

test('text is case-folded equally on every engine and locale', async () => {
  const { rows } =
    await sql`select derived.fold(U&'ÉÄÖ\\00A0Straße\\3000ΟΔΟΣ İI') as folded, derived.fold(null) as nothing`.execute(
      db,
    );
  expect(rows).toEqual([{ folded: 'éäö straße οδοσ ii', nothing: null }]);
});

test('titles are ordered by code point', async () => {
  const { rows } = await sql<{ title: string }>`
    select title from (select title from school limit 0) s
    union all select v collate "C" from unnest(array['b', 'B', 'a', 'Z', 'é', '_']) v order by 1
  `.execute(db);
  expect(rows.map(({ title }) => title)).toEqual(['B', 'Z', '_', 'a', 'b', 'é']);
});

function nameOf({ lookup }: FieldFacts, table: string, name: string): string {
  return `${snake(table)}_${snake(name)}${lookup ? '_known' : ''}`;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const matches = (keys: Record<string, unknown>) =>
  sql.join(
    Object.entries(keys).map(([key, value]) => sql`${sql.ref(snake(key))} = ${value}`),
    sql` and `,
  );

test('each key of a relationship has an index', async () => {
  const { rows } = await sql`
    select conname from pg_constraint
    where contype = 'f' and conrelid in (${sql.join(relationships.map(([name]) => sql`${snake(name)}::regclass`))}) and not exists (
      select from pg_index
      where indrelid = conrelid and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey
    )`.execute(db);
  expect(rows).toEqual([]);
});
