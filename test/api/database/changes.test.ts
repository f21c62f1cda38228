import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change } from '../../../server/db/changeTransaction.ts';
import type { Database } from '../../../server/db/database.ts';
import type { Db, ListKind } from '../../../server/db/tables.ts';
import { testDatabase } from '../../support/database.ts';
import { aSchoolRow } from '../../support/factories.ts';

const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'r-1' };
const alex = { uciNetId: 'admin', actingAs: 'viewer', requestId: 'r-2' };
const refusal = { code: '42501' };

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await testDatabase({ sample: true });
  db = database.db;
});
afterAll(() => database.close());

const addSchool = (code: string, actor = robin) =>
  change(db, actor, (trx) => trx.insertInto('school').values(aSchoolRow(code)).execute());
const logOf = (key: string) =>
  db.selectFrom('derived.changeLog').selectAll().where('key', '=', key).orderBy('setNumber').execute();

describe('a change', () => {
  test('gets its version, time and user from the database', async () => {
    const before = Date.now();
    await addSchool('A1');
    const created = await schoolOf('A1');
    expect(created).toMatchObject({ version: 1, lastModifiedBy: 'registrar' });
    expect(created.lastModified).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(created.lastModified) - before)).toBeLessThan(5000);
    await change(db, alex, (trx) =>
      trx.updateTable('school').set({ title: 'Other' }).where('schoolCode', '=', 'A1').execute(),
    );
    expect(await schoolOf('A1')).toMatchObject({ version: 2, lastModifiedBy: 'admin', title: 'Other' });
  });

  test('cannot choose its own version, time or user', async () => {
    await addSchool('A2');
    await change(db, robin, (trx) =>
      sql`update school set version = 77, last_modified = '2000-01-01', last_modified_by = 'nobody' where school_code = 'A2'`.execute(
        trx,
      ),
    );
    const school = await schoolOf('A2');
    expect(school).toMatchObject({ version: 2, lastModifiedBy: 'registrar' });
    expect(school.lastModified > '2020').toBe(true);
  });

  test('is recorded with the row before and after it, and both users', async () => {
    await addSchool('A3');
    await change(db, alex, (trx) =>
      trx.updateTable('school').set({ title: 'New' }).where('schoolCode', '=', 'A3').execute(),
    );
    await change(db, robin, (trx) => trx.deleteFrom('school').where('schoolCode', '=', 'A3').execute());
    const log = await logOf('A3');
    expect(log).toMatchObject([
      {
        action: 'created',
        actor: 'registrar',
        actingAs: null,
        requestId: 'r-1',
        kind: 'school',
        version: 1,
        before: null,
        after: { title: 'School A3' },
      },
      {
        action: 'updated',
        actor: 'admin',
        actingAs: 'viewer',
        requestId: 'r-2',
        version: 2,
        before: { title: 'School A3' },
        after: { title: 'New' },
      },
      {
        action: 'deleted',
        actor: 'registrar',
        version: 3,
        before: { title: 'New' },
        after: null,
      },
    ]);
  });

  test('to a relationship is recorded under both keys', async () => {
    const [pair] = await db.selectFrom('majorDegree').selectAll().limit(1).execute();
    const { majorKey, degreeKey } = pair as NonNullable<typeof pair>;
    await change(db, robin, (trx) =>
      trx
        .updateTable('majorDegree')
        .set({ active: false })
        .where('majorKey', '=', majorKey)
        .where('degreeKey', '=', degreeKey)
        .execute(),
    );
    expect((await logOf(`${majorKey}/${degreeKey}`)).at(-1)).toMatchObject({
      kind: 'majorDegree',
      action: 'updated',
      version: 2,
    });
  });

  test('is rejected on every table of the catalog if no user is set', async () => {
    for (const table of tables) {
      await expect(
        sql`update ${sql.table(table)} set active = active`.execute(db),
        table,
      ).rejects.toMatchObject(refusal);
      await expect(sql`delete from ${sql.table(table)}`.execute(db), table).rejects.toMatchObject(refusal);
    }
    await expect(db.insertInto('school').values(aSchoolRow('A4')).execute()).rejects.toMatchObject(refusal);
  });

  test('does not pass its user on to the next transaction', async () => {
    await addSchool('A5');
    await expect(db.deleteFrom('school').where('schoolCode', '=', 'A5').execute()).rejects.toMatchObject(
      refusal,
    );
  });

  test('that fails leaves nothing behind', async () => {
    await expect(
      change(db, robin, async (trx) => {
        await trx.insertInto('school').values(aSchoolRow('A6')).execute();
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await logOf('A6')).toEqual([]);
  });

  test('that swallows a database error is refused, not partly saved', async () => {
    const swallowed = change(db, robin, async (trx) => {
      await trx.insertInto('school').values(aSchoolRow('A7')).execute();
      await sql`select 1 / 0`.execute(trx).catch(() => {});
    });
    await expect(swallowed).rejects.toThrow();
    expect(await logOf('A7')).toEqual([]);
  });
});

describe('the change log', () => {
  test('rejects insert, update, delete and truncate, even with triggers off for replication', async () => {
    const statements = ['change_set', 'change_entry', 'person_log'].flatMap((table) => [
      `insert into ${table} default values`,
      `update ${table} set ${table === 'change_entry' ? 'label = label' : 'at = at'}`,
      `delete from ${table}`,
      `truncate ${table}`,
    ]);
    for (const statement of statements) {
      await expect(sql.raw(statement).execute(db), statement).rejects.toMatchObject(refusal);
      const asReplica = db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql.raw(statement).execute(trx);
      });
      await expect(asReplica, statement).rejects.toMatchObject(refusal);
    }
  });

  test('cannot be bypassed by truncating a recorded table', async () => {
    for (const table of tables)
      await expect(
        change(db, robin, (trx) => sql`truncate ${sql.table(table)} cascade`.execute(trx)),
        table,
      ).rejects.toMatchObject(refusal);
  });

  test('cannot be bypassed as a replica', async () => {
    const asReplica = db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update school set title = title`.execute(trx);
    });
    await expect(asReplica).rejects.toMatchObject(refusal);
  });
});

describe('the version of a list', () => {
  const touch: Record<Exclude<ListKind, 'term' | 'awardType'>, string> = {
    school: 'update school set title = title',
    department: 'update department set title = title',
    degree: 'update degree set degree_title_rc = degree_title_rc',
    major: 'update major set title20 = title20',
    majorDegree: 'update major_degree set active = active',
    schoolMajor: 'update school_major set active = active',
    earlierValue:
      "insert into earlier_value (key, value) select 'school/' || min(school_code) || '/title/201992', 'Old' from school",
    majorDepartment: 'update major_department set active = active',
    degreeDepartment: 'update degree_department set active = active',
    schoolDegree: 'update school_degree set active = active',
    schoolDepartment: 'update school_department set active = active',
    cipCode: 'delete from cip_code where false',
    importMapping: 'delete from import_mapping',
  };

  test.for(Object.entries(touch))(
    'of %s rises when its list changes, and no other does',
    async ([kind, statement]) => {
      const before = await versions();
      await change(db, robin, (trx) => sql.raw(statement).execute(trx));
      const after = await versions();
      expect(after).toEqual({ ...before, [kind]: after[kind] });
      expect(after[kind]).toBeGreaterThan(before[kind] ?? 0);
    },
  );

  test('rises when the labels of its terms and awards change', async () => {
    const rises = async (statement: string) => {
      const before = await versions();
      await sql.raw(statement).execute(db);
      const after = await versions();
      return Object.keys(after).filter((kind) => after[kind] !== before[kind]);
    };
    expect(await rises("update term set term_letter_year = 'Fall25' where term_yyyyst = '202592'")).toEqual(
      expect.arrayContaining(['term', 'degree', 'major', 'majorDegree']),
    );
    expect(await rises("update award_type set degree_code = 'B.A.' where degree_short = 'BA'")).toEqual(
      expect.arrayContaining(['awardType', 'degree', 'majorDegree']),
    );
    expect(await rises("insert into term values ('209992', 'F2099') on conflict do nothing")).not.toEqual([]);
    expect(await rises("insert into term values ('209992', 'F2099') on conflict do nothing")).toEqual([]);
  });

  test('never repeats, even after the database is restored to an older state', async () => {
    const touchSchool = () => change(db, robin, (trx) => sql.raw(touch.school).execute(trx));
    const older = await versions();
    await touchSchool();
    await touchSchool();
    const lost = await versions();
    await sql`update list_version set version = ${older.school} where kind = 'school'`.execute(db);
    await touchSchool();
    expect((await versions()).school).toBeGreaterThan(lost.school ?? 0);
  });

  test('does not change when a change fails', async () => {
    const before = await versions();
    await change(db, robin, async (trx) => {
      await sql.raw(touch.school).execute(trx);
      throw new Error('no');
    }).catch(() => {});
    expect(await versions()).toEqual(before);
  });
});

const tables = [
  'school',
  'department',
  'major',
  'degree_department',
  'major_degree',
  'major_department',
  'school_degree',
  'school_department',
  'school_major',
];

async function versions(): Promise<Record<string, number>> {
  const rows = await db.selectFrom('listVersion').selectAll().execute();
  return Object.fromEntries(rows.map(({ kind, version }) => [kind, version]));
}

const schoolOf = (code: string) =>
  db.selectFrom('school').selectAll().where('schoolCode', '=', code).executeTakeFirstOrThrow();
