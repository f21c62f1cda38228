import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type KyselyPlugin, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { change } from '../../../server/db/changeTransaction.ts';
import type { Database } from '../../../server/db/database.ts';
import { migrate, type Schema, schema } from '../../../server/db/migrate.ts';
import type { Db } from '../../../server/db/tables.ts';
import { faultsOfLog } from '../../../server/db/verifyDatabase.ts';
import { StartupError } from '../../../server/runtime/startupError.ts';
import { testDatabase } from '../../support/database.ts';

// A program that is one step newer: its migrations, and the behavior of this version while it runs.

const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'r-1' };

let database: Database;
let db: Db;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  database = await testDatabase({ sample: true });
  ({ db } = database);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** The schema of a newer program with additional migrations. */
function later(
  files: Record<string, string>,
  { step = schema.step + 1, oldest = schema.oldest } = {},
): Schema {
  const added = Object.entries(files).map(([name, text]) => {
    const file = join(folder, `${name}.sql`);
    writeFileSync(file, text);
    return pathToFileURL(file);
  });
  return { step, oldest, migrations: [...schema.migrations, ...added] };
}

const expanding = {
  '9001_major_note': 'alter table major add column short_note text',
  '9002_major_note.data': "update major set short_note = 'From the title: ' || title20 where major_key <= 3",
};
const failing = {
  '9001_major_note': 'alter table major add column short_note text',
  '9002_major_note': 'alter table major add column other_note text default (1 / 0)::text',
};
const stampsOf = async (key: number) =>
  (await sql`select version, last_modified, last_modified_by from major where major_key = ${key}`.execute(db))
    .rows[0] as { version: number; lastModified: string; lastModifiedBy: string };
const newestSet = () =>
  db.selectFrom('changeSet').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow();

test('A failed migration says in one sentence that nothing was changed, and nothing is', async () => {
  const state = async () => [
    (await sql`select * from schema_step`.execute(db)).rows,
    (await sql`select * from schema_migration order by name`.execute(db)).rows,
    (await sql`select * from major order by major_key`.execute(db)).rows,
    (await newestSet()).number,
  ];
  const before = await state();
  const error = await migrate(db, later(failing)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartupError);
  expect((error as Error).message).toBe(
    'The upgrade failed in the migration 9002_major_note (division by zero), and nothing was changed: keep using the release before, and report this.',
  );
  expect(await state()).toEqual(before);
});

describe('A migration that changes data', () => {
  test('is one change set, and keeps the users and times of the rows', async () => {
    const before = await stampsOf(1);
    await migrate(db, later(expanding));
    expect(await stampsOf(1)).toEqual({ ...before, version: before.version + 1 });
    const set = await newestSet();
    expect(set).toMatchObject({
      origin: 'migration',
      title: '9002_major_note.data',
      actor: null,
      updated: 3,
    });
    const log = db.selectFrom('derived.changeLog').selectAll().where('setNumber', '=', set.number);
    const [entry] = await log.orderBy('place').execute();
    expect(entry).toMatchObject({
      before: { shortNote: null },
      after: { shortNote: expect.stringMatching(/^From/) },
    });
  });

  test('adds its field to the log from then on', async () => {
    await migrate(db, later(expanding));
    await change(db, robin, (trx) =>
      sql`update major set short_note = 'Note' where major_key = 9`.execute(trx),
    );
    const set = await newestSet();
    expect(
      await db.selectFrom('derived.changeLog').selectAll().where('setNumber', '=', set.number).execute(),
    ).toMatchObject([{ before: { shortNote: null }, after: { shortNote: 'Note' } }]);
  });

  const adding = 'alter table major add column short_note text';
  test.for<[string, Record<string, string>]>([
    ['adds a column', { '9001_add': adding }],
    ['adds a column with a default', { '9001_add': `${adding} not null default 'None'` }],
    [
      'drops a column',
      {
        '9001_add': adding,
        '9002_fill.data': "update major set short_note = 'Note'",
        '9003_drop': 'alter table major drop column short_note',
      },
    ],
  ])('that %s leaves the log and the tables in agreement', async ([, migrations]) => {
    await migrate(db, later(migrations));
    expect(await faultsOfLog(db)).toEqual([]);
    await change(db, robin, (trx) => sql`update major set title20 = 'New' where major_key = 9`.execute(trx));
    expect(await faultsOfLog(db)).toEqual([]);
    // Still a fault: another value of a field that the log knows.
    await sql`alter table major disable trigger all; update major set title20 = 'Altered' where major_key = 9; alter table major enable trigger all`.execute(
      db,
    );
    expect((await faultsOfLog(db)).filter(({ place }) => place.startsWith('major '))).toHaveLength(1);
  });

  test('of a new kind gets its counter', async () => {
    await sql`delete from list_version where kind = 'schoolMajor'`.execute(db);
    await migrate(db, later({ '9001_nothing': 'select 1' }));
    const { rows } = await sql`select kind from list_version where kind = 'schoolMajor'`.execute(db);
    expect(rows).toEqual([{ kind: 'schoolMajor' }]);
  });

  test('may change a column that it then drops, even if views use it', async () => {
    await migrate(
      db,
      later({
        '9001_hegis.data': 'update major set hegis_code = null',
        '9002_hegis_gone': 'alter table major drop column hegis_code, add column hegis_code text',
      }),
    );
    expect((await sql`select * from derived.major_answer limit 1`.execute(db)).rows).toHaveLength(1);
  });

  test('is rejected without a trace if its name does not declare it', async () => {
    const before = await newestSet();
    const outcome = migrate(
      db,
      later({ '9001_a': 'create table a ()', '9002_b': "update major set title20 = 'All the same'" }),
    );
    await expect(outcome).rejects.toThrow('No acting person is set');
    expect(await newestSet()).toEqual(before);
    const { rows } = await sql<{ made: boolean }>`select to_regclass('a') is not null as made`.execute(db);
    expect(rows).toEqual([{ made: false }]);
  });
});

describe('A program with a newer schema', () => {
  test('keeps working if that is allowed, also after a restart, and saves completely', async () => {
    await migrate(db, later(expanding));
    await migrate(db);
    await change(db, robin, (trx) =>
      sql`update major set title20 = 'Older' where major_key = 1`.execute(trx),
    );
    const { rows } = await sql`select short_note, title20 from major where major_key = 1`.execute(db);
    expect(rows).toEqual([{ shortNote: expect.stringMatching(/^From/), title20: 'Older' }]);
    const { rows: step } = await sql`select step from schema_step`.execute(db);
    expect(step).toEqual([{ step: schema.step + 1 }]);
  });

  test('is rejected with a message if that is not allowed', async () => {
    const newer = later(
      { '9001_a': 'create table a ()' },
      { step: schema.step + 2, oldest: schema.step + 1 },
    );
    await migrate(db, newer);
    await expect(migrate(db)).rejects.toThrow(StartupError);
    await expect(migrate(db)).rejects.toThrow(
      `The database is at step ${schema.step + 2}, which programs from step ${schema.step + 1} on can work with; this program is of step ${schema.step}: start the newer program.`,
    );
  });
});

describe('Derived schema', () => {
  const hashInDatabase = async () => {
    const { rows } = await sql<{ derived: string }>`select derived from schema_step`.execute(db);
    return rows[0]?.derived ?? '';
  };

  test('has a hash of all SQL that creates it', async () => {
    const texts: string[] = [];
    const reading: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'RawNode') texts.push(node.sqlFragments.join('?'));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await sql`update schema_step set derived = 'of another program'`.execute(db);
    await migrate(db.withPlugin(reading));
    const from = texts.findIndex((text) => text.endsWith('create schema derived')) + 1;
    const to = texts.findIndex((text) => text.includes('remake_known_states()') && !text.includes('create'));
    const made = texts.slice(from, to);
    expect(made.join()).toContain('create view derived.stored');
    expect(await hashInDatabase()).toBe(createHash('sha256').update(made.join('\n')).digest('hex'));
  });

  // Every change that a start applies to a database increments the step: docs/decisions/0010.
  test('and migrations change only together with the step', async () => {
    expect(
      {
        step: schema.step,
        migrations: schema.migrations.length,
        derived: (await hashInDatabase()).slice(0, 16),
      },
      'Raise the step in server/db/migrate.ts, and record it here with the hash',
    ).toEqual({ step: 16, migrations: 16, derived: '91a8888c56879d79' });
  });

  test('is rebuilt when it has changed, and not otherwise', async () => {
    const made = async () =>
      (await sql<{ oid: number }>`select 'derived.major_answer'::regclass::oid::int as oid`.execute(db))
        .rows[0]?.oid;
    const before = await made();
    await migrate(db);
    expect(await made()).toBe(before);
    await sql`update schema_step set derived = 'of another program'`.execute(db);
    await sql`drop view derived.report_major_answer`.execute(db);
    await migrate(db);
    expect(await made()).not.toBe(before);
    expect((await sql`select * from derived.report_major_answer limit 1`.execute(db)).rows).toHaveLength(1);
  });

  test('holds no data: a rebuild loses nothing, and the log is intact', async () => {
    const before = await newestSet();
    await sql`update schema_step set derived = 'of another program'`.execute(db);
    await migrate(db);
    expect(await newestSet()).toEqual(before);
    expect(await faultsOfLog(db)).toEqual([]);
  });
});
