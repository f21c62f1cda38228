import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeLogHead } from '../../../server/db/changeLog.ts';
import { type Actor, change } from '../../../server/db/changeTransaction.ts';
import type { Database } from '../../../server/db/database.ts';
import type { Db } from '../../../server/db/tables.ts';
import { type Fault, faultsOfLog } from '../../../server/db/verifyDatabase.ts';
import { testDatabase } from '../../support/database.ts';
import { aSchoolRow } from '../../support/factories.ts';

const robin: Actor = { uciNetId: 'registrar', actingAs: null, requestId: 'r-1' };

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await testDatabase({ sample: true });
  ({ db } = database);
});
afterAll(() => database.close());

const run = (...statements: string[]) =>
  change(db, robin, async (trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx);
  });
const newest = () =>
  db.selectFrom('changeSet').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow();
const entriesOf = ({ number }: { number: number }) =>
  db.selectFrom('derived.changeLog').selectAll().where('setNumber', '=', number).orderBy('place').execute();
const newestEntries = async () => entriesOf(await newest());
const addSchool = (code: string) =>
  change(db, robin, (trx) => trx.insertInto('school').values(aSchoolRow(code)).execute());

describe('A change set', () => {
  test('contains everything that a transaction changed, with the user, origin and reason', async () => {
    const before = await newest();
    await change(
      db,
      {
        uciNetId: 'admin',
        actingAs: 'viewer',
        requestId: 'r-2',
        origin: 'bulk',
        title: 'A title',
        reason: 'A reason',
        undoes: before.id,
      },
      async (trx) => {
        await sql`update school set title = 'One' where school_code = '00'`.execute(trx);
        await sql`update department set title = 'Two' where dept_key in (1, 2)`.execute(trx);
      },
    );
    const set = await newest();
    expect(set).toMatchObject({
      number: before.number + 1,
      requestId: 'r-2',
      actor: 'admin',
      actingAs: 'viewer',
      origin: 'bulk',
      title: 'A title',
      reason: 'A reason',
      undoes: before.id,
      form: 2,
      created: 0,
      updated: 3,
      deleted: 0,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(set.at > before.at).toBe(true);
    expect(set.id).not.toBe(before.id);
    expect(await entriesOf(set)).toMatchObject([
      { kind: 'school', key: '00', action: 'updated' },
      { kind: 'department', key: '1', action: 'updated' },
      { kind: 'department', key: '2', action: 'updated' },
    ]);
  });

  test('is later than the previous one, even if the database clock has not moved', async () => {
    await addSchool('B1');
    const first = await newest();
    await change(db, robin, async (trx) => {
      await sql`update school set title = title where school_code = 'B1'`.execute(trx);
      const { lastModified } = await trx
        .selectFrom('school')
        .select('lastModified')
        .where('schoolCode', '=', 'B1')
        .executeTakeFirstOrThrow();
      expect(lastModified > first.at).toBe(true);
    });
    const { rows } = await sql`
      select from (select at, lag(at) over (order by number) as before from change_set) s where at <= before`.execute(
      db,
    );
    expect(rows).toEqual([]);
  });

  test('sets the time and the user of everything it saves', async () => {
    await addSchool('B2');
    const { at } = await newest();
    expect(
      await db.selectFrom('school').selectAll().where('schoolCode', '=', 'B2').executeTakeFirst(),
    ).toMatchObject({ lastModified: at, lastModifiedBy: 'registrar' });
  });

  test('does not exist if nothing changed, or if all changes canceled out', async () => {
    const before = await newest();
    await run("update school set title = title where school_code = '??'");
    await change(db, robin, async (trx) => {
      await trx.insertInto('school').values(aSchoolRow('B3')).execute();
      await sql`delete from school where school_code = 'B3'`.execute(trx);
    });
    expect(await newest()).toEqual(before);
  });

  test('includes a save that changes no field', async () => {
    await run("update school set title = title where school_code = '00'");
    expect(await newest()).toMatchObject({ updated: 1 });
    const [entry] = await newestEntries();
    expect(entry?.before).toEqual(entry?.after);
  });

  test('has one entry for a row that is changed several times', async () => {
    await run(
      "update school set title = 'Once' where school_code = '00'",
      "update school set title = 'Twice', title8 = 'T' where school_code = '00'",
    );
    const entries = await newestEntries();
    expect(entries).toMatchObject([{ action: 'updated', after: { title: 'Twice', title8: 'T' } }]);
    expect(entries[0]?.before?.title).not.toBe('Once');
  });

  test('has an entry for each row that a statement changes', async () => {
    await run('update major set comments = comments');
    const { number, updated } = await newest();
    const { rows } = await sql<{ majors: number; entries: number }>`
      select (select count(*) from major) as majors,
        (select count(distinct first_key) from change_entry where set_number = ${number}) as entries`.execute(
      db,
    );
    expect(rows).toEqual([{ majors: updated, entries: updated }]);
  });

  test('is recorded without reading the states of other rows, even before the database has counted them', async () => {
    const states = await change(db, robin, async (trx) => {
      const stateReads = async () => {
        const { rows } = await sql<{ reads: number }>`
          select (idx_tup_fetch + seq_tup_read)::integer as reads from pg_stat_xact_user_tables
          where relname = 'known_state'`.execute(trx);
        return rows[0]?.reads ?? 0;
      };
      const before = await stateReads();
      await sql`update school set title = title where school_code = '00'`.execute(trx);
      await sql`set constraints all immediate`.execute(trx);
      return (await stateReads()) - before;
    });
    expect(states).toBeLessThan(20);
  });

  test('accepts no more entries after it is sealed', async () => {
    const before = await newest();
    const outcome = run(
      "update school set title = 'Before' where school_code = '00'",
      'set constraints all immediate; set constraints all deferred',
      "update school set title = 'After' where school_code = '00'",
    );
    await expect(outcome).rejects.toMatchObject({ constraint: 'change_set_id_key' });
    expect(await newest()).toEqual(before);
  });

  test.for([
    ['with an unknown origin', { origin: 'guess' }],
    ['with a reason that is too long', { reason: 'x'.repeat(501) }],
    ['with an invisible title', { title: '\u200b' }],
    ['that undoes a set that never existed', { undoes: 'nothing' }],
    ['with the origin of the first load when it is not the first', { origin: 'sample', uciNetId: null }],
  ] as const)('%s is rejected', async ([, claims]) => {
    const before = await newest();
    const outcome = change(db, { ...robin, ...claims } as Actor, (trx) =>
      sql`update school set title = 'No' where school_code = '00'`.execute(trx),
    );
    await expect(outcome).rejects.toThrow();
    expect(await newest()).toEqual(before);
  });
});

describe('An entry', () => {
  test('has the stored fields by their JSON names, without keys, version, time and user', async () => {
    await run(
      "update degree set degree_start_term_yyyyst = '202592', degree_end_term_yyyyst = null, degree_title_rc = 'Art' where degree_key = 1",
    );
    const [entry] = await newestEntries();
    expect(Object.keys(entry?.after ?? {}).toSorted()).toEqual([
      'degreeActive',
      'degreeAwarded',
      'degreeComments',
      'degreeComplete',
      'degreeEndTermYyyyst',
      'degreeStartTermYyyyst',
      'degreeTitleAbbr',
      'degreeTitleRc',
      'programCredLevel',
    ]);
    expect(entry?.after).toMatchObject({ degreeStartTermYyyyst: '202592', degreeTitleRc: 'Art' });
  });

  test('has the label of the row at that time', async () => {
    const [pair] = await db.selectFrom('majorDegree').selectAll().limit(1).execute();
    const { majorKey = 0, degreeKey = 0 } = pair ?? {};
    await run(
      "update school set title = 'Letters' where school_code = '00'",
      "update department set title7 = 'ENGR', title = 'Engineering' where dept_key = 1",
      `update degree set degree_awarded = 'BS', degree_title_rc = 'Computing' where degree_key = ${degreeKey}`,
      `update major set major_code = '201', major_segment = 'U', title20 = 'Computer Science' where major_key = ${majorKey}`,
      `update major_degree set active = active where major_key = ${majorKey} and degree_key = ${degreeKey}`,
    );
    expect((await newestEntries()).map(({ key, label }) => [key, label])).toEqual([
      ['00', '00 Letters'],
      ['1', 'ENGR Engineering'],
      [`${degreeKey}`, 'BS Computing'],
      [`${majorKey}`, '201 U Computer Science'],
      [`${majorKey}/${degreeKey}`, '201 U Computer Science – BS Computing'],
    ]);
  });

  test('for a deletion has the label from before', async () => {
    await addSchool('C1');
    await run("delete from school where school_code = 'C1'");
    expect(await newestEntries()).toMatchObject([
      { action: 'deleted', label: 'C1 School C1', before: { title: 'School C1' } },
    ]);
  });

  test('cannot record a changed key', async () => {
    await addSchool('C2');
    await expect(run("update school set school_code = 'C3' where school_code = 'C2'")).rejects.toThrow(
      'The key of a row of school never changes',
    );
  });
});

describe('A reused key', () => {
  test('continues its version numbers, including the deletion', async () => {
    await addSchool('D1');
    await run("delete from school where school_code = 'D1'");
    await addSchool('D1');
    await run(
      "delete from school where school_code = 'D1'",
      "insert into school (school_code, title, active) values ('D1', 'Again', true)",
    );
    const log = await db
      .selectFrom('derived.changeLog')
      .select(['action', 'version'])
      .where('key', '=', 'D1')
      .orderBy('setNumber')
      .execute();
    expect(log).toEqual([
      { action: 'created', version: 1 },
      { action: 'deleted', version: 2 },
      { action: 'created', version: 3 },
      { action: 'updated', version: 5 },
    ]);
    expect(await faultsOfLog(db)).toEqual([]);
  });

  test('of a relationship continues too, without affecting other pairs', async () => {
    const first = await db.selectFrom('majorDegree').selectAll().limit(1).executeTakeFirstOrThrow();
    const { majorKey, degreeKey } = first;
    const versions = () =>
      db
        .selectFrom('majorDegree')
        .select('version')
        .where('majorKey', '=', majorKey)
        .where('degreeKey', '=', degreeKey)
        .execute();
    await run(`delete from major_degree where major_key = ${majorKey} and degree_key = ${degreeKey}`);
    await change(db, robin, (trx) => trx.insertInto('majorDegree').values(first).execute());
    expect(await versions()).toEqual([{ version: first.version + 2 }]);
  });
});

describe('Lookups', () => {
  test('changed by hand are logged under the database account', async () => {
    await sql`update term set term_letter_year = 'Fall25' where term_yyyyst = '202592'`.execute(db);
    expect(await newest()).toMatchObject({ origin: 'command', actor: 'postgres', updated: 1 });
    expect(await newestEntries()).toMatchObject([
      {
        kind: 'term',
        key: '202592',
        before: { termLetterYear: 'F25' },
        after: { termLetterYear: 'Fall25' },
      },
    ]);
    await sql`delete from award_type where degree_short not in (select degree_awarded from degree)`.execute(
      db,
    );
    expect(await faultsOfLog(db)).toEqual([]);
  });
});

describe("Users' groups", () => {
  test('are recorded with their previous value whenever they change', async () => {
    await sql`insert into app_user (uci_net_id, groups) values ('grace', '["one"]')`.execute(db);
    await sql`update app_user set groups = '["two"]' where uci_net_id = 'grace'`.execute(db);
    await sql`update app_user set email = 'g@x', groups = '["two"]' where uci_net_id = 'grace'`.execute(db);
    const { rows } = await sql`
      select before, after from person_log where uci_net_id = 'grace' order by id`.execute(db);
    expect(rows).toEqual([
      { before: null, after: ['one'] },
      { before: ['one'], after: ['two'] },
    ]);
  });
});

describe('Verifying the log', () => {
  /** The faults found after the statements ran with all triggers disabled. Everything is rolled back. */
  async function afterward(...statements: string[]) {
    const undo = new Error('undo');
    let found: Fault[] = [];
    const outcome = db.transaction().execute(async (trx) => {
      const tables = ['change_set', 'change_entry', 'school', 'major'];
      for (const table of tables) await sql.raw(`alter table ${table} disable trigger all`).execute(trx);
      for (const statement of statements) await sql.raw(statement).execute(trx);
      found = (await sql<Fault>`select place, fault from derived.faults`.execute(trx)).rows;
      throw undo;
    });
    await expect(outcome).rejects.toBe(undo);
    return found;
  }
  let number: number;
  beforeAll(async () => {
    await run(
      "insert into school (school_code, title, active) values ('E1', 'Verified', true)",
      "update school set title = 'Seen' where school_code = '00'",
    );
    ({ number } = await newest());
    await run("update school set title = 'Later' where school_code = 'E1'");
  });
  const fakeHash = `update change_set set hash = (derived.sum_of_set(number)).hash where number =`;

  test('finds no faults in a log that the product wrote', async () => {
    expect(await faultsOfLog(db)).toEqual([]);
  });

  test.for([
    ['label of an entry', "update change_entry set label = 'E1 Other'"],
    ['stored value', `update change_entry set after = after || '{"title": "Other"}'`],
    ['editor of a row', "update change_entry set saved_by = 'nobody'"],
  ])('names the set whose %s was changed', async ([, statement]) => {
    const found = await afterward(`${statement} where set_number = ${number} and first_key = 'E1'`);
    expect(found[0]?.place).toMatch(new RegExp(`^change set ${number} of `));
    expect(found[0]?.fault).toMatch(/^does not match its hash/);
  });

  test('names the set whose time, user or reason was changed', async () => {
    for (const change of ["at = at + interval '1 hour'", "actor = 'nobody'", "reason = 'Another'"]) {
      const found = await afterward(`update change_set set ${change} where number = ${number}`);
      expect(found[0]?.place, change).toMatch(new RegExp(`^change set ${number} of `));
    }
  });

  test('names the next set if the hash of a set was adjusted to fit', async () => {
    const found = await afterward(
      `update change_set set actor = 'nobody' where number = ${number}`,
      `${fakeHash} ${number}`,
    );
    expect(found.map(({ place }) => place.split(' of ')[0])).toEqual([`change set ${number + 1}`]);
  });

  test('names the set that lost an entry, and the values that no longer follow', async () => {
    const found = await afterward(
      `delete from change_entry where set_number = ${number} and first_key = 'E1'`,
    );
    expect(found.map(({ fault }) => fault)).toEqual([
      'does not match its hash: it or a set before it has been changed',
      'has wrong counts',
      'does not start from the state that the entry before it left',
      'differs from the log: npm run upgrade makes it anew',
    ]);
  });

  test('names the set whose entries were reordered', async () => {
    const found = await afterward(
      `update change_entry set place = 9 where set_number = ${number} and place = 1`,
    );
    expect(found[0]?.place).toMatch(new RegExp(`^change set ${number} of `));
  });

  test('names the set that follows a missing one, and entries without a set', async () => {
    const found = await afterward(`delete from change_set where number = ${number}`);
    expect(found.map(({ fault }) => fault)).toEqual(
      expect.arrayContaining(['does not follow directly on the set before it', 'belongs to no set']),
    );
  });

  test('names two sets that were swapped', async () => {
    const found = await afterward(
      `update change_set set number = -1 where number = ${number}`,
      `update change_set set number = ${number} where number = ${number + 1}`,
      `update change_set set number = ${number + 1} where number = -1`,
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ place }) => place).join()).toContain(`change set ${number} of `);
  });

  test('names a row of the catalog that was changed, added or deleted without being logged', async () => {
    const found = await afterward(
      "update school set title = 'By hand' where school_code = 'E1'",
      "insert into school select 'E2', title, title8, year_start, year_end, sort_code, active, comments, version, last_modified, last_modified_by from school where school_code = 'E1'",
      "delete from school where school_code = 'D1'",
    );
    expect(found.toSorted((one, other) => (one.place < other.place ? -1 : 1))).toEqual([
      { place: 'school D1', fault: 'is missing from its table, but not deleted in the log' },
      { place: 'school E1', fault: 'differs from the log' },
      { place: 'school E2', fault: 'is in its table, but not in the log' },
    ]);
  });

  test('recognizes an earlier head, and detects that the newest sets are missing', async () => {
    const head = String(await changeLogHead(db));
    expect(head).toMatch(/^\d+:[0-9a-f]{64}$/);
    await run("update school set title = 'Newer' where school_code = 'E1'");
    expect(await changeLogHead(db)).not.toBe(head);
    expect(await faultsOfLog(db, head)).toEqual([]);
    expect(await faultsOfLog(db, `9${head}`)).toEqual([
      { place: `the head 9${head}`, fault: 'is not in this log: change sets have been removed or rewritten' },
    ]);
  });
});
