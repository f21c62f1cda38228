import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeLogHead } from '../../../server/db/changeLog.ts';
import { change } from '../../../server/db/changeTransaction.ts';
import type { Database } from '../../../server/db/database.ts';
import { migrate, remake } from '../../../server/db/migrate.ts';
import { faultsOfLog } from '../../../server/db/verifyDatabase.ts';
import { testDatabase } from '../../support/database.ts';
import { aSchoolRow } from '../../support/factories.ts';

// Changes that the owner of the tables can make to a database, and the result of verify.

const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'r' };

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
  await change(database.db, robin, (trx) => trx.insertInto('school').values(aSchoolRow('A1')).execute());
});
afterEach(() => database.close());

const run = (...statements: string[]) => sql.raw(statements.join(';')).execute(database.db);
const faults = async () => await faultsOfLog(database.db);

/** Changes a table while its triggers are off, and turns them on again. */
const withTriggersOff = (table: string, statement: string) => `
  alter table ${table} disable trigger all;
  ${statement};
  alter table ${table} enable trigger all;
  do $$ declare name text; begin
    for name in select tgname from pg_trigger where tgrelid = '${table}'::regclass and not tgisinternal loop
      execute format('alter table ${table} enable always trigger %I', name);
    end loop;
  end $$`;
const BY_HAND = withTriggersOff('school', "update school set title = 'By hand'");
const LOG_BY_HAND = withTriggersOff(
  'change_entry',
  `update change_entry set after = after || '{"title": "By hand"}'`,
);
const ROW = { place: 'school A1', fault: 'differs from the log' };
const ANOTHER = 'differs from this program: npm run upgrade rebuilds it';

test('finds nothing in a database that the product created', async () => {
  expect(await faults()).toEqual([]);
});

describe('A row that was changed with triggers off is found', () => {
  test.for([
    [
      'a view that finds no faults',
      'view faults',
      `
      create or replace view derived.faults (place, fault) as select ''::text collate "C", ''::text where false`,
    ],
    [
      'a view of rows that agrees with the log',
      'view row_faults',
      `
      create or replace view derived.row_faults (place, fault) as select ''::text collate "C", ''::text where false`,
    ],
    [
      'a comparison that always agrees',
      'function agree(jsonb,jsonb)',
      `
      create or replace function derived.agree(one jsonb, other jsonb) returns boolean
      language sql immutable parallel safe return true`,
    ],
  ] as const)('in spite of %s', async ([, place, statement]) => {
    await run(BY_HAND, statement);
    const found = await faults();
    expect(found).toContainEqual(ROW);
    expect(found).toContainEqual({ place, fault: ANOTHER });
  });

  test('despite hashes that a replaced function adjusts', async () => {
    const head = String(await changeLogHead(database.db));
    await run(
      BY_HAND,
      LOG_BY_HAND,
      `create or replace function derived.sum_of_set(
        wanted bigint, out entries integer, out created integer, out updated integer, out deleted integer, out hash text
      ) language sql stable as 'select 1, created, updated, deleted, hash from change_set where number = wanted'`,
    );
    expect((await faultsOfLog(database.db, head)).map(({ fault }) => fault)).toContain(
      'does not match its hash: it or a set before it has been changed',
    );
  });
});

describe('Names', () => {
  test.for([
    [
      'a trigger that is off',
      'trigger record_update of school',
      ANOTHER,
      'alter table school disable trigger record_update',
    ],
    [
      'a trigger that is gone',
      'trigger record_update of school',
      'is missing: npm run upgrade creates it',
      'drop trigger record_update on school',
    ],
    [
      'a trigger that is not ours',
      'trigger more of school',
      'is not of this program',
      `
      create trigger more before update on school for each row execute function suppress_redundant_updates_trigger()`,
    ],
    [
      'a function that is not ours',
      'function more()',
      'is not of this program',
      'create function derived.more() returns int return 1',
    ],
    [
      'a table among the definitions',
      'relation more',
      'is not of this program',
      'create table derived.more ()',
    ],
    [
      'foreign keys that are off',
      'school_major',
      'does not check its foreign keys',
      `
      alter table school_major disable trigger all`,
    ],
    [
      'a rule',
      'school',
      'has a rule that rewrites statements',
      'create rule none as on delete to school do instead nothing',
    ],
    ['a policy', 'school', 'hides rows by a policy', 'alter table school enable row level security'],
    [
      'a view in place of a table',
      'list_version',
      'is not a table',
      `
      alter table list_version rename to real_list_version; create view list_version as select * from real_list_version`,
    ],
  ] as const)('%s', async ([, place, fault, statements]) => {
    await run(statements);
    expect(await faults()).toContainEqual({ place, fault });
  });
});

test('an upgrade recreates definitions that differ from ours, and the row is still found', async () => {
  await run(
    BY_HAND,
    `create or replace view derived.faults (place, fault) as select ''::text collate "C", ''::text where false`,
    'alter table major disable trigger record_insert',
  );
  await migrate(database.db);
  expect(await faults()).toHaveLength(3);
  await remake(database.db);
  expect(await faults()).toEqual([ROW]);
});
